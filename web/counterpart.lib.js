// Mirrors the program's controls (Ui::accessible_view) as elements that can't be seen, each at its place, since a canvas says nothing to a screen reader.
// Changes are announced. A press on an element asks the program to press its control, and the focus goes both ways. An element stays as long as its control
// does, and only differences are written.

addToLibrary({
  $gfCounterpart__deps: ['$gfKeyboard', '$gfPointer'],
  $gfCounterpart: {
    gf: null,
    layer: null,
    title: null,
    scene: null,        // the element with the picture in words
    status: null,
    announced: new Map(),  // the parts of the last status, by their names
    reads: false,       // announcements are read aloud
    controls: new Map(),  // by id: {element, item (the JSON of its item), role}
    focus: 0,           // the control that has the program's keyboard, as last seen
    moving: false,      // moveFocus moves the focus
    timer: 0,

    start(gf) {
      gfCounterpart.gf = gf;
      const {canvas, container, texts} = gf.host;
      canvas.setAttribute('role', 'application');
      canvas.setAttribute('tabindex', '0');
      canvas.setAttribute('aria-label', texts.canvas);
      const {element} = gfCounterpart;
      gfCounterpart.status = element('div', {class: 'gf-hidden', role: 'status'});
      gfCounterpart.title = element('h1');
      gfCounterpart.scene = element('p');
      const layer = element('div', {class: 'gf-counterpart'});
      layer.append(gfCounterpart.title);
      gfCounterpart.layer = layer;
      container.append(gfCounterpart.status, layer);
      layer.addEventListener('click', gf.listening(gfCounterpart.pressed));
      layer.addEventListener('change', gf.listening(gfCounterpart.changed));
      layer.addEventListener('focusin', gf.listening(gfCounterpart.focused));
      layer.addEventListener('wheel', gf.listening((event) => gfPointer.wheel(event)), {passive: false});
    },

    holds: (element) => Boolean(element) && gfCounterpart.layer.contains(element),

    // Mirrors the program within 150 ms, and not on every frame of a drag: making the view costs about as much as drawing.
    later() {
      gfCounterpart.timer ||= setTimeout(gfCounterpart.gf.listening(() => {
        gfCounterpart.timer = 0;
        const pointer = _gf_accessible_view();
        if (pointer) gfCounterpart.show(JSON.parse(UTF8ToString(pointer)));
      }), 150);
    },

    element(name, attributes = {}, text) {
      const element = document.createElement(name);
      gfCounterpart.set(element, attributes);
      if (text !== undefined) element.textContent = text;
      return element;
    },

    // Writes the attributes that differ; null takes an attribute away.
    set(element, attributes) {
      for (const [name, value] of Object.entries(attributes)) {
        if (value === null || value === undefined) element.removeAttribute(name);
        else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
      }
    },

    say(element, text) {
      if (element.textContent !== text) element.textContent = text;
    },

    show({title, step, scene, status, focus, parts}) {
      const {controls, layer} = gfCounterpart;
      const seen = new Set(), active = gfKeyboard.root.activeElement;
      const place = [title, step].filter(Boolean).join(', ');
      gfCounterpart.say(gfCounterpart.title, place);
      if (gfCounterpart.gf.host.ownsAddress) document.title = `${place} · Glassformer`;
      gfCounterpart.say(gfCounterpart.scene, scene);
      const items = parts.map((part) => ({...part, role: 'part', before: part.id === 'stage' ? gfCounterpart.scene : null}));
      gfCounterpart.fill(layer, [{kept: gfCounterpart.title}, ...items], seen);
      for (const [id, {element}] of controls) {
        if (seen.has(id)) continue;
        // The focus goes to the canvas with its element, so that keys are not lost.
        if (element.contains(gfKeyboard.root.activeElement)) gfCounterpart.moveFocus(gfKeyboard.canvas);
        element.remove();
        controls.delete(id);
      }
      // An element that changes its place loses it as well.
      if (active !== gfKeyboard.root.activeElement && layer.contains(active)) gfCounterpart.moveFocus(active);
      gfCounterpart.announce(status);
      gfCounterpart.followFocus(focus);
    },

    // Announces the parts that differ from the last status (accessible.cpp). A part that is gone is forgotten: if it comes again, it is announced again.
    announce(status) {
      const {announced} = gfCounterpart;
      const news = status.filter(([name, text]) => (name.startsWith('once ') ? !announced.has(name) : announced.get(name) !== text));
      gfCounterpart.announced = new Map(status);
      if (news.length === 0) return;
      const text = [...new Set(news.map(([, part]) => part))].join(' ');
      gfCounterpart.say(gfCounterpart.status, text);
      if (gfCounterpart.reads) gfCounterpart.read(text);
    },

    // Reads a text with the browser's voice for the language. A text that is still being read is broken off.
    read(text) {
      const words = new SpeechSynthesisUtterance(text);
      words.lang = gfCounterpart.gf.host.language;
      speechSynthesis.cancel();
      speechSynthesis.speak(words);
    },

    // Puts the elements of the items into a container, in their order.
    fill(container, items, seen) {
      let next = container.firstChild;
      for (const item of items) {
        const element = item.kept ?? gfCounterpart.elementOf(item, seen);
        if (element === next) next = next.nextSibling;
        else container.insertBefore(element, next);
      }
    },

    elementOf(item, seen) {
      const {controls, roles} = gfCounterpart;
      const id = String(item.id);
      let control = controls.get(id);
      if (control && control.role !== item.role) {
        control.element.remove();
        control = null;
      }
      if (!control) {
        control = {element: roles[item.role].make(item), role: item.role, item: ''};
        if (!item.items && item.role !== 'heading')
          gfCounterpart.set(control.element, {class: 'gf-control', tabindex: item.role === 'words' ? null : '-1', 'data-control': id});
        controls.set(id, control);
      }
      seen.add(id);
      if (item.items) {
        gfCounterpart.set(control.element, {'aria-label': item.name});
        let {items} = item;
        if (item.role === 'part') {
          gfCounterpart.set(control.element, {role: item.dialog ? 'dialog' : null, 'aria-modal': item.dialog ? 'true' : null});
          items = [{role: 'heading', level: 2, name: item.name, id: `heading of ${item.id}`}, ...item.before ? [{kept: item.before}] : [], ...items];
        }
        gfCounterpart.fill(control.element, items, seen);
        return control.element;
      }
      const json = JSON.stringify(item);
      if (json !== control.item) {
        control.item = json;
        if (item.width !== undefined) gfCounterpart.place(control.element, item);
        roles[item.role].update(control.element, item);
      }
      return control.element;
    },

    // Puts an element where its control is drawn, for screen readers that follow a finger. A Content-Security-Policy may refuse the attribute `style`, never the
    // property.
    place(element, {x, y, width, height}) {
      element.style.cssText = `left: ${x}px; top: ${y}px; width: ${width}px; height: ${height}px`;
    },

    roles: {
      part: {make: ({id}) => gfCounterpart.element(id === 'lessons' ? 'nav' : 'section')},
      group: {make: () => gfCounterpart.element('div', {role: 'radiogroup'})},
      listbox: {make: () => gfCounterpart.element('div', {role: 'listbox'})},
      option: {
        make: () => gfCounterpart.element('div', {role: 'option'}),
        update(element, {name, on}) {
          gfCounterpart.say(element, name);
          gfCounterpart.set(element, {'aria-selected': on});
        },
      },
      heading: {make: ({level = 3}) => gfCounterpart.element(`h${level}`), update: (element, {name}) => gfCounterpart.say(element, name)},
      words: {make: () => gfCounterpart.element('p'), update: (element, {name}) => gfCounterpart.say(element, name)},
      button: {make: () => gfCounterpart.element('button', {type: 'button'}), update: (element, item) => gfCounterpart.button(element, item)},
      link: {
        make: () => gfCounterpart.element('a'),
        update(element, item) {
          gfCounterpart.say(element, item.name);
          const outer = item.address.includes('://');
          gfCounterpart.set(element, {
            class: outer ? 'gf-control gf-outer' : 'gf-control',
            href: outer ? item.address : `#${item.address}`,
            target: outer ? '_blank' : null,
            rel: outer ? 'noopener' : null,
            'aria-current': item.on ? 'page' : null,
            'aria-description': item.value,
            'aria-disabled': item.enabled === false ? 'true' : null,
          });
        },
      },
      'switch': {make: () => gfCounterpart.element('button', {type: 'button', role: 'switch'}), update: (element, item) => gfCounterpart.check(element, item)},
      radio: {make: () => gfCounterpart.element('button', {type: 'button', role: 'radio'}), update: (element, item) => gfCounterpart.check(element, item)},
      figure: {
        make: () => gfCounterpart.element('div', {role: 'group'}),
        update: (element, {name, value}) => gfCounterpart.set(element, {'aria-label': name, 'aria-description': value}),
      },
      text: {
        make: ({lines}) => gfCounterpart.element(lines ? 'textarea' : 'input', {autocomplete: 'off', ...lines ? {} : {type: 'text'}}),
        update(element, {name, value}) {
          gfCounterpart.set(element, {'aria-label': name});
          if (element.value !== value) element.value = value;
        },
      },
      slider: {
        make: () => gfCounterpart.element('input', {type: 'range'}),
        update(element, {name, value, now, least, most, step}) {
          gfCounterpart.set(element, {'aria-label': name, 'aria-valuetext': value, min: least, max: most, step: step || 'any'});
          if (Number(element.value) !== now) element.value = now;
        },
      },
      choice: {
        make: () => gfCounterpart.element('select'),
        update(element, {name, choices, now}) {
          gfCounterpart.set(element, {'aria-label': name});
          if ([...element.options].some((option, i) => option.text !== choices[i]) || element.options.length !== choices.length) {
            element.replaceChildren(...choices.map((text) => gfCounterpart.element('option', {}, text)));
          }
          if (element.selectedIndex !== now) element.selectedIndex = now;
        },
      },
      table: {
        make: () => {
          const table = gfCounterpart.element('table');
          table.append(gfCounterpart.element('caption'));
          return table;
        },
        update: (element, item) => gfCounterpart.table(element, item),
      },
    },

    button(element, {name, value, on, open, enabled}) {
      gfCounterpart.say(element, name);
      gfCounterpart.set(element, {
        'aria-description': value,
        'aria-expanded': open,
        'aria-current': on ? 'true' : null,
        'aria-disabled': enabled === false ? 'true' : null,
      });
    },

    check(element, {name, on}) {
      gfCounterpart.say(element, name);
      gfCounterpart.set(element, {'aria-checked': on});
    },

    // Writes the cells of a table. The elements stay if its shape does, so that a reader who is in the table stays there.
    table(element, {name, table}) {
      gfCounterpart.say(element.caption, name);
      const {columns = [], rows = [], cells = [], row, column} = table ?? {};
      const {element: make} = gfCounterpart;
      if (element.rows.length !== (table ? rows.length + 1 : 0) || (table && element.rows[0].cells.length !== columns.length + 1)) {
        element.replaceChildren(element.caption);
        if (!table) return;
        const head = make('tr');
        head.append(make('td'), ...columns.map(() => make('th', {scope: 'col'})));
        const body = rows.map(() => {
          const line = make('tr');
          line.append(make('th', {scope: 'row'}), ...columns.map(() => make('td')));
          return line;
        });
        element.append(head, ...body);
      }
      columns.forEach((text, c) => gfCounterpart.say(element.rows[0].cells[c + 1], text));
      rows.forEach((text, r) => {
        const line = element.rows[r + 1].cells;
        gfCounterpart.say(line[0], text);
        cells[r].forEach((value, c) => {
          gfCounterpart.say(line[c + 1], value);
          gfCounterpart.set(line[c + 1], {'aria-current': r === row && c === column ? 'true' : null});
        });
      });
      element.first = table ? [table.first_row, table.first_column] : null;
    },

    controlOf: (element) => element.closest('[data-control]'),

    ask(element, what) {
      const {gf} = gfCounterpart;
      gf.host.send(JSON.stringify({type: 'control', control: Number(element.dataset.control), ...what}));
      // A phone shows its keyboard only while the event lasts.
      gf.request();
      _gf_settle();
      gfKeyboard.followTextField();
    },

    pressed(event) {
      const element = gfCounterpart.controlOf(event.target);
      if (element?.target === '_blank' && !element.getAttribute('aria-disabled')) return;  // the browser opens it
      event.preventDefault();
      if (!element || element.tagName === 'SELECT' || element.type === 'range' || element.getAttribute('aria-disabled')) return;
      const cell = event.target.closest('td');
      if (cell && element.first && cell.parentNode.rowIndex > 0 && cell.cellIndex > 0) {
        const [row, column] = element.first;
        gfCounterpart.ask(element, {'do': 'cell', row: row + cell.parentNode.rowIndex - 1, column: column + cell.cellIndex - 1});
      } else {
        gfCounterpart.ask(element, {'do': 'press'});
      }
    },

    // Gives the program a value that assistive technology has put into an element.
    changed({target}) {
      if (target.tagName === 'SELECT') gfCounterpart.ask(target, {'do': 'set', value: target.selectedIndex});
      else if (target.type === 'range') gfCounterpart.ask(target, {'do': 'set', value: Number(target.value)});
      else gfCounterpart.ask(target, {'do': 'type', text: target.value});
    },

    focused({target}) {
      const element = gfCounterpart.controlOf(target);
      if (gfCounterpart.moving || !element) return;
      gfCounterpart.focus = Number(element.dataset.control);
      gfCounterpart.ask(element, {'do': 'focus'});
    },

    moveFocus(element) {
      gfCounterpart.moving = true;
      element.focus({preventScroll: true});
      gfCounterpart.moving = false;
    },

    // Moves the browser's focus to the control with the program's keyboard, so that it is spoken. While a value is edited, the hidden field has the focus.
    followFocus(focus) {
      const control = gfCounterpart.controls.get(String(focus));
      if (gfKeyboard.wanted) gfKeyboard.input.setAttribute('aria-label', gfCounterpart.nameOf(control?.element) || gfCounterpart.gf.host.texts.field);
      const moved = focus !== gfCounterpart.focus;
      gfCounterpart.focus = focus;
      if (!moved || gfKeyboard.wanted || !gfKeyboard.hasFocus()) return;
      gfCounterpart.moveFocus(control ? control.element : gfKeyboard.canvas);
    },

    nameOf: (element) => element?.getAttribute('aria-label') ?? element?.textContent ?? '',
  },

  gf_js_can_read_aloud: () => (globalThis.speechSynthesis ? 1 : 0),

  gf_js_read_aloud__deps: ['$gfCounterpart'],
  gf_js_read_aloud: (on) => {
    gfCounterpart.reads = on !== 0;
    speechSynthesis.cancel();
    gfCounterpart.announced.clear();  // so that the current place is read at once
    gfCounterpart.later();
  },

  gf_js_drawn__deps: ['$gfCounterpart'],
  gf_js_drawn: () => gfCounterpart.later(),
});

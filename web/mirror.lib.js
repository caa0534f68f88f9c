// What is drawn on a canvas says nothing to a screen reader. The table that has the focus is mirrored as a <table> that can't be seen, and what
// changed is announced.

addToLibrary({
  $gfMirror: {
    table: null,
    status: null,
    view: null,
    timer: 0,

    start(gf) {
      const {canvas, container, texts} = gf.host;
      canvas.setAttribute('role', 'application');
      canvas.setAttribute('tabindex', '0');
      canvas.setAttribute('aria-label', texts.canvas);
      gfMirror.status = document.createElement('div');
      gfMirror.status.setAttribute('role', 'status');
      gfMirror.table = document.createElement('table');
      for (const element of [gfMirror.status, gfMirror.table]) {
        element.className = 'gf-hidden';
        container.append(element);
      }
    },

    // Not on every frame of a drag: nobody reads that fast, and building a table costs more than drawing it.
    show(json) {
      gfMirror.view = json;
      gfMirror.timer ||= setTimeout(() => {
        gfMirror.timer = 0;
        gfMirror.build(JSON.parse(gfMirror.view || '{}'));
      }, 150);
    },

    element(name, text, attributes = {}) {
      const made = document.createElement(name);
      if (text !== undefined) made.textContent = text;
      for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
      return made;
    },

    build(view) {
      const {caption = '', columns = [], rows = [], cells = [], row, column, status = ''} = view;
      const {element} = gfMirror;
      const head = element('tr');
      head.append(element('td'), ...columns.map((name) => element('th', name, {scope: 'col'})));
      const body = cells.map((line, r) => {
        const made = element('tr');
        made.append(element('th', rows[r], {scope: 'row'}));
        made.append(...line.map((text, c) => element('td', text, r === row && c === column ? {'aria-current': 'true'} : {})));
        return made;
      });
      gfMirror.table.replaceChildren(element('caption', caption), head, ...body);
      if (gfMirror.status.textContent !== status) gfMirror.status.textContent = status;
    },
  },

  gf_js_mirror__deps: ['$gfMirror'],
  gf_js_mirror: (json) => gfMirror.show(UTF8ToString(json)),
});

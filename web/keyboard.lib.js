// Keys, text, soft keyboards, input methods and the clipboard.
//
// The canvas has the focus, except while a text field is edited. Then a hidden <input> over the field's cursor has the focus, since only a real
// input brings up a phone's keyboard and an input method. The input always holds a sentinel: on Android a Backspace comes as a change of the
// text and not as a key, and the lost sentinel shows it.

addToLibrary({
  $gfKeyboard__deps: ['$gfCounterpart'],
  $gfKeyboard: {
    gf: null,
    canvas: null,
    input: null,
    root: null,
    wanted: false,     // ImGui edits a text field
    composed: '',      // what the running composition has put into the field so far
    copyTimer: 0,
    kSentinel: '\u200b\u200b\u200b\u200b',
    kMostPasted: 1000000,

    start(gf) {
      gfKeyboard.gf = gf;
      const {canvas, container, texts} = gf.host;
      gfKeyboard.canvas = canvas;
      gfKeyboard.root = canvas.getRootNode();
      const input = document.createElement('input');
      for (const [name, value] of Object.entries({type: 'text', tabindex: '-1', autocomplete: 'off', autocorrect: 'off', autocapitalize: 'off',
        spellcheck: 'false', enterkeyhint: 'done', 'aria-hidden': 'true', 'aria-label': texts.field, class: 'gf-input'})) input.setAttribute(name, value);
      container.append(input);
      gfKeyboard.input = input;
      const listen = (target, name, listener) => target.addEventListener(name, gf.listening(listener));
      for (const target of [canvas, input, gfCounterpart.layer]) {
        listen(target, 'keydown', gfKeyboard.down);
        listen(target, 'keyup', gfKeyboard.up);
        listen(target, 'focusin', gfKeyboard.focused);
        listen(target, 'focusout', gfKeyboard.blurred);
      }
      listen(input, 'input', gfKeyboard.changed);
      listen(input, 'compositionend', gfKeyboard.changed);
      // While a canvas has the focus, these events go to the body. So the whole document listens, and the focus decides.
      for (const name of ['copy', 'cut', 'paste']) listen(document, name, gfKeyboard.clipboard);
    },

    isOurs(element) {
      return element === gfKeyboard.canvas || element === gfKeyboard.input || gfCounterpart.holds(element);
    },

    hasFocus() {
      return gfKeyboard.isOurs(gfKeyboard.root.activeElement);
    },

    takeFocus() {
      if (!gfKeyboard.hasFocus()) gfKeyboard.canvas.focus({preventScroll: true});
      gfKeyboard.showEntered(false);
    },

    followTextField() {
      if (!gfKeyboard.hasFocus()) return;
      if (gfKeyboard.wanted) gfKeyboard.input.focus({preventScroll: true});
      else if (gfKeyboard.root.activeElement === gfKeyboard.input) gfKeyboard.canvas.focus({preventScroll: true});
    },

    focused(event) {
      if (event.target === gfKeyboard.input) gfKeyboard.reset();
      if (gfKeyboard.isOurs(event.relatedTarget)) return;
      gfKeyboard.showEntered(gfKeyboard.canvas.matches(':focus-visible'));
      _gf_focus(1);
      gfKeyboard.gf.request();
      if (gfKeyboard.wanted) gfKeyboard.input.focus({preventScroll: true});
    },

    // Draws a frame around the canvas for readers who come by Tab, until a control inside shows the focus.
    showEntered(shown) {
      gfKeyboard.canvas.classList.toggle('gf-entered', shown);
    },

    // Lets go of all keys when the focus leaves the program. Between the canvas and the input the focus only moves.
    blurred(event) {
      gfKeyboard.composed = '';
      if (gfKeyboard.isOurs(event.relatedTarget)) return;
      gfKeyboard.showEntered(false);
      _gf_focus(0);
      gfKeyboard.gf.request();
    },

    modifiers(event) {
      if (event.getModifierState('AltGraph')) return event.shiftKey ? 2 : 0;  // AltGr types characters, and is Ctrl+Alt on Windows
      return (event.ctrlKey ? 1 : 0) | (event.shiftKey ? 2 : 0) | (event.altKey ? 4 : 0) | (event.metaKey ? 8 : 0);
    },

    down(event) {
      if (event.isComposing || event.keyCode === 229) return;  // the key belongs to the input method
      const modifiers = gfKeyboard.modifiers(event);
      const shortcut = modifiers & 9;
      gfKeyboard.showEntered(false);
      gfKeyboard.gf.request();
      if (event.key === 'Tab') {
        if (shortcut || modifiers & 4) return;
        if (_gf_tab(event.shiftKey ? 1 : 0)) event.preventDefault();
        else gfKeyboard.canvas.focus({preventScroll: true});  // the browser goes on from here
        return;
      }
      if (gfKeyboard.isClipboardKey(event, modifiers)) return gfKeyboard.expectClipboardEvent(event);
      if (!event.repeat) gfKeyboard.sendKey(event, 1, modifiers);
      else if (event.key === 'Enter') event.preventDefault();
      const typed = !shortcut && !(modifiers & 4) && [...event.key].length === 1;
      if (typed && event.target !== gfKeyboard.input) gfKeyboard.gf.withShortTexts([event.key], (text) => _gf_text(text));
      if (gfKeyboard.keeps(event, modifiers, typed)) event.preventDefault();
      // These keys may open or close a text field, and the next key must find the field so, however fast it comes.
      if ((typed && event.target !== gfKeyboard.input) || ['Enter', 'Escape'].includes(event.key)) _gf_settle();
    },

    up(event) {
      if (event.keyCode === 229) return;
      // A browser would press the focused button once more.
      if (event.target !== gfKeyboard.input && ['Enter', ' '].includes(event.key)) event.preventDefault();
      gfKeyboard.sendKey(event, 0, gfKeyboard.modifiers(event));
      // Apple's keyboards don't report that a key was let go while Cmd was held.
      if (event.key === 'Meta') {
        _gf_focus(0);
        _gf_focus(1);
      }
      gfKeyboard.gf.request();
    },

    sendKey(event, down, modifiers) {
      gfKeyboard.gf.withShortTexts([event.code.slice(0, 32), event.key.slice(0, 32)], (code, key) => _gf_key(code, key, down, modifiers));
    },

    // Returns whether the browser must not act on the key as well: scroll, search, go back, undo in the hidden input. The browser keeps all other keys.
    keeps(event, modifiers, typed) {
      if (typed) return event.target !== gfKeyboard.input;
      if (modifiers & 9) {
        return !(modifiers & 4) && (['a', 'k', 'y', 'z'].includes(event.key.toLowerCase()) ||
          ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'Backspace', 'Delete', 'Enter'].includes(event.key));
      }
      return !(modifiers & 4) && ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', 'Backspace', 'Delete',
        'Enter', 'Escape'].includes(event.key);
    },

    isClipboardKey(event, modifiers) {
      const key = event.key.toLowerCase();
      const shortcut = gfKeyboard.gf.onApple() ? 8 : 1;
      return (modifiers === shortcut && ['c', 'x', 'v'].includes(key)) || (modifiers === 1 && key === 'insert') ||
        (modifiers === 2 && ['insert', 'delete'].includes(key));
    },

    // Some browsers send no copy event if nothing is selected. If no event comes, asks the clipboard directly.
    expectClipboardEvent(event) {
      clearTimeout(gfKeyboard.copyTimer);
      const key = event.key.toLowerCase();
      if (key === 'v' || (key === 'insert' && event.shiftKey)) return;
      const cut = key === 'x' || key === 'delete';
      gfKeyboard.copyTimer = setTimeout(gfKeyboard.gf.listening(() => {
        const text = gfKeyboard.copied(cut);
        if (text !== null) gfKeyboard.write(text);
      }), 50);
    },

    copied(cut) {
      const pointer = _gf_copy(cut ? 1 : 0);
      gfKeyboard.gf.request();
      return pointer ? UTF8ToString(pointer) : null;
    },

    clipboard(event) {
      if (event.defaultPrevented || !gfKeyboard.hasFocus()) return;
      clearTimeout(gfKeyboard.copyTimer);
      event.preventDefault();
      if (event.type === 'paste') {
        // One character beyond the limit tells the program that there was more.
        const text = (event.clipboardData?.getData('text/plain') ?? '').slice(0, gfKeyboard.kMostPasted + 1);
        if (text) gfKeyboard.gf.withText(text, (pointer) => _gf_paste(pointer));
        gfKeyboard.gf.request();
        return;
      }
      const text = gfKeyboard.copied(event.type === 'cut');
      if (text !== null) event.clipboardData.setData('text/plain', text);
    },

    // Writes a text to the clipboard for a button, since a press sends no copy event. If a frame may not use the clipboard, copies a selection.
    async write(text) {
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        const area = document.createElement('textarea');
        area.className = 'gf-hidden';
        area.value = text;
        gfKeyboard.gf.host.container.append(area);
        area.select();
        document.execCommand('copy');
        area.remove();
        gfKeyboard.takeFocus();
        gfKeyboard.followTextField();
      }
    },

    reset() {
      gfKeyboard.composed = '';
      gfKeyboard.input.value = gfKeyboard.kSentinel;
      gfKeyboard.input.setSelectionRange(gfKeyboard.kSentinel.length, gfKeyboard.kSentinel.length);
    },

    // Makes the field follow the input letter by letter, also during a composition: letters that are gone are taken back.
    changed(event) {
      const value = gfKeyboard.input.value;
      let kept = 0;
      while (kept < gfKeyboard.kSentinel.length && value[kept] === gfKeyboard.kSentinel[kept]) ++kept;
      const before = [...gfKeyboard.composed];
      const after = [...value.slice(kept).replaceAll('\u200b', '')];
      let same = 0;
      while (same < before.length && same < after.length && before[same] === after[same]) ++same;
      _gf_backspace(before.length - same + (gfKeyboard.kSentinel.length - kept));
      const added = after.slice(same).join('');
      if (added) gfKeyboard.gf.withText(added, (pointer) => _gf_text(pointer));
      gfKeyboard.composed = after.join('');
      if (event.type === 'compositionend' || !event.isComposing) gfKeyboard.reset();
      gfKeyboard.gf.request();
    },
  },

  gf_js_text_input__deps: ['$gfKeyboard'],
  gf_js_text_input: (wanted, x, y, height) => {
    const style = gfKeyboard.input.style;
    gfKeyboard.wanted = wanted !== 0;
    gfKeyboard.input.setAttribute('aria-hidden', wanted ? 'false' : 'true');
    if (wanted) gfCounterpart.later();  // the counterpart names the field
    if (wanted) {
      style.left = x + 'px';
      style.top = y + 'px';
      style.height = Math.max(height, 1) + 'px';
    }
    gfKeyboard.followTextField();
  },

  gf_js_write_clipboard__deps: ['$gfKeyboard'],
  gf_js_write_clipboard: (text) => { gfKeyboard.write(UTF8ToString(text)); },
});

// Mouse, pen, touch and wheel over the canvas. The canvas takes the events that it can use; the page around gets all others.

addToLibrary({
  $gfPointer__deps: ['$gfKeyboard'],
  $gfPointer: {
    gf: null,
    canvas: null,
    pinch: 0,  // the distance of two fingers that zoom, in CSS pixels; 0 if no fingers zoom
    pinched: false,  // from a pinch until the last finger is lifted: the rest of a pinch drags nothing

    start(gf) {
      gfPointer.gf = gf;
      gfPointer.canvas = gf.host.canvas;
      const on = (name, listener, options) => gfPointer.canvas.addEventListener(name, gf.listening(listener), options);
      on('pointerdown', gfPointer.down);
      on('pointermove', gfPointer.move);
      on('pointerup', gfPointer.up);
      on('pointercancel', gfPointer.cancel);
      on('pointerleave', gfPointer.leave);
      on('wheel', gfPointer.wheel, {passive: false});
      on('touchstart', gfPointer.touch, {passive: false});
      on('touchmove', gfPointer.touch, {passive: false});
      on('touchend', gfPointer.lift);
      on('touchcancel', gfPointer.lift);
      // The browser would move the focus to the canvas by itself, away from a text field that is being edited.
      on('mousedown', (event) => event.preventDefault());
      on('contextmenu', (event) => event.preventDefault());
    },

    place(event) {
      const box = gfPointer.canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    },

    modifiers(event) {
      return (event.ctrlKey ? 1 : 0) | (event.shiftKey ? 2 : 0) | (event.altKey ? 4 : 0) | (event.metaKey ? 8 : 0);
    },

    // The mouse counts left, middle, right; ImGui left, right, middle.
    button(event) {
      return [0, 2, 1, 3, 4][event.button] ?? -1;
    },

    send(event, button, down) {
      const [x, y] = gfPointer.place(event);
      _gf_pointer(event.pointerType === 'pen' ? 2 : 0, x, y, button, down, gfPointer.modifiers(event));
      gfPointer.gf.request();
    },

    sendTouch(event, phase) {
      if (!event.isPrimary || gfPointer.pinched) return;
      const [x, y] = gfPointer.place(event);
      _gf_touch(phase, x, y, event.timeStamp);
      gfPointer.gf.request();
    },

    down(event) {
      gfKeyboard.takeFocus();
      gfPointer.canvas.setPointerCapture(event.pointerId);  // a release outside ends the drag
      if (event.pointerType === 'touch') gfPointer.sendTouch(event, 0);
      else gfPointer.send(event, gfPointer.button(event), 1);
    },

    move(event) {
      if (event.pointerType === 'touch') gfPointer.sendTouch(event, 1);
      else if (event.button >= 0) gfPointer.send(event, gfPointer.button(event), event.buttons & (1 << gfPointer.bit(event)) ? 1 : 0);
      else gfPointer.send(event, -1, 0);
    },

    // Returns the bit of a button. A second button that goes down or up while the first is held comes as a movement.
    bit(event) {
      return [0, 2, 1, 3, 4][event.button];
    },

    // Has ImGui act on a release at once: a phone shows its keyboard, and a browser fills its clipboard, only while this event lasts.
    up(event) {
      if (event.pointerType === 'touch') gfPointer.sendTouch(event, 2);
      else gfPointer.send(event, gfPointer.button(event), 0);
      _gf_settle();
      gfKeyboard.followTextField();
    },

    cancel(event) {
      if (event.pointerType === 'touch') gfPointer.sendTouch(event, 3);
      else gfPointer.send(event, 0, 0);
    },

    leave(event) {
      if (event.pointerType !== 'touch' && !gfPointer.canvas.hasPointerCapture(event.pointerId)) gfPointer.send(event, -1, -1);
    },

    wheel(event) {
      if (event.metaKey) return;  // the browser's zoom
      const [x, y] = gfPointer.place(event);
      // Pixels, lines or pages, as steps of 100 pixels; a line is a third of a step and a page is eight of them.
      const unit = [1 / 100, 1 / 3, 8][event.deltaMode];
      // Ctrl and the wheel zoom the page, unless the view under the pointer can zoom. A pinch on a trackpad comes as the same event in much
      // smaller steps.
      const step = event.ctrlKey && event.deltaMode === 0 && Math.abs(event.deltaY) < 50 ? 5 * unit : unit;
      if (!_gf_wheel(x, y, -event.deltaX * step, -event.deltaY * step, event.ctrlKey ? 1 : 0)) return;
      event.preventDefault();
      gfPointer.gf.request();
    },

    // The browser asks through these whether it may scroll or zoom the page with the finger; the pointer events came before.
    touch(event) {
      if (!event.cancelable) return;
      if (event.touches.length === 2) return gfPointer.twoFingers(event);
      if (event.touches.length !== 1 || gfPointer.pinched) return;
      const [x, y] = gfPointer.place(event.touches[0]);
      if (event.type === 'touchmove' && _gf_touch_claims(x, y)) event.preventDefault();
    },

    // Zooms the view under two fingers as Ctrl and the wheel do. If the view can't zoom, the fingers belong to the browser.
    twoFingers(event) {
      const [a, b] = [...event.touches].map((touch) => gfPointer.place(touch));
      const [x, y, distance] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, Math.hypot(a[0] - b[0], a[1] - b[1])];
      const before = gfPointer.pinch;
      if (event.type === 'touchmove' && before === 0) return;
      // A step of the wheel is 15 %. The first call asks whether the view can zoom.
      if (!_gf_wheel(x, y, 0, before > 0 ? Math.log(distance / before) / Math.log(1.15) : 0, 1)) return;
      event.preventDefault();
      if (before === 0) _gf_touch(3, x, y, event.timeStamp);  // ends the drag of the first finger
      gfPointer.pinch = Math.max(distance, 1);
      gfPointer.pinched = true;
      gfPointer.gf.request();
    },

    lift(event) {
      if (event.touches.length < 2) gfPointer.pinch = 0;
      if (event.touches.length === 0 && gfPointer.pinched) {
        gfPointer.pinched = false;
        _gf_touch(3, 0, 0, event.timeStamp);
        gfPointer.gf.request();
      }
    },
  },

  gf_js_cursor__deps: ['$gfPointer'],
  gf_js_cursor: (shape) => {
    const shapes = ['default', 'text', 'move', 'ns-resize', 'ew-resize', 'nesw-resize', 'nwse-resize', 'pointer', 'wait', 'progress', 'not-allowed'];
    gfPointer.canvas.style.cursor = shape < 0 ? 'none' : shapes[shape] ?? 'default';
  },
});

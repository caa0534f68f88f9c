// Connects the page with the C++ program: starting, frames, size, the GL context, theme, settings, addresses and files.
// Input is in pointer.lib.js and keyboard.lib.js, the counterpart of the canvas for assistive technology in counterpart.lib.js, and storage in storage.lib.js.
// start.js hands over Module.host: {container, canvas, language, assets, fetchAsset, texts, ownsAddress, opened, address, storage, rest, failed, contextAway,
// firstFrame, onTick}. `opened` is the text behind # in the address that the program begins with.

addToLibrary({
  $gf__deps: ['malloc', '$stringToNewUTF8', '$UTF8ToString', '$stringToUTF8OnStack', '$stackSave', '$stackRestore', '$gfPointer', '$gfKeyboard', '$gfCounterpart', '$GL'],
  $gf: {
    host: null,
    input: false,
    scheduled: false,
    lost: false,     // the GL context is away
    stopped: false,  // an uncaught exception ended the program, and no call may enter its memory again
    drew: false,
    showed: false,  // the program has shown an address

    start() {
      gf.host = Module['host'];
      gf.watchContext();
      gf.watchEnvironment();
      gf.watchSize();
      gf.watchPrinting();
      gfPointer.start(gf);
      gfCounterpart.start(gf);
      gfKeyboard.start(gf);
      gf.host.send = (text) => gf.guarded(() => gf.withText(text, (pointer) => UTF8ToString(_gf_message(pointer)), gf.kNoMemory));
      gf.host.keepModule = (place, address) => gf.withText(address, (pointer) => _gf_keep_module(place, pointer));
      gf.host.stop = () => { gf.stopped = true; };
      gf.host.keep = () => gf.guarded(() => _gf_keep(1));
      gf.host.copyFrame = () => gf.guarded(() => gf.copyFrame());
    },

    // The answer to a message if there is no memory for the message.
    kNoMemory: '{"problem":{"id":"out_of_memory","words":{}}}',

    // Returns a copy of bytes for the program, which frees the copy; 0 if there is no memory for it.
    copied(bytes) {
      const copy = _malloc(bytes.length || 1);
      if (copy) HEAPU8.set(bytes, copy);
      return copy;
    },

    // Returns a pointer that the program needs. Throws RangeError if it is 0: otherwise a kept text would seem to be absent.
    needed(pointer) {
      if (!pointer) throw new RangeError('out of memory');
      return pointer;
    },

    // Calls `use` with a text on the heap, since the stack has no room for a paste. Returns `otherwise` if there is no memory for the text.
    withText(text, use, otherwise) {
      const pointer = stringToNewUTF8(text);
      if (!pointer) return otherwise;
      try {
        return use(pointer);
      } finally {
        _free(pointer);
      }
    },

    withShortTexts(texts, use) {
      const stack = stackSave();
      try {
        return use(...texts.map((text) => stringToUTF8OnStack(text)));
      } finally {
        stackRestore(stack);
      }
    },

    // Asks for a frame, after input or another size or theme.
    request() {
      gf.input = true;
      gf.schedule();
    },

    // Asks the browser for the next frame. Nothing runs between frames.
    schedule() {
      if (gf.scheduled || gf.lost || gf.stopped) return;
      gf.scheduled = true;
      const frame = requestAnimationFrame(gf.tick);
      if (!gf.drew) setTimeout(() => gf.tickUnseen(frame), 500);
    },

    // A browser gives an iframe of another site no frames while the iframe is out of sight, but the page around may ask the program for numbers. So the
    // program draws its first frame without the browser.
    tickUnseen(frame) {
      if (!gf.scheduled || gf.drew) return;
      cancelAnimationFrame(frame);
      gf.tick(performance.now());
    },

    tick(now) {
      gf.scheduled = false;
      if (gf.stopped) return;
      const input = gf.input;
      gf.input = false;
      if (gf.guarded(() => _gf_tick(now, input ? 1 : 0))) gf.schedule();
      gf.host.onTick?.();
      if (!gf.drew && _gf_frame_count() > 0) {
        gf.drew = true;
        gf.host.firstFrame?.(performance.mark('gf-first-frame').startTime);
        // On a page of its own the keys work at once. In a frame they belong to the page around until the frame is pressed.
        if (gf.host.ownsAddress && window.top === window && document.activeElement === document.body) gfKeyboard.takeFocus();
      }
    },

    // Calls into the program; every call goes through here. An uncaught exception ends the program: a trap leaves its stack as it was inside the call. While
    // the context is being lost, a frame may throw harmlessly, except for traps.
    guarded(run) {
      if (gf.stopped) throw new Error(gf.host.texts.over);
      try {
        return run();
      } catch (error) {
        const trapped = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
        if (!trapped && GL.currentContext?.GLctx.isContextLost()) {
          gf.host.reason = null;
          return 0;
        }
        if (!gf.stopped) {
          gf.stopped = true;
          gf.host.failed?.(error);
        }
        throw error;
      }
    },

    // Returns a guarded listener for the browser, which does nothing after the program has ended.
    listening(listener) {
      return (...given) => { if (!gf.stopped) gf.guarded(() => listener(...given)); };
    },

    watchContext() {
      const canvas = gf.host.canvas;
      let away = 0;
      canvas.addEventListener('webglcontextlost', gf.listening((event) => {
        event.preventDefault();  // otherwise the context never comes back
        gf.lost = true;
        // Most contexts come back in the same moment; some never do.
        away = setTimeout(() => gf.host.contextAway?.(true), 1000);
        _gf_context(1);
      }));
      canvas.addEventListener('webglcontextrestored', gf.listening(() => {
        clearTimeout(away);
        gf.host.contextAway?.(false);
        // Objects of the lost context can't be deleted in the new context.
        for (const objects of [GL.buffers, GL.programs, GL.framebuffers, GL.renderbuffers, GL.textures, GL.shaders, GL.vaos, GL.samplers]) objects.fill(null);
        gf.lost = false;
        _gf_context(0);
      }));
    },

    // The canvas fills its container by CSS. It has the pixels of the screen, also if a CSS pixel is 1.25 of them.
    watchSize() {
      const canvas = gf.host.canvas;
      const resize = (width, height) => {
        if (width < 1 || height < 1 || gf.stopped) return;
        if (canvas.width !== width) canvas.width = width;
        if (canvas.height !== height) canvas.height = height;
        gf.guarded(() => _gf_resize(width, height, window.devicePixelRatio || 1));
        gf.updateKeyboard();
        // Setting the size cleared the canvas: draw before the browser shows it. The first frame waits for the program to start.
        if (gf.drew && !gf.lost) gf.tick(performance.now());
        gf.request();
      };
      const measure = () => {
        const box = canvas.getBoundingClientRect();
        const ratio = window.devicePixelRatio || 1;
        return [Math.round(box.right * ratio) - Math.round(box.left * ratio), Math.round(box.bottom * ratio) - Math.round(box.top * ratio)];
      };
      const observer = new ResizeObserver((entries) => {
        const exact = entries[entries.length - 1].devicePixelContentBoxSize?.[0];
        const [width, height] = measure();
        // A browser that pretends to have another screen (developer tools) reports the true one here.
        const trusted = exact && Math.abs(exact.inlineSize - width) < 2 && Math.abs(exact.blockSize - height) < 2;
        if (trusted) resize(exact.inlineSize, exact.blockSize);
        else resize(width, height);
      });
      try {
        observer.observe(canvas, {box: 'device-pixel-content-box'});
      } catch {
        observer.observe(canvas);  // WebKit knows only CSS pixels
        const watchRatio = () =>
          matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`).addEventListener('change', () => { resize(...measure()); watchRatio(); }, {once: true});
        watchRatio();
      }
      resize(...measure());
    },

    // Returns a plain canvas with the present frame, or null if there is no frame. A browser empties the canvas of WebGL after it has shown the frame.
    copyFrame() {
      if (!gf.drew || gf.lost) return null;
      const {canvas} = gf.host, copy = document.createElement('canvas');
      Object.assign(copy, {width: canvas.width, height: canvas.height});
      gf.input = true;
      gf.tick(performance.now());  // draws the frame that is copied before the browser takes it
      copy.getContext('2d').drawImage(canvas, 0, 0);
      return copy;
    },

    // Returns a part of the present frame, given in CSS pixels, on a plain canvas with at least two pixels for each CSS pixel. The program's canvas has the finer
    // size for one frame, which is copied before the browser shows it.
    fineFrame({x, y, width, height}) {
      const {canvas} = gf.host, ratio = window.devicePixelRatio || 1, fine = Math.max(2, ratio);
      const size = [canvas.width, canvas.height], finer = fine / ratio;
      const resize = (pixels, scale) => {
        [canvas.width, canvas.height] = pixels;
        gf.guarded(() => _gf_resize(...pixels, scale));
      };
      resize(size.map((pixels) => Math.round(pixels * finer)), fine);
      const whole = gf.copyFrame(), part = document.createElement('canvas');
      resize(size, ratio);
      gf.copyFrame();
      if (!whole) return null;
      Object.assign(part, {width: Math.round(width * fine), height: Math.round(height * fine)});
      part.getContext('2d').drawImage(whole, -Math.round(x * fine), -Math.round(y * fine));
      return part;
    },

    // Gives the reader a file.
    offer(name, blob) {
      const link = document.createElement('a');
      Object.assign(link, {href: URL.createObjectURL(blob), download: name});
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    },

    // Returns the scene under its caption as an SVG element; null if there is no frame or no scene.
    sheet() {
      if (!gf.drew || gf.lost) return null;
      const {text} = JSON.parse(gf.host.send('{"type":"export","format":"svg","caption":true}'));
      return text ? new DOMParser().parseFromString(text, 'image/svg+xml').documentElement : null;
    },

    // Puts a drawing in the place of the canvas while the browser prints, since a WebGL canvas is printed black. The drawing is no <img>: an image is decoded
    // later, and a Content-Security-Policy may refuse its address.
    watchPrinting() {
      let picture = null;
      window.addEventListener('beforeprint', gf.listening(() => {
        picture?.remove();
        picture = gf.sheet();
        if (!picture) return;
        picture.setAttribute('class', 'gf-picture');
        gf.host.container.append(picture);
      }));
      window.addEventListener('afterprint', () => picture?.remove());
    },

    watchEnvironment() {
      _gf_machine(gf.onApple() ? 1 : 0, matchMedia('(pointer: coarse)').matches ? 1 : 0);
      for (const wish of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)'])
        matchMedia(wish).addEventListener('change', gf.request);
      window.visualViewport?.addEventListener('resize', () => { gf.updateKeyboard(); gf.request(); });
      // Back and Forward have the place that they lead to. An address that was typed or followed has none, so its text is opened.
      if (gf.host.ownsAddress) {
        window.addEventListener('popstate', gf.listening((event) => {
          gf.withText(event.state?.glassformer ?? location.hash.slice(1), (pointer) => _gf_open(pointer));
        }));
      }
      const leaving = gf.listening(() => _gf_keep(1));
      window.addEventListener('pagehide', leaving);
      document.addEventListener('visibilitychange', () => { if (document.hidden) leaving(); });
    },

    // Shows the place in the address. In a frame it does nothing: readers see no address there, and the history belongs to the page around.
    showAddress(text, place) {
      if (!gf.host.ownsAddress || window.top !== window) return;
      const before = gf.showed ? history.state?.glassformer : undefined;
      gf.showed = true;
      try {
        if (before === undefined || before === place) history.replaceState({'glassformer': place}, '', `#${text}`);
        else history.pushState({'glassformer': place}, '', `#${text}`);
      } catch {
        // A sandboxed page may not, and browsers refuse very many in a row.
      }
    },

    updateKeyboard() {
      const view = window.visualViewport;
      const covered = view ? gf.host.canvas.getBoundingClientRect().bottom - (view.offsetTop + view.height) : 0;
      // A smaller height is a toolbar that slid in, or rounding.
      _gf_keyboard_height(covered > 60 ? covered : 0);
    },

    onApple() {
      return /Mac|iPhone|iPad/.test(navigator.userAgentData?.platform ?? navigator.platform ?? '');
    },
  },

  gf_js_start__deps: ['$gf'],
  gf_js_start: () => gf.start(),

  gf_js_fail__deps: ['$gf'],
  gf_js_fail: (reason, detail) => { Module['host'].reason = {id: `reason_${UTF8ToString(reason)}`, words: {detail: UTF8ToString(detail)}}; },

  // From any thread: the others post it to the page's own.
  gf_js_schedule__proxy: 'async',
  gf_js_schedule__sig: 'v',
  gf_js_schedule__deps: ['$gf'],
  gf_js_schedule: () => gf.schedule(),

  // GLFW makes the window and its context; its listeners are those of a page that is nothing but one canvas.
  gf_js_forget_glfw_listeners__deps: ['$GLFW', '$Browser'],
  gf_js_forget_glfw_listeners: () => {
    const ofWindow = {gamepadconnected: 'onGamepadConnected', gamepaddisconnected: 'onGamepadDisconnected', keydown: 'onKeydown',
      keypress: 'onKeyPress', keyup: 'onKeyup', blur: 'onBlur'};
    const ofCanvas = {touchmove: 'onMousemove', touchstart: 'onMouseButtonDown', touchcancel: 'onMouseButtonUp', touchend: 'onMouseButtonUp',
      mousemove: 'onMousemove', mousedown: 'onMouseButtonDown', mouseup: 'onMouseButtonUp', wheel: 'onMouseWheel',
      mousewheel: 'onMouseWheel', mouseenter: 'onMouseenter', mouseleave: 'onMouseleave', drop: 'onDrop', dragover: 'onDragover'};
    for (const [event, listener] of Object.entries(ofWindow)) window.removeEventListener(event, GLFW[listener], true);
    for (const [event, listener] of Object.entries(ofCanvas)) Browser.getCanvas().removeEventListener(event, GLFW[listener], true);
    GLFW.devicePixelRatioMQL?.removeEventListener('change', GLFW.onDevicePixelRatioChange);
  },

  // The files came with the program (loader.js); the caller frees the copy.
  gf_js_asset__deps: ['$gf'],
  gf_js_asset: (path, size) => {
    const bytes = Module['host'].assets.get(UTF8ToString(path));
    if (!bytes) return 0;
    const copy = gf.needed(gf.copied(bytes));
    {{{ makeSetValue('size', 0, 'bytes.length', 'i32') }}};
    return copy;
  },

  // A file that did not come with the program; gf_asset_came frees the copy.
  gf_js_load_asset__deps: ['$gf'],
  gf_js_load_asset: (path, length, request) => {
    Module['host'].fetchAsset(UTF8ToString(path), length).then((bytes) => [gf.copied(bytes), bytes.length]).catch(() => [0, 0]).then(gf.listening(([copy, size]) => _gf_asset_came(request, copy, size)));
  },

  gf_js_language__deps: ['$stringToNewUTF8'],
  gf_js_language: () => stringToNewUTF8(Module['host'].language),

  gf_js_set_language__deps: ['$UTF8ToString', '$gfWords'],
  gf_js_set_language: (language) => {
    gfWords.known.clear();  // letters came with the language
    Module['host'].speak(UTF8ToString(language));
  },

  gf_js_launch_address__deps: ['$stringToNewUTF8'],
  gf_js_launch_address: () => stringToNewUTF8(Module['host'].opened),

  gf_js_show_address__deps: ['$gf', '$UTF8ToString'],
  gf_js_show_address: (text, place) => gf.showAddress(UTF8ToString(text), UTF8ToString(place)),

  gf_js_launch_options__deps: ['$stringToNewUTF8'],
  gf_js_launch_options: () => stringToNewUTF8(Object.entries(Module['host'].frame).map(([name, value]) => `${name}=${value}`).join('\n')),

  gf_js_modules_came: () => Module['host'].modulesCame,

  gf_js_in_frame: () => (window.top === window && Module['host'].ownsAddress ? 0 : 1),

  gf_js_has_pages: () => (Module['host'].ownsAddress && !globalThis.glassformerFile ? 1 : 0),

  gf_js_open_page__deps: ['$UTF8ToString'],
  // Called within a press: otherwise the browser opens no page.
  gf_js_open_page: (address) => {
    window.open(UTF8ToString(address), '_blank', 'noopener');
    return 1;
  },

  gf_js_share_link__deps: ['$stringToNewUTF8', '$UTF8ToString'],
  gf_js_share_link: (text, query) => {
    const address = new URL(Module['host'].address ?? location.href);
    // A link has no forced build, which may be impossible elsewhere, no options of a frame, and no isolation.
    for (const name of ['build', 'isolation', 'origin', ...Object.keys(Module['host'].frame)]) address.searchParams.delete(name);
    const more = UTF8ToString(query);
    if (more) address.search += (address.search ? '&' : '?') + more;
    address.hash = 'd=' + UTF8ToString(text);
    return stringToNewUTF8(address.href);
  },

  gf_js_load_setting__deps: ['$stringToNewUTF8'],
  gf_js_load_setting: (name) => {
    let value = null;
    try {
      value = localStorage.getItem('glassformer.' + UTF8ToString(name));
    } catch {
      // Storage is blocked in some frames: settings are forgotten there.
    }
    return stringToNewUTF8(value ?? '');
  },

  gf_js_save_file__deps: ['$gf'],
  gf_js_save_file: (name, bytes, size) => { gf.offer(UTF8ToString(name), new Blob([HEAPU8.slice(bytes, bytes + size)])); },

  gf_js_save_png__deps: ['$gf'],
  gf_js_save_png: (name, x, y, width, height) => {
    const file = UTF8ToString(name), part = gf.fineFrame({x, y, width, height});
    part?.toBlob((blob) => { if (blob) gf.offer(file, blob); });
  },

  gf_js_save_setting: (name, value) => {
    try {
      localStorage.setItem('glassformer.' + UTF8ToString(name), UTF8ToString(value));
    } catch {
      // As above.
    }
  },

  gf_js_system_dark: () => (matchMedia('(prefers-color-scheme: dark)').matches ? 1 : 0),

  gf_js_prefers_contrast: () => (matchMedia('(prefers-contrast: more), (forced-colors: active)').matches ? 1 : 0),
  gf_js_prefers_stillness: () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 1 : 0),
});

// Storage that outlives the program: the texts and files of web/storage.js. Module.host.storage is null if the page keeps nothing.

addToLibrary({
  $gfStorage__deps: ['$gf', '$UTF8ToString', '$stringToNewUTF8'],
  $gfStorage: {
    timer: 0,
    keepAgain(ms) {
      gfStorage.timer ||= setTimeout(gf.listening(() => {
        gfStorage.timer = 0;
        _gf_keep(0);
      }), ms);
    },
    storage: () => Module['host'].storage,
    // The program frees the copy.
    answer: (request) => gf.listening((bytes) => {
      const copy = bytes ? gf.needed(gf.copied(bytes)) : 0;
      _gf_asset_came(request, copy, copy ? bytes.length : 0);
    }),
  },

  gf_js_keep_again__deps: ['$gfStorage'],
  gf_js_keep_again: (ms) => gfStorage.keepAgain(ms),

  gf_js_load_kept__deps: ['$gfStorage'],
  gf_js_load_kept: (name) => {
    const text = gfStorage.storage()?.load(UTF8ToString(name)) ?? null;
    return text === null ? 0 : gf.needed(stringToNewUTF8(text));
  },

  // Returns 0 if the text is kept, 2 if storage is full, and 1 if it refuses for any other reason: see Kept in platform.h.
  gf_js_keep__deps: ['$gfStorage'],
  gf_js_keep: (name, text) => {
    const problem = gfStorage.storage()?.keep(UTF8ToString(name), UTF8ToString(text)) ?? '';
    if (problem === '') return 0;
    return problem === 'full' ? 2 : 1;
  },

  gf_js_set_kept_aside__deps: ['$gfStorage'],
  gf_js_set_kept_aside: (name) => ((gfStorage.storage()?.setAside(UTF8ToString(name)) ?? true) ? 1 : 0),

  gf_js_load_kept_large__deps: ['$gfStorage'],
  gf_js_load_kept_large: (name, request) => {
    Promise.resolve(gfStorage.storage()?.loadLarge(UTF8ToString(name))).then(gfStorage.answer(request));
  },

  gf_js_keep_large__deps: ['$gfStorage'],
  gf_js_keep_large: (name, bytes, size, request) => {
    const answer = gfStorage.answer(request), copy = HEAPU8.slice(bytes, bytes + size);
    Promise.resolve(gfStorage.storage()?.keepLarge(UTF8ToString(name), copy) ?? '').then((problem) => answer(new TextEncoder().encode(problem)));
  },
});

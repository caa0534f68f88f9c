// Measures and draws words that the program's fonts lack, with a canvas that is never shown. No font is downloaded; the browser joins letters and
// colours emoji as it does on any page.

addToLibrary({
  $gfWords: {
    context: null,
    readable: null,      // whether pixels of a canvas can be read; null before the first try
    missingSigns: null,  // the pictures of characters that no font has, by their width
    known: new Map(),    // by character: whether it is missing
    // The program's letters are Inter's: if the machine has all of Inter, words look alike. The second family came with a language (languages.js).
    kFonts: 'Inter, "Glassformer letters", "DejaVu Sans", Verdana, sans-serif',
    kMeasured: 64,  // pixels: large enough that rounding loses no part of a shape
    kProbe: 16,
    kHighest: 3,    // font sizes over and under the baseline
    kMostKnown: 20000,
    kSigns: ['\u{10fffd}', '\u0378'],  // characters that no font has: one that everybody may use as he likes, one that is not given out

    // Returns the context, set to a font of `size` pixels.
    at(size, rightToLeft) {
      gfWords.context ??= document.createElement('canvas').getContext('2d', {willReadFrequently: true});
      const {context} = gfWords;
      context.font = `${size}px ${gfWords.kFonts}`;
      context.direction = rightToLeft ? 'rtl' : 'ltr';
      context.textAlign = 'left';
      return context;
    },

    // Whether a canvas can be read. Some browsers give noise instead, and then no pictures can be made.
    canRead() {
      if (gfWords.readable === null) {
        const context = gfWords.at(gfWords.kProbe, false);
        context.clearRect(0, 0, 16, 16);
        gfWords.readable = context.getImageData(0, 0, 16, 16).data.every((value) => value < 8);
      }
      return gfWords.readable;
    },

    // Returns the picture of a word, cut to its visible pixels; null if no pixel is visible.
    draw(text, size, rightToLeft) {
      if (!gfWords.canRead()) return null;
      const {actualBoundingBoxLeft, actualBoundingBoxRight, actualBoundingBoxAscent, actualBoundingBoxDescent} =
        gfWords.at(size, rightToLeft).measureText(text);
      // A tower of accents ends at some height.
      const most = gfWords.kHighest * size;
      const left = -Math.ceil(actualBoundingBoxLeft) - 1, top = -Math.ceil(Math.min(actualBoundingBoxAscent, most)) - 1;
      const width = Math.ceil(actualBoundingBoxRight) + 1 - left, height = Math.ceil(Math.min(actualBoundingBoxDescent, most)) + 1 - top;
      if (!(width > 2 && height > 2)) return null;
      const {canvas} = gfWords.context;
      if (canvas.width < width) canvas.width = width;
      if (canvas.height < height) canvas.height = height;
      const context = gfWords.at(size, rightToLeft);  // a canvas that changed its size lost its font
      context.clearRect(0, 0, width, height);
      context.fillText(text, -left, -top);
      const {data} = context.getImageData(0, 0, width, height);
      // Letters are drawn in black. Some browsers change the read pixels a little, against fingerprinting.
      let coloured = false;
      for (let i = 0; i < data.length && !coloured; i += 4) coloured = data[i + 3] > 64 && Math.max(data[i], data[i + 1], data[i + 2]) > 24;
      return {data, width, height, left, top, coloured};
    },

    // Whether a character looks missing. Most browsers draw a sign of their own for such characters; a character that surely no font has shows that sign.
    looksMissing(character) {
      if (/\p{Default_Ignorable_Code_Point}|\p{White_Space}/u.test(character)) return false;
      gfWords.missingSigns ??= gfWords.kSigns.map((sign) => gfWords.draw(sign, gfWords.kProbe, false));
      const width = gfWords.at(gfWords.kProbe, false).measureText(character).width;
      if (!gfWords.kSigns.some((sign) => gfWords.context.measureText(sign).width === width)) return false;
      const drawn = gfWords.draw(character, gfWords.kProbe, false);
      return gfWords.missingSigns.some((sign) => sign && drawn && sign.data.length === drawn.data.length && sign.data.every((value, i) => value === drawn.data[i]));
    },

    isMissing(character) {
      if (!gfWords.known.has(character)) {
        if (gfWords.known.size >= gfWords.kMostKnown) gfWords.known.clear();
        gfWords.known.set(character, gfWords.looksMissing(character));
      }
      return gfWords.known.get(character);
    },

    // Returns the places of the cursor before each character and behind the last, in pixels from the left. A letter that is joined to the next one keeps its shape
    // in front of a joiner.
    stops(text, rightToLeft) {
      const context = gfWords.at(gfWords.kMeasured, rightToLeft);
      const whole = context.measureText(text).width, result = [0];
      let before = '', furthest = 0;
      for (const character of text) {
        before += character;
        const joined = before.length < text.length && rightToLeft ? before + '\u200d' : before;
        furthest = Math.min(Math.max(furthest, context.measureText(joined).width), whole);
        result.push(before.length < text.length ? furthest : whole);
      }
      return {whole, places: rightToLeft ? result.map((x) => whole - x) : result};
    },
  },

  // Writes the places of the cursor and then the advance, in units of the font's size. Returns whether some character is missing.
  gf_js_measure_word__deps: ['$gfWords', '$UTF8ToString'],
  gf_js_measure_word: (text, rightToLeft, out) => {
    const word = UTF8ToString(text);
    const {whole, places} = gfWords.stops(word, rightToLeft !== 0);
    [...places, whole].forEach((x, i) => { {{{ makeSetValue('out', 'i * 4', 'x / gfWords.kMeasured', 'float') }}}; });
    return !gfWords.canRead() || [...word].some(gfWords.isMissing) ? 1 : 0;
  },

  // Returns the pixels, which the caller frees, and writes width, height, left, top and whether there are colours.
  gf_js_draw_word__deps: ['$gfWords', '$UTF8ToString', '$gf'],
  gf_js_draw_word: (text, rightToLeft, size, box) => {
    const picture = gfWords.draw(UTF8ToString(text), size, rightToLeft !== 0);
    if (!picture) return 0;
    const {data, width, height, left, top, coloured} = picture;
    [width, height, left, top, coloured ? 1 : 0].forEach((value, i) => { {{{ makeSetValue('box', 'i * 4', 'value', 'i32') }}}; });
    return gf.copied(data);
  },
});

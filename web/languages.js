// The languages that are complete, by the name of their folder in assets/text/, and the choice of the language that a page begins with. A language here also
// stands in assets/text/en/languages.json and in picture.js.

/** The languages, each with the file of a font if not every machine has its letters, otherwise null. */
export const kLanguages = {
  en: null,
  es: null,
  fr: null,
  zh: 'assets/fonts/zh.woff2'
};

const kSource = 'en';
const kSetting = 'glassformer.language';

// Returns the first wanted language that is complete, such as "zh" for "zh-Hans-CN".
const known = (wanted) => wanted.map((each) => String(each).toLowerCase().split('-')[0]).find((each) => Object.hasOwn(kLanguages, each));

function chosen() {
  try {
    return localStorage.getItem(kSetting);
  } catch {
    return null;  // blocked in some frames
  }
}

/**
 * Returns the language of a page: the language of its address, otherwise the reader's choice, otherwise the first complete language of the browser. A frame
 * ignores reader and browser, since it does not know the language of the page around.
 */
export function languageOf(asked, {inFrame = window.parent !== window} = {}) {
  if (asked) return asked;
  return (inFrame ? undefined : known([chosen() ?? '', ...(navigator.languages ?? [])])) ?? kSource;
}

/** Loads the font of a language, if it has one. Resolves also if the font does not come: then the fonts of the machine serve. */
export async function lettersOf(language) {
  if (!kLanguages[language]) return;
  try {
    const font = new FontFace(kLetters, `url(${new URL(kLanguages[language], import.meta.url)})`);
    document.fonts.add(await font.load());
  } catch (error) {
    console.warn(`Glassformer: no letters for ${language}: ${error.message}`);
  }
}

/** The family of the loaded font. */
export const kLetters = 'Glassformer letters';

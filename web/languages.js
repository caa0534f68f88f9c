// The languages that are complete, by the name of their folder in assets/text/, and which of them a page begins with. Whoever adds one adds it to
// assets/text/en/languages.json as well.

/** The font with the letters of a language whose letters not every machine has; null if it needs none. */
export const kLanguages = {
  en: null,
  es: null,
  fr: null,
  zh: 'assets/fonts/zh.woff2'
};

const kSource = 'en';
const kSetting = 'glassformer.language';

// "zh" of "zh-Hans-CN".
const known = (wanted) => wanted.map((each) => String(each).toLowerCase().split('-')[0]).find((each) => Object.hasOwn(kLanguages, each));

function chosen() {
  try {
    return localStorage.getItem(kSetting);
  } catch {
    return null;  // blocked in some frames
  }
}

/**
 * The language of a page: the one that its address asks for, else the one that the reader chose, else the first of the browser's that is complete. A frame
 * does not look at reader and browser: the language of the page around is not known there.
 */
export function languageOf(asked, {inFrame = window.parent !== window} = {}) {
  if (asked) return asked;
  return (inFrame ? undefined : known([chosen() ?? '', ...(navigator.languages ?? [])])) ?? kSource;
}

/** Loads the letters of a language, if it needs any that this machine may lack. A font that does not come is no reason to wait: the machine's are there. */
export async function lettersOf(language) {
  if (!kLanguages[language]) return;
  try {
    const font = new FontFace(kLetters, `url(${new URL(kLanguages[language], import.meta.url)})`);
    document.fonts.add(await font.load());
  } catch (error) {
    console.warn(`Glassformer: no letters for ${language}: ${error.message}`);
  }
}

/** The name of that font. */
export const kLetters = 'Glassformer letters';

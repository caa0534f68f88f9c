// The words of these pages, in the language of the address, otherwise the reader's choice, otherwise the browser's language.
import {languageOf} from '../languages.js';

const asked = languageOf(new URLSearchParams(location.search).get('language'));
const kSource = 'en';
const isName = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(asked);

/** The language of the page. Texts that it lacks are English. */
export const language = isName ? asked : kSource;
let isWhole = isName;

/** Resolves with a file of texts, such as `words.fr.json` or `plans.fr.html`, otherwise with the English file. Rejects if that is missing, too. */
export async function fileOf(name, type) {
  for (const each of new Set([language, kSource])) {
    const answer = await fetch(new URL(`${name}.${each}.${type}`, import.meta.url)).catch(() => null);
    if (answer?.ok) return type === 'json' ? answer.json() : answer.text();
    isWhole = false;
  }
  throw new Error(`${name}.${kSource}.${type} is not there`);
}

const words = await fileOf('words', 'json');
const english = language === kSource;

/** A text of words.LANGUAGE.json by its path, with {words} filled in: `say('make.add', {number: 3})`. The path itself where there is none. */
export function say(path, fill = {}) {
  const text = path.split('.').reduce((node, name) => node?.[name], words);
  return typeof text === 'string' ? text.replace(/\{(\w+)\}/g, (whole, name) => fill[name] ?? whole) : path;
}

/** Writes the words into the page, and says if some of them are English. */
export function translate() {
  if (!english || !isName) {
    for (const each of document.querySelectorAll('[data-word]')) each.textContent = say(each.dataset.word);
    document.title = say(document.documentElement.dataset.title);
    if (isWhole) document.documentElement.lang = language;
  }
  const note = document.querySelector('#language-note');
  note.textContent = isWhole ? '' : say('language_missing', {language: asked});
  note.hidden = isWhole;
}

/** An address of these pages with the language that is asked for. */
export function inLanguage(address) {
  const url = new URL(address, location.href);
  if (!english) url.searchParams.set('language', language);
  return url.href;
}

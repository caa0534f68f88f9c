// Languages that nobody speaks, made from the English texts of a site, to find words that do not come from the texts and places that are too small:
//
//   qps    accented letters, and 40 % more of them
//   qpm    Hebrew letters, which are read from the right
//
//   node pseudo_language.mjs SITE    writes both into SITE/assets/text, so that ?language=qps shows them

import {promises as fs} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const kFrom = 'abcdefghijklmnopqrstuvwxyz';
const kAccented = 'áƀçđéƒğħíĵķĺɱñóþɋŕšŧúʋŵẋýž', kHebrew = 'אבגדהוזחטיכלמנסעפצקרשתאבגד';
const kMore = 0.4;

// Lists are forms of terms; the texts of these fields are ids, or names of languages in their own words.
const kNoWords = new Set(['lesson', 'decimal', 'thousands', 'plural']), kOfLanguages = 'languages';

// A choice among forms for different counts: {n, plural, one {a token} other {{n} tokens}}.
const kChoice = /\{(\w+), plural,((?:\s*\w+ \{(?:[^{}]|\{[^{}]*\})*\})+)\s*\}/g, kForm = /(\w+) \{((?:[^{}]|\{[^{}]*\})*)\}/g;

// Returns the text in other letters. Keeps the names of words and the live values in braces.
function inLetters(text, letters) {
  const changed = (part) => part.replace(/\{[^{}]*\}|[a-z]/gi, (found) => {
    if (found.length > 1) return found;
    const letter = letters[kFrom.indexOf(found.toLowerCase())];
    return found === found.toLowerCase() ? letter : letter.toUpperCase();
  });
  let whole = '', at = 0;
  for (const {0: choice, 1: count, 2: forms, index} of text.matchAll(kChoice)) {
    whole += `${changed(text.slice(at, index))}{${count}, plural,${forms.replace(kForm, (_, category, form) => `${category} {${changed(form)}}`)}}`;
    at = index + choice.length;
  }
  return whole + changed(text.slice(at));
}

const kLanguages = {
  qps: (text) => `${inLetters(text, kAccented)} ${'éñ '.repeat(Math.round(text.length * kMore / 3))}`.trim(),
  qpm: (text) => inLetters(text, kHebrew),
};
export const kPseudoLanguages = Object.keys(kLanguages);

/** Returns the texts of a file in such a language. Example: pseudo('qps', {undo: 'Undo'}) is {undo: 'Úñđó éñ'}. */
export function pseudo(language, texts) {
  if (typeof texts === 'string') return kLanguages[language](texts);
  if (Array.isArray(texts)) return texts;
  return Object.fromEntries(Object.entries(texts).map(
    ([name, each]) => [name, name === kOfLanguages || (typeof each === 'string' && kNoWords.has(name)) ? each : pseudo(language, each)]));
}

async function write(site) {
  const folder = path.join(site, 'assets/text'), files = ['en.json', ...(await fs.readdir(path.join(folder, 'en'))).map((name) => `en/${name}`)];
  for (const language of kPseudoLanguages) {
    await fs.mkdir(path.join(folder, language), {recursive: true});
    for (const file of files) {
      const texts = JSON.parse(await fs.readFile(path.join(folder, file), 'utf8'));
      await fs.writeFile(path.join(folder, file.replace(/^en/, language)), JSON.stringify(pseudo(language, texts)));
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await write(process.argv[2] ?? 'build/site');

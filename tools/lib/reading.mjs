// How hard the captions and answers of the lessons are to read: their grades by Flesch and Kincaid, with the syllables counted by the packages that npm
// installs for the tests.
import {promises as fs} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

const kBegin = '<!-- made by tools/reading -->\n', kEnd = '<!-- end of what tools/reading made -->\n';
const kLiveValue = /\{[^{}]*\}/g;  // a number that the program fills in

const fromTests = createRequire(new URL('../../tests/browser/package.json', import.meta.url));
const load = (name) => import(pathToFileURL(fromTests.resolve(name)));
const [{syllable}, {fleschKincaid}] = await Promise.all([load('syllable'), load('flesch-kincaid')]);

const parts = {
  sentence: new Intl.Segmenter('en', {granularity: 'sentence'}),
  word: new Intl.Segmenter('en', {granularity: 'word'})
};
const wordsOf = (text) => [...parts.word.segment(text)].filter(({isWordLike}) => isWordLike).map(({segment}) => segment);

/** The sentences, words and syllables of a text. A number or a sign is a word of one syllable, and so is a value that the program fills in. */
export function countsOf(text) {
  const plain = text.replaceAll(kLiveValue, '1');
  const words = wordsOf(plain);
  const sentence = [...parts.sentence.segment(plain)].filter(({segment}) => wordsOf(segment).length > 0).length;
  return {sentence, word: words.length, syllable: words.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0)};
}

/** The year of school in which a text can be read, by Flesch and Kincaid: 0.39 words a sentence + 11.8 syllables a word − 15.59. */
export const gradeOf = (text) => fleschKincaid(countsOf(text));

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b), middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Of some texts: how many they are, their words, and the median and the hardest of their grades. */
export function measure(name, texts) {
  const grades = texts.map(gradeOf);
  return {name, texts: texts.length, words: texts.reduce((sum, text) => sum + countsOf(text).word, 0), median: median(grades), hardest: Math.max(...grades)};
}

/** The captions and answers of each lesson in a folder of texts, by its id. */
export async function readLessons(folder) {
  const lessons = new Map();
  for (const file of (await fs.readdir(folder)).sort()) {
    const {steps = {}, answers = {}} = JSON.parse(await fs.readFile(path.join(folder, file), 'utf8'));
    lessons.set(path.basename(file, '.json'), [...Object.values(steps), ...Object.values(answers)]);
  }
  return lessons;
}

/** A row for each lesson, the last for all of them. */
export function measureLessons(lessons) { return [...[...lessons].map(([name, texts]) => measure(name, texts)), measure('all', [...lessons.values()].flat())]; }

/** The table as it is printed. */
export function tableOf(rows) {
  const width = Math.max(...rows.map(({name}) => name.length));
  const line = (name, ...cells) => `${name.padEnd(width)}${cells.map((cell) => String(cell).padStart(9)).join('')}\n`;
  return line('lesson', 'texts', 'words', 'median', 'hardest') +
    rows.map(({name, texts, words, median: middle, hardest}) => line(name, texts, words, middle.toFixed(1), hardest.toFixed(1))).join('');
}

/** What README.md says of all lessons: a whole number, so that it stays when a caption changes. */
export const sentenceOf = ({median: middle}) =>
  `Half of all captions and answers are read at grade ${Math.ceil(middle)} or below (Flesch–Kincaid; a number or a sign counts as a word of one syllable).\n`;

/** A text with another sentence between its two marks. */
export function withSentence(text, sentence) {
  const begin = text.indexOf(kBegin), end = text.indexOf(kEnd);
  if (begin < 0 || end < begin) throw new Error(`expected the lines '${kBegin.trim()}' and '${kEnd.trim()}', in this order`);
  return text.slice(0, begin + kBegin.length) + sentence + text.slice(end);
}

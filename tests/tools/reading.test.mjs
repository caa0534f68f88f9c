// How hard the lessons are to read: what is counted, the table, and that no lesson gets harder than it may be.
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import path from 'node:path';
import {test} from 'node:test';
import {promisify} from 'node:util';

import {countsOf, gradeOf, measureLessons, median, readLessons, sentenceOf, tableOf, withSentence} from '../../tools/lib/reading.mjs';

const kRoot = path.join(import.meta.dirname, '../..');
const kHardestMedian = 5;  // the grade at which half of a lesson's captions and answers are read, at most

test('sentences, words and syllables are counted; a number, a sign and a live value are words of one syllable', () => {
  assert.deepEqual(countsOf('Every cat sleeps. Does it dream?'), {sentence: 2, word: 6, syllable: 7});
  assert.deepEqual(countsOf('It gets {weights[0,0]|percent} %, about 0.31.'), {sentence: 1, word: 5, syllable: 6});
  assert.deepEqual(countsOf('…'), {sentence: 0, word: 0, syllable: 0});
});

test('long words in long sentences have a higher grade', () => {
  assert.ok(gradeOf('The cat sat on the mat.') < 1);
  assert.ok(gradeOf('Representational similarity necessitates considerable computational infrastructure.') > 20);
});

test('the median is the one in the middle, or between the two', () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 2, 3]), 2.5);
});

test('a table has a row for each lesson and one for all, and README.md a sentence', () => {
  const rows = measureLessons(new Map([['hard', ['Considerable computational infrastructure.']], ['easy', ['The cat sat.', 'It is fat.']]]));
  assert.deepEqual(rows.map(({name, texts, words}) => [name, texts, words]), [['hard', 1, 3], ['easy', 2, 6], ['all', 3, 9]]);
  assert.match(tableOf(rows), /^lesson +texts +words +median +hardest\nhard +1 +3 +[\d.]+ +[\d.]+\neasy .*\nall /);
  const text = 'a\n<!-- made by tools/reading -->\nold\n<!-- end of what tools/reading made -->\nb\n';
  assert.match(withSentence(text, sentenceOf({median: 3.1})), /^a\n.*\nHalf .* grade 4 or below .*\n.*\nb\n$/);
  assert.throws(() => withSentence('no marks', ''), /made by tools\/reading/);
});

test('no lesson is harder to read than it may be', async () => {
  const rows = measureLessons(await readLessons(path.join(kRoot, 'assets/text/en/lessons')));
  assert.ok(rows.length > 10);
  for (const {name, median: middle} of rows) assert.ok(middle <= kHardestMedian, `${name} is read at grade ${middle.toFixed(1)}`);
});

test('the tool prints the table, and README.md says what it measures', async () => {
  const run = (...args) => promisify(execFile)(process.execPath, [path.join(kRoot, 'tools/reading'), ...args]);
  assert.match((await run('--check')).stdout, /^softmax +\d/m);
  await assert.rejects(run('--songs'), {code: 2, stderr: /unknown argument '--songs'/});
});

// The lesson about a dictionary through the page: a sentence, an unknown word, a broken line, the real dictionary.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {onePage} from './one_page.mjs';
import {assertLikeCommandLine, find, load, nodeOf, press, pressCell, pressInput, settled} from './support.mjs';

const page = await onePage({query: '?build=single'});

/** Returns the words that the links lead to: the column of the largest value of each row. */
function translated(snapshot) {
  const {values, cols} = nodeOf(snapshot, 'translation');
  return values.map((row) => (Math.max(...row) > 0 ? cols[row.indexOf(Math.max(...row))] : '—')).join(' ');
}

async function typeInto(input, text) {
  await pressInput(page, input);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
  return settled(page);
}

test('the course begins with it, and translates word by word', async () => {
  const snapshot = await assertLikeCommandLine(page);
  assert.equal(snapshot.document.lesson, 'dictionary');
  assert.equal(translated(snapshot), 'the cat is under the table');
});

test('a word that is typed and is no key goes to the nearest one; its letters are compared cell by cell', async () => {
  await load(page, {lesson: 'dictionary'});
  const snapshot = await typeInto('text', 'sous les tables');
  assert.equal(translated(snapshot), 'under the table');
  assert.deepEqual(nodeOf(snapshot, 'nearest_keys').rows.slice(0, 1), ['le']);
  await typeInto('word', 'forêt');
  const forest = await typeInto('key', 'foret');
  assert.equal(nodeOf(forest, 'edits').values.at(-1).at(-1), 1, 'ê is one letter');
  const {document} = await pressCell(page, 'edits', 4, 4);
  assert.deepEqual(document.selection, {node: 'edits', cell: [4, 4]});
  await assertLikeCommandLine(page);
});

test('a click on a link and on a bar selects the cell that it shows', async () => {
  await load(page, {lesson: 'dictionary', inputs: {text: 'tables'}});
  const link = await press(page, 'link:translation:0');
  assert.deepEqual(link.document.selection, {node: 'translation', cell: [0, 4]});
  const bar = await pressCell(page, 'nearest_keys', 1, 0);
  assert.deepEqual(bar.document.selection, {node: 'nearest_keys', cell: [1, 0]});
});

test('a line without a colon is said, and what was there is kept', async () => {
  await load(page, {lesson: 'dictionary'});
  await pressInput(page, 'entries');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('chien');
  const broken = await settled(page);
  assert.equal(broken.problem?.id, 'entry_without_colon');
  assert.equal(translated(broken), 'the cat is under the table');
  await page.keyboard.type(': dog');
  const whole = await settled(page);
  assert.equal(whole.problem, null);
  assert.ok(nodeOf(whole, 'distances').cols.includes('chien'));
});

test('the real dictionary is loaded when it is chosen and answers while one types', async () => {
  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await load(page, {lesson: 'dictionary'});
  assert.ok(!asked.some((path) => path.includes('dictionaries')), 'not before');
  await load(page, {lesson: 'dictionary', inputs: {dictionary: 'real', text: 'le chat'}});
  const snapshot = await typeInto('text', 'derriere la fenetre');
  assert.match(translated(snapshot), /^behind the window$/);
  assert.equal(asked.filter((path) => path.includes('dictionaries')).length, 1, 'once');
  assert.equal(nodeOf(snapshot, 'nearest_keys').rows[0], 'derrière');
  assert.ok(snapshot.trace.notes.some((note) => note.id === 'real_dictionary'));
  await assertLikeCommandLine(page);
  assert.ok(await find(page, 'links:translation'));
});

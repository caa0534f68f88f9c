// The lesson about byte-pair encoding through the page.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {onePage} from './one_page.mjs';
import {announced, assertLikeCommandLine, find, load, middle, nodeOf, press, pressInput, rest, send, settled} from './support.mjs';

const page = await onePage();

const pieces = (snapshot, name) => nodeOf(snapshot, name).cols.join('|');

test('aaabdaaabac becomes XdXac, merge by merge', async () => {
  const expected = ['a|a|a|b|d|a|a|a|b|a|c', 'aa|a|b|d|aa|a|b|a|c', 'aa|ab|d|aa|ab|a|c', 'aaab|d|aaab|a|c'];
  for (let merges = 0; merges <= 3; ++merges) {
    const snapshot = await load(page, {lesson: 'tokenizer', inputs: {merges}}, settled);
    assert.equal(pieces(snapshot, 'pieces'), expected[merges]);
  }
  const snapshot = await assertLikeCommandLine(page);
  assert.deepEqual(nodeOf(snapshot, 'merges').values, [[97, 97, 256, 4], [97, 98, 257, 2], [256, 257, 258, 2]]);
  assert.deepEqual(snapshot.trace.notes.map((note) => note.id), ['no_pair_twice']);
});

test('another text is typed, encoded and comes back', async () => {
  await load(page, {lesson: 'tokenizer', inputs: {merges: 3}});
  await pressInput(page, 'other');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('baaab é');
  await rest(page);
  const snapshot = await assertLikeCommandLine(page);
  assert.equal(pieces(snapshot, 'other.pieces'), 'b|aaab|␣|C3|A9');
  assert.deepEqual(nodeOf(snapshot, 'other.largest_difference').values, [[0]]);
  assert.deepEqual(nodeOf(snapshot, 'counts').values, [[11, 1, 11, 5], [7, 2, 8, 5]]);
});

test('a byte that is held at 255 comes back', async () => {
  await load(page, {lesson: 'tokenizer'});
  const point = middle(await find(page, 'piece:other.bytes:1'));
  await page.mouse.move(...point);
  await rest(page);
  await page.mouse.click(...point, {clickCount: 2});
  await rest(page);
  await page.keyboard.type('255');
  await page.keyboard.press('Enter');
  const snapshot = await assertLikeCommandLine(page);
  assert.equal(snapshot.document.pins.length, 1);
  assert.equal(pieces(snapshot, 'other.decoded').split('|')[1], 'FF');
  assert.deepEqual(nodeOf(snapshot, 'other.largest_difference').values, [[0]]);
});

test('a count that is selected says which places were counted', async () => {
  await page.mouse.move(1270, 890);  // otherwise the cell under the pointer would be explained
  await load(page, {lesson: 'tokenizer', inputs: {merges: 0}, selection: {node: 'pair_counts', cell: [0, 0]}});
  const sum = '[97 = 97]·[97 = 97]';
  await announced(page, [sum, sum, sum, sum].join(' + ') + ' = 4');
});

test('texts that are empty or too long are refused, and what was there is kept', async () => {
  for (const [text, id] of [['', 'no_text'], ['x'.repeat(5000), 'text_too_long'], ['y'.repeat(10 << 20), 'text_far_too_long']]) {
    const before = await load(page, {lesson: 'tokenizer', inputs: {merges: 2}}, settled);
    const answer = await send(page, {type: 'load', document: {lesson: 'tokenizer', inputs: {text}}});
    const snapshot = await settled(page);
    assert.equal((answer.problem ?? snapshot.problem)?.id, id);
    assert.deepEqual(snapshot.document.inputs, before.document.inputs);
    assert.deepEqual(snapshot.trace.nodes, before.trace.nodes);
  }
});

// The lesson about several heads through the page.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {onePage} from './one_page.mjs';
import {assertLikeCommandLine, load, nodeOf, press, pressInput, rest, send, settled} from './support.mjs';

const page = await onePage();

const strongest = (row) => row.indexOf(Math.max(...row));

test('“it” attends to “animal” in head 1, and head 3 to the word before', async () => {
  await load(page, {lesson: 'multi-head'});
  const {rows, values} = nodeOf(await assertLikeCommandLine(page), 'weights');
  const it = rows.indexOf('it');
  assert.equal(rows[strongest(values[0][it])], 'animal');
  assert.ok(values[0][it][rows.indexOf('animal')] > 0.9);
  for (let row = 1; row < rows.length; ++row) assert.equal(strongest(values[2][row]), row - 1);
});

test('another sentence is typed', async () => {
  await load(page, {lesson: 'multi-head'});
  await pressInput(page, 'text');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('The dog ran because he was late');
  await rest(page);
  const {rows, values} = nodeOf(await assertLikeCommandLine(page), 'weights');
  assert.equal(rows[strongest(values[0][rows.indexOf('he')])], 'dog');
});

test('the masks are switched on one by one', async () => {
  await load(page, {lesson: 'multi-head', inputs: {text: 'The dog ran', padding: 2}});
  await pressInput(page, 'causal');
  const snapshot = await assertLikeCommandLine(page);
  assert.equal(snapshot.document.inputs.causal, true);
  const {values} = nodeOf(snapshot, 'weights');
  for (const head of values) head.forEach((row, t) => row.forEach((weight, k) => assert.equal(weight === 0, k > t || k >= 3, `${t}, ${k}`)));
  assert.deepEqual(nodeOf(snapshot, 'visible_mask').values, nodeOf(snapshot, 'causal_mask').values.map((row) => row.map((x, k) => (k < 3 ? x : 0))));
});

test('a head that is pressed is the one that arcs and bars show', async () => {
  await load(page, {lesson: 'multi-head', inputs: {text: 'The dog ran'}, scene: 'scores -> weights* as heads'});
  await press(page, 'head:weights:2');
  const {document} = await settled(page);
  assert.equal(document.selection.node, 'weights');
  assert.equal(document.selection.cell[0], 2);
  await press(page, 'view:weights');
  await press(page, 'word:1');
  assert.equal((await settled(page)).document.selection.cell[0], 2, 'the arcs are those of head 3');
});

test('shuffled: the same outputs without positions, others with them', async () => {
  const apart = async (inputs) =>
    nodeOf(await load(page, {lesson: 'multi-head', inputs: {shuffled: true, ...inputs}}, settled), 'shuffled.largest_difference').values[0][0];
  assert.ok((await apart({positions: false})) < 1e-5);
  assert.ok((await apart({positions: true})) > 0.01);
  const single = await load(page, {lesson: 'self-attention', inputs: {text: 'the dog bit the man', positions: false, shuffled: true}}, settled);
  assert.ok(nodeOf(single, 'shuffled.largest_difference').values[0][0] < 1e-6);
});

test('peakedness with and without √d', async () => {
  await load(page, {lesson: 'multi-head', inputs: {scaling: true}});
  const {values} = nodeOf(await assertLikeCommandLine(page), 'scaling.peakedness');
  assert.ok(values[9][0] > 0.9 && values[9][1] < 0.6);
});

test('heads that do not divide the width are refused, and what was there is kept', async () => {
  const before = await load(page, {lesson: 'multi-head'}, settled);
  const answer = await send(page, {type: 'load', document: {lesson: 'multi-head', inputs: {heads: 3}}});
  const snapshot = await settled(page);
  assert.equal((answer.problem ?? snapshot.problem)?.id, 'heads_do_not_divide');
  assert.deepEqual(snapshot.trace.nodes, before.trace.nodes);
});

// The lesson about a dictionary as matrices through the page: a word, a query by hand, a softmax.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {onePage} from './one_page.mjs';
import {assertLikeCommandLine, load, nodeOf, press, pressCell, pressInput, settled, words} from './support.mjs';

const page = await onePage({query: '?build=single'});

const nearly = (row, expected) => row.forEach((value, i) => assert.ok(Math.abs(value - expected[i]) < 1e-5, `${row} is ${expected}`));

test('q Kᵀ lights up the entry, q Kᵀ V the value', async () => {
  await load(page, {lesson: 'matrix-dictionary'});
  const {trace} = await assertLikeCommandLine(page);
  assert.deepEqual(nodeOf({trace}, 'scores').values, [[0, 0, 0, 1, 0, 0]]);
  assert.deepEqual(nodeOf({trace}, 'output').values, [[0, 0, 0, 0, 1]]);
  for (let views = 0; views < 2; ++views) await press(page, 'view:cosines');
  const {document} = await press(page, 'link:cosines:0');
  assert.deepEqual(document.selection, {node: 'cosines', cell: [0, 4]});
});

test('another word is typed, and a query by hand', async () => {
  await load(page, {lesson: 'matrix-dictionary'});
  await pressInput(page, 'text');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('chat');
  assert.deepEqual(nodeOf(await settled(page), 'scores').values, [[0, 1, 0, 0, 0, 0]]);
  await page.keyboard.press('Enter');
  await pressCell(page, 'query', 0, 5, 2);
  await page.keyboard.type('0.75');
  await page.keyboard.press('Enter');
  const snapshot = await assertLikeCommandLine(page);
  nearly(nodeOf(snapshot, 'output').values[0], [1, 0, 0.75, 0, 0]);
  nearly(nodeOf(snapshot, 'cosines').values[0], [0.8, 0, 0.6, 0, 0]);
});

test('a similar word gets 0.95 of its key, and the weights of the example add up to 1', async () => {
  await load(page, {lesson: 'matrix-dictionary'});
  await press(page, `button:${words('ui.presets')}`);
  await press(page, 'preset:relaxed');
  const snapshot = await settled(page);
  nearly(nodeOf(snapshot, 'query').values[0], [0, 0, 0, 0, 0, 0.95]);
  const [weights] = nodeOf(snapshot, 'weights').values;
  assert.ok(Math.abs(weights.reduce((a, b) => a + b) - 1) < 1e-6);
  assert.ok(weights[5] > 0.99);
  await assertLikeCommandLine(page);
});

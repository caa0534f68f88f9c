// The lesson on spaces through the page: unit vectors are dragged, a matrix is typed until it is singular, and the table of pulls is read.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {onePage} from './one_page.mjs';
import {assertLikeCommandLine, find, load, middle, pressCell, rest, settled} from './support.mjs';

const page = await onePage({height: 800});

const lesson = 'spaces';
const valuesOf = (snapshot, name) => snapshot.trace.nodes.find((node) => node.name === name).values;
const near = (got, expected) => assert.ok(Math.abs(got - expected) < 1e-3, `expected ${expected}, got ${got}`);

async function drag(id, dx, dy) {
  const [x, y] = middle(await find(page, id));
  await page.mouse.move(x, y);
  await rest(page);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2, {steps: 3});
  await page.mouse.move(x + dx, y + dy, {steps: 3});
  await page.mouse.up();
  return assertLikeCommandLine(page);
}

test('how far the two apples end up apart in each space, and unequal pulls', async () => {
  await load(page, {lesson});
  const snapshot = await assertLikeCommandLine(page);
  near(valuesOf(snapshot, 'a.distance')[0][0], 1.2272);
  near(valuesOf(snapshot, 'b.distance')[0][0], 0.0683);
  near(valuesOf(snapshot, 'c.distance')[0][0], 2.6482);
  const [[, brideByRing], [ringByBride]] = valuesOf(snapshot, 'pair.dot_products');
  near(ringByBride, 3.2724);
  near(brideByRing, 0.6516);
});

test('the tip of a unit vector is dragged: a column of M, as one step to undo', async () => {
  await load(page, {lesson});
  const dragged = await drag('unit:m:0', 0, -24);
  const [[a, b], [c, d]] = valuesOf(dragged, 'm');
  assert.ok(c > -0.4, `the first unit vector went up: ${c}`);
  assert.deepEqual([a, b, d], [1, 0.5, 1], 'and nothing else moved');
  near(valuesOf(dragged, 'determinant')[0][0], a * d - b * c);
  await page.keyboard.press('Control+z');
  assert.deepEqual((await settled(page)).document.inputs, {});
});

test('a matrix that is typed until it is singular is computed with, and said to be singular', async () => {
  await load(page, {lesson, inputs: {m: [[1, 0.5], [2, 3]]}});
  await pressCell(page, 'm', 1, 1, 2);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  const snapshot = await assertLikeCommandLine(page);
  assert.deepEqual(valuesOf(snapshot, 'm'), [[1, 0.5], [2, 1]]);
  assert.equal(valuesOf(snapshot, 'determinant')[0][0], 0);
  assert.deepEqual(snapshot.trace.notes, [{id: 'singular', words: {determinant: '0', matrix: 'm'}}]);
});

test('three dimensions go on as tables', async () => {
  await load(page, {lesson, inputs: {width: 3}});
  const snapshot = await assertLikeCommandLine(page);
  assert.equal(valuesOf(snapshot, 'transformed')[0].length, 3);
  assert.ok(valuesOf(snapshot, 'c.distance')[0][0] > valuesOf(snapshot, 'a.distance')[0][0]);
});

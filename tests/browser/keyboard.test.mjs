// By keyboard alone, and through a screen reader.
import assert from 'node:assert/strict';
import {after, afterEach, before, test} from 'node:test';

import {accessibilityTree, announced, assertLikeCommandLine, assertQuiet, cellPoint, find, kCoarse, launch, load, middle, open, press, pressCell, send, serveSite, settled, state, words} from './support.mjs';

let browser, site, context, page;

before(async () => {
  [browser, site] = await Promise.all([launch(), serveSite()]);
  context = await browser.newContext({...kCoarse, viewport: {width: 1280, height: 800}});
  page = await open(context, site.address);
});
after(() => Promise.all([browser.close(), site.close()]));
afterEach(() => assertQuiet(page));

async function key(...names) {
  let snapshot;
  for (const name of names) {
    await page.keyboard.press(name);
    snapshot = await state(page);
  }
  return snapshot;
}

test('arrows move the selection, inside the matrix', async () => {
  await load(page, {lesson: 'self-attention'});
  await pressCell(page, 'w_q', 1, 1);
  const at = (snapshot) => [snapshot.document.selection.node, ...snapshot.document.selection.cell];
  assert.deepEqual(at(await key('ArrowRight')), ['w_q', 1, 2]);
  assert.deepEqual(at(await key('ArrowDown')), ['w_q', 2, 2]);
  assert.deepEqual(at(await key('ArrowLeft', 'ArrowLeft')), ['w_q', 2, 0]);
  assert.deepEqual(at(await key('ArrowLeft')), ['w_q', 2, 0]);
  assert.deepEqual(at(await key('End')), ['w_q', 2, 3]);
  assert.deepEqual(at(await key('Control+Home')), ['w_q', 0, 0]);
  assert.deepEqual(at(await key('ArrowUp')), ['w_q', 0, 0]);
});

test('a click that comes together with the pointer selects', async () => {
  await load(page, {lesson: 'softmax', scene: 'z* as matrix'});
  const point = await cellPoint(page, 'z', 0, 2);
  await page.mouse.move(3, 3);
  await state(page);
  await page.mouse.click(...point);
  assert.deepEqual((await state(page)).document.selection, {node: 'z', cell: [0, 2]});
});

test('arrows on a page that was just opened select the first cell', async () => {
  const other = await open(await browser.newContext(kCoarse), `${site.address}#dictionary`);
  await other.focus('canvas');
  await other.keyboard.press('ArrowDown');
  const {document} = await state(other);
  assert.deepEqual(document.selection, {node: 'translation', cell: [0, 0]});
  await other.context().close();
});

test('Enter types, Enter ends it, Escape takes it back; a digit begins typing', async () => {
  await load(page, {lesson: 'softmax', scene: 'z* as matrix', inputs: {z: [[1, 2, 3], [4, 5, 6]]}});
  await pressCell(page, 'z', 0, 0);
  await key('Enter');
  await page.keyboard.type('9.5');
  let snapshot = await key('Enter');
  assert.deepEqual(snapshot.document.inputs.z, [[9.5, 2, 3], [4, 5, 6]]);
  assert.deepEqual(snapshot.document.selection.cell, [1, 0], 'Enter goes on below');
  await key('-');
  await page.keyboard.type('0.5');
  snapshot = await key('Enter');
  assert.deepEqual(snapshot.document.inputs.z, [[9.5, 2, 3], [-0.5, 5, 6]], 'a sign begins typing');
  await key('ArrowRight', 'Enter');
  await page.keyboard.type('77');
  snapshot = await key('Escape');
  assert.deepEqual(snapshot.document.inputs.z, [[9.5, 2, 3], [-0.5, 5, 6]], 'Escape leaves the cell as it was');
  await assertLikeCommandLine(page);
});

test('keys that come faster than frames are not lost', async () => {
  await load(page, {lesson: 'softmax', scene: 'z* as matrix', inputs: {z: [[1, 2, 3], [4, 5, 6]]}});
  await pressCell(page, 'z', 0, 0);
  await page.keyboard.type('-0.125');
  await page.keyboard.press('Enter');
  await page.keyboard.type('8');
  await page.keyboard.press('Enter');
  const {document} = await state(page);
  await key('Escape');
  assert.deepEqual(document.inputs.z, [[-0.125, 2, 3], [8, 5, 6]]);
});

test('Ctrl+Z and Ctrl+Y; keys of other elements are theirs', async () => {
  await load(page, {lesson: 'softmax', scene: 'z* as matrix'});
  await pressCell(page, 'z', 0, 0);
  await key('8', 'Enter');
  assert.deepEqual((await key('Control+z')).document.inputs, {});
  assert.equal((await key('Control+y')).document.inputs.z[0][0], 8);
  assert.deepEqual((await key('Control+z')).document.inputs, {});
  assert.equal((await key('Control+Shift+Z')).document.inputs.z[0][0], 8);
  await page.evaluate(() => {
    const field = document.createElement('input');
    field.id = 'theirs';
    field.value = 'word';
    document.body.append(field);
    field.focus();
  });
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('5');
  assert.equal(await page.inputValue('#theirs'), 'wor5');
  assert.equal((await state(page)).document.inputs.z[0][0], 8, 'nothing changed here');
  await page.evaluate(() => document.getElementById('theirs').remove());
});

test('Tab goes through the controls and then leaves the canvas; Escape and Tab leave at once', async () => {
  await load(page, {lesson: 'softmax', scene: 'z* as matrix'});
  await page.evaluate(() => {
    for (const [id, where] of [['before', 'prepend'], ['after', 'append']]) {
      const button = document.createElement('button');
      button.id = id;
      button.textContent = id;
      document.body[where](button);
    }
    document.getElementById('before').focus();
  });
  const active = () => page.evaluate(() => document.activeElement.id || document.activeElement.className);
  await page.keyboard.press('Tab');
  assert.match(await active(), /^gf-canvas/);
  let presses = 0;
  for (; presses < 80 && /^gf-/.test(await active()); ++presses) await page.keyboard.press('Tab');
  assert.equal(await active(), 'after', 'Tab leaves the canvas');
  assert.ok(presses > 4, `Tab stopped at the controls inside first, got ${presses}`);
  await page.keyboard.press('Shift+Tab');
  assert.match(await active(), /^gf-/);
  await key('Escape');
  await page.keyboard.press('Tab');
  assert.equal(await active(), 'after', 'Escape and Tab leave at once');
  await page.evaluate(() => {
    for (const id of ['before', 'after']) document.getElementById(id).remove();
  });
});

test('a control reached with Tab is pressed with Space or Enter', async () => {
  await load(page, {lesson: 'softmax', scene: 'z* as matrix'});
  const before = (await state(page)).document;
  await page.focus('canvas');
  let changed = false;
  for (let presses = 0; presses < 12 && !changed; ++presses) {
    await key('Tab');
    const {document} = await key('Space');
    changed = document.lesson !== before.lesson || document.step !== before.step;
  }
  assert.ok(changed, 'the lessons and the steps can be opened by keyboard');
  await key('Escape');
});

test('the canvas is an application with a name; the selected table and its cell are in the accessibility tree', async () => {
  await load(page, {lesson: 'self-attention'});
  await pressCell(page, 'w_q', 1, 1);
  const {trace} = await settled(page);
  await announced(page, words('nodes.w_q.title'));
  const tree = await accessibilityTree(page);
  const application = tree.find((node) => node.role === 'application');
  assert.ok(application?.name.includes('Glassformer'), 'the canvas has a name');
  const name = words('nodes.w_q.title');
  assert.ok(tree.some((node) => node.role === 'table' && node.name.includes(name)), 'the table is named after the matrix');
  const table = page.locator('table', {has: page.locator('caption', {hasText: name})});
  const cells = (await table.locator('tr > td:not(:first-child)').allTextContents()).filter((text) => text !== '');
  assert.deepEqual(cells.map(Number), trace.nodes.find((node) => node.name === 'w_q').values.flat(), 'its cells are those of the matrix');
  const inTree = new Set(tree.filter((node) => node.role === 'cell').map((node) => node.name));
  assert.ok(cells.every((text) => inTree.has(text)), 'and they are in the tree');
  assert.ok(tree.some((node) => node.role === 'status'), 'a live region says what changed');
  assert.deepEqual(await page.locator('td[aria-current=true]').allTextContents(), [await table.locator('tr').nth(2).locator('td').nth(1).textContent()]);
});

test('the words follow the selection and a problem', async () => {
  await load(page, {lesson: 'softmax', scene: 'z* as matrix'});
  await pressCell(page, 'probabilities', 0, 0);
  await announced(page, words('nodes.probabilities.title'));
  await pressCell(page, 'z', 0, 2);
  await announced(page, words('nodes.z.title'));
  await key('Enter');
  await page.keyboard.type('x');
  await key('Enter');
  await announced(page, 'expected a number');
});

test('the lesson list opens by press, and one comes back to the work that was there', async () => {
  await load(page, {lesson: 'softmax', scene: 'z* as matrix'});
  await pressCell(page, 'z', 0, 0, 2);
  await page.keyboard.type('6');
  await key('Enter');
  assert.equal((await press(page, 'lesson:position-encoding')).document.lesson, 'position-encoding');
  const back = await press(page, 'lesson:softmax');
  assert.equal(back.document.inputs.z[0][0], 6);
  await page.mouse.move(...middle(await find(page, 'part:bench')));
  assert.ok((await send(page, {type: 'link'})).link);
});

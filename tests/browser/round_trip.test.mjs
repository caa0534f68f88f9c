// After each way of editing, the page's snapshot is the trace that the command line prints for the same document.
import assert from 'node:assert/strict';
import {after, afterEach, before, test} from 'node:test';

import {assertLikeCommandLine, assertQuiet, assertSameTrace, button, cellPoint, find, kCoarse, launch, lessonIds, load, open, presetInputs, press, pressCell, pressInput, rest, send, serveSite, settled, started, traceOf} from './support.mjs';

let browser, site, context, page;

before(async () => {
  [browser, site] = await Promise.all([launch(), serveSite()]);
  context = await browser.newContext({...kCoarse, viewport: {width: 1280, height: 800}});
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], {origin: new URL(site.address).origin});
  page = await open(context, site.address);
});
after(() => Promise.all([browser.close(), site.close()]));
afterEach(() => assertQuiet(page));

const copied = () => page.evaluate(() => navigator.clipboard.readText());
const toClipboard = (text) => page.evaluate((t) => navigator.clipboard.writeText(t), text);
const valueOf = (snapshot, node) => snapshot.trace.nodes.find((each) => each.name === node).values;

/** Returns the box to the right of a slider. */
async function pressInputBox(name) {
  const place = await find(page, `input:${name}`);
  await page.mouse.click(place.x + place.width - 30, place.y + place.height - 12);
  await rest(page);
}

test('a document that the page around loads', async () => {
  for (const document of [{lesson: 'dictionary', inputs: {text: 'le chien mange la souris', entries: 'le: the\nla: the\nchat: cat\nrat: rat', word: 'souris'}},
         {lesson: 'dictionary', inputs: {dictionary: 'real', text: 'les chevaux sont derriere la fenetre'}},
         {lesson: 'matrix-dictionary', inputs: {text: 'tables', weighting: 'softmax', beta: 10}},
         {lesson: 'softmax', scene: 'z* as matrix', inputs: {z: [[3, -1, 0.5], [0, 0, 1]], beta: 2.5}},
         {lesson: 'position-encoding', inputs: {length: 12, width: 16}},
         {lesson: 'self-attention', inputs: {text: 'you are welcome', causal: true}},
         {lesson: 'self-attention', inputs: {text: 'one two three four five', weights: 'xavier', width: 32, head_width: 8, seed: 7}},
         {lesson: 'self-attention', inputs: {published: true}},
         {lesson: 'encoder-decoder', inputs: {norm: 'before', heads: '2', source: 'are you welcome'}},
         {lesson: 'encoder-decoder', inputs: {weights: 'french-english', source: 'le chat est sous la table', target: 'the cat is under the table'}},
         {lesson: 'backpropagation', inputs: {residual: 'x+p', norm: false, backward_step: 5}},
         {lesson: 'training', inputs: {task: 'sort', question: '3 1 2'}},
  ]) {
    await load(page, document);
    const snapshot = await assertLikeCommandLine(page);
    assert.deepEqual(snapshot.document.inputs, document.inputs);
  }
});

test('every lesson at its start', async () => {
  for (const lesson of await lessonIds()) {
    await load(page, {lesson});
    await assertLikeCommandLine(page);
  }
});

test('a word that is typed', async () => {
  await load(page, {lesson: 'self-attention'});
  await pressInput(page, 'text');
  await page.keyboard.press('End');
  await page.keyboard.type(' today');
  const snapshot = await assertLikeCommandLine(page);
  assert.match(snapshot.document.inputs.text, / today$/, 'what was typed stands at the end of the text');
  const {rows} = snapshot.trace.nodes.find((node) => node.name === 'weights');
  assert.equal(rows.at(-1), 'today');
  await page.keyboard.press('Enter');
  await rest(page);
});

test('a cell that is dragged, taken back with Ctrl+Z and brought again with the button', async () => {
  const before = await load(page, {lesson: 'self-attention'}, settled);
  const [x, y] = await cellPoint(page, 'w_q', 0, 1);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y, {steps: 4});
  await page.mouse.move(x + 48, y, {steps: 4});
  await page.mouse.up();
  const dragged = await assertLikeCommandLine(page);
  const [was, is] = [before, dragged].map((snapshot) => valueOf(snapshot, 'w_q')[0][1]);
  assert.ok(is > was, `to the right is more: ${was} became ${is}`);
  assert.notDeepEqual(valueOf(dragged, 'output'), valueOf(before, 'output'), 'everything downstream follows');

  await page.keyboard.press('Control+z');
  const undone = await assertLikeCommandLine(page);
  assert.deepEqual(undone.document.inputs, {}, 'the whole drag is one step');

  await press(page, button('redo'));
  const again = await assertLikeCommandLine(page);
  assert.deepEqual(again.document.inputs, dragged.document.inputs);
  await press(page, button('undo'));
  assert.deepEqual((await settled(page)).document.inputs, {});
});

test('a drag that ends outside of the canvas ends', async () => {
  await load(page, {lesson: 'softmax', scene: 'z* as matrix'});
  const [x, y] = await cellPoint(page, 'z', 0, 0);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y, {steps: 3});
  await page.mouse.move(x + 30, -20, {steps: 2});
  await page.mouse.up();
  const {document} = await settled(page);
  await page.mouse.move(x + 90, y, {steps: 3});
  assert.deepEqual((await settled(page)).document.inputs, document.inputs, 'moving on changes nothing');
});

test('a cell that is typed over', async () => {
  await load(page, {lesson: 'softmax', scene: 'z* as matrix'});
  await pressCell(page, 'z', 0, 1, 2);
  await page.keyboard.type('-4.25');
  await page.keyboard.press('Enter');
  const snapshot = await assertLikeCommandLine(page);
  assert.equal(snapshot.document.inputs.z[0][1], -4.25);
});

test('a number that is typed', async () => {
  await load(page, {lesson: 'position-encoding'});
  await pressInputBox('width');
  await page.keyboard.type('10');
  await page.keyboard.press('Enter');
  const snapshot = await assertLikeCommandLine(page);
  assert.equal(snapshot.document.inputs.width, 10);
});

test('a block that is pasted from a spreadsheet', async () => {
  await load(page, {lesson: 'self-attention'});
  await pressCell(page, 'w_k', 1, 1);
  await toClipboard('0.5\t-1\n2\t1e-3\n');
  await page.keyboard.press('Control+v');
  const snapshot = await assertLikeCommandLine(page);
  const {w_k} = snapshot.document.inputs;
  assert.deepEqual([w_k[1][1], w_k[1][2], w_k[2][1]], [0.5, -1, 2]);
  assert.ok(Math.abs(w_k[2][2] - 1e-3) < 1e-9);
  await page.keyboard.press('Control+z');
  assert.deepEqual((await settled(page)).document.inputs, {});
});

test('a cell and a matrix that are copied', async () => {
  const before = await load(page, {lesson: 'self-attention'}, settled);
  await pressCell(page, 'w_v', 0, 0);
  await page.keyboard.press('Control+c');
  await rest(page);
  assert.equal(Number(await copied()), valueOf(before, 'w_v')[0][0]);
  await page.keyboard.press('Control+a');
  await rest(page);
  await page.keyboard.press('Control+c');
  await rest(page);
  const block = (await copied()).trim().split('\n').map((line) => line.split('\t').map(Number));
  assert.deepEqual(block, valueOf(before, 'w_v'));
});

test('a computed cell that is held, and everything after it', async () => {
  await load(page, {lesson: 'softmax', scene: 'z* as matrix'});
  await pressCell(page, 'exponentials', 0, 0, 2);
  await page.keyboard.type('20');
  await page.keyboard.press('Enter');
  const snapshot = await assertLikeCommandLine(page);
  assert.deepEqual(snapshot.document.pins, [{node: 'exponentials', cell: [0, 0], value: 20}]);
  assert.equal(valueOf(snapshot, 'exponentials')[0][0], 20);
});

test('a copied link that is opened on another page, in the other build', async () => {
  await load(page,
    {lesson: 'self-attention', inputs: {text: 'the cat sleeps', causal: true, w_q: [[1, 0, 2, 0], [0, 1, 0, 0], [0, 0.5, 1, 0], [0, 0, 0, -1]]}, step: 3});
  await press(page, button('copy_link'));
  const link = await copied();
  assert.equal(await page.evaluate(() => location.href), link, 'the address bar shows the link');
  const before = await settled(page);
  const address = new URL(link);
  address.searchParams.set('build', 'single');
  const other = await open(context, address.href);
  const after = await assertLikeCommandLine(other);
  assert.deepEqual(after.document, before.document);
  assertSameTrace(after.trace, before.trace);
  assertQuiet(other);
  await other.close();

  await page.reload();
  await started(page);
  assert.deepEqual((await assertLikeCommandLine(page)).document, before.document, 'reloading keeps it too');
});

test('an example and a step, pressed', async () => {
  await load(page, {lesson: 'softmax', scene: 'z* as matrix'});
  await press(page, button('step.next'));
  assert.equal((await settled(page)).document.step, 1);
  await press(page, button('presets'));
  await press(page, 'preset:several-rows');
  const snapshot = await assertLikeCommandLine(page);
  assert.deepEqual(snapshot.document.inputs.z, (await presetInputs('softmax', 'several-rows')).z, 'several rows');
});

test('threads or not, relaxed or not: the same document, to the last bits the same trace', async () => {
  const document = {lesson: 'self-attention', inputs: {text: 'a b c d e f g h i j k l', weights: 'he', width: 64, head_width: 32, seed: 3}};
  const expected = await traceOf(document);
  await load(page, document);
  const {link: sameLink} = await send(page, {type: 'link'});
  for (const build of ['single', 'threads']) {
    const other = await open(context, `${site.address}?build=${build}`);
    const first = await load(other, document, settled);
    assertSameTrace(first.trace, expected);
    await load(other, {lesson: 'softmax', scene: 'z* as matrix'});
    const second = await load(other, document, settled);
    assert.deepEqual(second.trace.nodes, first.trace.nodes, `${build}: computed again, bit for bit`);
    const {link} = await send(other, {type: 'link'});
    assert.equal(link, sameLink, `${build}: the link has the document alone`);
    await other.close();
  }
});

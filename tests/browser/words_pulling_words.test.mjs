// The lesson on words that pull words through the page: a word is dragged by mouse, finger and keys, a sentence is typed, and iterations are stepped.
import assert from 'node:assert/strict';
import {after, afterEach, before, test} from 'node:test';

import {assertLikeCommandLine, assertQuiet, find, launch, layout, load, middle, open, pressInput, rest, serveSite, settled} from './support.mjs';

let browser, site, page, phone;

before(async () => {
  [browser, site] = await Promise.all([launch(), serveSite()]);
  page = await open(await browser.newContext({viewport: {width: 1280, height: 800}}), site.address);
});
after(() => Promise.all([browser.close(), site.close()]));
afterEach(() => [page, phone].filter(Boolean).forEach(assertQuiet));

const lesson = 'words-pulling-words';
const valuesOf = (snapshot, name) => snapshot.trace.nodes.find((node) => node.name === name).values;
const close = (got, expected) => expected.forEach((value, i) => assert.ok(Math.abs(got[i] - value) < 1e-4, `expected ${expected}, got ${got}`));

test('banana pulls apple in the first sentence, phone in the second', async () => {
  await load(page, {lesson});
  const snapshot = await assertLikeCommandLine(page);
  close(valuesOf(snapshot, 'first.iteration.0.dot_products')[0], [-0.6, 0.4, -2.2, 7.2, -2, -1.2, 8]);
  close(valuesOf(snapshot, 'first.iteration.0.output')[0], [2.370821, 1.502778]);
  close(valuesOf(snapshot, 'second.iteration.0.output')[0], [1.499621, 2.367082]);
});

test('a word that is dragged moves in both coordinates and both sentences, as one step to undo', async () => {
  await load(page, {lesson});
  const [x, y] = middle(await find(page, 'point:first.x:6'));
  await page.mouse.move(x, y);
  await rest(page);
  await page.mouse.down();
  await page.mouse.move(x + 12, y + 20, {steps: 3});
  await page.mouse.move(x + 30, y + 45, {steps: 3});
  await page.mouse.up();
  const dragged = await assertLikeCommandLine(page);
  const [fruity, techy] = valuesOf(dragged, 'first.x')[6];
  assert.ok(fruity > 2.1 && techy < 1.9, `right is fruitier, down less techy: (${fruity}, ${techy})`);
  assert.deepEqual(valuesOf(dragged, 'second.x')[6], [fruity, techy], 'apple is one word');
  assert.deepEqual(valuesOf(dragged, 'first.x')[3], [3.2, 0.4], 'banana stays');
  await page.keyboard.press('Control+z');
  assert.deepEqual((await settled(page)).document.inputs, {}, 'the whole drag is one step');
});

test('arrow keys move the word that was pressed', async () => {
  await load(page, {lesson});
  const point = middle(await find(page, 'point:first.x:3'));
  await page.mouse.move(...point);
  await rest(page);
  await page.mouse.click(...point);
  await rest(page);
  await page.keyboard.press('ArrowUp');
  const {trace, document} = await assertLikeCommandLine(page);
  assert.deepEqual(document.selection, {node: 'first.x', cell: [3, 0]});
  close(trace.nodes.find((node) => node.name === 'places').values[3], [3.2, 0.5]);
});

test('a sentence that is typed, and iterations', async () => {
  await load(page, {lesson, inputs: {iterations: 3}});
  await pressInput(page, 'text');
  await page.keyboard.press('End');
  await page.keyboard.type(' pear');
  const snapshot = await assertLikeCommandLine(page);
  assert.ok(snapshot.trace.nodes.find((node) => node.name === 'places').rows.includes('pear'));
  assert.ok(snapshot.trace.nodes.some((node) => node.name === 'first.iteration.2.moved'));
  await page.keyboard.press('Enter');
  await rest(page);
});

test('a sentence without words is refused, and what was there stays', async () => {
  await load(page, {lesson});
  await pressInput(page, 'text');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  const snapshot = await settled(page);
  assert.match(JSON.stringify(snapshot.problem ?? ''), /no_tokens|at least one word/);
  close(valuesOf(snapshot, 'first.iteration.0.output')[0], [2.370821, 1.502778]);
});

test('on a phone a finger takes hold of a word whichever way it goes, and scrolls elsewhere', async () => {
  const context = await browser.newContext({viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true, deviceScaleFactor: 2});
  phone = await open(context, site.address);
  const session = await context.newCDPSession(phone);
  const touch = (type, ...points) => session.send('Input.dispatchTouchEvent', {type, touchPoints: points.map(([x, y]) => ({x, y}))});
  const swipe = async (from, to) => {
    await touch('touchStart', from);
    for (let i = 1; i <= 8; ++i) await touch('touchMove', [from[0] + ((to[0] - from[0]) * i) / 8, from[1] + ((to[1] - from[1]) * i) / 8]);
    await touch('touchEnd');
    await rest(phone);
  };
  const before = 'first.iteration.0';
  await load(phone, {lesson, scene: `first.x* | ${before}.dot_products | ${before}.weights | ${before}.output`});
  for (let turns = 0; turns < 12; ++turns) {
    const places = await layout(phone);
    const plane = places.find((each) => each.id === 'plane:first.x');
    const point = places.find((each) => each.id === 'point:first.x:6');
    if (point && plane.y + plane.height < 780) break;
    await swipe([8, 600], [8, 460]);
  }
  const places = await layout(phone);
  const plane = places.find((each) => each.id === 'plane:first.x');
  assert.ok(plane.x >= 0 && plane.x + plane.width <= 390, 'the plane fits');
  const from = middle(places.find((each) => each.id === 'point:first.x:6'));
  await swipe(from, [from[0], from[1] + 60]);
  const moved = await assertLikeCommandLine(phone);
  assert.ok(valuesOf(moved, 'first.x')[6][1] < 1.6, 'apple went down');
  const after = (await layout(phone)).find((each) => each.id === 'plane:first.x');
  assert.equal(Math.round(after.y), Math.round(plane.y), 'and nothing scrolled');
  await swipe([plane.x + 6, plane.y + plane.height / 2], [plane.x + 6, plane.y + plane.height / 2 - 120]);
  const scrolled = await settled(phone);
  assert.deepEqual(scrolled.document.inputs, moved.document.inputs, 'a finger beside all words changes nothing');
  assert.ok((await layout(phone)).find((each) => each.id === 'plane:first.x')?.y < plane.y - 40, 'it scrolls');
  await context.close();
  phone = undefined;
});

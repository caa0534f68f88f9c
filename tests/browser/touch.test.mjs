// A phone: one column, a sheet for the inspector, and fingers.
import assert from 'node:assert/strict';
import {after, afterEach, before, test} from 'node:test';

import {assertLikeCommandLine, assertQuiet, button, launch, layout, load, open, serveSite, state} from './support.mjs';

let browser, site, context, page, session;

before(async () => {
  [browser, site] = await Promise.all([launch(), serveSite()]);
  context = await browser.newContext({viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true, deviceScaleFactor: 2});
  page = await open(context, site.address);
  session = await context.newCDPSession(page);
});
after(() => Promise.all([browser.close(), site.close()]));
afterEach(() => assertQuiet(page));

const touch = (type, ...points) => session.send('Input.dispatchTouchEvent', {type, touchPoints: points.map(([x, y]) => ({x, y}))});

/** A finger from one point to another, in small steps as a real one. */
async function swipe(from, to, steps = 10) {
  await touch('touchStart', from);
  for (let i = 1; i <= steps; ++i) await touch('touchMove', [from[0] + ((to[0] - from[0]) * i) / steps, from[1] + ((to[1] - from[1]) * i) / steps]);
  await touch('touchEnd');
  await state(page);
}

const place = async (id) => {
  const places = await layout(page);
  const found = places.find((each) => each.id === id);
  assert.ok(found, `${id} is drawn; there are ${places.map((each) => each.id).join(', ')}`);
  return found;
};

/** Pans the bench until a matrix is wholly there, or as many points of its height. */
async function bring(id, height = Infinity) {
  for (let turns = 0; turns < 20; ++turns) {
    const places = await layout(page);
    const found = places.find((each) => each.id === id);
    if (found && found.seen_height >= Math.min(found.height, height)) return found;
    const bench = places.find((each) => each.id === 'part:bench');
    const y = bench.y + bench.height / 2;
    const by = found && found.seen_y > found.y ? 80 : -120;
    await swipe([8, y], [8, y + by]);
  }
  throw new Error(`${id} can't be reached`);
}

const cell = (grid, row, col) => [grid.x + (col - grid.first_column + 0.5) * grid.cell_width, grid.y + (row - grid.first_row + 0.5) * grid.cell_height];

test('at 390 px there is one column, and the inspector is a sheet at the bottom', async () => {
  await load(page, {lesson: 'softmax', scene: 'z* as matrix | exponentials as matrix'});
  const places = await layout(page);
  const grids = places.filter((each) => each.id.startsWith('grid:'));
  assert.deepEqual(grids.map((each) => each.id), ['grid:z', 'grid:exponentials']);
  for (const grid of grids) assert.ok(grid.x >= 0 && grid.seen_x + grid.seen_width <= 390, `${grid.id} fits`);
  for (const a of grids) {
    for (const b of grids) {
      const beside = a.panel !== b.panel && a.y < b.y + b.height && b.y < a.y + a.height;
      assert.ok(!beside, `${a.id} and ${b.id} stand below each other`);
    }
  }
  assert.ok(!places.some((each) => each.id === 'lesson:softmax'), 'the lessons are in a menu');
  const sheet = places.find((each) => each.id === 'part:inspector');
  assert.ok(sheet.seen_width === 390 && sheet.y + sheet.height > 843 && sheet.height < 120, 'the sheet is closed, at the bottom');
});

test('the first tap selects a cell', async () => {
  await load(page, {lesson: 'softmax', scene: 'z* as matrix'});
  await page.touchscreen.tap(...cell(await bring('grid:z'), 0, 1));
  const {document} = await state(page);
  assert.deepEqual(document.selection, {node: 'z', cell: [0, 1]});
  assert.deepEqual(document.inputs, {}, 'and changes nothing');
});

test('a finger that goes up scrolls the bench and changes no number, also when it starts on one', async () => {
  await load(page, {lesson: 'self-attention', scene: 'x* | input | query | key | weights'});
  const grid = await bring('grid:x');
  const start = cell(grid, 1, 1);
  await swipe(start, [start[0], start[1] - 160]);
  const {document} = await state(page);
  const after = (await layout(page)).find((each) => each.id === 'grid:x');
  assert.ok(!after || after.y < grid.y - 100, `the bench moved with the finger: x stood at ${grid.y}, then at ${after?.y}`);
  assert.deepEqual(document.inputs, {}, 'no number changed');
});

test('a finger that goes sideways on an editable cell drags its value', async () => {
  await load(page, {lesson: 'softmax', scene: 'z* as matrix'});
  const start = cell(await bring('grid:z'), 0, 0);
  await swipe(start, [start[0] + 60, start[1]]);
  const snapshot = await assertLikeCommandLine(page);
  assert.ok(snapshot.document.inputs.z?.[0][0] > 2, 'to the right is more');
});

test('two fingers that move apart zoom the plan in, and together out again; the page stays as it is', async () => {
  await load(page, {lesson: 'self-attention'});
  const whole = await place(button('stage.whole'));
  await page.touchscreen.tap(whole.x + whole.width / 2, whole.y + whole.height / 2);
  await state(page);
  const bench = await place('part:bench');
  const [x, y] = [bench.x + bench.width / 2, bench.y + bench.height / 2];
  const fingers = (apart) => [[x - apart / 2, y], [x + apart / 2, y]];
  const widths = [];
  const note = async () => {
    widths.push((await place('go:scores')).width);
  };
  const pinch = async (from, to) => {
    await touch('touchStart', fingers(from)[0]);
    await touch('touchStart', ...fingers(from));
    for (let i = 1; i <= 8; ++i) await touch('touchMove', ...fingers(from + ((to - from) * i) / 8));
    await touch('touchEnd');
    await state(page);
    await note();
  };
  await note();
  await pinch(80, 160);
  await pinch(160, 80);
  assert.ok(widths[1] > widths[0] * 1.7 && widths[1] < widths[0] * 2.3, `twice as far apart, twice as wide: ${widths}`);
  assert.ok(Math.abs(widths[2] / widths[0] - 1) < 0.1, `and back: ${widths}`);
  assert.equal(await page.evaluate(() => window.visualViewport.scale), 1);
  const {document} = await state(page);
  assert.equal(document.selection ?? null, null, 'nothing was tapped');
});

test('a tap on the sheet opens it', async () => {
  await load(page, {lesson: 'softmax', scene: 'z* as matrix'});
  await page.touchscreen.tap(...cell(await bring('grid:z'), 0, 0));
  await state(page);
  const closed = await place('part:inspector');
  await page.touchscreen.tap(closed.x + closed.width / 2, closed.y + 20);
  await state(page);
  const opened = await place('part:inspector');
  assert.ok(opened.height > closed.height + 80, `the sheet grew from ${closed.height} to ${opened.height}`);
  await page.touchscreen.tap(opened.x + opened.width / 2, opened.y + 20);
  await state(page);
  assert.equal((await place('part:inspector')).height, closed.height);
});

test('a tap into a text field brings up the keyboard: a real input has the focus', async () => {
  await load(page, {lesson: 'self-attention'});
  const field = await place('input:text');
  await page.touchscreen.tap(field.x + 60, field.y + field.height - 16);
  await state(page);
  assert.equal(await page.evaluate(() => document.activeElement.className), 'gf-input');
  await page.keyboard.press('End');
  await page.keyboard.insertText(' friend');
  const snapshot = await assertLikeCommandLine(page);
  assert.match(snapshot.document.inputs.text, / friend$/);
  await page.keyboard.press('Enter');
  await state(page);
});

// The program in a page of another origin, as courses embed it: it has no threads, and the page around keeps its keys, wheel and storage.
import assert from 'node:assert/strict';
import {promises as fs} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {after, before, test} from 'node:test';

import {serve} from '../../tools/lib/server.mjs';

import {assertLikeCommandLine, assertQuiet, button, kCoarse, launch, layout, listen, load, middle, serveSite, started, state} from './support.mjs';

let browser, site, outer, folder, page, frame;

before(async () => {
  [browser, site] = await Promise.all([launch(), serveSite()]);
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'gf-outer-'));
  await fs.writeFile(path.join(folder, 'index.html'), `<!doctype html><meta charset="utf-8"><title>A course</title><link rel="icon" href="data:,">
    <body style="margin: 0; height: 4000px"><h1>A course</h1><input id="search" value="find">
    <iframe src="${site.address}?" style="display: block; width: 900px; height: 560px; border: 0"></iframe><p>More of it</p></body>`);
  outer = await serve({folder, port: 0, isolated: false});
  const context = await browser.newContext({...kCoarse, viewport: {width: 1000, height: 700}});
  page = listen(await context.newPage());
  // Another name for the same machine is another site to the browser.
  await page.goto(outer.address.replace('127.0.0.1', 'localhost'));
  frame = await (await page.waitForSelector('iframe')).contentFrame();
  await started(frame);
});
after(async () => {
  await Promise.all([browser.close(), site.close(), outer.close()]);
  await fs.rm(folder, {recursive: true});
});

const offset = () => page.evaluate(() => {
  const {left, top} = document.querySelector('iframe').getBoundingClientRect();
  return [left, top];
});

test('it runs without threads and computes the same', async () => {
  assert.equal(await frame.evaluate(() => window.glassformer.build), 'single-relaxed');
  await assertLikeCommandLine(frame);
  assertQuiet(page);
});

test('the mouse edits inside the frame', async () => {
  await load(frame, {lesson: 'softmax', scene: 'z* as matrix'});
  const grid = (await layout(frame)).find((each) => each.id === 'grid:z');
  const [left, top] = await offset();
  const x = left + grid.x + grid.cell_width / 2, y = top + grid.y + grid.cell_height / 2;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y, {steps: 5});
  await page.mouse.up();
  const snapshot = await assertLikeCommandLine(frame);
  assert.ok(snapshot.document.inputs.z[0][0] > 2);
});

test('the wheel belongs to the page while all of the scene is seen; a plan that is zoomed into scrolls first', async () => {
  await load(frame, {lesson: 'softmax'});
  const [left, top] = await offset();
  const place = async (id) => (await layout(frame)).find((each) => each.id === id);
  const bench = await place('part:bench');
  const turn = async (by) => {
    await page.mouse.move(left + bench.x + 40, top + bench.y + bench.height / 2);
    await page.mouse.wheel(0, by);
    await state(frame);
    return page.evaluate(() => scrollY);
  };
  assert.ok((await turn(100)) > 0, 'nothing to scroll: the page moves');
  await page.evaluate(() => scrollTo(0, 0));
  for (let presses = 0; presses < 7; ++presses) {
    const [x, y] = middle(await place(button(presses === 0 ? 'stage.whole' : 'stage.zoom_in')));
    await page.mouse.click(left + x, top + y);
    await state(frame);
  }
  assert.equal(await turn(100), 0, 'while the picture can scroll, the page stays');
  let scrolled = 0;
  for (let turns = 0; turns < 30 && scrolled === 0; ++turns) scrolled = await turn(200);
  assert.ok(scrolled > 0, 'at its end the page around scrolls');
  await page.evaluate(() => scrollTo(0, 0));
});

test('keys outside the frame are not taken', async () => {
  await page.focus('#search');
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('7');
  assert.equal(await page.inputValue('#search'), 'fin7');
});

test('Tab goes on to the page around after the last control', async () => {
  await page.evaluate(() => {
    const button = document.createElement('button');
    button.id = 'beyond';
    document.body.append(button);
  });
  await frame.focus('canvas');
  const inside = () => page.evaluate(() => document.activeElement.tagName === 'IFRAME');
  for (let presses = 0; presses < 80 && await inside(); ++presses) {
    await page.keyboard.press('Tab');
    await state(frame);
  }
  assert.equal(await inside(), false);
});

test('a small frame shows a matrix that can be used, says what it did not understand, and leaves alone what is locked', async () => {
  await page.evaluate((address) => {
    scrollTo(0, 0);  // nothing is drawn in a frame that is out of sight
    Object.assign(document.querySelector('iframe').style, {width: '480px', height: '320px'});
    document.querySelector('iframe').src = address;
  }, `${site.address}?show=weights&lock=weights,nothing&theme=pink#self-attention`);
  await frame.waitForURL(/show=weights/);
  await started(frame);
  const notices = [];
  for (let id; (id = (await state(frame)).notice?.id);) {
    notices.push(id);
    const [x, y] = middle((await layout(frame)).find((each) => each.id === button('dismiss')));
    const [left, top] = await offset();
    await page.mouse.click(left + x, top + y);
  }
  assert.deepEqual(notices, ['unknown_choice', 'unknown_to_lock']);
  const places = await layout(frame), grid = places.find((each) => each.id === 'grid:weights');
  assert.ok(grid.seen_width >= grid.width - 1 && grid.seen_height >= grid.height - 1, 'all of it is seen');
  assert.ok(grid.cell_width > 30 && grid.cell_height > 20);
  assert.deepEqual(places.filter(({id}) => /^(grid|input|button|lesson):/.test(id)).map(({id}) => id), ['grid:weights'], 'and nothing else');
  const [left, top] = await offset();
  await page.mouse.dblclick(left + grid.x + grid.cell_width / 2, top + grid.y + grid.cell_height / 2);
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  const {document} = await state(frame);
  assert.deepEqual([document.selection?.node, document.pins], ['weights', undefined]);
});

// The canvas has sharp drawing. It is drawn only after a change, and again after the graphics context was lost.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';

import {assertLikeCommandLine, assertNotBlank, assertQuiet, cellPoint, launch, load, open, pressCell, serveSite, state} from './support.mjs';

let browser, site;

before(async () => {
  [browser, site] = await Promise.all([launch(), serveSite()]);
});
after(() => Promise.all([browser.close(), site.close()]));

async function withPage(options, build, body) {
  const context = await browser.newContext({viewport: {width: 1280, height: 800}, ...options});
  try {
    const page = await open(context, `${site.address}?build=${build}`);
    await load(page, {lesson: 'softmax', scene: 'z* as matrix'});
    await body(page);
    assertQuiet(page);
  } finally {
    await context.close();
  }
}

const frames = (page) => page.evaluate(() => window.glassformer.frames());

/** Resolves with the number of frames in a time. Only this function waits for a time, since the promise is about a time. */
const framesIn = (page, ms) => page.evaluate(async (timeMs) => {
  const before = window.glassformer.frames();
  await new Promise((resolve) => setTimeout(resolve, timeMs));
  return window.glassformer.frames() - before;
}, ms);

for (const build of ['threads', 'single']) {
  test(`${build}: something is drawn, nothing more while idle, and again after an edit`, () => withPage({}, build, async (page) => {
    await assertNotBlank(page, await page.screenshot());
    await state(page);
    await state(page);  // the question for the snapshot asks for a frame as well
    await framesIn(page, 500);
    assert.equal(await framesIn(page, 5000), 0, 'no frame in 5 idle seconds');

    const before = await frames(page);
    await pressCell(page, 'z', 0, 0, 2);
    await page.keyboard.type('3.5');
    await page.keyboard.press('Enter');
    await assertLikeCommandLine(page);
    assert.ok(await frames(page) > before, 'frames are drawn after an edit');
    await page.mouse.move(640, 795);
    await state(page);
    await framesIn(page, 500);
    assert.equal(await framesIn(page, 2000), 0, 'and stop again');
  }));
}

test('the pointer at rest on a cell draws nothing either', () => withPage({}, 'single', async (page) => {
  await page.mouse.move(...await cellPoint(page, 'z', 0, 1));
  await state(page);
  await framesIn(page, 1500);  // tooltips come after a moment
  assert.equal(await framesIn(page, 2000), 0);
}));

test('a text field that has the keyboard draws nothing while nobody types', () => withPage({}, 'single', async (page) => {
  await pressCell(page, 'z', 0, 1, 2);
  await framesIn(page, 500);
  assert.equal(await framesIn(page, 2000), 0, 'no blinking cursor');
}));

test('the canvas has the pixels of the screen at any ratio', async () => {
  for (const deviceScaleFactor of [1, 1.25, 2]) {
    await withPage({deviceScaleFactor}, 'single', async (page) => {
      const size = await page.evaluate(() => {
        const c = document.querySelector('canvas');
        return [c.width, c.height];
      });
      assert.deepEqual(size, [1280 * deviceScaleFactor, 800 * deviceScaleFactor]);
    });
  }
});

test('a window that changes its size is drawn anew at once', () => withPage({}, 'single', async (page) => {
  await page.setViewportSize({width: 700, height: 500});
  await state(page);
  assert.deepEqual(await page.evaluate(() => {
    const c = document.querySelector('canvas');
    return [c.width, c.height];
  }),
    [700, 500]);
  await assertNotBlank(page, await page.screenshot());
}));

for (const build of ['threads', 'single']) {
  test(`${build}: a lost graphics context comes back, and the page goes on`, () => withPage({}, build, async (page) => {
    await load(page, {lesson: 'position-encoding', inputs: {length: 64, width: 128}});  // a heat map has GL objects of its own
    const before = await page.screenshot();
    // A context can come back only after the event of its loss, which is late on a busy machine.
    await page.evaluate(async () => {
      const canvas = document.querySelector('canvas');
      const told = new Promise((resolve) => canvas.addEventListener('webglcontextlost', resolve, {once: true}));
      window.lost = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
      window.lost.loseContext();
      await told;
      await new Promise((resolve) => setTimeout(resolve));
    });
    await page.mouse.move(600, 500);
    await page.keyboard.press('Shift');  // input meanwhile does no harm
    await page.evaluate(() => {
      const back = new Promise((resolve) => document.querySelector('canvas').addEventListener('webglcontextrestored', resolve, {once: true}));
      window.lost.restoreContext();
      return back;
    });
    await load(page, {lesson: 'position-encoding', inputs: {length: 64, width: 128}});
    await page.mouse.move(640, 799);
    await state(page);
    const after = await page.screenshot();
    await assertNotBlank(page, after);
    assert.ok(Math.abs(after.length - before.length) < 0.2 * before.length, 'about the same picture as before');
    await load(page, {lesson: 'softmax', scene: 'z* as matrix', inputs: {z: [[1, 2]]}});
    await assertLikeCommandLine(page);
  }));
}

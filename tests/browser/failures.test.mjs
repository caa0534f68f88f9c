// What the page does when the program fails inside, or loses its graphics: it says so once, in words, and one can go on.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';

import {button, find, kCoarse, launch, listen, load, middle, open, send, serveSite, started, state, words} from './support.mjs';

let browser, site;

before(async () => {
  [browser, site] = await Promise.all([launch(), serveSite()]);
});
after(() => Promise.all([browser.close(), site.close()]));

/**
 * A page whose program can be made to fail: it traps in every call while `window.trap` is set, and in its first life from the beginning where
 * `atStart` is set. Such errors are told in the console, so it is not asked to be quiet.
 */
async function failingPage(address, atStart) {
  const context = await browser.newContext({...kCoarse, viewport: {width: 1000, height: 700}});
  await context.addInitScript((fromTheStart) => {
    const original = WebAssembly.instantiate;
    let lives = 0;
    WebAssembly.instantiate = async (...given) => {
      const instance = await original(...given);
      const life = ++lives;
      const guarded = (call) => (...words) => {
        if (window.trap || (fromTheStart && life === 1)) throw new WebAssembly.RuntimeError('unreachable');
        return call(...words);
      };
      const wrapped = Object.entries(instance.exports).map(([name, it]) => [name, typeof it === 'function' ? guarded(it) : it]);
      return {exports: Object.fromEntries(wrapped)};
    };
  }, atStart);
  const page = listen(await context.newPage());
  await page.goto(address);
  return page;
}

const alerts = (page) => page.locator('[role=alert]').allTextContents();

/** The alert that there is, which is one. */
async function onlyAlert(page) {
  await page.waitForSelector('[role=alert]');
  const texts = await alerts(page);
  assert.equal(texts.length, 1, texts.join(' | '));
  assert.doesNotMatch(texts[0], /\[object|undefined/);
  return texts[0];
}

const startOf = (id) => words(`page.${id}`).split('{')[0];

test('a start that fails with a link starts without it and says so', async () => {
  const page = await failingPage(`${site.address}#d=AAAA`, true);
  await page.waitForFunction(() => window.glassformer?.build);
  const text = await onlyAlert(page);
  assert.ok(text.startsWith(startOf('without_link')), text);
  assert.equal((await state(page)).problem, null, 'nobody tried the link');
  await page.click('[role=alert] button');
  assert.deepEqual(await alerts(page), []);
  await load(page, {lesson: 'softmax'});
  await page.context().close();
});

test('a start that fails by itself is told once, and trying again starts', async () => {
  const page = await failingPage(site.address, true);
  const text = await onlyAlert(page);
  assert.ok(text.startsWith(startOf('start')), text);
  await page.click('[role=alert] button');
  await page.waitForFunction(() => window.glassformer?.build);
  await started(page);
  await page.context().close();
});

test('a trap ends the program in words, nothing of it runs on, and trying again starts it', async () => {
  const page = await failingPage(site.address, false);
  await started(page);
  await load(page, {lesson: 'softmax'});
  // At once: a frame that is due would run into the trap first.
  const thrown = (trap) => page.evaluate((it) => {
    window.trap = it;
    try {
      return JSON.stringify(window.glassformer.send({type: 'snapshot'}));
    } catch (error) {
      return error.message;
    }
  }, trap);
  assert.equal(await thrown(true), 'unreachable');
  const text = await onlyAlert(page);
  assert.ok(text.startsWith(startOf('stopped')), text);
  assert.equal(await thrown(false), words('page.over'), 'its memory is not trusted any more');
  await page.setViewportSize({width: 900, height: 600});
  await page.keyboard.press('Tab');
  assert.equal((await alerts(page)).length, 1);
  await page.click('[role=alert] button');
  await page.waitForFunction(() => document.querySelector('[role=alert], .gf-message') === null);
  await started(page);
  await load(page, {lesson: 'softmax'});
  await page.context().close();
});

test('graphics that are taken away and not given back: said after a moment, and trying again keeps the work', async () => {
  const context = await browser.newContext({...kCoarse, viewport: {width: 1000, height: 700}});
  const page = await open(context, site.address);
  const {document} = await load(page, {lesson: 'softmax', inputs: {z: [[3, 1, 4]], beta: 2}});
  await page.evaluate(() => document.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext());
  const text = await onlyAlert(page);
  assert.ok(text.startsWith(startOf('no_context')), text);
  assert.deepEqual((await send(page, {type: 'snapshot'})).document, document, 'the program itself goes on');
  await page.click('[role=alert] button');
  await page.waitForFunction(() => document.querySelector('.gf-message') === null);
  await started(page);
  assert.deepEqual((await state(page)).document.inputs, document.inputs);
  await context.close();
});

test('graphics that come back in time are not spoken of, and the film that played plays on', async () => {
  const context = await browser.newContext({...kCoarse, viewport: {width: 1000, height: 700}});
  const page = await open(context, site.address);
  await load(page, {lesson: 'self-attention'});
  await page.mouse.click(...middle(await find(page, button('film.play'))));
  const isOn = () => window.glassformer.send({type: 'layout'}).places.some((place) => place.id === 'film:time');
  await page.waitForFunction(isOn);
  await page.evaluate(async () => {
    const graphics = document.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context');
    const came = new Promise((resolve) => document.querySelector('canvas').addEventListener('webglcontextrestored', resolve));
    graphics.loseContext();
    setTimeout(() => graphics.restoreContext(), 100);
    await came;
    await new Promise((resolve) => setTimeout(resolve, 1500));
  });
  assert.deepEqual(await alerts(page), []);
  assert.ok(await page.evaluate(isOn), 'it is drawn again, and not at its end');
  await context.close();
});

// The page when the program fails or loses its graphics: it says so once, in words, and the reader can go on.
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

/** Resolves with the text of the only alert. */
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
  // The call comes at once, since the next frame would run into the trap first.
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

const kModel = '**/assets/models/*.safetensors';
const kPage = {
  status: 200,
  contentType: 'text/html',
  body: '<!doctype html><title>Welcome to the hotel</title>'
};

test('a log-in page in place of a model is said, and a press tries again once the network is there', async () => {
  const context = await browser.newContext({...kCoarse, viewport: {width: 1000, height: 700}});
  const page = await open(context, `${site.address}#softmax`);
  await context.route(kModel, (route) => route.fulfill(kPage));
  await send(page, {type: 'load', document: {lesson: 'lora', inputs: {}}});
  await page.waitForFunction(() => window.glassformer.send({type: 'snapshot', trace: false}).problem);
  const {problem, document} = await state(page);
  assert.equal(problem.id, 'missing_file');
  assert.equal(document.lesson, 'softmax');
  await context.unroute(kModel);
  await page.mouse.click(...middle(await find(page, button('try_again'))));
  await page.waitForFunction(() => window.glassformer.send({type: 'snapshot', trace: false}).document.lesson === 'lora');
  await state(page);
  assert.equal((await state(page)).problem, null);
  await context.close();
});

test('texts that are none, or a page in place of a part, are a download that failed; what is kept is not put aside', async () => {
  for (const [part, answer] of [['**/assets/text/en.json', {body: '{}'}], ['**/*.ttc', kPage], ['**/*.wasm', kPage]]) {
    const context = await browser.newContext({...kCoarse, viewport: {width: 1000, height: 700}});
    const page = await context.newPage();
    await page.goto(`${site.address}/no-such-page`);
    const kept = 'glassformer:/:work-softmax';
    await page.evaluate((name) => localStorage.setItem(name, 'kept'), kept);
    await context.route(part, (route) => route.fulfill(answer));
    await page.goto(site.address);
    const text = await onlyAlert(page);
    assert.ok(text.startsWith(startOf('download')), text);
    assert.equal(await page.evaluate((name) => localStorage.getItem(name), kept), 'kept');
    await context.unroute(part);
    await page.click('[role=alert] button');
    await page.waitForFunction(() => window.glassformer?.build);
    await context.close();
  }
});

test('a shader that does not compile is told with the words of the compiler', async () => {
  const context = await browser.newContext({...kCoarse, viewport: {width: 1000, height: 700}});
  await context.route('**/heatmap.frag', (route) => route.fulfill({body: 'void main() { nonsense }'}));
  const page = await context.newPage();
  await page.goto(`${site.address}#multi-head/step-4`);
  assert.match(await onlyAlert(page), /the fragment shader does not compile: .*nonsense/s);
  await context.close();
});

test('a snapshot that there is no memory for is refused alone, and the program goes on', async () => {
  const context = await browser.newContext({...kCoarse, viewport: {width: 1000, height: 700}});
  const page = await open(context, `${site.address}?build=single-relaxed#softmax`);
  const answer = await page.evaluate(() => {
    const {grow} = WebAssembly.Memory.prototype;
    WebAssembly.Memory.prototype.grow = () => {
      throw new RangeError('no memory');
    };
    // The message is larger than the free memory.
    try {
      return window.glassformer.send({type: 'load', link: 'A'.repeat(200e6)}).problem?.id;
    } finally {
      WebAssembly.Memory.prototype.grow = grow;
    }
  });
  assert.equal(answer, 'out_of_memory');
  assert.deepEqual(await alerts(page), []);
  assert.equal((await state(page)).document.lesson, 'softmax');
  await context.close();
});

// The page chooses a build that can run. If none can, it gives the reason in words.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';

import {assertLikeCommandLine, assertQuiet, kBuilds, kCoarse, kSite, launch, listen, open, serveSite, words} from './support.mjs';

let browser, isolated, plain;

before(async () => {
  [browser, isolated, plain] = await Promise.all([launch(), serveSite(), serveSite({isolated: false})]);
});
after(() => Promise.all([browser.close(), isolated.close(), plain.close()]));

/** Runs `body` with a page of a fresh profile. */
async function withContext(options, body) {
  const context = await browser.newContext({...kCoarse, ...options});
  try {
    await body(context);
  } finally {
    await context.close();
  }
}

/** Resolves with the words with which the page refuses, and the id of the reason. */
async function refusal(context, address) {
  const page = listen(await context.newPage());
  await page.goto(address);
  await page.waitForSelector('[role=alert]');
  const reason = await page.evaluate(() => window.glassformer.ready.then(() => 'ready', (error) => error.id));
  return {page, reason, text: await page.textContent('[role=alert] p'), buttons: await page.locator('[role=alert] button').count()};
}

for (const build of kBuilds) {
  test(`the build ${build} starts, is what it says, and computes what the command line prints`, () => withContext({}, async (context) => {
    const page = await open(context, `${isolated.address}?build=${build}`);
    const {name, isIsolated, first} = await page.evaluate(async () => {
      const api = await window.glassformer.ready;
      return {name: api.build, isIsolated: crossOriginIsolated, first: api.firstFrameMs};
    });
    assert.equal(name, build);
    assert.equal(isIsolated, true, 'tools/serve isolates the page');
    assert.ok(first > 0, 'the time of the first frame is known');
    const snapshot = await assertLikeCommandLine(page);
    assert.ok(snapshot.trace.nodes.length > 0, 'there are nodes');
    assertQuiet(page);
  }));
}

test('an isolated page gets threads and relaxed SIMD by itself', () => withContext({}, async (context) => {
  const page = await open(context, isolated.address);
  assert.equal(await page.evaluate(() => window.glassformer.build), 'threads-relaxed');
}));

test('on a plain host a service worker isolates the page: threads', () => withContext({}, async (context) => {
  const page = await open(context, plain.address);
  assert.equal(await page.evaluate(() => crossOriginIsolated), true);
  assert.equal(await page.evaluate(() => window.glassformer.build), 'threads-relaxed');
  await assertLikeCommandLine(page);
  assertQuiet(page);
}));

test('on a plain host without service workers: the build without threads', () => withContext({}, async (context) => {
  await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'serviceWorker', {value: undefined}));
  const page = await open(context, plain.address);
  assert.equal(await page.evaluate(() => crossOriginIsolated), false);
  assert.equal(await page.evaluate(() => window.glassformer.build), 'single-relaxed');
  await assertLikeCommandLine(page);
}));

test('threads that are asked for where the page is not isolated are refused in words, and nothing hangs', () => withContext({}, async (context) => {
  await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'serviceWorker', {value: undefined}));
  const {reason, text, buttons} = await refusal(context, `${plain.address}?build=threads`);
  assert.equal(reason, 'no_threads');
  assert.match(text, /threads.*isolation/);
  assert.equal(buttons, 0, 'trying again would not help');
}));

test('a build that does not exist is named with those that do', () => withContext({}, async (context) => {
  const {reason, text} = await refusal(context, `${isolated.address}?build=quantum`);
  assert.equal(reason, 'unknown_build');
  assert.match(text, /quantum.*threads.*single/);
}));

test('a build that the server does not have, or not yet, is named; once it is there, trying again works', () => withContext({}, async (context) => {
  // tools/demo serves the page so while it builds the variants that few browsers take.
  await context.route('**/glassformer-single.*', (route) => route.fulfill({status: 404, body: 'not found'}));
  const own = await open(context, isolated.address);
  assert.equal(await own.evaluate(() => window.glassformer.build), 'threads-relaxed', 'the page needs no other');
  const {page, reason, text, buttons} = await refusal(context, `${isolated.address}?build=single`);
  assert.equal(reason, 'not_built');
  assert.match(text, /“single”.*tools\/demo serves the page/);
  assert.equal(buttons, 1);
  await context.unroute('**/glassformer-single.*');
  await page.click('[role=alert] button');
  await page.waitForFunction(() => window.glassformer.build === 'single');
}));

test('without WebGL 2 the page says so', () => withContext({}, async (context) => {
  await context.addInitScript(() => {
    const original = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function(kind, ...rest) { return kind === 'webgl2' ? null : original.call(this, kind, ...rest); };
  });
  const {reason, text} = await refusal(context, isolated.address);
  assert.equal(reason, 'no_webgl');
  assert.match(text, /WebGL 2/);
}));

test('without SIMD the page says so', () => withContext({}, async (context) => {
  await context.addInitScript(() => {
    WebAssembly.validate = () => false;
  });
  const {reason, text} = await refusal(context, isolated.address);
  assert.equal(reason, 'no_simd');
  assert.match(text, /SIMD/);
}));

test('without relaxed SIMD the plain build is taken', () => withContext({}, async (context) => {
  await context.addInitScript(() => {
    const original = WebAssembly.validate;
    // The longer of the two probes is that of relaxed SIMD.
    WebAssembly.validate = (bytes) => bytes.length < 32 && original(bytes);
  });
  const page = await open(context, isolated.address);
  assert.equal(await page.evaluate(() => window.glassformer.build), 'threads');
}));

test('a download that fails is named, and trying again works once the connection is back', () => withContext({}, async (context) => {
  await context.route('**/*.wasm', (route) => route.abort());
  const {page, reason, text, buttons} = await refusal(context, isolated.address);
  assert.equal(reason, 'download');
  assert.match(text, /glassformer-\S+\.wasm/);
  assert.equal(buttons, 1);
  await context.unroute('**/*.wasm');
  await page.click('[role=alert] button');
  await page.waitForFunction(() => window.glassformer.build);
  await assertLikeCommandLine(page);
}));

test('opened from a disk the page says what to do', () => withContext({}, async (context) => {
  const page = await context.newPage();
  await page.goto(`file://${kSite}/index.html`);
  assert.match(await page.textContent('[role=alert]'), /from a file on the disk.*tools\/demo/);
}));

// Returns the contrast of the lighter colour to the darker (WCAG).
function contrast(one, other) {
  const luminance = (color) => {
    const [r, g, b] = color.match(/\d+/g).map((part) => part / 255).map((s) => (s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

for (const colorScheme of ['light', 'dark']) {
  test(`before any script comes the page has words that can be read: ${colorScheme}`, () => withContext({colorScheme}, async (context) => {
    let letGo;
    const held = new Promise((resolve) => {
      letGo = resolve;
    });
    await context.route('**/*.js', async (route) => {
      await held;
      await route.continue().catch(() => {});
    });
    const page = await context.newPage();
    await page.goto(isolated.address, {waitUntil: 'commit'});
    // The words exist before their colours have come, but nothing is painted until then.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    const look = () => page.evaluate(() => {
      const style = (selector) => getComputedStyle(document.querySelector(selector));
      return {
        paper: style('.gf-root').backgroundColor,
        page: style('html').backgroundColor,
        words: style('[role=status]').color,
        over: style('[role=status]').backgroundColor
      };
    });
    const {paper, page: around, words: ink, over} = await look();
    assert.equal(paper, around);
    assert.equal(over, paper, 'the words stand on the page');
    assert.ok(contrast(paper, ink) >= 4.5, `${ink} on ${paper}`);
    assert.ok(contrast(paper, colorScheme === 'light' ? 'rgb(0, 0, 0)' : 'rgb(255, 255, 255)') > 15, 'the page has the colour of its theme');
    letGo();
    // A canvas before its first frame is black, so it is hidden.
    await page.waitForSelector('.gf-canvas.gf-waiting', {state: 'attached'});
    assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector('.gf-canvas.gf-waiting') ?? document.body).opacity), '0');
    await page.waitForFunction(() => window.glassformer?.build);
    await page.waitForFunction(() => !document.querySelector('.gf-first-picture') && !document.querySelector('.gf-waiting'));
  }));
}

test('while it loads over a slow connection the page says how much has come', () => withContext({}, async (context) => {
  // The test notes each message, since messages are soon gone.
  await context.addInitScript(() => {
    window.said = [];
    const look = () => window.said.push(document.querySelector('.gf-message p[aria-hidden]')?.textContent);
    new MutationObserver(look).observe(document, {childList: true, subtree: true, characterData: true});
  });
  await context.route('**/start.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));  // a slow connection
    await route.continue();
  });
  const page = await open(context, isolated.address);
  const {said, bytes} = await page.evaluate(async () => ({said: window.said, bytes: (await import('./glassformer-threads-relaxed.js')).wasmBytes}));
  const total = (bytes / 1e6).toFixed(1);
  // The amount at the moment when the words go differs each time. So does whether the script, which knows the whole length, has come by then.
  const [before, after] = words('page.loaded').replace('{total}', total).split('{done}');
  const [alone, unit] = words('page.loaded_so_far').split('{done}');
  const says = (text, start, end) => text.startsWith(start) && text.endsWith(end) && Number(text.slice(start.length, -end.length)) <= total;
  assert.ok(said.some((text) => text && (says(text, before, after) || says(text, alone, unit))), `so much of ${total} MB: ${said.join(' | ')}`);
}));

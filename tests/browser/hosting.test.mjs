// The program in the pages of authors and hosts: several frames in an article of another site, a sandbox, a policy, paper, other pages beside it.
import assert from 'node:assert/strict';
import {promises as fs} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {after, before, test} from 'node:test';
import {inflateSync} from 'node:zlib';

import {serve} from '../../tools/lib/server.mjs';

import {assertQuiet, kSite, launch, listen, load, send, serveSite, started, words} from './support.mjs';

let browser, site, outer, folder;

// The pages are coarse, with enough pixels for a picture on paper.
const kPrinted = {
  deviceScaleFactor: 0.25
};

const kFrames = [
  '?', '?show=weights#self-attention', '?show=scores&lock=all&theme=light#self-attention', '?show=all&hide=rail,steps,toolbar,inspector',
  '?hide=rail,steps,toolbar&size=125'
];

before(async () => {
  [browser, site] = await Promise.all([launch(), serveSite()]);
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'gf-article-'));
  const page = (body) => `<!doctype html><meta charset="utf-8"><title>An article</title><link rel="icon" href="data:,"><body style="margin: 0">${body}</body>`;
  await fs.writeFile(path.join(folder, 'index.html'),
    page(`<h1>An article</h1><input id="search">
    ${
      kFrames.map((query) => `<iframe src="${site.address}${query}" style="display: block; width: 480px; height: 200px; border: 0"></iframe><p>Text</p>`)
        .join('\n')}`));
  await fs.writeFile(
    path.join(folder, 'sandbox.html'), page(`<iframe sandbox="allow-scripts" src="${site.address}" style="width: 600px; height: 400px"></iframe>`));
  outer = await serve({folder, port: 0, isolated: false});
});
after(async () => {
  await Promise.all([browser.close(), site.close(), outer.close()]);
  await fs.rm(folder, {recursive: true});
});

// Another name for the same machine is another site to the browser.
const article = (name = '') => outer.address.replace('127.0.0.1', 'localhost') + name;

async function newPage(viewport = {
  width: 700,
  height: 900
}) {
  const context = await browser.newContext({...kPrinted, viewport});
  return listen(await context.newPage());
}

/** Returns the number of fill colours in a PDF of Chromium: a drawing of cells has many, text on a page has few. */
function coloursOfDrawings(pdf) {
  const seen = new Set(), text = pdf.toString('latin1');
  for (const {0: head, index} of text.matchAll(/<<[^>]*\/FlateDecode[^>]*>>\s*stream\r?\n/g)) {
    const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
    if (head.includes('/Image')) continue;
    let drawn;
    try {
      drawn = inflateSync(pdf.subarray(index + head.length, index + head.length + length)).toString('latin1');
    } catch {
      continue;  // a font
    }
    for (const [colour] of drawn.matchAll(/[\d.]+ [\d.]+ [\d.]+ rg\b/g)) seen.add(colour);
  }
  return seen.size;
}

test('frames in an article leave its keyboard alone, say nothing of storage by themselves, and are printed', async () => {
  const page = await newPage();
  // The browser lets no page of another site keep data.
  await page.addInitScript(() => {
    if (window.top === window) return;
    const blocked = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, {get: blocked});
  });
  await page.goto(article(), {waitUntil: 'commit'});
  await page.waitForSelector('#search');
  await page.focus('#search');
  const frames = () => page.frames().filter((each) => each !== page.mainFrame());
  const areUp = async () => (frames().length === kFrames.length) &&
    (await Promise.all(frames().map((each) => each.evaluate(() => Boolean(window.glassformer?.build)).catch(() => false)))).every(Boolean);
  let typed = '';
  // The frames begin when they come into sight; the reader scrolls and types meanwhile.
  for (let i = 0; !(await areUp()); ++i) {
    const letter = 'abcdefghij'[i % 10];
    await page.keyboard.type(letter);
    typed += letter;
    await page.evaluate((part) => scrollTo(0, part * 300), i % 3);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await page.keyboard.type('!');
  assert.equal(await page.inputValue('#search'), typed + '!', 'all letters arrive');
  // Frames that are out of sight draw nothing and answer all the same.
  const noticeOf = async (frame) => (await send(frame, {type: 'snapshot', trace: false})).notice?.id;
  for (const frame of frames()) assert.equal(await noticeOf(frame), undefined, frame.url());
  const colours = coloursOfDrawings(await page.pdf({printBackground: true}));
  assert.ok(colours > 12, `${colours} colours on paper`);
  for (const frame of frames()) {
    await frame.evaluate(() => dispatchEvent(new Event('beforeprint')));
    assert.ok(await frame.locator('svg.gf-picture text').count() > 3, `a drawing with words in ${frame.url()}`);
    await frame.evaluate(() => dispatchEvent(new Event('afterprint')));
  }
  await page.evaluate(() => {
    document.activeElement.blur();
    scrollTo(0, 0);
  });
  await page.keyboard.press('Space');
  await page.waitForFunction(() => scrollY > 100);
  await page.evaluate(() => scrollTo(0, 0));
  for (const [query, notice] of [[kFrames[1], 'not_kept_in_frame'], [kFrames[2], undefined]]) {
    const frame = frames().find((each) => each.url() === site.address + query);
    await load(frame, {lesson: 'self-attention', inputs: {causal: true}});
    assert.equal(await noticeOf(frame), notice, query);
  }
  await page.context().close();
});

test('in a sandbox without an origin the program starts', async () => {
  const page = await newPage();
  await page.goto(article('sandbox.html'));
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  await started(frame);
  assert.equal(await frame.evaluate(() => self.origin), 'null');
  await page.context().close();
});

/** Opens a page with a Content-Security-Policy. */
async function under(policy) {
  const page = await newPage();
  await page.route(site.address, async (route) => {
    const response = await route.fetch();
    await route.fulfill({response, headers: {...response.headers(), 'content-security-policy': policy}});
  });
  await page.goto(site.address);
  return page;
}
const kStrict = 'default-src \'self\'', kEnough = `${kStrict}; script-src 'self' 'wasm-unsafe-eval'`;

test('a policy that permits the page its own files and WebAssembly is enough, on paper as well', async () => {
  const page = await under(kEnough);
  await started(page);
  assert.equal(await page.evaluate(() => window.glassformer.build), 'threads-relaxed');
  assert.ok(coloursOfDrawings(await page.pdf()) > 5);
  assert.equal(await page.locator('.gf-picture').count(), 0, 'the picture goes once it is printed');
  assertQuiet(page);
  await page.context().close();
});

test('a policy that forbids WebAssembly is named', async () => {
  const page = await under(kStrict);
  assert.equal(await page.textContent('[role=alert] p'), words('page.no_wasm'));
  await page.context().close();
});

test('if a policy forbids workers, the build without threads runs', async () => {
  const page = await under(`${kEnough}; worker-src 'none'`);
  await started(page);
  assert.equal(await page.evaluate(() => window.glassformer.build), 'single-relaxed');
  await page.context().close();
});

test('a page whose scripts do not come says so; a stage without a size gets one; the words can be read while it loads', async () => {
  const page = await newPage();
  await page.route('**/start.js', (route) => route.abort());
  await page.goto(site.address);
  assert.match(await page.textContent('[role=alert]'), /could not be loaded.*Hosting/);
  await page.unroute('**/start.js');
  await page.route('**/glassformer.css', async (route) => {
    const response = await route.fetch();
    await route.fulfill({response, body: await response.text() + '.gf-page .gf-root { position: relative; }'});
  });
  await page.goto(`${site.address}?1`);
  const back = await page.evaluate(() => {
    const box = document.createElement('div');
    box.className = 'gf-message';
    document.body.append(box);
    const {backgroundColor} = getComputedStyle(box);
    box.remove();
    return backgroundColor;
  });
  assert.equal(back, 'rgb(247, 245, 240)', 'words stand on the page, not on a black canvas');
  await started(page);
  await page.context().close();
});

test('the service worker isolates the page alone, and goes when it is asked to', async () => {
  const beside = await fs.mkdtemp(path.join(os.tmpdir(), 'gf-beside-'));
  await fs.cp(kSite, beside, {recursive: true, filter: (file) => !/glassformer-(threads|single)\.(js|wasm)|\.br$/.test(file)});
  await fs.writeFile(
    path.join(beside, 'blog.html'), `<!doctype html><title>A blog</title><link rel="icon" href="data:,"><iframe src="${article('sandbox.html')}"></iframe>`);
  const plain = await serve({folder: beside, port: 0, isolated: false});
  const page = await newPage();
  const isIsolated = async (address) => {
    await page.goto(address);
    await page.waitForFunction(() => document.title === 'A blog' || window.glassformer?.build);
    return page.evaluate(() => crossOriginIsolated);
  };
  try {
    assert.equal(await isIsolated(plain.address), true);
    assert.equal(await isIsolated(`${plain.address}blog.html`), false, 'the page beside it is as its author made it');
    assert.ok(page.frames()[1].url().endsWith('sandbox.html'), 'and its frames of other sites are shown');
    assert.equal(await isIsolated(plain.address), true);
    await isIsolated(`${plain.address}?isolation=off`);
    assert.equal(await page.evaluate(() => navigator.serviceWorker.getRegistrations().then((all) => all.length)), 0);
    assert.equal(await isIsolated(`${plain.address}?isolation=off`), false);
  } finally {
    await page.context().close();
    await plain.close();
    await fs.rm(beside, {recursive: true});
  }
});

// The files of a visited release that a browser keeps, the arrival of a newer release, and other pages, which the service worker leaves alone.
import assert from 'node:assert/strict';
import {promises as fs} from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';

import {makeFolder} from '../../tools/lib/release/folder.mjs';
import {serve} from '../../tools/lib/server.mjs';

import {copySite, publicFolder} from './servers.mjs';
import {isKept, kCoarse, kSite, launch, listen, nodeOf, send, settled, started, until, words} from './support.mjs';

// The files that these tests ask for.
const kOfSite = /^(?!pictures\/|glassformer-(threads|single)\.)|^pictures\/(steps\.json|start-)/;
let browser, folder, older, newer;
const hosts = [];

before(async () => {
  folder = await publicFolder('gf-keeping-');
  const site = path.join(folder, 'site');
  await copySite(kSite, site, (name) => kOfSite.test(name) && !name.endsWith('.br'));
  older = await makeFolder({site, to: path.join(folder, 'older'), version: '1.0.0', quality: 1});
  await fs.appendFile(path.join(site, 'start.js'), '\nglobalThis.isNewer = true;\n');
  newer = await makeFolder({site, to: path.join(folder, 'newer'), version: '1.1.0', quality: 1});
  browser = await launch();
});
after(async () => {
  await browser.close();
  for (const {close} of hosts) await close();
  await fs.rm(folder, {recursive: true});
});

/** Resolves with a host that has a release in a folder: `{address, outer, folder, asked, close}`; `outer` is the root of the host. */
async function host(release, options) {
  const root = await fs.mkdtemp(path.join(folder, 'host-')), asked = [];
  await fs.cp(release.folder, path.join(root, 'glassformer'), {recursive: true});
  const {address, close} = await serve({folder: root, port: 0, ...options, onAnswer: ({path: name, status}) => asked.push({name, status})});
  hosts.push({close});
  return {asked, close, outer: address, address: `${address}glassformer/`, folder: path.join(root, 'glassformer')};
}

async function newPage() {
  const context = await browser.newContext({...kCoarse, viewport: {width: 900, height: 700}, reducedMotion: 'reduce'});
  return listen(await context.newPage());
}

async function open(page, address) {
  await page.goto(address);
  await started(page);
}

/** Returns the folders of parts that a page has asked for. */
const partsOf = (page) => page.evaluate(() => [...new Set(performance.getEntriesByType('resource').flatMap(({name}) => name.match(/parts-\w+\//) ?? []))]);
const isNewer = (page) => page.evaluate(() => Boolean(globalThis.isNewer));

test('on a host without headers: after one visit the page opens without the network, with threads, and so does a lesson whose model was loaded', async () => {
  const plain = await host(older, {isolated: false}), page = await newPage();
  await open(page, plain.address);
  await send(page, {type: 'open', address: 'lora'});
  assert.equal((await settled(page)).problem, null);
  await isKept(page, older.parts);
  await plain.close();
  await page.goto(`${plain.address}#lora`);
  await page.reload();
  await started(page);
  const shown = await settled(page);
  assert.equal(shown.document.lesson, 'lora');
  assert.ok(shown.trace.nodes.length > 5 && nodeOf(shown, shown.trace.nodes[0].name).values, 'its model is there');
  assert.deepEqual([await page.evaluate(() => crossOriginIsolated), await page.evaluate(() => window.glassformer.build)], [true, 'threads-relaxed']);
  await open(page, `${plain.address}index.html?theme=dark`);
  const modules = ['common', 'rest'].map((name) => `glassformer-threads-relaxed.${name}.wasm`);
  const frame = await page.evaluate(() => performance.getEntriesByName('gf-first-frame')[0].startTime);
  const came = await page.evaluate(() => performance.getEntriesByType('resource').map(({name, responseEnd}) => [name.split('/').at(-1), responseEnd]));
  for (const module of modules) assert.ok(came.some(([name, ms]) => name === module && ms < frame), `${module} is there before anybody can call its functions`);
  // The page asks once whether the host is there.
  assert.deepEqual(page.said.filter((each) => !each.includes('net::ERR_CONNECTION_REFUSED')), []);
  await page.context().close();
});

test('a newer release is offered, never forced, and comes whole; files of two releases are never mixed', async () => {
  const server = await host(older), page = await newPage(), context = page.context();
  await open(page, server.address);
  const model = 'assets/models/reverse.safetensors';
  await page.evaluate((address) => fetch(address), older.parts + model);
  await isKept(page, older.parts);
  // The host is still copying: the worker came before the page.
  await fs.copyFile(path.join(newer.folder, 'isolation.js'), path.join(server.folder, 'isolation.js'));
  await page.reload();
  await started(page);
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).update().catch(() => {}));
  assert.equal(await page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting)), false);
  // The cache holds all of the newer release, and no file of the older one.
  await fs.rm(server.folder, {recursive: true});
  await fs.cp(newer.folder, server.folder, {recursive: true});
  const before = server.asked.length;
  await page.reload();
  await started(page);
  await page.waitForSelector('.gf-update');
  assert.equal(await page.textContent('.gf-update p'), words('page.update'));
  assert.equal(await isNewer(page), false);
  assert.deepEqual(await partsOf(page), [older.parts]);
  await send(page, {type: 'open', address: 'softmax'});
  await page.click(`.gf-update button:text("${words('page.update_later')}")`);
  assert.equal(await page.locator('.gf-update').count(), 0);
  await page.reload();
  await started(page);
  assert.equal(await isNewer(page), false, 'it is never forced');
  const second = listen(await context.newPage());
  await open(second, server.address);
  assert.equal(await isNewer(second), false);
  await page.waitForSelector('.gf-update');
  const arrived = page.waitForFunction(() => globalThis.isNewer);
  await page.click(`.gf-update button:text("${words('page.update_take')}")`);
  await arrived;
  await started(page);
  assert.equal((await send(page, {type: 'snapshot', trace: false})).document.lesson, 'softmax', 'the reader is where they were');
  assert.deepEqual(await partsOf(page), [newer.parts]);
  assert.equal(await isNewer(second), false, 'another page goes on as it is');
  assert.deepEqual(await partsOf(second), [older.parts]);
  // The texts of that lesson are in the kept file of all texts. The page asks whether its host still has its parts.
  const gone = server.asked.slice(before).filter(({name, status}) => name.includes(older.parts) || status >= 400);
  assert.deepEqual([...new Set(gone.map(({name}) => path.basename(name)))].sort(), ['softmax.json', 'start.js'], 'all else of the older release is kept');
  // The newer versions of the kept files come a moment later.
  await until(page, async (address) => Boolean(await caches.match(address)), newer.parts + model);
  await second.close();
  await isKept(page, newer.parts);
  await page.reload();
  await started(page);
  await until(page, async () => (await caches.keys()).length === 1);
  await server.close();
  await page.reload();
  await started(page);
  assert.equal(await isNewer(page), true, 'it opens without the network as well');
  assert.deepEqual(page.said.filter((each) => !/net::ERR_CONNECTION_REFUSED|status of 404/.test(each)), []);
  await context.close();
});

test('if the browser has lost a part that its host has no more, the page says so, and the newer release is the way out', async () => {
  const server = await host(older), page = await newPage();
  await open(page, server.address);
  await isKept(page, older.parts);
  await page.evaluate(async (part) => {
    await (await caches.open((await caches.keys())[0])).delete(part);
  }, `${older.parts}glassformer-threads-relaxed.wasm`);
  await fs.rm(server.folder, {recursive: true});
  await fs.cp(newer.folder, server.folder, {recursive: true});
  await page.reload();
  await page.waitForSelector('[role=alert]');
  assert.match(await page.textContent('[role=alert]'), /threads-relaxed/);
  await page.click(`.gf-update button:text("${words('page.update_take')}")`);
  await page.waitForFunction(() => globalThis.isNewer && window.glassformer?.build);
  assert.deepEqual(await partsOf(page), [newer.parts]);
  await page.context().close();
});

test('pages beside it are as their authors made them; it goes when it is asked to; a developer\'s site in its place is never an old one', async () => {
  const server = await host(older, {isolated: false}), page = await newPage();
  await fs.writeFile(path.join(server.folder, 'blog.html'),
    `<!doctype html><title>A blog</title><link rel="icon" href="data:,"><iframe src="${
      server.outer.replace('127.0.0.1', 'localhost')}glassformer/licences.html"></iframe>`);
  await open(page, server.address);
  await isKept(page, older.parts);
  const response = await page.goto(`${server.address}blog.html`);
  assert.deepEqual([response.fromServiceWorker(), await page.evaluate(() => crossOriginIsolated)], [false, false]);
  assert.ok(page.frames()[1].url().endsWith('licences.html'), 'frames of other sites are shown');
  await fs.writeFile(path.join(server.folder, 'blog.html'), '<!doctype html><title>A newer blog</title>');
  await page.reload();
  assert.equal(await page.title(), 'A newer blog');
  await page.goto(`${server.address}?isolation=off`);
  await until(page, async () => (await navigator.serviceWorker.getRegistrations()).length === 0 && (await caches.keys()).length === 0);
  await page.waitForFunction(() => window.glassformer?.build === 'single-relaxed');
  await open(page, server.address);
  await isKept(page, older.parts);
  await fs.rm(server.folder, {recursive: true});
  await fs.cp(path.join(folder, 'site'), server.folder, {recursive: true});
  await page.goto(server.address);
  await page.waitForFunction(() => globalThis.isNewer && window.glassformer?.build);
  assert.deepEqual([await partsOf(page), await page.evaluate(() => caches.keys())], [[], []]);
  await page.context().close();
  await server.close();
});

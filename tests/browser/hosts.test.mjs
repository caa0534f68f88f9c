// A release (tools/release): its content, and hosts that serve it from a folder with their usual configuration.
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {promises as fs} from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';
import {promisify} from 'node:util';
import {brotliDecompressSync} from 'node:zlib';

import {makeFolder} from '../../tools/lib/release/folder.mjs';
import {filesOf} from '../../tools/lib/release/site.mjs';
import {serve} from '../../tools/lib/server.mjs';

import {publicFolder, startApache, startNginx, startPython} from './servers.mjs';
import {assertQuiet, kCoarse, kSite, launch, listen, send, started, state} from './support.mjs';

const kFast = 1;  // quality of Brotli: the tests read compressed files, and don't weigh them
let browser, folder, release, names, texts;
const open = [];  // to be closed at the end

before(async () => {
  folder = await publicFolder('gf-hosts-');
  [browser, release] = await Promise.all([launch(), makeFolder({site: kSite, to: path.join(folder, 'glassformer'), version: '1.2.3', quality: kFast})]);
  await fs.copyFile(path.join(release.folder, 'hosts/apache.htaccess'), path.join(folder, 'glassformer/.htaccess'));
  names = (await filesOf(release.folder)).filter((name) => name !== '.htaccess');
});
after(async () => {
  await browser.close();
  for (const {close} of open) await close();
  await fs.rm(folder, {recursive: true});
});

const read = (name) => fs.readFile(path.join(release.folder, name));
const keepOpen = (server) => (open.push(server), server);

// --- Contents --------------------------------------------------------------------------------------------------------------------------

test('every file has its checksum, and every compressed copy is its file and smaller', async () => {
  const {stdout} = await promisify(execFile)('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {cwd: release.folder, maxBuffer: 1 << 24});
  assert.equal(stdout.trim().split('\n').length, names.length - 1);
  const packed = names.filter((name) => name.endsWith('.br'));
  for (const name of packed) {
    const bytes = await read(name), file = await read(name.slice(0, -3));
    assert.ok(bytes.length < file.length, name);
    assert.ok(brotliDecompressSync(bytes).equals(file), name);
  }
  for (const name of ['index.html', 'element.js', `${release.parts}glassformer-single.wasm`, `${release.parts}assets/text/en.json`])
    assert.ok(packed.includes(`${name}.br`), name);
});

test('every file is asked for by another one, and nothing that is for builders is in it', async () => {
  const shipped = names.filter((name) => !name.endsWith('.br'));
  assert.deepEqual(shipped.filter((name) => /\.(map|md|mjs|cpp|orig|ttf)$|\.(lib|pre)\.js$|assets\/(books|torch)|models\/.*\.json/.test(name)), []);
  const says = async (name) => (await read(name)).toString('latin1');
  const speaks = (name) => !/\.(svg|safetensors|ttc|wasm|txt)$|assets\/text/.test(name) || /glassformer-single\.([a-z]+\.)?wasm$/.test(name);
  const all = (await Promise.all(shipped.filter(speaks).map(says))).join('\n');
  const quotes = (text) => ['"', '\'', '`'].some((mark) => all.includes(mark + text + mark));
  // The script that asks for a file holds its address, whole or without the lesson, the step, the build or the module.
  const {translated, ...steps} = JSON.parse(await read('pictures/steps.json')),
                     lessons = ['start', ...Object.keys(steps)];  // the first page has no pictures of steps
  const isAskedFor = (name) => {
    const base = path.basename(name), [, language, lesson, step] = /pictures\/(?:([a-z]{2})\/)?([\w-]+)\/([\w-]+)-(?:360|720)x600\.svg$/.exec(name) ?? [];
    if (lesson) return language ? translated[language].includes(`${lesson}/${step}`) : steps[lesson].includes(step);
    const [, first, size] = /pictures\/(?:[a-z]{2}\/)?([a-z-]+?)(?:-frame)?-(\d+x\d+)(?:-dark)?\.svg$/.exec(name) ?? [];
    if (first) return lessons.includes(first) && quotes(size);
    const [, text] = /assets\/text\/en\/([\w-]+)\.json$/.exec(name) ?? [];
    if (text) return lessons.includes(text) || quotes(text) || all.includes(`${text}.json`);
    const [, build, module] = /glassformer-((?:threads|single)(?:-relaxed)?)\.(?:(\w+)\.)?(?:wasm|js)$/.exec(name) ?? [];
    if (build) return quotes(build) && (!module || quotes(module));
    return all.includes(base);
  };
  assert.deepEqual(
    shipped.filter((name) => !isAskedFor(name) && !/^(SHA256SUMS|README\.txt|package\.json|index\.html|examples\/[a-z]+\.html)$/.test(name)), []);
});

test('the entries refer to one folder of parts', async () => {
  assert.match(release.parts, /^parts-[0-9a-f]{10}\/$/);
  for (const name of ['index.html', 'isolation.js', 'start.js', 'glassformer.css', 'pictures/steps.json'])
    assert.deepEqual([...new Set((await read(name)).toString().match(/parts-\w+\//g))], [release.parts], name);
});

test('it is a package that npm would take whole', async () => {
  const {version, exports, files} = JSON.parse(await read('package.json'));
  assert.equal(version, '1.2.3');
  for (const target of Object.values(exports).flatMap((each) => (typeof each === 'string' ? [each] : Object.values(each))))
    assert.ok(names.includes(target.slice(2)), target);
  const isPacked = (name) => name === 'package.json' ||
    files.some((pattern) => (pattern.endsWith('/') ? name.startsWith(pattern) :
                                                     !name.includes('/') && new RegExp(`^${pattern.replace(/\./g, '\\.').replace('*', '.*')}$`).test(name)));
  assert.deepEqual(names.filter((name) => !isPacked(name) && name !== 'package.json.br'), []);
});

// --- Hosts -----------------------------------------------------------------------------------------------------------------------------

/** Opens the page at a host, and asserts that it shows the first frame and a lesson, and that the console is empty. Resolves with the page. */
async function visit(address, build = 'threads-relaxed') {
  const context = await browser.newContext({...kCoarse, viewport: {width: 900, height: 700}, reducedMotion: 'reduce'});
  const page = listen(await context.newPage());
  page.on('response', (response) => response.status() >= 400 && page.said.push(`${response.status()}: ${response.url()}`));
  await page.goto(address);
  await started(page);
  assert.equal(await page.evaluate(() => window.glassformer.build), build);
  await send(page, {type: 'open', address: 'softmax/step-2'});
  const {document: now, problem} = await state(page);
  assert.deepEqual([now.lesson, problem], ['softmax', null]);
  assertQuiet(page);
  await context.close();
}

const at = (port) => `http://127.0.0.1:${port}/glassformer/`;
const headersOf = async (address, name) => (await fetch(address + name, {headers: {'Accept-Encoding': 'gzip, deflate, br'}})).headers;

/** Asserts that the host lets browsers keep parts for ever, and ask again for the entries. */
async function assertCacheRules(address) {
  assert.match((await headersOf(address, `${release.parts}start.js`)).get('Cache-Control'), /immutable/);
  for (const name of ['', 'element.js', 'isolation.js']) assert.equal((await headersOf(address, name)).get('Cache-Control'), 'no-cache', name);
}

test('nginx with Debian\'s table of types, and with the lines of hosts/nginx.conf', async () => {
  const {plain, configured} = keepOpen(await startNginx(folder, path.join(release.folder, 'hosts/nginx.conf')));
  assert.equal((await headersOf(at(plain), `${release.parts}glassformer-single.wasm`)).get('Content-Type'), 'application/wasm');
  await visit(at(plain));
  await visit(at(configured));
  await assertCacheRules(at(configured));
});

test('Apache as Debian has it, and with hosts/apache.htaccess', async () => {
  const {plain, configured} = keepOpen(await startApache(folder));
  await visit(at(plain));
  await visit(at(configured));
  await assertCacheRules(at(configured));
  for (const [name, type] of [
         ['index.html', 'text/html'], [`${release.parts}start.js`, 'text/javascript'], [`${release.parts}glassformer-single.wasm`, 'application/wasm']]) {
    const headers = await headersOf(at(configured), name);
    assert.deepEqual([headers.get('Content-Encoding'), headers.get('Content-Type'), headers.get('Content-Language')], ['br', type, null], name);
  }
});

test('python3 -m http.server', async () => {
  const {port} = keepOpen(await startPython(folder));
  await visit(at(port));
});

test('a host without any headers of its own, which tells browsers to keep everything for ten minutes, as GitHub Pages does', async () => {
  const {address} = keepOpen(await serve({folder, port: 0, isolated: false, headers: {'Cache-Control': 'max-age=600'}}));
  await visit(`${address}glassformer/`);
});

test('a policy that permits the page\'s own files and WebAssembly, and no more', async () => {
  const policy = 'default-src \'self\'; script-src \'self\' \'wasm-unsafe-eval\'; style-src \'self\'';
  const {address} = keepOpen(await serve({folder, port: 0, headers: {'Content-Security-Policy': policy}}));
  await visit(`${address}glassformer/`);
});

test('a frame of another site in a sandbox, and the element in an article of another site', async () => {
  const {address} = keepOpen(await serve({folder, port: 0})), outer = await publicFolder('gf-outer-');
  const article = keepOpen(await serve({folder: outer, port: 0, isolated: false}));
  await fs.writeFile(path.join(outer, 'index.html'), `<!doctype html><meta charset="utf-8"><title>An article</title><link rel="icon" href="data:,">
    <iframe sandbox="allow-scripts" src="${address}glassformer/?hide=rail#softmax" width="600" height="400"></iframe>
    <script type="module" src="${address}glassformer/element.js"></script><glassformer-demo lesson="softmax" step="shares" reveal="click"></glassformer-demo>`);
  const context = await browser.newContext({...kCoarse, viewport: {width: 900, height: 1000}, reducedMotion: 'reduce'}), page = listen(await context.newPage());
  try {
    await page.goto(article.address.replace('127.0.0.1', 'localhost'));
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    await started(frame);
    assert.equal(await frame.evaluate(() => self.origin), 'null');
    await page.waitForFunction(() => document.querySelector('glassformer-demo').shadowRoot.querySelector('img').naturalWidth > 0);
    assert.match(await page.evaluate(() => document.querySelector('glassformer-demo').shadowRoot.querySelector('img').src),
      new RegExp(`${release.parts}pictures/softmax/shares-`));
    await page.evaluate(() => document.querySelector('glassformer-demo').set({beta: 2}));
    assertQuiet(page);
  } finally {
    await context.close();
    await fs.rm(outer, {recursive: true});
  }
});

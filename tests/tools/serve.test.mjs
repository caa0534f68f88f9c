// What tools/serve promises: isolation headers, types, precompressed files, no way out of the folder, and a free port.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { promises as fs } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { serve } from '../../tools/lib/server.mjs';

const kServe = new URL('../../tools/serve', import.meta.url).pathname;
let folder;
let site;
let server;

before(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'gf-serve-'));
  site = path.join(folder, 'site');
  await fs.mkdir(path.join(site, 'sub'), { recursive: true });
  await fs.writeFile(path.join(folder, 'secret.txt'), 'secret');
  await fs.writeFile(path.join(site, 'index.html'), '<p>page</p>');
  await fs.writeFile(path.join(site, 'a.js'), 'export {};');
  await fs.writeFile(path.join(site, 'a.wasm'), 'wasm');
  await fs.writeFile(path.join(site, 'a.wasm.br'), brotliCompressSync('wasm'));
  await fs.writeFile(path.join(site, 'sub/index.html'), 'sub');
  await fs.symlink('../secret.txt', path.join(site, 'link.txt'));
  server = await serve({ folder: site, port: 0 });
});

after(async () => {
  await server.close();
  await fs.rm(folder, { recursive: true });
});

/** A request as it is written: fetch() would tidy the path first. */
function ask(url_path, options = {}, port = server.port) {
  return new Promise((resolve, reject) => {
    const request = http.request({ port, host: '127.0.0.1', path: url_path, ...options }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }));
    });
    request.on('error', reject).end();
  });
}

test('a page comes with its type and the isolation headers', async () => {
  const { status, headers, body } = await ask('/?lesson=softmax');
  assert.equal(status, 200);
  assert.equal(body.toString(), '<p>page</p>');
  assert.equal(headers['content-type'], 'text/html; charset=utf-8');
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
  assert.equal(headers['cross-origin-embedder-policy'], 'require-corp');
  assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
});

test('scripts and wasm have the types that browsers insist on', async () => {
  assert.match((await ask('/a.js')).headers['content-type'], /^text\/javascript/);
  assert.equal((await ask('/a.wasm')).headers['content-type'], 'application/wasm');
});

test('a precompressed file is sent to those who accept it, unless it is older than the file', async () => {
  const accept = { headers: { 'accept-encoding': 'gzip, br' } };
  const packed = await ask('/a.wasm', accept);
  assert.equal(packed.headers['content-encoding'], 'br');
  assert.equal(packed.headers['content-type'], 'application/wasm');
  assert.deepEqual(packed.body, brotliCompressSync('wasm'));
  assert.equal((await ask('/a.wasm')).body.toString(), 'wasm');
  const later = new Date(Date.now() + 60_000);
  await fs.utimes(path.join(site, 'a.wasm'), later, later);
  assert.equal((await ask('/a.wasm', accept)).headers['content-encoding'], undefined);
});

test('nothing outside the folder is served', async () => {
  for (const url_path of ['/../secret.txt', '/%2e%2e/secret.txt', '/sub/..%2f..%2fsecret.txt', '/link.txt', '/%00', '/%zz', '//etc/passwd']) {
    const { status, body } = await ask(url_path);
    assert.equal(status, 404, url_path);
    assert.doesNotMatch(body.toString(), /^secret/, url_path);
  }
});

test('folders are redirected to their page, relative to where they are', async () => {
  const { status, headers } = await ask('/sub');
  assert.equal(status, 301);
  assert.equal(headers.location, 'sub/');
  assert.equal((await ask('/sub/')).body.toString(), 'sub');
});

test('an unchanged file is not sent again, and only reading is allowed', async () => {
  const first = await ask('/a.js');
  const again = await ask('/a.js', { headers: { 'if-none-match': first.headers.etag } });
  assert.equal(again.status, 304);
  assert.equal(again.body.length, 0);
  assert.equal((await ask('/a.js', { method: 'POST' })).status, 405);
  const head = await ask('/a.js', { method: 'HEAD' });
  assert.equal(head.status, 200);
  assert.equal(head.body.length, 0);
});

test('a plain server sends no isolation headers', async () => {
  const plain = await serve({ folder: site, port: 0, isolated: false });
  const { headers } = await ask('/', {}, plain.port);
  assert.equal(headers['cross-origin-embedder-policy'], undefined);
  await plain.close();
});

/** Runs tools/serve until `done` matches what it printed; returns the text and a way to stop it. */
function run_serve(words, done) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [kServe, ...words], { env: { ...process.env, DISPLAY: '' } });
    let text = '';
    const exited = new Promise((end) => child.on('exit', (code) => end(code)));
    const stop = () => (child.kill('SIGINT'), exited);
    const read = (chunk) => {
      text += chunk;
      if (done.test(text)) resolve({ text, stop, exited });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    exited.then(() => reject(new Error(text)));
  });
}

test('a busy port is named, the next free one used, and Ctrl-C ends it cleanly', async () => {
  const { text, stop } = await run_serve([site, '--port', String(server.port)], /Glassformer is at http:\S+/);
  assert.match(text, new RegExp(`port ${server.port} is busy`));
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(text)[1]);
  assert.notEqual(port, server.port);
  assert.equal((await ask('/', {}, port)).status, 200);
  assert.equal(await stop(), 0);
});

test('a wrong argument is named with what was expected', async () => {
  const { text, exited } = await run_serve(['--port', 'many'], /\n/);
  assert.match(text, /--port: expected a number from 0 to 65535, not 'many'/);
  assert.equal(await exited, 2);
});

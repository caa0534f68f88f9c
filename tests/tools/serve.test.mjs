// The promises of tools/serve: isolation headers, types, compressed files that are never stale, ranges of files, no file outside of the folder, no answer
// for other sites, and a free port.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {promises as fs} from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import {after, before, test} from 'node:test';
import {brotliCompressSync, brotliDecompressSync} from 'node:zlib';

import {acceptsBrotli, compressFolder} from '../../tools/lib/brotli.mjs';
import {isLoopback, rangeOf, serve} from '../../tools/lib/server.mjs';

const kServe = new URL('../../tools/serve', import.meta.url).pathname;
const kLong = 'export const one = 1;\n'.repeat(200);
let folder;
let site;
let server;

before(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'gf-serve-'));
  site = path.join(folder, 'site');
  await fs.mkdir(path.join(site, 'sub'), {recursive: true});
  await fs.writeFile(path.join(folder, 'secret.txt'), 'secret');
  await fs.writeFile(path.join(site, 'index.html'), '<p>page</p>');
  await fs.writeFile(path.join(site, 'a.js'), 'export {};');
  await fs.writeFile(path.join(site, 'a.wasm'), 'wasm');
  await fs.writeFile(path.join(site, 'long.js'), kLong);
  await fs.writeFile(path.join(site, 'picture.png'), kLong);
  await fs.writeFile(path.join(site, 'sub/index.html'), 'sub');
  await fs.symlink('../secret.txt', path.join(site, 'link.txt'));
  server = await serve({folder: site, port: 0});
});

after(async () => {
  await server.close();
  await fs.rm(folder, {recursive: true});
});

/** A request as it is written: fetch() would tidy the path first. */
function ask(urlPath, options = {}, port = server.port) {
  return new Promise((resolve, reject) => {
    const request = http.request({port, host: '127.0.0.1', path: urlPath, ...options}, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve({status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks)}));
    });
    request.on('error', reject).end();
  });
}

test('a page comes with its type and the isolation headers', async () => {
  const {status, headers, body} = await ask('/?lesson=softmax');
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

const kPacking = {
  headers: {'accept-encoding': 'gzip, br'}
};

test('a file is compressed for those who accept it, and says that it depends on that', async () => {
  const packed = await ask('/long.js', kPacking), plain = await ask('/long.js');
  assert.equal(packed.headers['content-encoding'], 'br');
  assert.equal(packed.headers['content-type'], 'text/javascript; charset=utf-8');
  assert.equal(packed.headers['cross-origin-embedder-policy'], 'require-corp');
  assert.equal(brotliDecompressSync(packed.body).toString(), kLong);
  assert.ok(packed.body.length < kLong.length / 10);
  assert.equal(plain.headers['content-encoding'], undefined);
  assert.equal(plain.body.toString(), kLong);
  for (const {headers} of [packed, plain]) assert.equal(headers.vary, 'Accept-Encoding');
  assert.notEqual(packed.headers.etag, plain.headers.etag, 'other bytes, another tag');
  const again = await ask('/long.js', {headers: {...kPacking.headers, 'if-none-match': packed.headers.etag}});
  assert.equal(again.status, 304);
  assert.equal(again.headers.vary, 'Accept-Encoding');
  assert.equal((await ask('/long.js', {headers: {'if-none-match': packed.headers.etag}})).status, 200, 'who takes no brotli has another file');
});

test('a file that would not become smaller is sent as it is', async () => {
  for (const urlPath of ['/a.js', '/picture.png']) assert.equal((await ask(urlPath, kPacking)).headers['content-encoding'], undefined, urlPath);
});

test('Accept-Encoding is read with its weights', () => {
  for (const yes of ['br', 'gzip, deflate, br, zstd', 'BR;q=0.1', '*', 'gzip;q=1.0, *;q=0.5']) assert.equal(acceptsBrotli(yes), true, yes);
  for (const no of [undefined, '', 'gzip', 'br;q=0', 'br; q=0.000, *', '*;q=0', 'brotli', 'gzip;br']) assert.equal(acceptsBrotli(no), false, no);
});

test('the compressed form is never that of an older or newer state of the file', async () => {
  const file = path.join(site, 'changing.js');
  const body = async () => brotliDecompressSync((await ask('/changing.js', kPacking)).body).toString();
  const write = async (text, at) => (await fs.writeFile(file, text), await fs.utimes(file, at, at));
  const [a, b] = [kLong.replaceAll('1', '2'), kLong.replaceAll('1', '3')];
  await write(a, 2_000_000_000);
  assert.equal(await body(), a);
  await write(b, 2_000_000_100);
  assert.equal(await body(), b, 'a later file of the same length');
  await write(a, 1_900_000_000);
  assert.equal(await body(), a, 'an earlier one, as after a checkout');
});

test('copies that a release left are sent while they are those of the file', async () => {
  const file = path.join(site, 'released.js');
  await fs.writeFile(file, kLong);
  await fs.writeFile(path.join(site, 'gone.js.br'), 'left over');
  const sum = await compressFolder(site);
  assert.ok(sum.files >= 2 && sum.packed < sum.raw / 5, JSON.stringify(sum));
  await assert.rejects(fs.stat(path.join(site, 'gone.js.br')), 'the copy of a file that is gone went as well');
  await assert.rejects(fs.stat(path.join(site, 'picture.png.br')));
  // The copy gets another content with the same time, so that the test sees which file is sent.
  const {atime, mtime} = await fs.stat(file + '.br');
  await fs.writeFile(file + '.br', brotliCompressSync('the copy'));
  await fs.utimes(file + '.br', atime, mtime);
  const body = async () => brotliDecompressSync((await ask('/released.js', kPacking)).body).toString();
  assert.equal(await body(), 'the copy');
  const anew = await serve({folder: site, port: 0, released: false});
  const answer = await fetch(`${anew.address}released.js`).finally(anew.close);
  assert.equal(await answer.text(), kLong, 'a server that compresses every file anew looks at no copy');
  for (const seconds of [60, -60]) {
    const other = new Date(mtime.getTime() + 1000 * seconds);
    await fs.utimes(file, other, other);
    assert.equal(await body(), kLong, `the file is ${seconds} s younger than the copy`);
  }
  await compressFolder(site);
  assert.equal(await body(), kLong);
  assert.equal(brotliDecompressSync(await fs.readFile(file + '.br')).toString(), kLong, 'the copy was made anew');
});

test('a part of a file is sent to those who ask for one', async () => {
  const part = (range, more = {}) => ask('/long.js', {headers: {range, ...kPacking.headers, ...more}});
  const middle = await part('bytes=10-19');
  assert.equal(middle.status, 206);
  assert.equal(middle.headers['content-range'], `bytes 10-19/${kLong.length}`);
  assert.equal(middle.headers['content-encoding'], undefined);
  assert.equal(middle.body.toString(), kLong.slice(10, 20));
  assert.equal((await part('bytes=-5')).body.toString(), kLong.slice(-5));
  assert.equal((await part(`bytes=${kLong.length - 3}-`)).body.toString(), kLong.slice(-3));
  const beyond = await part(`bytes=${kLong.length}-`);
  assert.equal(beyond.status, 416);
  assert.equal(beyond.headers['content-range'], `bytes */${kLong.length}`);
  const {headers: {etag, 'accept-ranges': unit}} = await ask('/long.js');
  assert.equal(unit, 'bytes');
  assert.equal((await part('bytes=0-1', {'if-range': etag})).status, 206);
  const whole = await part('bytes=0-1', {'if-range': '"of another state"'});
  assert.equal(whole.status, 200);
  assert.equal(brotliDecompressSync(whole.body).toString(), kLong);
});

test('a range is one from a byte to a byte, or else the whole is sent', () => {
  assert.deepEqual(rangeOf('bytes=0-0', 10), [0, 0]);
  assert.deepEqual(rangeOf('bytes=4-', 10), [4, 9]);
  assert.deepEqual(rangeOf('bytes=4-400', 10), [4, 9]);
  assert.deepEqual(rangeOf('bytes=-4', 10), [6, 9]);
  assert.deepEqual(rangeOf('bytes=-40', 10), [0, 9]);
  for (const none of ['bytes=10-', 'bytes=-0', 'bytes=99999999999999999999-']) assert.equal(rangeOf(none, 10), 'none', none);
  assert.equal(rangeOf('bytes=0-', 0), 'none');
  for (const whole of [undefined, '', 'bytes=-', 'bytes=5-4', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=a-b']) assert.equal(rangeOf(whole, 10), null, whole);
});

test('a name that another site has led here is refused, with what to open instead', async () => {
  const {status, headers, body} = await ask('/', {headers: {host: `attacker.example:${server.port}`}});
  assert.equal(status, 421);
  assert.match(
    body.toString(), new RegExp(`127\\.0\\.0\\.1 and localhost only, not to 'attacker\\.example:\\d+': open http://127\\.0\\.0\\.1:${server.port}/`));
  assert.match(headers['content-type'], /^text\/plain/);
  for (const host of [`localhost:${server.port}`, '127.0.0.1', '[::1]:8080']) assert.equal((await ask('/', {headers: {host}})).status, 200, host);
});

test('which names are this machine', () => {
  for (const yes of ['localhost', 'LOCALHOST:1', 'localhost.', 'a.localhost:80', '127.0.0.1:8080', '127.9.9.9', '[::1]'])
    assert.equal(isLoopback(yes), true, yes);
  const others = [
    undefined, '', 'example.org', 'localhost.example.org', '127.0.0.1.example.org', 'notlocalhost', '10.0.0.1', '0.0.0.0', '[::2]', 'a@127.0.0.1',
    '127.0.0.1/x', ':80', 'a b'
  ];
  for (const no of others) assert.equal(isLoopback(no), false, no);
});

test('nothing outside the folder is served', async () => {
  for (const urlPath of ['/../secret.txt', '/%2e%2e/secret.txt', '/sub/..%2f..%2fsecret.txt', '/link.txt', '/%00', '/%zz', '//etc/passwd']) {
    const {status, body} = await ask(urlPath);
    assert.equal(status, 404, urlPath);
    assert.doesNotMatch(body.toString(), /^secret/, urlPath);
  }
});

test('folders are redirected to their page, relative to where they are', async () => {
  const {status, headers} = await ask('/sub');
  assert.equal(status, 301);
  assert.equal(headers.location, 'sub/');
  assert.equal((await ask('/sub/')).body.toString(), 'sub');
});

test('an unchanged file is not sent again, and only reading is allowed', async () => {
  const first = await ask('/a.js');
  const again = await ask('/a.js', {headers: {'if-none-match': first.headers.etag}});
  assert.equal(again.status, 304);
  assert.equal(again.body.length, 0);
  assert.equal((await ask('/a.js', {method: 'POST'})).status, 405);
  const head = await ask('/a.js', {method: 'HEAD'});
  assert.equal(head.status, 200);
  assert.equal(head.body.length, 0);
});

test('pages of every origin may read what is served, and a sandboxed page its own parts', async () => {
  for (const name of ['/a.js', '/gone.js']) assert.equal((await ask(name)).headers['access-control-allow-origin'], '*', name);
});

test('a plain server sends no isolation headers', async () => {
  const plain = await serve({folder: site, port: 0, isolated: false});
  const {headers} = await ask('/', {}, plain.port);
  assert.equal(headers['cross-origin-embedder-policy'], undefined);
  await plain.close();
});

/** Runs tools/serve until `done` matches what it printed; returns the text and a way to stop it. */
function runServe(words, done) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [kServe, ...words], {env: {...process.env, DISPLAY: ''}});
    let text = '';
    const exited = new Promise((end) => child.on('exit', (code) => end(code)));
    const stop = () => (child.kill('SIGINT'), exited);
    const read = (chunk) => {
      text += chunk;
      if (done.test(text)) resolve({text, stop, exited});
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    exited.then(() => reject(new Error(text)));
  });
}

test('a busy port is named, the next free one used, and Ctrl-C ends it cleanly', async () => {
  const {text, stop} = await runServe([site, '--port', String(server.port)], /Glassformer is at http:\S+/);
  assert.match(text, new RegExp(`port ${server.port} is busy`));
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(text)[1]);
  assert.notEqual(port, server.port);
  assert.equal((await ask('/', {}, port)).status, 200);
  assert.equal(await stop(), 0);
});

test('a wrong argument is named with what was expected', async () => {
  const {text, exited} = await runServe(['--port', 'many'], /\n/);
  assert.match(text, /--port: expected a number from 0 to 65535, not 'many'/);
  assert.equal(await exited, 2);
});

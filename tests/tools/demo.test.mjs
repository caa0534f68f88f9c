// The order of tools/demo: the variant of a present browser, the server, the other variants behind it; and the end of all its processes together.
// Scripts that note their arguments stand in for the builds.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {promises as fs} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {after, afterEach, before, test} from 'node:test';

const kTools = new URL('../../tools/', import.meta.url).pathname;
// A build ends when the test has made a file.
const kCommon = `gf_root=$(cd -- "$(dirname -- "\${BASH_SOURCE[0]}")/../.." && pwd)
say() { printf '[demo] %s\\n' "$*"; }
fail() { say "$*"; exit 1; }
build_preset() {
  say "builds $* at niceness $(nice)" >>"$gf_root/builds.txt"
  [[ $2 == gf_site ]] || return 0
  until [[ -e $gf_root/go ]]; do sleep 0.05; done
  touch "$gf_root/build/site/glassformer-$1.js"
}
`;
let root;

before(async () => {
  root = await fs.mkdtemp(path.join(os.tmpdir(), 'gf-demo-'));
  await fs.mkdir(path.join(root, 'tools/lib'), {recursive: true});
  await fs.mkdir(path.join(root, 'build/site'), {recursive: true});
  for (const name of ['demo', 'serve', 'lib/server.mjs', 'lib/brotli.mjs']) await fs.copyFile(kTools + name, path.join(root, 'tools', name));
  await fs.writeFile(path.join(root, 'tools/setup'), '#!/usr/bin/env bash\n', {mode: 0o755});
  await fs.writeFile(path.join(root, 'tools/lib/common.sh'), kCommon);
  await fs.writeFile(path.join(root, 'build/site/index.html'), '<p>page</p>');
});
after(() => fs.rm(root, {recursive: true}));

// A test that fails leaves its demo running, and Node waits for all processes that hold its output.
const started = [];
afterEach(async () => {
  await fs.writeFile(path.join(root, 'go'), '');
  for (const {child, ended} of started.splice(0)) {
    const impatience = setTimeout(() => child.kill('SIGKILL'), 5000);
    child.kill('SIGTERM');
    await ended;
    clearTimeout(impatience);
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
  }
});

const inSite = (name) => path.join(root, 'build/site', name);
const exists = (name) => fs.stat(inSite(name)).then(() => true, () => false);
const buildLines = async () => (await fs.readFile(path.join(root, 'builds.txt'), 'utf8')).trim().split('\n');
const builds = async () => (await buildLines()).map((line) => line.replace(/ at niceness .*/, ''));
const niceness = async () => (await buildLines()).map((line) => Number(/ at niceness (\d+)$/.exec(line)[1]));

/** Starts tools/demo in a fresh state. `until` waits for what it prints, `stop` sends a signal and resolves with the exit code. */
async function demo(...words) {
  for (const name of ['go', 'builds.txt']) await fs.rm(path.join(root, name), {force: true});
  const child = spawn(path.join(root, 'tools/demo'), ['--no-open', '--port', '0', ...words]);
  let text = '';
  const ended = new Promise((resolve) => child.on('exit', resolve));
  started.push({child, ended});
  const until = (expected) => new Promise((resolve, reject) => {
    const look = () => expected.test(text) && resolve(text);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk, look()));
    ended.then((code) => reject(new Error(`ended with ${code}: ${text}`)));
  });
  return {until, go: () => fs.writeFile(path.join(root, 'go'), ''), stop: (signal) => (child.kill(signal), ended), ended};
}

test('the page is served as soon as its own variant is built, and the others come behind it', {timeout: 30_000}, async () => {
  await fs.writeFile(inSite('glassformer-single.js'), 'of an earlier build');
  const {until, go, stop} = await demo();
  const [, address] = /is at (\S+)/.exec(await until(/is at http:\S+/));
  assert.equal((await fetch(address)).status, 200);
  assert.equal(await exists('glassformer-single.js'), false, 'what an earlier build left is gone');
  assert.equal((await builds())[0], '[demo] builds web gf_site_threads-relaxed');
  const done = until(/all four variants/);
  await go();
  await done;
  assert.deepEqual((await builds()).slice(1), ['[demo] builds web gf_site_single-relaxed', '[demo] builds web gf_site'], 'first the one that frames take');
  const [own, ofFrames, rest] = await niceness();
  assert.equal(ofFrames, own);
  assert.equal(rest, 19);
  assert.equal(await exists('glassformer-web.js'), true);
  assert.equal(await stop('SIGTERM'), 0);
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  test(`${signal} ends the server and what is built behind it`, {timeout: 30_000}, async () => {
    const {until, go, stop} = await demo();
    const [, address] = /is at (\S+)/.exec(await until(/is at http:\S+/));
    while ((await builds()).at(-1) !== '[demo] builds web gf_site') await new Promise((resolve) => setTimeout(resolve, 10));
    assert.equal(await stop(signal), 0);
    await assert.rejects(fetch(address));
    const before = await builds();
    await fs.rm(inSite('glassformer-web.js'), {force: true});
    await go();  // a build that was left behind would go on now
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.deepEqual(await builds(), before);
    assert.equal(await exists('glassformer-web.js'), false);
  });
}

test('--all builds everything first', async () => {
  const {until, go, stop} = await demo('--all');
  await go();
  await until(/is at http:\S+/);
  assert.deepEqual(await builds(), ['web gf_site_threads-relaxed', 'web gf_site'].map((each) => `[demo] builds ${each}`));
  assert.equal(await stop('SIGINT'), 0);
});

test('a wrong argument is named with what was expected', async () => {
  const {ended, until} = await demo('--fast');
  await until(/unknown argument '--fast': expected --port N, --no-open or --all/);
  assert.equal(await ended, 1);
});

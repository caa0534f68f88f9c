// Messages of the tools in a fresh clone: one sentence names the missing part and how to get it. Scripts that note their arguments stand in for the
// set-up and the builds.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {promises as fs} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {after, beforeEach, test} from 'node:test';

const kRoot = new URL('../../', import.meta.url).pathname;
const kTemporary = await fs.mkdtemp(path.join(os.tmpdir(), 'gf-clone-'));
after(() => fs.rm(kTemporary, {recursive: true}));

let clone;
beforeEach(async () => {
  clone = await fs.mkdtemp(path.join(kTemporary, 'clone-'));
  await fs.cp(kRoot + 'tools', path.join(clone, 'tools'), {recursive: true, filter: (name) => !name.includes('node_modules')});
  await fs.mkdir(path.join(clone, 'tests/browser'), {recursive: true});
  for (const name of ['support.mjs', 'package.json']) await fs.copyFile(kRoot + 'tests/browser/' + name, path.join(clone, 'tests/browser', name));
  await fs.mkdir(path.join(clone, 'assets/models'), {recursive: true});
  await fs.copyFile(kRoot + 'assets/models/add.json', path.join(clone, 'assets/models/add.json'));
});

const script = (name, lines) => fs.writeFile(path.join(clone, name), `#!/bin/sh\n${lines}\n`, {mode: 0o755});

/** Runs a tool of the clone. Returns all that it says, and its exit code. `PATH` may be another one. */
function run(words, environment = {}) {
  const [tool, ...more] = words.split(' ');
  const {stdout, stderr, status} = spawnSync(path.join(clone, tool), more, {encoding: 'utf8', cwd: clone, env: {...process.env, ...environment}});
  return {said: stdout + stderr, status};
}

/** A tool fails with one sentence, and shows nothing of its inside. */
function assertSays({said, status}, expected) {
  assert.match(said, expected);
  assert.doesNotMatch(said, /Traceback|^ {4}at /m);
  assert.notEqual(status, 0);
}

test('without Node, each tool that Node runs names the set-up that installs it', () => {
  for (const [tool, option] of [['serve', '--demo'], ['release', '--demo'], ['travel', '--test']])
    assertSays(run(`tools/${tool}`, {PATH: '/nowhere'}), new RegExp(`^\\[${tool}\\] Node is missing: tools/setup ${option} installs it\n$`));
});

test('tools/serve and tools/travel name what builds the site', () => {
  assertSays(run('tools/serve'), /^\[serve\] there is no folder \S+build\/site: tools\/demo builds build\/site and serves it\n$/);
  assertSays(run('tools/travel'), /^\[travel\] build\/site is missing: run tools\/demo first\n$/);
});

test('tools/travel names what installs the packages of the tests', async () => {
  await fs.mkdir(path.join(clone, 'build/site'), {recursive: true});
  await fs.writeFile(path.join(clone, 'build/site/index.html'), '');
  assertSays(run('tools/travel'), /^\[travel\] the packages of the tests are missing \(tools\/setup --test installs them\)/);
});

test('without Node 24, tools/lib/node24 names what installs it', async () => {
  await fs.mkdir(path.join(clone, 'bin'));
  await script('bin/node', 'echo 20');
  assertSays(run('tools/lib/node24 x.js', {PATH: `${clone}/bin:${process.env.PATH}`}), /^no Node 24: tools\/setup --node installs it/);
});

test('each bench sets up and builds what it measures, and ends with a sentence if that fails', async () => {
  await script('tools/lib/ready', 'echo "ready $*"; exit 1');
  for (const [bench, asked] of [['train-step', 'native glassformer'], ['decode', 'native glassformer'], ['lessons', 'web gf_bench --node'],
         ['frames', 'native gf_tests'], ['gemm', 'web gf_bench_gemm --test']]) {
    const target = asked.split(' ')[1];
    const answer = run(`tools/bench ${bench}`);
    assertSays(answer, new RegExp(`\\[bench\\] the target ${target} of the preset \\w+ could not be set up and built`));
    assert.ok(answer.said.includes(`ready ${asked}\n`), answer.said);
  }
  assertSays(run('tools/bench decode --program /nowhere/p'), /^\[bench\] there is no program \/nowhere\/p: without --program, one is built\n$/);
});

test('a bench tells the last words of a program that fails', async () => {
  await script('tools/lib/ready', '');
  await script('tools/lib/node24', 'echo "no Node here" >&2; exit 1');
  assertSays(run('tools/bench lessons'), /^\[bench\] \S+node24 \S+gf_bench.js lessons 5 failed: no Node here\n$/);
});

test('tools/train_models builds the program that trains, or says that it could not', async () => {
  await script('tools/lib/ready', 'echo "ready $*"; exit 1');
  assertSays(run('tools/train_models add'), /ready native glassformer\n[^]*\[train_models\] the program that trains could not be built/);
  assertSays(run('tools/train_models --program /nowhere/p add'), /^\[train_models\] there is no program \/nowhere\/p: without --program, one is built\n$/);
});

test('tools/lib/ready sets up before it builds, and says so on stderr', async () => {
  await script('tools/setup', 'echo "set-up $*"');
  await fs.mkdir(path.join(clone, 'bin'));
  await script('bin/cmake', 'echo "cmake $*"; mkdir -p build/web');
  const environment = {...process.env, PATH: `${clone}/bin:${process.env.PATH}`, XDG_CACHE_HOME: `${clone}/cache`};
  const {stdout, stderr, status} = spawnSync(path.join(clone, 'tools/lib/ready'), ['web', 'gf_bench', '--node'], {encoding: 'utf8', env: environment});
  assert.equal(status, 0, stderr);
  assert.equal(stdout, '');
  assert.match(stderr, /^set-up --demo --node\n[^]*cmake --build --preset web --target gf_bench\n$/);
});

// tools/hook in a small repository of its own: commits with good and bad files, and titles.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {promises as fs} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {after, before, beforeEach, test} from 'node:test';

const kRoot = new URL('../../', import.meta.url).pathname;

let folder;
before(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'gf-hooked-'));
  git('init', '-q');
  for (const [name, value] of [['user.name', 'A'], ['user.email', 'a@example.org'], ['commit.gpgsign', 'false']]) git('config', name, value);
  // The tools of this tree, since the hook calls those of the repository that it stands in.
  for (const name of ['tools/hook', 'tools/lib/check_english', 'tests/check_format', 'tests/check_includes', '.clang-format']) {
    await fs.mkdir(path.dirname(path.join(folder, name)), {recursive: true});
    await fs.cp(path.join(kRoot, name), path.join(folder, name));
  }
  await fs.mkdir(path.join(folder, 'tests/browser'));
  await fs.symlink(path.join(kRoot, 'tests/browser/node_modules'), path.join(folder, 'tests/browser/node_modules'));
  await write('.gitignore', 'node_modules\n');
  await write('src/core/one.h', '#pragma once\nint one();\n');
  await write('assets/text/en/words.json', '{}\n');
  await write('assets/text/fr/words.json', '{}\n');
  git('add', '.');
  git('commit', '-qm', 'Begin');
  assert.equal(run('tools/hook', '--install').status, 0);
});
after(() => fs.rm(folder, {recursive: true}));
beforeEach(() => git('reset', '-q', '--hard'));

// Git tells a hook by its environment which repository is meant: tests of a commit that a hook checks must not reach that one.
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
const run = (program, ...words) => spawnSync(program, words, {cwd: folder, encoding: 'utf8', env: environment});
const git = (...words) => {
  const {status, stdout, stderr} = run('git', ...words);
  assert.equal(status, 0, stdout + stderr);
  return stdout;
};

async function write(name, text) {
  await fs.mkdir(path.dirname(path.join(folder, name)), {recursive: true});
  await fs.writeFile(path.join(folder, name), text);
}

/** Stages a file, and tries to commit it: {committed, said}. */
async function commit(name, text, title = 'Add a file') {
  await write(name, text);
  git('add', name);
  const before = git('rev-parse', 'HEAD');
  const {status, stdout, stderr} = run('git', 'commit', '-m', title);
  const committed = git('rev-parse', 'HEAD') !== before;
  assert.equal(committed, status === 0, stdout + stderr);
  return {committed, said: stdout + stderr};
}

test('good files of every kind are committed', async () => {
  for (const [name, text] of [['src/core/two.h', '// Returns two.\n#include "core/one.h"\nint two();\n'], ['tools/lib/a.mjs', 'const a = 1;\n'],
         ['data.bin', '\xff\x00'], ['a b.md', '# Two words\n'], ['assets/text/fr/words.json', '{"a": "What is this of. Of it."}\n']]) {
    const {committed, said} = await commit(name, text);
    assert.ok(committed, said);
  }
});

test('a file that is not formatted, one that includes what it may not, and one with bad English are each refused by name', async () => {
  for (const [name, text, words] of [['src/core/two.h', 'int  two( );\n', /two\.h:1:4: warning/], ['tools/lib/b.mjs', 'const  b = 1;\n', /b\.mjs:1:6: warning/],
         ['src/core/two.h', '#include "ui/one.h"\nint two();\n', /src\/core\/two\.h:1:.*"ui\/one\.h"/],
         ['notes.md', 'A note. What it says is this.\n', /notes\.md:1: begin:/]]) {
    const {committed, said} = await commit(name, text);
    assert.ok(!committed, name);
    assert.match(said, words);
    assert.match(said, /nothing was committed/);
    git('reset', '-q', '--hard');
  }
});

test('only the staged state counts: neither other files nor later edits of a staged one', async () => {
  await write('src/core/loose.h', 'int  loose( );\n');
  await write('src/core/three.h', 'int three();\n');
  git('add', 'src/core/three.h');
  await write('src/core/three.h', 'int  three( );\n');
  const {status, stderr} = run('git', 'commit', '-m', 'Add three');
  assert.equal(status, 0, stderr);
  git('add', 'src/core/three.h');
  await write('src/core/three.h', 'int three();\n');
  assert.notEqual(run('git', 'commit', '-m', 'Spoil three').status, 0);
  await fs.rm(path.join(folder, 'src/core/loose.h'));
});

test('a removed file is no finding, and a file that goes along with its include is none', async () => {
  await commit('src/core/four.h', '#include "core/one.h"\nint four();\n');
  git('rm', '-q', 'src/core/four.h');
  assert.equal(run('git', 'commit', '-m', 'Remove four').status, 0);
});

test('a title that is too long or ends with a period is refused, and one that git made is not', async () => {
  for (const [title, words] of [['Add a file.', /title: ends with a period/], [`Add ${'a'.repeat(70)}`, /title: 74 characters/]]) {
    const {committed, said} = await commit('c.txt', title, title);
    assert.ok(!committed, title);
    assert.match(said, words);
  }
  for (const title of [`fixup! Add ${'a'.repeat(70)}`, `Add ${'a'.repeat(68)}`]) assert.ok((await commit('c.txt', title, title)).committed, title);
  // A message may be long below its title.
  assert.ok((await commit('c.txt', 'body', `Add a body\n\n${'word '.repeat(60)}.`)).committed);
});

test('another hook is neither replaced nor removed, and ours go without a trace', async () => {
  const hook = path.join(folder, '.git/hooks/pre-commit');
  assert.equal(run('tools/hook', '--install').status, 0);  // twice is as good as once
  await fs.copyFile(hook, `${hook}.kept`);
  await fs.writeFile(hook, '#!/bin/sh\n');
  for (const word of ['--install', '--remove']) {
    const {status, stderr} = run('tools/hook', word);
    assert.equal(status, 1);
    assert.match(stderr, /pre-commit is another hook/);
  }
  await fs.rename(`${hook}.kept`, hook);
  assert.equal(run('tools/hook', '--remove').status, 0);
  assert.deepEqual((await fs.readdir(path.dirname(hook))).filter((name) => !name.endsWith('.sample')), []);
  assert.equal(run('tools/hook', 'bogus').status, 1);
});

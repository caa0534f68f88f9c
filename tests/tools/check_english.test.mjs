// Findings of tools/lib/check_english in files with good and bad sentences, and in the titles of commits.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {promises as fs} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {after, before, test} from 'node:test';

const kTool = new URL('../../tools/lib/check_english', import.meta.url).pathname;
const kLong = 'the sum of a row '.repeat(10);  // 50 words

let folder;
before(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'gf-english-'));
});
after(() => fs.rm(folder, {recursive: true}));

const run = (...words) => spawnSync(kTool, ['--root', folder, ...words], {encoding: 'utf8'});

/** The findings in a file with this text, as "LINE kind". */
async function findings(name, text) {
  const file = path.join(folder, name);
  await fs.mkdir(path.dirname(file), {recursive: true});
  await fs.writeFile(file, text);
  const {status, stdout, stderr} = run(name);
  const found = stdout.split('\n').filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).split(': ', 2).join(' '));
  assert.equal(status, found.length ? 1 : 0, stdout + stderr);
  return found;
}

test('a comment that begins with What, Where or Of is found with its line, in every language of the sources', async () => {
  for (const [name, text] of [['a.h', '#pragma once\n/// What a node is.\nint kind;  // Of a node.\n'],
         ['a.mjs', 'const a = 1;\n/** Where it stands. */\nconst b = 2;  // What it is.\n'],
         ['a.cmake', 'set(a 1)\n# What a build is.\nset(b 2)  # Of a build.\n'],
         ['a.py', 'a = 1\n# What a row is.\nb = 2  # Of a row.\n'],
         ['tool', '#!/usr/bin/env bash\n# What it does.\na=1  # Of a tool.\n'],
         ['a.md', '# Title\n- What stays is this.\nOne. Of two the first.\n'],
  ])
    assert.deepEqual(await findings(name, text), ['2 begin', '3 begin'], name);
});

test('a finding is a line with the file, its line, the kind and the words, and the last line counts', async () => {
  await findings('words.h', '// One is so.\n// What the `node` is\n// called.\n');
  assert.equal(run('words.h').stdout, 'words.h:2: begin: What the … is called.\nbegin 1\ncheck_english: 1 files, 1 problems\n');
});

test('a sentence within a comment is told by the line where it begins', async () => {
  assert.deepEqual(await findings('b.cpp', '// One thing is so. The other one\n// is not. Where it is, nothing follows.\n'), ['2 begin']);
  assert.deepEqual(await findings('b.mjs', '/**\n * One thing.\n *\n * What follows.\n */\n'), ['4 begin']);
  assert.deepEqual(await findings('b.py', 'def f():\n    """Returns one. What it is, is one."""\n'), ['2 begin']);
});

test('code, strings, examples, quotations, headings and questions of documents are no findings', async () => {
  assert.deepEqual(
    await findings('c.cpp',
      'say("// What it is.");\nchar c = \'"\';  // a mark\nint n = 1\'000;  // it\'s so\nR"(// Of it. — )";\n/// Whatever `What is it. Of it` says, “What it is.”\n///   What an example.\n' +
        '// Of course it is.\n// Returns the value Value() of long long.\n'),
    []);
  assert.deepEqual(await findings('c.mjs', 'const a = `// What it is.`, b = /[/"]\\/\\/ Of it./;\nfetch("https://example.org//What");\n'), []);
  assert.deepEqual(
    await findings('c.md',
      '---\nsummary: Of it — all.\n---\n# What it is\n\nWhat is it? It is one.\n\n```\nWhat it is — the the.\n```\n\n| What it does | — |\n|---|---|\n| *Where is it?* | $a — b$ |\n'),
    []);
  assert.deepEqual(await findings('c', 'What it is — no script.\n'), []);
});

test('an em dash and a word that is there twice are found, across lines as well', async () => {
  assert.deepEqual(await findings('d.h', '// A row — of all.\n// The sum of the\n// the row. It had had one; yes yes yes.\n'), ['1 dash', '3 twice']);
  assert.deepEqual(await findings('d.md', '## One — two\n\nIt is is so.\n'), ['1 dash', '3 twice']);
});

test('a sentence of more than 45 words is found in comments and documents', async () => {
  assert.deepEqual(await findings('e.h', `// First. Then ${kLong}.\n`), ['1 long']);
  assert.deepEqual(await findings('e.md', `First ${kLong}.\n\nFirst ${kLong.slice(0, 60)}. Then ${kLong.slice(0, 60)}.\n`), ['1 long']);
  assert.deepEqual(await findings('e.cpp', `// Throws if\n${Array(20).fill('//   one of them is none').join('\n')}\n`), [], 'a table is no sentence');
});

test('in English texts for learners only sentences that end with a period count', async () => {
  const texts =
    {a: 'What does the model answer?', b: 'What the model answers', c: 'What the model answers.', d: 'One — two', What_is: `{What it is}. ${kLong}.`};
  assert.deepEqual(await findings('assets/text/en/ui.json', JSON.stringify(texts, null, 2)), ['4 begin', '5 dash']);
  assert.deepEqual(await findings('assets/text/fr/ui.json', JSON.stringify(texts)).catch((error) => error.code), 'ERR_ASSERTION', 'nothing is read');
});

test('titles of commits after a revision are read', () => {
  const git = (...words) => assert.equal(
    spawnSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], {encoding: 'utf8'}).status, 0, words.join(' '));
  const commit = (title) => git('commit', '--allow-empty', '--no-gpg-sign', '-qm', title);
  git('init', '-q');
  commit('What came before is not read.');
  git('tag', 'before');
  for (const title of ['Add a row', 'Add a row.', `Add ${'a'.repeat(72)}`, 'What travels is measured']) commit(title);
  const {status, stdout} = run('--since', 'before', 'c');
  assert.equal(status, 1);
  assert.deepEqual(stdout.match(/^commit \w+:1: \w+/gm).map((line) => line.replace(/^commit \w+:1: /, '')), ['begin', 'title', 'title']);
  assert.match(stdout, /\nbegin 1, title 2\n|\ntitle 2, begin 1\n/);
  assert.match(stdout, /\ncheck_english: 5 files, 3 problems\n$/);
  const refused = run('--since', 'nowhere');
  assert.equal(refused.status, 2);
  assert.match(refused.stderr, /nowhere/);
});

test('a file that is not there is named, and nothing is read', () => {
  const {status, stderr} = run('missing.md');
  assert.equal(status, 2);
  assert.match(stderr, /no such file: missing\.md/);
});

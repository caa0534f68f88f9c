// Every file that a document or a comment names is there.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';

const kRoot = path.resolve(import.meta.dirname, '../..');

// Paths of at least one folder and a file with an ending. Addresses, globs and names in capitals (NAME.cpp) are none.
const kPath = /(?<![\w./:*$<{-])((?:\.\.\/)*(?:[a-z][\w-]*\/)+[a-z][\w-]*\.(?:h|cpp|inc|mjs|js|cmake|md))(?![\w/*.-])/g;
// Roots that a path may be relative to, besides its file's own folder.
const kRoots = ['', 'src', 'tests', 'web'];
// Files of others, made files and examples.
const kOthers = /^(?:build|node_modules|misc|release|dist|my|\.\.\/site)\//;

// The test of the hook speaks of files that it makes.
const kMakesFiles = 'tests/tools/hook.test.mjs';

const comments = (text) => [...text.matchAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g)].map(([comment]) => comment).join('\n');

function missing(file) {
  const text = readFileSync(path.join(kRoot, file), 'utf8');
  const read = file.endsWith('.md') ? text : comments(text);
  const folders = [path.dirname(file), ...kRoots];
  const isThere = (name) => kOthers.test(name) || folders.some((folder) => existsSync(path.join(kRoot, folder, name)));
  return [...read.matchAll(kPath)].map(([, name]) => name).filter((name) => !isThere(name)).map((name) => `${file}: ${name}`);
}

test('documents and comments name files that are there', () => {
  const files = execFileSync('git', ['ls-files', '*.md', '*.h', '*.cpp', '*.js', '*.mjs'], {cwd: kRoot, encoding: 'utf8'}).trim().split('\n');
  assert.ok(files.length > 500);
  assert.deepEqual(files.filter((file) => file !== kMakesFiles).flatMap(missing), []);
});

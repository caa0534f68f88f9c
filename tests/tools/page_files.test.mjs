// The files of the page have types that every server knows.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import {test} from 'node:test';

const kWeb = new URL('../../web/', import.meta.url).pathname;

test('every script of the page ends in .js, which servers without a type for .mjs serve as a script', async () => {
  const names = await fs.readdir(kWeb);
  assert.deepEqual(names.filter((name) => path.extname(name) === '.mjs'), []);
  assert.ok(names.includes('start.js'));
});

test('nothing stands in the page that a strict policy refuses: no inline style, script or icon, and no handler', async () => {
  const page = await fs.readFile(path.join(kWeb, 'index.html'), 'utf8');
  assert.doesNotMatch(page, /<style|\sstyle=|\son\w+=|data:|javascript:/i);
  for (const [, attributes, body] of page.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)) {
    assert.match(attributes, /src="/);
    assert.equal(body, '');
  }
  assert.match(page, /<p>Loading Glassformer/, 'words stand there without any script');
});

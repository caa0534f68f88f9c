// The built site holds the licence of each of its files.
import assert from 'node:assert/strict';
import {promises as fs} from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';

import {kSite} from './support.mjs';

const list = await fs.readFile(path.join(kSite, 'licences.html'), 'utf8');

/** Returns the rows of the list: the files of each row, as patterns, and the texts that it names. */
const rows = [...list.matchAll(/<tr data-files="([^"]*)">([^]*?)<\/tr>/g)].map(([, files, row]) => ({
  patterns: files.split(' ').map((each) => new RegExp(`^${each.replace(/[.+]/g, '\\$&').replaceAll('*', '[^/]*')}$`)),
  row,
  texts: [...row.matchAll(/href="LICENSES\/([^"]*)"/g)].map(([, name]) => name),
}));

test('every file of the site is in the list of licences', async () => {
  const entries = await fs.readdir(kSite, {recursive: true, withFileTypes: true});
  const files = entries.filter((each) => each.isFile()).map((each) => path.relative(kSite, path.join(each.parentPath, each.name)));
  const shipped = files.filter((each) => !each.startsWith('LICENSES/') && !/\.(br|new)$/.test(each));
  assert.ok(shipped.length > 40, `${shipped.length} files`);
  assert.deepEqual(shipped.filter((file) => !rows.some(({patterns}) => patterns.some((pattern) => pattern.test(file)))), []);
});

test('every row names a licence whose text is there, and every text is named', async () => {
  const texts = await fs.readdir(path.join(kSite, 'LICENSES')), named = new Set(rows.flatMap((row) => row.texts));
  for (const {row, texts: own} of rows) assert.ok(own.length > 0, row);
  assert.deepEqual([...named].sort(), texts.filter((each) => !each.endsWith('.br')).sort());
  for (const name of texts) assert.ok((await fs.stat(path.join(kSite, 'LICENSES', name))).size > 1000, name);
});

test('the libraries that are linked into the programs are in the list, and the page leads to it', async () => {
  for (const [name, text] of [['libimgui-dev', /ImGui|Omar Cornut/], ['libeigen3-dev', /MPL/], ['nlohmann-json3-dev', /Lohmann/], ['zlib1g-dev', /Adler/],
         ['libc++-21-dev', /LLVM/], ['emscripten', /musl/], ['emscripten', /glfw/i], ['unicode-data', /Unicode/], ['fonts-inter-variable', /OFL/],
         ['dict-freedict-fra-eng', /GPL-2\+/], ['GPL-2', /GENERAL PUBLIC LICENSE/], ['OFL-1.1', /SIL OPEN FONT LICENSE/], ['r-cran-janeaustenr', /Silge/],
         ['glassformer', /MIT License/]]) {
    assert.match(await fs.readFile(path.join(kSite, 'LICENSES', `${name}.txt`), 'utf8'), text, name);
    assert.ok(rows.some(({texts}) => texts.includes(`${name}.txt`)), name);
  }
  assert.match(await fs.readFile(path.join(kSite, 'index.html'), 'utf8'), /<link rel="license" href="licences\.html">/);
});

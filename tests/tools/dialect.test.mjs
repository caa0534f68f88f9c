// The names in JavaScript: camelCase, kConstant for constants. clang-format sees to the rest.
import assert from 'node:assert/strict';
import {promises as fs} from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';

const kRoot = new URL('../../', import.meta.url).pathname;
const kFolders = ['web', 'tools', 'tools/lib', 'tests/tools', 'tests/browser', 'tests/browser/manual'];

async function scripts() {
  const files = [];
  for (const folder of kFolders) {
    for (const entry of await fs.readdir(path.join(kRoot, folder), {withFileTypes: true})) {
      if (!entry.isFile()) continue;
      const name = path.join(folder, entry.name), text = await fs.readFile(path.join(kRoot, name), 'utf8');
      if (/\.m?js$/.test(name) || text.startsWith('#!/usr/bin/env node')) files.push({name, text});
    }
  }
  return files;
}

test('declarations in JavaScript have names in camelCase', async () => {
  const files = await scripts();
  assert.ok(files.length > 30, `the scripts are found: ${files.length}`);
  const offences = files.flatMap(({name, text}) => text.split('\n').flatMap((line, i) => {
    const declared = line.match(/\b(?:const|let|class|function) \w+|(?<=[(,] ?)\w+(?=(?:, \w+)*\) =>)|\b\w+(?= =>)/g) ?? [];
    return declared.map((each) => each.split(' ').at(-1)).filter((each) => /^[a-zA-Z]\w*_/.test(each)).map((each) => `${name}:${i + 1}: ${each}`);
  }));
  assert.deepEqual(offences, []);
});

// The letters of the fonts that a page begins with (tools/lib/subset_font).
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {promises as fs} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {test} from 'node:test';

const kRoot = new URL('../../', import.meta.url).pathname;
const kInter = '/usr/share/fonts/truetype/inter-vf/Inter-roman.var.ttf';
const kLetters = `
import sys
from fontTools.ttLib import TTCollection
for path in sys.argv[1:]:
    print("".join(sorted({chr(code) for font in TTCollection(path).fonts for code in font.getBestCmap()})))
`;
const kTimes = `
import sys
from fontTools.ttLib import TTCollection, TTFont
source, *made = sys.argv[1:]
print({font["head"].modified for path in made for font in TTCollection(path).fonts} == {TTFont(source)["head"].modified})
`;
const python = (script, ...words) => execFileSync('/usr/bin/python3', ['-c', script, ...words], {encoding: 'utf8'});

/** Resolves with the characters of all files of a folder whose names have one of the endings. */
async function charactersIn(folder, endings) {
  const names = (await fs.readdir(path.join(kRoot, folder), {recursive: true})).filter((name) => endings.includes(path.extname(name)));
  return new Set((await Promise.all(names.map((name) => fs.readFile(path.join(kRoot, folder, name), 'utf8')))).flatMap((text) => [...text]));
}

test('the first fonts have the letters of all texts and of the program itself, and the further fonts have other letters', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'gf-fonts-'));
  try {
    const files = ['first.ttc', 'further.ttc'].map((name) => path.join(folder, name));
    execFileSync(path.join(kRoot, 'tools/lib/subset_font'), [kInter, ...files, '400', '600']);
    const [first, further] = python(kLetters, ...files).split('\n').map((line) => new Set(line));
    for (const letter of 'AaéñÉ€√∑ᵀ⊙�→') assert.ok(first.has(letter), letter);
    for (const letter of 'ŁźŝΨἀ\u0301') assert.equal(further.has(letter), letter !== 'ἀ', letter);
    assert.deepEqual([...further].filter((letter) => first.has(letter)), []);
    const own = ['en', 'fr', 'es'].map((language) => [`assets/text/${language}`, ['.json']]);
    for (const [where, endings] of [...own, ['src', ['.cpp', '.h']]])
      assert.deepEqual([...await charactersIn(where, endings)].filter((letter) => further.has(letter) && !first.has(letter)), [], where);
    // With the time of the build in them, fonts would change with each build, and readers would download them again.
    assert.equal(python(kTimes, kInter, ...files).trim(), 'True');
  } finally {
    await fs.rm(folder, {recursive: true});
  }
});

// Translations have the same keys as the English texts, with the same words in braces; and the remarks of tools/translations.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {promises as fs} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {after, before, test} from 'node:test';

import {pseudo} from '../../tools/lib/pseudo_language.mjs';

const kTool = new URL('../../tools/translations', import.meta.url).pathname;
const run = (...words) => spawnSync(kTool, words, {encoding: 'utf8'});

let folder;
before(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'gf-translations-'));
});
after(() => fs.rm(folder, {recursive: true}));

async function write(name, texts) {
  const file = path.join(folder, name);
  await fs.mkdir(path.dirname(file), {recursive: true});
  await fs.writeFile(file, JSON.stringify(texts));
}

test('no translation has a text that English lacks, or other words in braces', () => {
  const {status, stdout, stderr} = run();
  assert.equal(status, 0, stdout.split('\n').filter((line) => !line.startsWith('missing')).join('\n') + stderr);
});

test('each language that is offered has all texts, and is offered by the page and by the settings', async () => {
  const {kLanguages} = await import('../../web/languages.js');
  const texts = new URL('../../assets/text/', import.meta.url), named = JSON.parse(await fs.readFile(new URL('en/languages.json', texts), 'utf8'));
  assert.deepEqual(Object.keys(named), Object.keys(kLanguages));
  assert.deepEqual((await fs.readdir(texts)).sort(), Object.keys(kLanguages));
  assert.match(
    await fs.readFile(new URL('../../web/picture.js', import.meta.url), 'utf8'), new RegExp(`kLanguages = \\['${Object.keys(kLanguages).join('\', \'')}'\\];`));
  assert.deepEqual(run().stdout.split('\n').filter((line) => line.startsWith('missing')), []);
});

// Whether a rule of CLDR holds for a whole number.
const holds = (rule, count) => rule.split(' or ').some((all) => all.split(' and ').every((relation) => {
  const [, operand, modulus, not, ranges] = /^ *([a-z])(?: % (\d+))? (!?)= (.*?) *$/.exec(relation);
  const value = ('ni'.includes(operand) ? count : 0) % (modulus ?? Infinity);
  const isIn = ranges.split(',').map((range) => range.split('..').map(Number)).some(([first, last = first]) => first <= value && value <= last);
  return isIn !== Boolean(not);
}));

test('the rules for counts are those of ICU, and texts have forms for the categories of their language alone', async () => {
  const {kLanguages} = await import('../../web/languages.js'), folder = new URL('../../assets/text/', import.meta.url);
  for (const language of Object.keys(kLanguages)) {
    const icu = new Intl.PluralRules(language), {pluralCategories} = icu.resolvedOptions();
    const {numbers} = JSON.parse(await fs.readFile(new URL(`${language}/ui.json`, folder), 'utf8'));
    const rules = numbers.plural.split('; ').filter((each) => each.includes(':')).map((each) => each.split(': '));
    assert.deepEqual([...rules.map(([category]) => category), 'other'].sort(), [...pluralCategories].sort(), language);
    for (const count of [...Array(1200).keys(), 999_999, 1_000_000, 1_000_001, 3_000_000])
      assert.equal(rules.find(([, rule]) => holds(rule, count))?.[0] ?? 'other', icu.select(count), `${language}: ${count}`);
    for (const file of (await fs.readdir(new URL(`${language}/`, folder), {recursive: true})).filter((name) => name.endsWith('.json')))
      for (const [, forms] of (await fs.readFile(new URL(`${language}/${file}`, folder), 'utf8'))
             .matchAll(/\{\w+, plural,((?: \w+ \{(?:[^{}]|\{[^{}]*\})*\})*)/g)) {
        const used = [...forms.matchAll(/(\w+) \{(?:[^{}]|\{[^{}]*\})*\}/g)].map(([, category]) => category);
        assert.ok(used.includes('other'), `${language}/${file}: ${forms}`);
        assert.deepEqual(used.filter((category) => !pluralCategories.includes(category)), [], `${language}/${file}`);
      }
  }
});

test('a made language changes the letters of forms, and neither their categories nor their counts', () => {
  const text = 'After {n, plural, one {one token} other {{n} tokens}} it ends.';
  assert.equal(pseudo('qpm', {text}).text, text.replace(/\bAfter|one token|tokens|it ends/g, (part) => pseudo('qpm', part)));
});

test('texts that are missing, unknown, have other braces or lines, or changed since they were accepted are listed', async () => {
  await write('en/ui.json', {undo: 'Undo', said: '{name} says so', lines: 'one\ntwo', forms: ['one', 'two'], step: {next: 'Next'}});
  await write('fr/ui.json', {undo: 'Annuler', said: '{nom} le dit', lines: 'un', forms: ['un'], more: 'Plus'});
  const {status, stdout} = run('--texts', folder, 'fr');
  assert.equal(status, 1);
  assert.deepEqual(stdout.split('\n').map((line) => line.replace(/ +/g, ' ')), [
    'braces fr/ui.json: said', 'lines fr/ui.json: lines', 'missing fr/ui.json: step.next', 'unknown fr/ui.json: more',
    'fr: 4 of 5 texts; 1 braces, 1 lines, 1 missing, 1 unknown', ''
  ]);
  await write('fr/ui.json', {undo: 'Annuler', said: '{name} le dit'});
  assert.equal(run('--texts', folder, '--accept', 'fr').status, 0);
  await write('en/ui.json', {undo: 'Take it back', said: '{name} says so'});
  const changed = run('--texts', folder, 'fr');
  assert.equal(changed.status, 0);
  assert.match(changed.stdout, /^changed {2}fr\/ui\.json: undo\nfr: 2 of 2 texts; 1 changed\n$/);
});

test('a language that is not there is refused with those that are', () => {
  const {status, stderr} = run('--texts', folder, 'xx');
  assert.equal(status, 1);
  assert.match(stderr, /unknown language 'xx': expected one of fr/);
});

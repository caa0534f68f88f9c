// The table of what travels: how it is made of answers, written, read, and compared. What is measured is in tests/browser/travel.test.mjs.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {budgetPartOf, differences, overBudget, readBudget, readTable, sumByFile, tableOf, withTable} from '../../tools/lib/travel.mjs';

const kFiles = [
  {name: 'a.wasm', raw: 2_500_000, sent: 800_000, smallest: 700_000},
  {name: 'index.html', raw: 1_300, sent: 1_000, smallest: 600},
];
const kText = 'before\n<!-- made by tools/travel -->\nold\n<!-- end of what tools/travel made -->\nafter\n';

test('all answers for a file count, whatever follows its name', () => {
  const answers = [
    {path: '/', raw: 1300, sent: 1000},
    {path: '/a.wasm?attempt=1', raw: 10, sent: 300},
    {path: '/b/c.js', raw: 5000, sent: 900},
    {path: '/b/c.js', raw: 0, sent: 400},
  ];
  assert.deepEqual(sumByFile(answers), [
    {name: 'b/c.js', raw: 5000, sent: 1300},
    {name: 'index.html', raw: 1300, sent: 1000},
    {name: 'a.wasm', raw: 10, sent: 300},
  ]);
});

test('a table is written between its marks and read again', () => {
  const text = withTable(kText, tableOf(kFiles));
  assert.match(text, /^before\n[^]*\| `a\.wasm` \| 2500\.0 \| 800\.0 \| 700\.0 \|\n[^]*\| total \| 2501\.3 \| 801\.0 \| 700\.6 \|\n[^]*after\n$/);
  assert.doesNotMatch(text, /old/);
  assert.deepEqual(readTable(text).map(({name, raw, sent}) => [name, raw, sent]),
    [['a.wasm', 2_500_000, 800_000], ['index.html', 1_300, 1_000], ['total', 2_501_300, 801_000]]);
  assert.throws(() => withTable('no marks', ''), /made by tools\/travel/);
});

test('what is off by more than 5 % is named, and what came or went', () => {
  const table = readTable(withTable(kText, tableOf(kFiles)));
  const changed = (change) => [{...kFiles[0], ...change}, kFiles[1]];
  assert.deepEqual(differences(table, kFiles), []);
  assert.deepEqual(differences(table, changed({sent: 835_000})), [], 'a little more');
  assert.deepEqual(differences(table, changed({sent: 850_000})).map((line) => line.split(':')[0]), ['a.wasm, sent', 'total, sent']);
  assert.deepEqual(differences(table, changed({raw: 2_000_000})).map((line) => line.split(':')[0]), ['a.wasm, raw', 'total, raw'], 'less is off as well');
  assert.deepEqual(differences(table, [kFiles[0], {...kFiles[1], sent: 2_500}]), [], 'small files may differ by a header or two');
  assert.deepEqual(differences(table, [kFiles[0], {...kFiles[1], name: 'b.html'}]), ['index.html does not travel any more', 'b.html travels, too']);
});

test('each file belongs to one part of the budget, and the budget has a number for each part', async () => {
  const names = [
    'glassformer-threads-relaxed.wasm', 'start.js', 'glassformer-threads-relaxed.js', 'assets/text/en.json', 'assets/fonts/Inter-400.ttf',
    'assets/models/english-spanish.safetensors', 'index.html', 'shaders/heatmap.frag'
  ];
  assert.deepEqual(names.map(budgetPartOf), ['wasm', 'js', 'js', 'texts', 'fonts', 'model', 'other', 'other']);
  const budget = await readBudget();
  for (const name of names) assert.equal(typeof budget[budgetPartOf(name)], 'number', name);
});

test('more than the budget allows is named by its sum and by what grew; a part may take what another one gives', () => {
  const budget = {wasm: 700, js: 0, other: 0.6}, grown = (bytes) => [{...kFiles[0], smallest: kFiles[0].smallest + bytes}, kFiles[1]];
  assert.deepEqual(overBudget(budget, kFiles), []);
  assert.deepEqual(overBudget(budget, grown(200)), ['total: 700.8 kB travel, and the budget is 700.6 kB', 'wasm: 700.2 kB travel, and the budget is 700.0 kB']);
  assert.deepEqual(overBudget({...budget, other: 0.8}, grown(200)), []);
  assert.throws(() => overBudget({wasm: 1000}, kFiles), /expected a number for 'other'/);
});

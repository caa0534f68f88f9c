// The tables of downloads: making, writing, reading and comparing them, and the budget. tests/browser/travel.test.mjs measures.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {budgetPartOf, differences, kKinds, overBudget, partsInKb, readBudget, readTable, sumByFile, tableOf, withTable,} from '../../tools/lib/travel.mjs';

const kFiles = [
  {name: 'a.wasm', raw: 2_500_000, sent: 800_000, smallest: 700_000},
  {name: 'index.html', raw: 1_300, sent: 1_000, smallest: 600},
];
const kMeasured = [{name: 'the page', files: kFiles}, {name: 'at `#softmax`', files: [kFiles[0]]}];
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

test('the tables are written between their marks and read again', () => {
  const text = withTable(kText, tableOf(kMeasured));
  assert.match(text, /^before\n[^]*\| `a\.wasm` \| 2500\.0 \| 800\.0 \| 700\.0 \|\n[^]*\| total \| 2501\.3 \| 801\.0 \| 700\.6 \|\n[^]*after\n$/);
  assert.match(text, /\| the page \| 2501\.3 \| 801\.0 \| 700\.6 \|\n\| at `#softmax` \| 2500\.0 \| 800\.0 \| 700\.0 \|\n/);
  assert.doesNotMatch(text, /old/);
  assert.deepEqual(readTable(text).map(({name, raw, sent}) => [name, raw, sent]), [
    ['a.wasm', 2_500_000, 800_000],
    ['index.html', 1_300, 1_000],
    ['total', 2_501_300, 801_000],
    ['the page', 2_501_300, 801_000],
    ['at `#softmax`', 2_500_000, 800_000],
  ]);
  assert.throws(() => withTable('no marks', ''), /made by tools\/travel/);
});

test('sizes that are off by more than 5 % are named, and files that came or went', () => {
  const table = readTable(withTable(kText, tableOf(kMeasured)));
  const page = (...files) => [{name: 'the page', files}, kMeasured[1]];
  const changed = (change) => page({...kFiles[0], ...change}, kFiles[1]);
  const starts = (kinds) => differences(table, kinds).map((line) => line.split(':')[0]);
  assert.deepEqual(differences(table, kMeasured), []);
  assert.deepEqual(differences(table, changed({sent: 835_000})), [], 'a little more');
  assert.deepEqual(starts(changed({sent: 850_000})), ['a.wasm, sent', 'total, sent', 'the page, sent']);
  assert.deepEqual(starts(changed({raw: 2_000_000})), ['a.wasm, raw', 'total, raw', 'the page, raw'], 'less is off as well');
  assert.deepEqual(differences(table, page(kFiles[0], {...kFiles[1], sent: 2_500})), [], 'small files may differ by a header or two');
  assert.deepEqual(differences(table, page(kFiles[0], {...kFiles[1], name: 'b.html'})), ['index.html does not travel any more', 'b.html travels, too']);
  assert.deepEqual(differences(table, [kMeasured[0]]), ['at `#softmax` does not travel any more']);
});

test('each file belongs to one part of the budget, and each kind of page has its numbers', async () => {
  const names = [
    'glassformer-threads-relaxed.wasm', 'start.js', 'glassformer-threads-relaxed.js', 'assets/text/en.json', 'assets/text/en/start.json',
    'assets/fonts/Inter.ttc', 'assets/models/english-spanish.safetensors', 'index.html', 'shaders/heatmap.frag'
  ];
  assert.deepEqual(names.map(budgetPartOf), ['wasm', 'js', 'js', 'texts', 'texts', 'fonts', 'model', 'other', 'other']);
  assert.deepEqual(partsInKb(kFiles), {wasm: 700, other: 0.6});
  const budget = await readBudget();
  assert.deepEqual(Object.keys(budget), kKinds.map(({name}) => name));
  for (const [name, parts] of Object.entries(budget))
    for (const part of ['wasm', 'js', 'texts', 'fonts']) assert.ok(parts[part] > 0, `${name}, ${part}`);
});

test('a part that has grown by more than 1 % over the budget is named with its kind of page, whatever else has shrunk', () => {
  const budget = {'the page': {wasm: 700, other: 0.6}, 'at `#softmax`': {wasm: 710}};
  const grown = (bytes) => [{name: 'the page', files: [{...kFiles[0], smallest: kFiles[0].smallest + bytes}, kFiles[1]]}, kMeasured[1]];
  assert.deepEqual(overBudget(budget, kMeasured), []);
  assert.deepEqual(overBudget(budget, grown(6_900)), []);
  assert.deepEqual(overBudget(budget, grown(7_200)), ['the page, wasm: 707.2 kB travel, and the budget is 700.0 kB']);
  assert.deepEqual(overBudget({...budget, 'the page': {wasm: 700}}, kMeasured), ['the page, other: 0.6 kB travel, and the budget is 0.0 kB']);
  assert.deepEqual(overBudget({}, [kMeasured[0]]), ['the page: the budget has no numbers for this kind of page']);
});

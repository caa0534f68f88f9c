// The pages for teachers: the items of the test and their key, the lesson plans, the words, and the reading of addresses and results.
//
//   node tests/tools/teach.test.mjs --write     writes the plans, the forms and the key into the pages, which can be read without a script
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';

import {csvOf, readCsv} from '../../web/teach/csv.js';
import {formsOnPaper, keyOnPaper} from '../../web/teach/paper.js';
import {gain, isRight, kColumns, kForms, letterOf, numberOf, readResults, resultOf, tableOf, tally} from '../../web/teach/results.js';
import {addressOf, kLines, newSheet, readAddress} from '../../web/teach/sheet_address.js';

const kRoot = new URL('../../', import.meta.url).pathname, kTeach = path.join(kRoot, 'web/teach');
const read = (name) => readFileSync(path.join(kTeach, name), 'utf8');
const {items} = JSON.parse(read('items.json')), itemTexts = JSON.parse(read('items.en.json')), words = JSON.parse(read('words.en.json'));
const plans = read('plans.en.html').trim();

const wordAt = (dotted) => dotted.split('.').reduce((node, name) => node?.[name], words);
const say = (dotted, fill = {}) => wordAt(dotted).replace(/\{(\w+)\}/g, (whole, name) => fill[name] ?? whole);

// The parts of the pages for readers without a script: file, name of the marks around the part, and text.
const kMade =
  [['index.html', 'plans', plans], ['index.html', 'key', keyOnPaper(items, itemTexts, say)], ['test.html', 'forms', formsOnPaper(items, itemTexts, say)]];
const marked = (name) => new RegExp(`(<!-- ${name} -->\\n)([^]*?)(<!-- end of ${name} -->)`);

if (process.argv.includes('--write')) {
  for (const [file, name, text] of kMade)
    writeFileSync(path.join(kTeach, file), read(file).replace(marked(name), (_, begin, __, end) => `${begin}${text}\n${end}`));
  process.exit(0);
}

test('the pages have the plans, the forms and the key as they are made', () => {
  for (const [file, name, text] of kMade)
    assert.equal(marked(name).exec(read(file))?.[2].trim(), text.trim(), `${file}, ${name}: node tests/tools/teach.test.mjs --write brings it up to date`);
});

// --- Items ---------------------------------------------------------------------------------------------------------------------------------

const kSource = path.join(kRoot, 'src/lessons');
const lessonSources =
  readdirSync(kSource, {recursive: true}).filter((name) => /\.(cpp|h)$/.test(name)).map((name) => readFileSync(path.join(kSource, name), 'utf8')).join('\n');
const captions = (lesson) => JSON.parse(readFileSync(path.join(kRoot, `assets/text/en/lessons/${lesson}.json`), 'utf8')).steps;
function assertStep(step, where) {
  const [lesson, id] = step.split('/');
  assert.ok(captions(lesson)[id], `${where}: ${step} has a caption`);
  assert.ok(lessonSources.includes(`"${id}"`), `${where}: ${step} is a step of the program`);
}

test('there are at least twenty items in two forms, each with its own id, its step and its texts', () => {
  assert.ok(items.length >= 20, `${items.length} items`);
  assert.equal(new Set(items.map(({id}) => id)).size, items.length);
  assert.deepEqual(Object.keys(itemTexts), items.map(({id}) => id));
  for (const item of items) {
    assert.match(item.id, /^[a-z_]+$/);
    assertStep(item.step, item.id);
    assert.ok(itemTexts[item.id].topic, item.id);
    for (const form of kForms) {
      const {text, why} = itemTexts[item.id][form];
      assert.ok(text.length > 20 && why.length > 20, `${item.id} ${form}`);
      assert.ok(why.split(/[.!?](?= |$)/).filter((each) => each.trim()).length <= 3, `${item.id} ${form}: few sentences explain`);
    }
    assert.notEqual(itemTexts[item.id].A.text, itemTexts[item.id].B.text);
  }
});

test('the page says how many items there are', () => {
  assert.match(words.test.intro,
    new RegExp(
      `The test has ${items.length} items in two parallel forms.* in ${items.filter(({kind}) => kind === 'number').length === 3 ? 'three' : '?'} of them`));
});

test('each question has exactly one right option of four, and the others name a misconception', () => {
  const places = {};
  for (const item of items) {
    for (const form of kForms) {
      const where = `${item.id} ${form}`, {options} = itemTexts[item.id][form], key = item[form];
      if (item.kind === 'number') {
        assert.equal(options, undefined, where);
        assert.ok(Number.isFinite(key.number) && key.tolerance > 0 && key.tolerance < Math.abs(key.number) / 10, where);
        continue;
      }
      assert.equal(item.kind, 'choice', where);
      assert.equal(options.length, 4, where);
      assert.equal(new Set(options.map(({text}) => text)).size, 4, where);
      assert.deepEqual(options.flatMap(({error}, i) => (error ? [] : [i])), [key.right], `${where}: the right option, and no other, names no misconception`);
      places[key.right] = (places[key.right] ?? 0) + 1;
    }
  }
  for (const place of [0, 1, 2, 3]) assert.ok(places[place] >= 6, `the right answer is often enough ${letterOf(place)}: ${places[place]}`);
});

test('the right option is not known by its length', () => {
  const choices = items.filter(({kind}) => kind === 'choice').flatMap((item) => kForms.map((form) => {
    const lengths = itemTexts[item.id][form].options.map(({text}) => text.length), right = lengths[item[form].right];
    return lengths.every((length) => length <= right) && lengths.filter((length) => length === right).length === 1;
  }));
  assert.ok(choices.filter(Boolean).length / choices.length < 0.4, `it is the longest in ${choices.filter(Boolean).length} of ${choices.length}`);
});

// --- The key, computed anew ------------------------------------------------------------------------------------------------------------------

const rightText = (id, form) => {
  const item = items.find((each) => each.id === id);
  return itemTexts[id][form].options[item[form].right].text;
};
const keyNumber = (id, form) => items.find((each) => each.id === id)[form];

const softmax = (scores) => {
  const e = scores.map(Math.exp), sum = e.reduce((a, b) => a + b);
  return e.map((each) => each / sum);
};

/** The tokens of a word after merges, each made everywhere before the next. */
function merged(word, merges) {
  let tokens = [...word];
  for (const [left, right] of merges.map((each) => each.split('+'))) {
    const next = [];
    for (const token of tokens) {
      if (token === right && next.at(-1) === left)
        next[next.length - 1] = left + right;
      else
        next.push(token);
    }
    tokens = next;
  }
  return tokens;
}

test('the numbers of the key are right', () => {
  for (const form of kForms) {
    const {text} = itemTexts.subwords[form], [, list, last, word] = /merges: (.*) and (\S+)\. .*“(\w+)”/.exec(text);
    const tokens = merged(word, [...list.split(', '), last]);
    assert.equal(rightText('subwords', form), String(tokens.length), tokens.join(' '));
  }
  for (const [form, query] of [['A', 1], ['B', 2]]) {
    const [weight] = softmax([query, 0]), key = keyNumber('by_hand', form);
    assert.ok(Math.abs(10 * weight - key.number) < 0.005, `${10 * weight}`);
    assert.match(itemTexts.by_hand[form].why, new RegExp(`${(10 * weight).toFixed(1)}\\.$`));
  }
  for (const [form, p] of [['A', 0.5], ['B', 0.2]]) assert.ok(Math.abs(-Math.log(p) - keyNumber('loss', form).number) < 0.0005);
  for (const [form, scores, by] of [['A', [2, 1, 0], 5], ['B', [4, 3, 1], -3]])
    assert.ok(Math.abs(softmax(scores)[0] - softmax(scores.map((each) => each + by))[0]) < 1e-12, form);
  for (const [form, shares, p] of [['A', [0.5, 0.3, 0.1, 0.1], 0.75], ['B', [0.4, 0.3, 0.2, 0.1], 0.65]]) {
    let sum = 0;
    const kept = shares.filter((share) => {
      const isKept = sum < p;
      sum += isKept ? share : 0;
      return isKept;
    });
    assert.equal(kept.length, 2);
    const digits = form === 'A' ? 3 : 2;
    assert.equal(rightText('top_p', form), `Two: ${kept.map((share) => (share / sum).toFixed(digits)).join(' and ')}.`);
  }
  for (const [form, width, rank] of [['A', 4096, 8], ['B', 1024, 4]]) assert.equal(rightText('lora', form), (2 * width * rank).toLocaleString('en'));
  for (const [form, largest, weight] of [['A', 0.7, -0.32], ['B', 1.4, 0.75]]) {
    const scale = largest / 7;
    assert.ok(Math.abs(Math.round(weight / scale) * scale - keyNumber('quantization', form).number) < 1e-9);
  }
  for (const [form, billions] of [['A', 7], ['B', 13]]) assert.equal(rightText('memory', form), `${billions * 16} GB`);
  assert.equal(rightText('logit', 'A'), `−${1 - 0.25}, so it rises.`);
  assert.equal(rightText('logit', 'B'), '0.4, so it falls.');
  assert.equal(Math.sqrt(64) / Math.sqrt(16), 2, 'root B');
});

// --- Numbers that the program computes --------------------------------------------------------------------------------------------------------

const kProgram = process.env.GF_PROGRAM ?? path.join(kRoot, 'build/native/glassformer');
const withProgram = {
  skip: existsSync(kProgram) ? false : 'the native program is not built; tests/browser/teach.test.mjs runs these as well'
};
const traces = new Map();

/** The value of a cell, "weights[0,2]" or "next_token[0,␣park]", in the trace of a lesson or a step of it. */
function valueOf(address, place, ...options) {
  const [, name, cell] = /^([\w.]+)\[(.*)\]$/.exec(place), command = ['trace', address, ...options, '--node', name], key = command.join(' ');
  if (!traces.has(key)) traces.set(key, JSON.parse(execFileSync(kProgram, command, {maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore']})));
  const node = traces.get(key).nodes.find((each) => each.name === name), parts = cell.split(',');
  const at = (label, labels) => (/^\d+$/.test(label) ? Number(label) : labels.indexOf(label));
  let values = node.values;
  for (const outer of parts.slice(0, -2)) values = values[Number(outer)];
  return values[at(parts.at(-2), node.rows)][at(parts.at(-1), node.cols)];
}

test('the program says the same as the key', withProgram, () => {
  const scores = (list) => ['--set', `z=${JSON.stringify([list])}`];
  for (const [form, list, by] of [['A', [2, 1, 0], 5], ['B', [4, 3, 1], -3]]) {
    const [before, after] = [list, list.map((each) => each + by)].map((each) => valueOf('softmax', 'probabilities[0,0]', ...scores(each)));
    assert.ok(Math.abs(before - after) < 1e-6, `shift ${form}`);
  }
  for (const [form, query] of [['A', 1], ['B', 2]])
    assert.ok(Math.abs(10 * valueOf('softmax', 'probabilities[0,0]', ...scores([query, 0])) - keyNumber('by_hand', form).number) <=
      keyNumber('by_hand', form).tolerance);
  const [dot, twice] = ['dot_products', 'twice_as_far'].map((step) => valueOf(`words-pulling-words/${step}`, 'first.iteration.0.dot_products[0,3]'));
  assert.ok(Math.abs(twice / dot - 2) < 1e-5, 'length');
  assert.equal(valueOf('tokenizer/inside_words', 'counts[1,3]'), 2, 'subwords A: lowest');
  const heat = ['at_one[0,0]', 'shares[0,0]'].map((place) => valueOf('sampling/heat', place));
  assert.ok(heat[1] < heat[0], 'temperature A: the probability of the likeliest token falls at T = 2');
  for (const row of [0, 1, 2]) {
    const weights = [0, 1, 2].map((column) => valueOf('self-attention/weights', `weights[${row},${column}]`));
    assert.ok(Math.abs(weights.reduce((a, b) => a + b) - 1) < 1e-5, 'rows');
  }
  assert.ok(valueOf('self-attention/word_order', 'shuffled.largest_difference[0,0]') < 1e-5, 'order');
  assert.deepEqual([0, 1, 2].map((column) => valueOf('self-attention/causal_mask', `weights[0,${column}]`)), [1, 0, 0], 'causal');
  const zero = valueOf('self-attention/offers_nothing', 'weights[0,2]');
  assert.ok(zero > 0 && zero < 1, 'zero_score');
  assert.ok(valueOf('spaces/keys_and_queries', 'pair.dot_products[0,1]') !== valueOf('spaces/keys_and_queries', 'pair.dot_products[1,0]'), 'two_matrices');
  assert.ok(valueOf('backpropagation/logits', 'd_logits[0,are]') < 0, 'logit A');
  assert.equal(valueOf('generation/kept', 'cache.used_count[1,0]'), 1, 'kv_cache');
  assert.ok(valueOf('confidence/never_read', 'confidence[0,0]') > 0.9, 'confidence');
});

test('the chapters are those of the program', withProgram, async () => {
  const [, table] = /kChapters = (\{[^]*?\n\});/.exec(read('catalogue.js')), said = {};
  const kept = Object.fromEntries([...table.matchAll(/(\w+): \[(.*)\]/g)].map(([, name, list]) => [name, list.split(', ').map((each) => each.slice(1, -1))]));
  for (const {id, chapter} of JSON.parse(execFileSync(kProgram, ['lessons'], {maxBuffer: 1 << 26})))
    if (chapter !== 'none') (said[chapter] ??= []).push(id);
  assert.deepEqual(kept, said);
});

// --- Lesson plans -----------------------------------------------------------------------------------------------------------------------------

const numbersOf = (page) => [...page.matchAll(/<data[^>]*>([^<]*)<\/data>/g)].map(([, number]) => number);

test('each number of the lesson plans is what the program says', withProgram, () => {
  const numbers = [...plans.matchAll(/<data value="([^ "]+) ([^"]*) (percent|\d)">([^<]*)<\/data>/g)];
  assert.ok(numbers.length >= 20, `${numbers.length} numbers`);
  assert.equal(numbers.length, plans.match(/<data/g).length);
  for (const [, address, place, format, shown] of numbers) {
    const value = valueOf(address, place), said = format === 'percent' ? String(Math.round(value * 100)) : value.toFixed(Number(format));
    assert.equal(shown, said, `${address} ${place} is ${value}`);
  }
});

test('the plans lead to steps that are there, and their minutes add up', () => {
  const links = [...plans.matchAll(/href="\.\.\/#([^"]*)">([^<]*)</g)], sheets = [...read('index.html').matchAll(/step=([\w/-]+)/g)];
  assert.ok(links.length > 40 && sheets.length > 5);
  for (const [, step, shown] of links) {
    assert.equal(shown, step);
    assertStep(step, 'plans');
  }
  for (const [, step] of sheets) assertStep(step, 'a sheet that is ready');
  const articles = plans.split('<article').slice(1);
  assert.equal(articles.length, 3);
  for (const [article, length] of [[articles[0], 45], [articles[1], 90], [articles[2], 45]]) {
    const spans = [...article.matchAll(/"minutes">(\d+)–(\d+)</g)].map(([, from, to]) => [Number(from), Number(to)]);
    assert.deepEqual(spans.map(([from]) => from), [0, ...spans.slice(0, -1).map(([, to]) => to)], 'each phase begins where the one before ends');
    assert.equal(spans.at(-1)[1], length);
  }
});

// --- Words -----------------------------------------------------------------------------------------------------------------------------------

const stringsOf = (value, where = '') =>
  (typeof value === 'string' ? [[where, value]] : Object.entries(value).flatMap(([name, each]) => stringsOf(each, `${where}.${name}`)));
const unescaped = (html) => html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
const plain = (html) => unescaped(html.replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ');

test('the texts keep the rules of the house', () => {
  const all = [...stringsOf(words, 'words'), ...stringsOf(itemTexts, 'items'), ...plans.split('\n').map((line, i) => [`plans:${i + 1}`, plain(line)])];
  const offences = all.flatMap(([where, text]) => [/(^|[.!?:“] ?)(What|Where|Of)\b/, /—/, / - /, /"/, /\b(simply|obviously|just click)\b/i]
                                                    .filter((rule) => rule.test(text))
                                                    .map((rule) => `${where}: ${rule}: ${text}`));
  assert.deepEqual(offences, []);
});

test('the words in the pages are those of words.en.json, and each of these is used', () => {
  const pages = ['index.html', 'sheet.html', 'test.html'].map(read), scripts = readdirSync(kTeach).filter((name) => name.endsWith('.js')).map(read).join('\n');
  for (const page of pages) {
    const placed = [...page.matchAll(/data-word="([^"]*)"[^>]*>([^<]*)</g)];
    assert.ok(placed.length > 0);
    for (const [, name, text] of placed) assert.equal(unescaped(text), wordAt(name), name);
    const [, title] = /data-title="(\w+)"/.exec(page);
    assert.equal(/<title>([^<]*)</.exec(page)[1], words[title]);
    assert.doesNotMatch(page, /<style|\sstyle=|\son\w+=|javascript:/i, 'nothing that a strict policy refuses');
  }
  for (const [, name] of scripts.matchAll(/\bsay\('([\w.]+)'/g)) assert.equal(typeof wordAt(name), 'string', name);
  const used = pages.join('\n') + scripts;
  for (const [where] of stringsOf(words)) {
    const name = where.split('.').at(-1);
    assert.ok(new RegExp(`\\b${name.replace(/^problem_|_[AB]$|_step$/, '')}`).test(used), `${where} is used`);
  }
});

// --- Addresses and results ---------------------------------------------------------------------------------------------------------------------

const isStep = (step) => ['softmax/sum', 'softmax/shares', 'self-attention/weights'].includes(step);

test('a sheet comes back from its address', () => {
  const sheet = {
    title: 'A & B = 1/2 + “é”?',
    lines: 7,
    entries: [
      {step: 'softmax/sum', note: 'Why #1? 100 %', document: ''}, {step: 'self-attention/weights', note: '', document: 'q1bK-_9'},
      {step: 'softmax/sum', note: '', document: ''}
    ]
  };
  const address = addressOf(sheet);
  assert.match(address, /^title=[^&]*&lines=7&step=softmax\/sum&note=[^&]*&step=self-attention\/weights&d=q1bK-_9&step=softmax\/sum$/);
  assert.deepEqual(readAddress(`#${address}`, isStep), {sheet, problems: []});
  assert.equal(addressOf(newSheet()), '');
  assert.deepEqual(readAddress('', isStep), {sheet: newSheet(), problems: []});
});

test('faults of an address are named, and the rest is kept', () => {
  const {sheet, problems} =
    readAddress('#note=lost&lines=200&step=softmax/nothing&d=abc&step=softmax/sum&d=no+link!&colour=red&title=T%E0%A4&step=softmax/shares', isStep);
  assert.deepEqual(sheet.entries, [{step: 'softmax/sum', note: '', document: ''}, {step: 'softmax/shares', note: '', document: ''}]);
  assert.equal(sheet.lines, kLines);
  assert.deepEqual(problems.map(({id}) => id), ['no_step', 'lines', 'step', 'document', 'part']);
  for (const {id, words: fill} of problems) assert.doesNotMatch(say(`problems.${id}`, fill), /\{/);
  const many = readAddress(Array.from({length: 70}, () => 'step=softmax/sum').join('&'), isStep);
  assert.equal(many.sheet.entries.length, 60);
  assert.equal(many.problems.length, 10);
});

test('CSV comes back as it was, and no cell of it is a formula', () => {
  const rows = [['=1+1', '+cmd', '@x', '-a', '-0.3', 'a,b', 'say "no"', 'two\nlines', '', 'é;']];
  const text = csvOf(rows);
  assert.match(text, /^'=1\+1,'\+cmd,'@x,'-a,-0\.3,"a,b","say ""no""","two\nlines",,"é;"\r\n$/);
  assert.deepEqual(readCsv(`\ufeff${text}`).rows.map(({cells}) => cells), rows);
  assert.deepEqual(readCsv('a;b\r\n1;2\r\n').rows, [{line: 1, cells: ['a', 'b']}, {line: 2, cells: ['1', '2']}]);
  assert.deepEqual(readCsv('a,b\n"open,2\n3,4').problems, [{line: 2, id: 'open_quote', words: {}}]);
});

test('numbers are read as people write them', () => {
  for (const [text, number] of [
         ['7.3', 7.3], ['7,3', 7.3], ['−0.3', -0.3], [' .5 ', 0.5], ['+2', 2], ['', null], ['7.3.1', null], ['seven', null], ['1e3', null]])
    assert.equal(numberOf(text), number, text);
  const item = {kind: 'number', A: {number: -0.3, tolerance: 0.001}};
  assert.ok(isRight(item, 'A', '−0,3') && !isRight(item, 'A', '-0.32') && !isRight(item, 'A', ''));
});

const kThree = ['rows', 'kv_cache', 'quantization'].map((id) => items.find((item) => item.id === id));
const wrongOf = (item, form) => (item.kind === 'number' ? '99' : letterOf((item[form].right + 1) % 4));
const rightOf = (item, form) => (item.kind === 'number' ? String(item[form].number) : letterOf(item[form].right));
const result = (name, form, rights) => resultOf({
  name,
  form,
  items: kThree,
  date: '2026-01-31',
  answers: Object.fromEntries(kThree.map((item, i) => [item.id, rights[i] ? rightOf(item, form) : wrongOf(item, form)])),
});

test('gains are right, by item, by person and in the mean', () => {
  // Anna: 1/3 before, 3/3 after: gain 1. Ben: 1/3, then 2/3: gain 0.5. Means: 1/3 and 5/6: gain 0.75, and so is the mean of the gains.
  const text = result('Anna', 'A', [1, 0, 0]) + result('Anna', 'B', [1, 1, 1]) + result('Ben', 'A', [1, 0, 0]) + result('ben', 'B', [1, 1, 0]) +
    result('Eve', 'A', [0, 0, 0]);
  const {rows, problems} = readResults(text, items);
  assert.deepEqual(problems, []);
  const {people, items: byItem, whole, paired, unpaired, repeated} = tally(rows, items);
  const near = (value, expected) => assert.ok(Math.abs(value - expected) < 1e-12, `${value} is ${expected}`);
  assert.deepEqual([paired, unpaired, repeated.length, people.length], [2, 1, 0, 2]);
  near(people[0].gain, 1);
  near(people[1].gain, 0.5);
  near(whole.gain, 0.75);
  near(whole.meanGain, 0.75);
  const of = (id) => byItem.find(({item}) => item.id === id);
  assert.deepEqual([of('rows').before, of('rows').after, of('rows').gain], [1, 1, null], 'nothing was left to gain');
  assert.deepEqual([of('kv_cache').before, of('kv_cache').after, of('kv_cache').gain], [0, 1, 1]);
  assert.deepEqual([of('quantization').before, of('quantization').after, of('quantization').gain], [0, 0.5, 0.5]);
  const table = readCsv(tableOf({people, items: byItem, whole}, (id) => itemTexts[id].topic)).rows.map(({cells}) => cells.join());
  assert.ok(table.includes('item,rows,Attention weights,2,2,1,1,'));
  assert.ok(table.includes('person,1,Anna,3,3,0.3333,1,1'));
  assert.ok(table.includes('class,,gain of the means,2,2,0.3333,0.8333,0.75'));
  assert.equal(tally(rows, items, false).people.length, 3);
  assert.equal(gain(0.5, 0.25), -0.5);
  assert.equal(
    tally(readResults(result('', 'A', [0, 0, 0]) + result('', 'A', [0, 0, 0]), items).rows, items).people.length, 2, 'two tests without a name are two people');
  assert.deepEqual(tally(readResults(result('', 'B', [0, 1, 1]), items).rows, items).items[0].misled.B, {answer: wrongOf(kThree[0], 'B'), count: 1});
});

test('a line that can’t be read is told with its number and what was expected, and the good lines are kept', () => {
  const good = `Anna,A,rows,${rightOf(kThree[0], 'A')},1,2026-01-31`;
  const {rows, problems} = readResults(
    [
      kColumns.join(), good, 'Anna,A,rows', 'Anna,C,rows,a,0,', 'Anna,A,nothing,a,0,', 'Anna,A,kv_cache,a,yes,', 'Anna,A,kv_cache,z,0,',
      `Anna,A,quantization,${rightOf(kThree[2], 'A')},0,`
    ].join('\n'),
    items);
  assert.deepEqual(rows.map(({item}) => item), ['rows']);
  assert.deepEqual(problems.map(({line, id}) => [line, id]), [[3, 'columns'], [4, 'form'], [5, 'item'], [6, 'right'], [7, 'letter'], [8, 'key']]);
  for (const {id, words: fill} of problems) assert.doesNotMatch(say(`results.${id}`, fill), /\{/);
});

// --- Languages --------------------------------------------------------------------------------------------------------------------------------

/** The texts of a file by their paths. */
const flat = (texts, at = '') =>
  (typeof texts === 'object' && texts !== null ? Object.entries(texts).flatMap(([name, each]) => flat(each, `${at}.${name}`)) : [[at, String(texts)]]);
const shapeOf = (file) => flat(JSON.parse(read(file))).map(([at, text]) => [at, (text.match(/\{\w+\}/g) ?? []).sort().join()]);
const tagsOf = (html) => html.match(/<[^>]+>/g);

for (const language of readdirSync(kTeach).map((name) => /^words\.(\w+)\.json$/.exec(name)?.[1]).filter((each) => each && each !== 'en'))
  test(`${language} has all texts, with the same words in braces, options and tags as English`, () => {
    for (const name of ['words', 'items']) assert.deepEqual(shapeOf(`${name}.${language}.json`), shapeOf(`${name}.en.json`), name);
    const translated = read(`plans.${language}.html`);
    assert.deepEqual(tagsOf(translated), tagsOf(plans));
    const isWithComma = new Intl.NumberFormat(language).format(0.5) === '0,5';
    assert.deepEqual(numbersOf(translated), numbersOf(plans).map((number) => (isWithComma ? number.replace('.', ',') : number)), language);
  });

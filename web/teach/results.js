// Results of tests: a file for the pupil to write and the teacher to read, and the gains between two tests. These functions touch no page.
import {csvOf, readCsv} from './csv.js';

export const kForms = ['A', 'B'];
export const kColumns = ['name', 'form', 'item', 'answer', 'right', 'date'];
const kLetters = 'abcd';

/** The number that somebody typed: "7,3" and "−0.3" as well; null if it is none. */
export function numberOf(text) {
  const plain = text.trim().replace('−', '-').replace(',', '.');
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
}

/** Whether an answer is right: the letter of an option, or a number as text. */
export function isRight(item, form, answer) {
  const key = item[form];
  if (item.kind === 'choice') return answer === kLetters[key.right];
  const number = numberOf(answer);
  return number !== null && Math.abs(number - key.number) <= key.tolerance;
}

/** The right answer of an item as a result has it: "b", or "7.31". */
export const rightAnswer = (item, form) => (item.kind === 'choice' ? kLetters[item[form].right] : String(item[form].number));
export const letterOf = (index) => kLetters[index];

/** The CSV of one test: a row for each item. `answers` are by item; an answer that is missing is empty and not right. */
export function resultOf({name, form, items, answers, date}) {
  const row = (item) => {
    const answer = answers[item.id] ?? '', number = item.kind === 'number' ? numberOf(answer) : null;
    return [name, form, item.id, number ?? answer, isRight(item, form, answer) ? 1 : 0, date];
  };
  return csvOf([kColumns, ...items.map(row)]);
}

/**
 * Reads the CSV of one or more tests, one below the other: `{rows: [{name, form, item, answer, right, block}], problems: [{line, id, words}]}`. A line that can't be read
 * is told and left out. `block` tells the tests without a name from each other.
 */
export function readResults(text, items) {
  const known = new Map(items.map((item) => [item.id, item])), {rows: lines, problems} = readCsv(text), rows = [];
  let block = 0;
  for (const {line, cells} of lines) {
    if (cells.join().toLowerCase() === kColumns.join()) {
      ++block;
      continue;
    }
    const [name, form, id, answer, right] = cells, item = known.get(id);
    const wrong = (problem, words) => problems.push({line, id: problem, words});
    if (cells.length !== kColumns.length)
      wrong('columns', {expected: kColumns.length, found: cells.length, columns: kColumns.join(', ')});
    else if (!kForms.includes(form))
      wrong('form', {found: form});
    else if (!item)
      wrong('item', {found: id});
    else if (!['0', '1'].includes(right))
      wrong('right', {found: right});
    else if (item.kind === 'choice' && answer !== '' && !(answer.length === 1 && kLetters.includes(answer)))
      wrong('letter', {found: answer});
    else if (isRight(item, form, answer) !== (right === '1'))
      wrong('key', {item: id, answer, expected: rightAnswer(item, form)});
    else
      rows.push({name, form, item: id, answer, right: right === '1', block, line});
  }
  return {rows, problems: problems.sort((a, b) => a.line - b.line)};
}

/** (post − pre) / (1 − pre), or null if all was right before, so that nothing was left to gain. */
export const gain = (before, after) => (before === null || after === null || before >= 1 ? null : (after - before) / (1 - before));

const mean = (values) => (values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null);
const share = (rights) => mean(rights.map(Number));

/**
 * The gains of a class, from rows of `readResults`:
 * `{people, items, whole, repeated, unpaired}`. `onlyPaired` counts those alone who took both tests, if there is anybody.
 */
export function tally(rows, items, onlyPaired = true) {
  const people = new Map(), repeated = [];
  for (const row of rows) {
    const key = row.name ? `name ${row.name.toLowerCase()}` : `block ${row.block}`;
    const person = people.get(key) ?? {name: row.name, A: new Map(), B: new Map()};
    people.set(key, person);
    if (person[row.form].has(row.item))
      repeated.push(row);
    else
      person[row.form].set(row.item, row);
  }
  const all = [...people.values()], paired = all.filter((person) => person.A.size > 0 && person.B.size > 0),
        counted = onlyPaired && paired.length ? paired : all;
  const rightsOf = (form, id) => counted.map((person) => person[form].get(id)).filter(Boolean);
  // Returns the option that misled most people, if an option misled any.
  const misled = (taken, item) => {
    const wrong = taken.filter((row) => !row.right && row.answer !== '').map((row) => row.answer);
    const [answer] =
      [...new Set(wrong)].sort((a, b) => wrong.filter((each) => each === b).length - wrong.filter((each) => each === a).length || a.localeCompare(b));
    return answer && item.kind === 'choice' ? {answer, count: wrong.filter((each) => each === answer).length} : null;
  };
  const ofItem = (item) => {
    const taken = {A: rightsOf('A', item.id), B: rightsOf('B', item.id)};
    const before = share(taken.A.map((row) => row.right)), after = share(taken.B.map((row) => row.right));
    return {
      item,
      counts: [taken.A.length, taken.B.length],
      before,
      after,
      gain: gain(before, after),
      misled: {A: misled(taken.A, item), B: misled(taken.B, item)}
    };
  };
  const ofPerson = (person) => {
    const [before, after] = kForms.map((form) => share([...person[form].values()].map((row) => row.right)));
    return {name: person.name, counts: kForms.map((form) => person[form].size), before, after, gain: gain(before, after)};
  };
  const shown = counted.map(ofPerson), known = (values) => values.filter((value) => value !== null);
  const before = mean(known(shown.map((each) => each.before))), after = mean(known(shown.map((each) => each.after)));
  return {
    people: shown,
    items: items.map(ofItem).filter(({counts}) => counts[0] + counts[1] > 0),
    whole: {before, after, gain: gain(before, after), meanGain: mean(known(shown.map((each) => each.gain)))},
    repeated,
    paired: paired.length,
    unpaired: all.length - paired.length,
  };
}

const rounded = (value) => (value === null ? '' : String(Math.round(value * 1e4) / 1e4));

/** The whole as CSV: a row for each item, each person and the class. */
export function tableOf({people, items, whole}, topicOf) {
  const line = (kind, id, name, counts, {before, after, gain: gained}) => [kind, id, name, ...counts, rounded(before), rounded(after), rounded(gained)];
  return csvOf([
    ['row', 'id', 'name', 'before_count', 'after_count', 'before', 'after', 'gain'],
    ...items.map((each) => line('item', each.item.id, topicOf(each.item.id), each.counts, each)),
    ...people.map((each, i) => line('person', i + 1, each.name, each.counts, each)),
    line('class', '', 'gain of the means', [people.length, people.length], whole),
    line('class', '', 'mean of the gains', [people.length, people.length], {before: whole.before, after: whole.after, gain: whole.meanGain}),
  ]);
}

// Results of a class: files, dropped or chosen, and pasted texts become two tables.
import {items, itemTexts} from './items.js';
import {decimal, find, make, percent, save, showProblems, tell} from './page.js';
import {letterOf, readResults, tableOf, tally} from './results.js';
import {say} from './words.js';

let rows = [], problems = [], blocks = 0, onlyPaired = true;

const sentence = ({place, line, id, words}) => say('results.at', {place, line, problem: say(`results.${id}`, words)});

/** Takes a text of results; `place` is the name of its file. */
function take(text, place) {
  const found = readResults(text, items);
  // Tests without a name are told apart by their places in the files.
  rows.push(...found.rows.map((row) => ({...row, place, block: row.block + blocks})));
  blocks = Math.max(blocks, ...rows.map((row) => row.block)) + 1;
  problems.push(...found.problems.map((each) => ({...each, place})));
  return found.rows.length;
}

function show(count) {
  const whole = tally(rows, items, onlyPaired);
  const again =
    whole.repeated.map(({place, line, name, item, form}) => ({place, line, id: 'repeated', words: {name: name || say('results.nobody'), item, form}}));
  showProblems(find('#read-problems'), say('results.problems'), [...problems, ...again].map(sentence));
  tell(find('#read-status'),
    count ? say('results.read_some', {count, results: whole.paired * 2 + whole.unpaired, paired: whole.paired}) : say('results.read_none'));
  find('#tables').hidden = rows.length === 0;
  if (rows.length)
    find('#tables').replaceChildren(...tablesOf(whole));
  else
    find('#tables').replaceChildren();
}

const head = (...names) => make('thead', {}, make('tr', {}, ...names.map((name) => make('th', {scope: 'col', text: name}))));
const line = (name, ...cells) => make('tr', {}, make('th', {scope: 'row'}, ...[name].flat()), ...cells.map((text) => make('td', {text})));
const table = (caption, top, lines) => make('div', {class: 'table', tabindex: '0', role: 'region', 'aria-label': caption},
  make('table', {}, make('caption', {text: caption}), top, make('tbody', {}, ...lines)));

function misledWords({item, misled}) {
  if (!misled.B) return say('results.no_misled');
  const {options} = itemTexts[item.id].B, index = options.findIndex((_, i) => letterOf(i) === misled.B.answer);
  return say('results.misled_cell', {text: options[index].error, count: misled.B.count});
}

function tablesOf(whole) {
  const {before, after, gain, meanGain} = whole.whole;
  const hardest = [...whole.items].sort((a, b) => (a.after ?? a.before) - (b.after ?? b.before));
  const box = make('input', {
    type: 'checkbox',
    id: 'only-paired',
    checked: onlyPaired,
    disabled: whole.paired === 0,
    on: {
      change: ({target}) => {
        onlyPaired = target.checked;
        show(rows.length);
        find('#only-paired').focus();
      }
    }
  });
  const topic = (each) => [make('a', {href: `../#${each.item.step}`, text: itemTexts[each.item.id].topic})];
  return [
    make('p', {}, make('label', {class: 'check'}, box, ' ', make('span', {text: say('results.only_paired')}))),
    whole.unpaired ? make('p', {text: say('results.unpaired', {count: whole.unpaired})}) : '',
    make('h3', {text: say('results.whole')}),
    make('p', {id: 'whole', text: say('results.means', {before: percent(before), after: percent(after), gain: decimal(gain), mean: decimal(meanGain)})}),
    make('p', {text: say('results.explain')}),
    make('h3', {text: say('results.items')}),
    make('p', {text: say('results.sort')}),
    table(say('results.table_of_items'), head(...['item', 'before', 'after', 'gain', 'answers', 'misled'].map((name) => say(`results.${name}`))),
      hardest.map((each) => line(topic(each), percent(each.before), percent(each.after), decimal(each.gain), each.counts.join(' / '), misledWords(each)))),
    make('h3', {text: say('results.people')}),
    table(say('results.table_of_people'), head(...['person', 'before', 'after', 'gain'].map((name) => say(`results.${name}`))),
      whole.people.map((each) => line(each.name || say('results.unnamed'), percent(each.before), percent(each.after), decimal(each.gain)))),
    make('p', {class: 'row'}, make('button', {
      type: 'button',
      id: 'save-table',
      class: 'main',
      text: say('results.save'),
      on: {
        click: () => {
          save(tableOf(whole, (id) => itemTexts[id].topic), 'glassformer-class.csv', 'text/csv');
          tell(find('#read-status'), say('results.saved'));
        }
      }
    })),
  ];
}

async function takeFiles(files) {
  let count = 0;
  for (const file of files) {
    try {
      count += take(new TextDecoder('utf-8', {fatal: true}).decode(await file.arrayBuffer()), file.name);
    } catch {
      problems.push({place: file.name, line: 1, id: 'unreadable', words: {}});
    }
  }
  show(count);
}

find('#files').addEventListener('change', async ({target}) => {
  await takeFiles([...target.files]);
  target.value = '';  // the same file can be chosen again
});
find('#read').addEventListener('click', () => {
  const field = find('#pasted');
  if (!field.value.trim()) return tell(find('#read-status'), say('results.nothing'));
  show(take(field.value, say('results.pasted')));
});
find('#forget').addEventListener('click', () => {
  rows = [];
  problems = [];
  blocks = 0;
  find('#pasted').value = '';
  show(0);
  tell(find('#read-status'), say('results.cleared'));
});

const zone = find('#drop-here');
zone.addEventListener('dragover', (event) => {
  event.preventDefault();
  zone.classList.add('over');
});
zone.addEventListener('dragleave', () => zone.classList.remove('over'));
zone.addEventListener('drop', (event) => {
  event.preventDefault();
  zone.classList.remove('over');
  takeFiles([...event.dataTransfer.files]);
});
find('#reader').hidden = false;

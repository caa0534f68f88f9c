// The demo in which a teacher presses cells that become blanks.
import {partsOf, steps} from './catalogue.js';
import {demoOf, find, make, tell} from './page.js';
import {say} from './words.js';

const kToldMs = 500;  // a demo sends the event of a selection a moment later

const cellsOf = {
  cell: (cell) => [cell],
  row: ([...cell], [, columns]) => Array.from({length: columns}, (_, c) => [...cell.slice(0, -1), c]),
  column: ([...cell], [rows]) => Array.from({length: rows}, (_, r) => [...cell.slice(0, -2), r, cell.at(-1)]),
  matrix: ([...cell], [rows, columns]) => Array.from({length: rows * columns}, (_, i) => [...cell.slice(0, -2), Math.floor(i / columns), i % columns]),
};

let demo = null, blanks = {}, selected = null, opener = null, isKeeping = false;

const same = (a, b) => a.join() === b.join();
const count = () => Object.values(blanks).flat().length;
const nameOf = (node, cell) => `${node}[${cell.join(', ')}]`;
const status = (id, words) => tell(find('#bench-status'), say(`make.${id}`, words));

function showBlanks() {
  const chips = Object.entries(blanks).flatMap(([node, cells]) => cells.map((cell) => {
    const takeBack = () => change(node, [cell], false);
    return make('li', {},
      make(
        'button', {type: 'button', text: `${nameOf(node, cell)} ×`, 'aria-label': say('make.take_back', {cell: nameOf(node, cell)}), on: {click: takeBack}}));
  }));
  find('#given').replaceChildren(...chips);
  find('#none-given').hidden = chips.length > 0;
}

/** Gives cells of a node as blanks, or takes them back. A refusal of the program is told, and all stays as it was. */
async function change(node, cells, isGiven) {
  const others = (blanks[node] ?? []).filter((cell) => !cells.some((each) => same(each, cell)));
  const wanted = {...blanks, [node]: isGiven ? [...others, ...cells] : others};
  if (wanted[node].length === 0) delete wanted[node];
  try {
    await demo.send({type: 'blanks', blanks: wanted});
  } catch (error) {
    return status('refused', {reason: error.message});
  }
  blanks = wanted;
  showBlanks();
  if (isGiven && cells.length === 1)
    status('is_blank', {cell: nameOf(node, cells[0])});
  else
    status('are_blank', {count: count()});
}

async function give() {
  if (!selected) return status('nothing_selected');
  const {node, cell} = selected, extent = find('#extent').value;
  const {shape} = extent === 'cell' ? {} : await demo.get(node);
  await change(node, cellsOf[extent](cell, (shape ?? []).slice(-2)), true);
}

function close() {
  demo?.remove();
  demo = null;
  find('#bench').hidden = true;
}

/**
 * Opens the demo for an entry of a sheet. `kept(document, count, step)` takes the document with its blanks and its step, or '' for none, and says so in words; `closed()` takes the focus back.
 */
export async function openBench(entry, name, {kept, closed}) {
  close();
  const [lesson, step] = partsOf(entry.step), title = say('make.demo_title', {step: name});
  [blanks, selected, opener] = [{}, null, {kept, closed}];
  const opened = demo = entry.document ? demoOf({document: entry.document, title, loading: 'eager'}) : demoOf({lesson, step, title, loading: 'eager'});
  find('#bench-demo').replaceChildren(demo);
  find('#bench').hidden = false;
  find('#bench-head').textContent = say('make.blanks_of', {step: name});
  find('#bench-head').focus();
  showBlanks();
  try {
    await opened.ready;
    const {document: made} = await opened.send({type: 'snapshot', trace: false});
    if (demo !== opened) return;
    blanks = made.blanks ?? {};
    selected = made.selection?.node ? made.selection : null;
    showBlanks();
  } catch (error) {
    if (demo === opened) status('demo_failed', {reason: error.message});
    return;
  }
  opened.addEventListener('select', ({detail}) => {
    selected = detail;
    if (detail && !isKeeping && find('#each-press').checked) give();
  });
}

find('#give').addEventListener('click', give);
find('#close').addEventListener('click', () => {
  close();
  opener.closed();
});
find('#keep').addEventListener('click', async () => {
  isKeeping = true;
  try {
    // The sheet opens, and prints, at its first blank.
    const [node, cells] = Object.entries(blanks)[0] ?? [];
    if (node) await demo.send({type: 'select', node, cell: cells[0]});
    const {link} = await demo.send({type: 'link'});
    const {document: made} = await demo.send({type: 'snapshot', trace: false});
    const step = `${made.lesson}/${steps[made.lesson]?.[made.step ?? 0]}`;
    tell(find('#bench-status'), opener.kept(link.replace(/^.*#?d=/, ''), count(), step));
  } catch (error) {
    status('refused', {reason: error.message});
  } finally {
    setTimeout(() => {
      isKeeping = false;
    }, kToldMs);
  }
});
find('#drop').addEventListener('click', async () => {
  blanks = {};
  await demo.send({type: 'blanks', blanks}).catch(() => {});
  showBlanks();
  tell(find('#bench-status'), opener.kept('', 0));
});

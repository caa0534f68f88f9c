// Makes a sheet: the teacher picks steps, puts them in order and gives them blanks. The address of the page holds the whole sheet.
import '../element.js';

import {openBench} from './bench.js';
import {asks, captionOf, chapters, isStep, numberOf, partsOf, placeOf, steps, titleOf} from './catalogue.js';
import {copy, find, make, showProblems, tell} from './page.js';
import {addressOf, kMostSteps, newSheet, readAddress} from './sheet_address.js';
import {inLanguage, say} from './words.js';

const kLongAddress = 2000;
let sheet = newSheet(), before = null;  // before: the sheet that "Bring back" brings

const status = (id, words) => tell(find('#make-status'), say(`make.${id}`, words));
const nameOf = (step) => say('make.place', {lesson: titleOf(partsOf(step)[0]), number: numberOf(step)});

// --- Picking -------------------------------------------------------------------------------------------------------------------------------

function fillLessons() {
  for (const {name, lessons} of chapters())
    find('#lesson').append(
      make('optgroup', {label: name || say('make.others')}, ...lessons.map((lesson) => make('option', {value: lesson, text: titleOf(lesson)}))));
  find('#lesson').value = Object.hasOwn(steps, 'softmax') ? 'softmax' : Object.keys(steps)[0];
}

async function showSteps() {
  const lesson = find('#lesson').value, ids = steps[lesson].map((id) => `${lesson}/${id}`);
  const rows = await Promise.all(ids.map(async (step, i) => {
    const [caption, isQuestion] = await Promise.all([captionOf(step), asks(step)]);
    const add = make('button', {
      type: 'button',
      text: say('make.add'),
      'aria-label': say('make.add_step', {number: i + 1, lesson: titleOf(lesson), caption}),
      on: {
        click: () => {
          put([step]);
        }
      }
    });
    return make('li', {}, make('p', {}, caption, ' ', isQuestion ? make('span', {class: 'tag', text: say('make.asks')}) : null), add);
  }));
  if (find('#lesson').value !== lesson) return;
  find('#add-all').textContent = say('make.add_all', {number: ids.length});
  find('#steps').setAttribute('aria-label', say('make.steps'));
  find('#steps').replaceChildren(...rows);
}

function put(chosen) {
  const room = kMostSteps - sheet.entries.length;
  remember();
  sheet.entries.push(...chosen.slice(0, room).map((step) => ({step, note: '', document: ''})));
  changed();
  if (room < chosen.length)
    status('full', {most: kMostSteps});
  else if (chosen.length > 1)
    status('added_all', {count: chosen.length});
  else
    status('added', {step: nameOf(chosen[0]), place: sheet.entries.length});
}

// --- Arranging -----------------------------------------------------------------------------------------------------------------------------

const remember = () => {
  before = structuredClone(sheet);
};

function move(index, by) {
  const [entry] = sheet.entries.splice(index, 1);
  sheet.entries.splice(index + by, 0, entry);
  changed();
  const buttons = find('#entries').children[index + by];
  (buttons.querySelector(by < 0 ? '.up:not(:disabled)' : '.down:not(:disabled)') ?? buttons.querySelector('.move:not(:disabled)'))?.focus();
  status('moved', {step: nameOf(entry.step), place: index + by + 1});
}

function remove(index) {
  remember();
  const [entry] = sheet.entries.splice(index, 1), rows = find('#entries').children;
  changed();
  (rows[Math.min(index, rows.length - 1)]?.querySelector('.remove') ?? find('#undo')).focus();
  status('removed', {step: nameOf(entry.step)});
}

function rowOf(entry, index) {
  const step = nameOf(entry.step), caption = make('p', {class: 'caption'});
  captionOf(entry.step).then((text) => {
    caption.textContent = text;
  });
  const button = (id, kind, act, off = false) =>
    make('button', {type: 'button', class: `${kind}`, disabled: off, text: say(`make.${id}`), 'aria-label': say(`make.${id}_step`, {step}), on: {click: act}});
  const note =
    make('input', {class: 'note-field', maxlength: '400', autocomplete: 'off', 'aria-label': say('make.note_step', {step}), placeholder: say('make.note')});
  note.value = entry.note;
  note.addEventListener('input', () => {
    entry.note = note.value;
    write();
  });
  return make('li', {},
    make('p', {class: 'place'}, make('strong', {text: step}), entry.document ? make('span', {class: 'tag', text: say('make.has_blanks')}) : null), caption,
    note,
    make('p', {class: 'row'}, button('up', 'up move', () => move(index, -1), index === 0),
      button('down', 'down move', () => move(index, 1), index === sheet.entries.length - 1), button('edit', 'edit', () => bench(entry)),
      button('remove', 'remove', () => remove(index))));
}

/** Gives a step blanks of one's own, beside a demo of it. */
function bench(entry) {
  const kept = (document, count, step) => {
    remember();
    entry.document = document;
    if (step && isStep(step)) entry.step = step;  // the teacher may have gone on to another step
    changed();
    return say(document ? 'make.kept' : 'make.dropped', {step: nameOf(entry.step), count});
  };
  const closed = () => (find('#entries').children[sheet.entries.indexOf(entry)]?.querySelector('.edit') ?? find('#lesson')).focus();
  openBench(entry, nameOf(entry.step), {kept, closed});
}

// --- The address ---------------------------------------------------------------------------------------------------------------------------

const sheetAddress = () => `${inLanguage('sheet.html')}#${addressOf(sheet)}`;
const links = () => sheet.entries.map(({step, document}) => placeOf(step, document)).join('\n');

/** Writes the sheet into all addresses. */
function write() {
  const address = addressOf(sheet), isEmpty = sheet.entries.length === 0;
  // Without a sheet, the address keeps the part of the page that it names.
  if (address || location.hash.includes('=')) history.replaceState(null, '', address ? `#${address}` : location.pathname + location.search);
  find('#sheet-address').value = isEmpty ? '' : sheetAddress();
  find('#links').value = links();
  find('#copy-sheet').disabled = find('#copy-links').disabled = isEmpty;
  if (isEmpty)
    find('#open-sheet').removeAttribute('href');
  else
    find('#open-sheet').href = sheetAddress();
  const count = find('#sheet-address').value.length;
  find('#long').textContent = count > kLongAddress ? say('make.long', {count, most: kLongAddress}) : '';
}

function changed() {
  find('#entries').replaceChildren(...sheet.entries.map(rowOf));
  find('#empty').hidden = sheet.entries.length > 0;
  find('#clear').disabled = sheet.entries.length === 0;
  find('#undo').hidden = !before;
  write();
}

/** Takes the sheet that the address says; one that names a part of the page says none. */
function read() {
  if (location.hash && !location.hash.includes('=')) return changed();
  const {sheet: found, problems} = readAddress(location.hash, isStep);
  if (sheet.entries.length) remember();
  sheet = found;
  find('#sheet-title').value = sheet.title;
  find('#lines').value = sheet.lines;
  changed();
  showProblems(find('#make-problems'), say('problems.head'), problems.map(({id, words}) => say(`problems.${id}`, words)));
}

fillLessons();
find('#lesson').addEventListener('change', showSteps);
find('#add-all').addEventListener('click', () => put(steps[find('#lesson').value].map((id) => `${find('#lesson').value}/${id}`)));
find('#sheet-title').addEventListener('input', ({target}) => {
  sheet.title = target.value;
  write();
});
find('#lines').addEventListener('input', ({target}) => {
  if (!target.checkValidity() || target.value === '') return;
  sheet.lines = Number(target.value);
  write();
});
find('#clear').addEventListener('click', () => {
  remember();
  sheet.entries = [];
  changed();
  find('#undo').focus();
  status('cleared');
});
find('#undo').addEventListener('click', () => {
  [sheet, before] = [before, null];
  find('#sheet-title').value = sheet.title;
  find('#lines').value = sheet.lines;
  changed();
  find('#lesson').focus();
  status('brought_back');
});
find('#copy-sheet').addEventListener('click', () => copy(sheetAddress(), find('#out-status'), find('#sheet-address')));
find('#copy-links').addEventListener('click', () => copy(links(), find('#out-status'), find('#links')));
window.addEventListener('hashchange', () => {
  read();
  status('added_all', {count: sheet.entries.length});
});
find('#lines').value = sheet.lines;
read();
await showSteps();
find('#maker').hidden = false;

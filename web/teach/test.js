// Gives one form of the test: question below question, marked at the end. The result is only a file on this machine.
import {items, itemTexts} from './items.js';
import {copy, find, make, save, showProblems, tell} from './page.js';
import {answerInWords, formsOnPaper} from './paper.js';
import {isRight, kForms, letterOf, numberOf, resultOf} from './results.js';
import {inLanguage, language, say, translate} from './words.js';

let unsaved = false;

/** The wishes of the address: `{form, chosen, explains, problems}`. A part that can't be read is told, and the rest is kept. */
function asked() {
  const problems = [], wrong = (id, found) => problems.push(say(`take.problem_${id}`, {found}));
  let form = '', chosen = items, explains = true;
  for (const [name, value] of new URLSearchParams(location.hash.replace(/^#/, ''))) {
    if (name === 'form') {
      if (kForms.includes(value))
        form = value;
      else
        wrong('form', value);
    } else if (name === 'items') {
      const ids = value.split(',').filter(Boolean);
      for (const id of ids)
        if (!items.some((item) => item.id === id)) wrong('item', id);
      const known = items.filter(({id}) => ids.includes(id));
      if (known.length) chosen = known;
    } else if (name === 'explain') {
      if (value === 'off')
        explains = false;
      else
        wrong('explain', value);
    } else {
      wrong('part', name);
    }
  }
  return {form, chosen, explains: explains || form === 'B', problems};
}

// --- One form ------------------------------------------------------------------------------------------------------------------------------

function field(item, form, number) {
  const {text, options} = itemTexts[item.id][form], id = `item-${item.id}`;
  const verdict = make('div', {class: 'verdict'}), question = make('span', {class: 'question', text: `${number}. ${text}`});
  if (item.kind === 'number') {
    const input = make('input', {id, name: item.id, inputmode: 'decimal', autocomplete: 'off', 'aria-describedby': `${id}-problem`});
    return make('div', {class: 'item', 'data-item': item.id},
      make('label',
        {for: id
        },
        question, make('span', {class: 'hint', text: say('take.number')})),
      input, make('p', {id: `${id}-problem`, class: 'problem', hidden: true, text: say('take.expected_number')}), verdict);
  }
  const choices = options.map((each, i) => make('label', {class: 'option'}, make('input', {type: 'radio', name: item.id, value: letterOf(i)}),
                                make('span', {}, make('b', {text: `${letterOf(i)})`}), ` ${each.text}`)));
  return make('fieldset', {class: 'item', 'data-item': item.id}, make('legend', {}, question), ...choices, verdict);
}

const answersOf = (form) => Object.fromEntries([...new FormData(form)].filter(([, value]) => value.trim() !== '').map(([name, value]) => [name, value.trim()]));

function explain(item, form, answer) {
  const {why} = itemTexts[item.id][form], right = answerInWords(item, form, itemTexts, language);
  const isSo = isRight(item, form, answer ?? '');
  const words = isSo ? say('take.is_right') : say(answer ? 'take.is_wrong' : 'take.is_empty', {answer: right});
  return [
    make('p', {class: isSo ? 'right' : 'wrong'}, make('strong', {text: words}), ` ${why}`),
    make('p', {}, make('a', {href: `../#${item.step}`, text: say('take.see')}))
  ];
}

/** Shows how it went, and offers the result. Nothing can be changed any more. */
function finish({form, chosen, explains}, sheet, name) {
  const answers = answersOf(sheet), right = chosen.filter((item) => isRight(item, form, answers[item.id] ?? '')).length;
  const csv = resultOf({name, form, items: chosen, answers, date: new Date().toISOString().slice(0, 10)});
  const file = `glassformer-${form}-${name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'result'}.csv`;
  for (const each of sheet.querySelectorAll('.item')) {
    for (const input of each.querySelectorAll('input')) input.disabled = true;
    if (explains) each.querySelector('.verdict').append(...explain(items.find(({id}) => id === each.dataset.item), form, answers[each.dataset.item]));
  }
  sheet.querySelector('.hand-in').remove();
  const status = make('p', {class: 'said', role: 'status'}), text = make('textarea', {readonly: true, rows: '4', 'aria-label': say('take.result')});
  text.value = csv;
  const saveIt = () => {
    save(csv, file, 'text/csv');
    unsaved = false;
    tell(status, say('take.saved'));
  };
  const head = make('h2', {tabindex: '-1', text: explains ? say('take.score', {right, all: chosen.length}) : say('take.done')});
  find('#take').prepend(make('section', {class: 'result'}, head, make('p', {text: say('take.save_now')}),
    make('p', {class: 'row'}, make('button', {type: 'button', class: 'main', id: 'save', text: say('take.save'), on: {click: saveIt}}),
      make('button', {type: 'button', text: say('take.copy'), on: {click: () => copy(csv, status, text)}})),
    text, status));
  unsaved = true;
  head.focus();
  head.scrollIntoView();
  tell(status, explains ? `${head.textContent} ${say('take.marked')}` : head.textContent);
}

function take(test) {
  const {form, chosen} = test, status = make('p', {class: 'said', role: 'status'});
  const name = make('input', {id: 'name', maxlength: '80', autocomplete: 'off', 'aria-describedby': 'name-why'});
  const numberFields = () => [...sheet.querySelectorAll('.item > input')];
  const problemOf = (input) => find(`#${input.id}-problem`);
  let asksAgain = '';
  const handIn = (event) => {
    event.preventDefault();
    const answers = answersOf(sheet), place = ({id}) => chosen.findIndex((item) => item.id === id) + 1;
    const bad = numberFields().filter((input) => {
      const isBad = input.value.trim() !== '' && numberOf(input.value) === null;
      input.toggleAttribute('aria-invalid', isBad);
      if (isBad) input.setAttribute('aria-invalid', 'true');
      problemOf(input).hidden = !isBad;
      return isBad;
    });
    if (bad.length) {
      bad[0].focus();
      return tell(status, say('take.wrong_numbers', {list: bad.map((input) => place({id: input.name})).join(', ')}));
    }
    const open = chosen.filter(({id}) => !answers[id]).map(place).join(', ');
    if (open && open !== asksAgain) {
      asksAgain = open;
      return tell(status, say('take.open_items', {list: open}));
    }
    name.disabled = true;
    finish(test, sheet, name.value.trim());
  };
  const sheet = make('form', {
    novalidate: true,
    on: {
      submit: handIn,
      input: () => {
        unsaved = true;
      }
    }
  },
    ...chosen.map((item, i) => field(item, form, i + 1)),
    make('div', {class: 'hand-in'}, status, make('p', {class: 'row'}, make('button', {class: 'main', text: say('take.hand_in')}))));
  // Enter in a field moves to the next control, as Tab does, and does not hand the test in.
  sheet.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && event.target.matches('input')) event.preventDefault();
  });
  find('#title').textContent = say(`take.head_${form}`);
  document.title = `${say(`take.head_${form}`)}: Glassformer`;
  find('#take').replaceChildren(make('p', {class: 'who paper-only'}, make('span', {text: say('take.name')}), ' ', make('span', {text: say('take.date')})),
    make('p', {class: 'intro', text: say('take.intro')}),
    make('p', {class: 'field screen-only'},
      make('label',
        {for: 'name', text: say('take.name')
        }),
      name, make('small', {id: 'name-why', text: say('take.name_why')})),
    make('p', {class: 'row screen-only'}, make('button', {type: 'button', text: say('take.print'), on: {click: () => window.print()}})), sheet);
}

function choose() {
  const option = (form, words) =>
    make('label', {class: 'option'}, make('input', {type: 'radio', name: 'form', value: form, checked: form === 'A'}), make('span', {text: say(words)}));
  const begin = (event) => {
    event.preventDefault();
    location.hash = `form=${new FormData(event.target).get('form')}`;
  };
  find('#take').replaceChildren(make('form', {class: 'screen-only', on: {submit: begin}},
    make('fieldset', {class: 'item'}, make('legend', {text: say('take.choose')}), option('A', 'take.before'), option('B', 'take.after')),
    make('p', {class: 'row'}, make('button', {class: 'main', text: say('take.begin')}),
      make('button', {type: 'button', text: say('take.print'), on: {click: () => window.print()}}))));
}

function show() {
  const test = asked();
  find('#paper').hidden = Boolean(test.form);
  find('#take').hidden = false;
  find('#title').textContent = say('take.paper_head');
  unsaved = false;
  showProblems(find('#problems'), say('problems.head'), test.problems);
  if (test.form)
    take(test);
  else
    choose();
}

translate();
document.querySelector('.home').href = inLanguage('../');
if (document.documentElement.lang !== 'en')
  find('#paper').innerHTML = `<p class="intro">${say('take.paper_intro')}</p>\n${formsOnPaper(items, itemTexts, say)}`;
window.addEventListener('hashchange', show);
window.addEventListener('beforeunload', (event) => unsaved && event.preventDefault());
show();

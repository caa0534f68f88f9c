// The addresses of the test: which items, which form, and whether form A explains itself.
import {items, itemTexts} from './items.js';
import {copy, find, make, tell} from './page.js';
import {kForms} from './results.js';
import {inLanguage, say} from './words.js';

const boxes = items.map(({id}) => make('input', {type: 'checkbox', value: id, checked: true, on: {change: show}}));
find('#item-list').append(...boxes.map((box, i) => make('label', {class: 'check'}, box, ' ', make('span', {text: itemTexts[items[i].id].topic}))));

function addressOf(form) {
  const chosen = boxes.filter((box) => box.checked).map((box) => box.value), parts = [`form=${form}`];
  if (chosen.length < items.length) parts.push(`items=${chosen.join()}`);
  if (form === 'A' && !find('#explain').checked) parts.push('explain=off');
  return `${inLanguage('test.html')}#${parts.join('&')}`;
}

function show() {
  const count = boxes.filter((box) => box.checked).length;
  for (const form of kForms) {
    const address = count ? addressOf(form) : '';
    find(`#address-${form}`).value = address;
    if (address)
      find(`#open-${form}`).href = address;
    else
      find(`#open-${form}`).removeAttribute('href');
    find(`#copy-${form}`).disabled = !address;
  }
  tell(find('#items-status'), count ? say('test.chosen', {count, all: items.length}) : say('test.needs_one'));
}

const setAll = (checked) => {
  for (const box of boxes) box.checked = checked;
  show();
};
find('#all-items').addEventListener('click', () => setAll(true));
find('#no-items').addEventListener('click', () => setAll(false));
find('#explain').addEventListener('change', show);
for (const form of kForms) find(`#copy-${form}`).addEventListener('click', () => copy(addressOf(form), find('#test-status'), find(`#address-${form}`)));
find('#on-paper').href = inLanguage('test.html');
show();
find('#test-links').hidden = false;

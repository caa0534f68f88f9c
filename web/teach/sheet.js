// Shows a sheet for a class: the demos that the address names, below each other, each with its caption and room for an answer.
import '../element.js';

import {captionOf, isStep, numberOf, partsOf, pictureOf, placeOf, steps, templateOf, titleOf} from './catalogue.js';
import {demoOf, find, make, save, showProblems, tell} from './page.js';
import {addressOf, readAddress} from './sheet_address.js';
import {inLanguage, say, translate} from './words.js';

let sheet = null, unsaved = false, pending = new Map();  // pending: by figure, the drawing of a picture with blanks that is still to come

/** The picture of a step on paper: its scene, without the bars around it. */
async function drawStep(figure, step) {
  const picture = await pictureOf(step);
  if (!picture) return figure.remove();
  const {address, width, height, top, bottom} = picture, image = make('img', {src: address, alt: say('sheet.picture', {step})});
  figure.style.aspectRatio = `${width} / ${(bottom - top) * height}`;
  image.style.top = `${- 100 * top / (bottom - top)}%`;
  figure.append(image);
}

/** The picture of a demo with own blanks: the program draws it, once it runs. */
async function drawDemo(figure, demo) {
  await demo.ready;
  const {text} = await demo.send({type: 'export', format: 'svg'}),
        bare = text.replace(/<style[^>]*>[^]*?<\/style>/g, '');  // fonts in it would be those of the whole page
  const drawn = document.importNode(new DOMParser().parseFromString(bare, 'image/svg+xml').documentElement, true);
  drawn.setAttribute('role', 'img');
  drawn.setAttribute('aria-label', demo.getAttribute('title'));
  figure.replaceChildren(drawn);
}

function entryOf({step, note, document: own}, index, lines) {
  const [lesson, id] = partsOf(step), number = numberOf(step), place = `${titleOf(lesson)}, ${say('sheet.step', {number, count: steps[lesson].length})}`;
  const caption = make('p', {class: 'caption'}), figure = make('div', {class: own ? 'picture own' : 'picture'}), typed = make('p', {class: 'typed'});
  const demo = own ? demoOf({document: own, title: place}) : demoOf({lesson, step: id, title: place});
  captionOf(step).then((text) => {
    caption.textContent = text;
  });
  if (own) {
    const draw = () => drawDemo(figure, demo).then(() => pending.delete(figure));
    pending.set(figure, {draw, place});
    demo.addEventListener('ready', () => draw().catch(() => {}));
    // The demo's inputs may differ from the step's, and so may the numbers in the caption.
    demo.addEventListener('ready', async () => {
      const answer = await demo.send({type: 'live', text: await templateOf(step)}).catch(() => null);
      if (answer?.text) caption.textContent = answer.text;
    });
  } else {
    drawStep(figure, step).catch(() => figure.remove());
  }
  const answer = make('textarea', {id: `answer-${index}`, rows: '3'}), section = make('section', {class: 'entry', 'aria-labelledby': `entry-${index}`});
  answer.addEventListener('input', () => {
    typed.textContent = answer.value;
    section.classList.toggle('answered', answer.value.trim() !== '');
    unsaved = true;
  });
  section.append(
    make('h2', {id: `entry-${index}`}, `${index}. ${titleOf(lesson)}`, ' ', make('small', {text: say('sheet.step', {number, count: steps[lesson].length})})),
    caption, note ? make('p', {class: 'task', text: note}) : '', make('div', {class: 'live'}, demo), figure,
    make('p', {class: 'open'}, make('a', {href: placeOf(step, own), text: say('sheet.open')})), make('p', {class: 'field'}, make('label', {for: `answer-${index}`, text: say('sheet.answer')
    }), answer), typed, make('div', {class: 'lines', 'aria-hidden': 'true'}, ...Array.from({length: lines}, () => make('div'))));
  return section;
}

function show() {
  const {sheet: found, problems} = readAddress(location.hash, isStep);
  sheet = found;
  pending = new Map();
  const title = sheet.title || say('sheet.untitled');
  find('#title').textContent = title;
  document.title = `${title}: Glassformer`;
  find('#change').href = `${inLanguage('./')}#${addressOf(sheet)}`;
  find('#change').textContent = say(sheet.entries.length ? 'sheet.change' : 'sheet.to_teachers');
  showProblems(find('#problems'), say('problems.head'), problems.map(({id, words}) => say(`problems.${id}`, words)));
  find('#tools').hidden = sheet.entries.length === 0;
  find('#entries').replaceChildren(...sheet.entries.map((entry, i) => entryOf(entry, i + 1, sheet.lines)));
  if (sheet.entries.length === 0) find('#entries').append(make('p', {class: 'note', text: say('sheet.empty')}));
}

/** Makes the pictures that are not there yet, then prints. */
async function print() {
  for (const {draw, place} of [...pending.values()]) {
    tell(find('#status'), say('sheet.preparing'));
    await draw().catch(() => tell(find('#status'), say('sheet.no_picture', {step: place})));
  }
  window.print();
}

function saveAnswers() {
  const blocks = [...document.querySelectorAll('.entry')].map(
    (section) => [section.querySelector('h2').textContent, section.querySelector('.caption').textContent, section.querySelector('.task')?.textContent,
      `${say('sheet.answer')}: ${section.querySelector('textarea').value}`]
                   .filter(Boolean)
                   .join('\r\n'));
  save([find('#title').textContent, ...blocks].join('\r\n\r\n') + '\r\n', 'glassformer-answers.txt', 'text/plain');
  unsaved = false;
  tell(find('#status'), say('sheet.saved'));
}

translate();
find('#print').addEventListener('click', print);
find('#save').addEventListener('click', saveAnswers);
window.addEventListener('hashchange', show);
window.addEventListener('beforeunload', (event) => unsaved && event.preventDefault());
show();

// The page for teachers: loads its parts, and handles links and tabs for all of them.
import {find, make} from './page.js';
import {fileOf, language, say, translate} from './words.js';

translate();
if (language !== 'en') {
  const {items, itemTexts} = await import('./items.js'), {keyOnPaper} = await import('./paper.js');
  find('#plan-texts').innerHTML = await fileOf('plans', 'html');
  find('#key').innerHTML = keyOnPaper(items, itemTexts, say);
  translate();
}

// The address holds the sheet, so links within the page leave it alone.
document.addEventListener('click', (event) => {
  const link = event.target.closest('nav a[href^="#"]'), part = link && find(link.hash);
  if (!part) return;
  event.preventDefault();
  part.scrollIntoView();
  part.querySelector('h2').focus({preventScroll: true});
});

await import('./plans.js');
// A part that fails leaves the other parts as they are.
const parts = await Promise.allSettled([import('./make.js'), import('./give.js'), import('./read.js')]);
for (const [i, {reason}] of parts.entries()) {
  if (!reason) continue;
  console.error(reason);
  find(['#make', '#test', '#results'][i]).append(make('p', {class: 'note', role: 'status', text: say('part_failed', {reason: reason.message})}));
}
// Texts that came later have moved the part that the address names, so it is scrolled into view.
if (/^#[a-z]+$/.test(location.hash)) find(location.hash)?.scrollIntoView();

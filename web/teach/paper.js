// The test and its key as HTML that needs no script: the pages have it for English, and tests/tools/teach.test.mjs makes it.
import {kForms, letterOf} from './results.js';

const kEscapes = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;'
};
const escaped = (text) => String(text).replace(/[&<>"]/g, (each) => kEscapes[each]);
const shownNumber = (number, language) => new Intl.NumberFormat(language, {maximumFractionDigits: 10, useGrouping: false}).format(number).replace('-', '−');

/** The right answer in words, without a full stop: "b) 2", or "7.31". */
export const answerInWords = (item, form, texts, language = 'en') => item.kind === 'number' ?
  shownNumber(item[form].number, language) :
  `${letterOf(item[form].right)}) ${texts[item.id][form].options[item[form].right].text.replace(/[.。]$/, '')}`;

function question(item, form, texts, say) {
  const {text, options} = texts[item.id][form];
  const room = item.kind === 'number' ? `<p class="write">${escaped(say('take.answer'))}</p>` :
                                        `<ol class="options">${options.map((each) => `<li>${escaped(each.text)}</li>`).join('')}</ol>`;
  return `<li><p>${escaped(text)}</p>${room}</li>`;
}

/** Both forms, as they stand on paper. */
export const formsOnPaper = (items, texts, say) => kForms
                                                     .map((form) => `<section class="form">
<h2>${escaped(say(`take.head_${form}`))}</h2>
<p class="who"><span>${escaped(say('take.name'))}</span> <span>${escaped(say('take.date'))}</span></p>
<p>${escaped(say('take.intro'))}</p>
<ol class="questions">
${items.map((item) => question(item, form, texts, say)).join('\n')}
</ol>
</section>`).join('\n');

/** The key of both forms, with explanations. */
export const keyOnPaper = (items, texts, say) => `<ol class="key">
${
  items
    .map((item) => `<li><h3>${escaped(texts[item.id].topic)}</h3>
${
           kForms
             .map((form) => `<p><strong>${escaped(say('test.key_of', {form,
               answer: answerInWords(item, form, texts)}))}</strong> ${escaped(texts[item.id][form].why)}</p>`)
             .join('\n')}
<p><a href="../#${item.step}">${escaped(say('test.to_step', {step: item.step}))}</a></p></li>`)
    .join('\n')}
</ol>`;

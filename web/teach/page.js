// Functions of all pages for teachers: making elements, messages, copying, saving.
import {kLanguages} from '../languages.js';

import {language, say} from './words.js';

/** An element: `make('p', {class: 'note', text: 'Hello'}, child, ...)`. `on` has its listeners; an attribute that is false or null is left out. */
export function make(tag, {text, on = {}, ...attributes} = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value === true ? '' : value);
  for (const [event, listener] of Object.entries(on)) element.addEventListener(event, listener);
  if (text !== undefined) element.textContent = text;
  element.append(...children.filter((each) => each !== null && each !== undefined));
  return element;
}

export const find = (selector) => document.querySelector(selector);

/** Says something to all readers: in a region of role=status. The same words twice are said twice. */
export function tell(region, text) {
  region.textContent = '';
  requestAnimationFrame(() => {
    region.textContent = text;
  });
}

/** Shows problems as a list of sentences; none: nothing. */
export function showProblems(region, title, sentences) {
  region.replaceChildren();
  region.hidden = sentences.length === 0;
  if (sentences.length) region.append(make('p', {text: title}), make('ul', {}, ...sentences.map((text) => make('li', {text}))));
}

/** Copies a text, and says whether that went well. If the browser refuses, `field` has the text selected. */
export async function copy(text, region, field) {
  try {
    await navigator.clipboard.writeText(text);
    tell(region, say('copied'));
  } catch {
    field?.focus();
    field?.select?.();
    tell(region, say('copy_refused'));
  }
}

/** Saves a text as a file on this machine. */
export function save(text, name, type) {
  const address = URL.createObjectURL(new Blob(['\ufeff', text], {type: `${type};charset=utf-8`}));
  make('a', {href: address, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A demo of the course. */
export function demoOf({lesson, step, document: shown, title, height, loading}) {
  const known = Object.hasOwn(kLanguages, language.split('-')[0]) && language !== 'en' ? language : null;
  return make('glassformer-demo', {lesson, step, document: shown || null, title, height, loading, language: known});
}

/** A number in hundredths: "65 %"; a dash for none. */
export const percent = (value) => (value === null ? '–' : say('percent', {number: Math.round(value * 100)}));
/** A gain with two digits: "0.63", "−0.20". */
export const decimal = (value) =>
  (value === null ? '–' : new Intl.NumberFormat(language, {minimumFractionDigits: 2, maximumFractionDigits: 2}).format(value).replace('-', '−'));

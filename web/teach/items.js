// The items of the test, with their texts.
import {fileOf} from './words.js';

const answer = await fetch(new URL('items.json', import.meta.url));

/** `[{id, kind, step, A, B}]`: of a choice A and B have `right`, the index of the right option; of a number, `number` and `tolerance`. */
export const {items} = await answer.json();
/** Their texts by id: topic, and of each form the question, the options and why. */
export const itemTexts = await fileOf('items', 'json');

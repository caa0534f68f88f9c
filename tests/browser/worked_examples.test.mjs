// Every example of the source documents (src/lessons/SOURCES.md) on dictionaries, words that pull words and several heads: loaded into the page, compared with the
// command line, and then with the documents' own numbers.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {onePage} from './one_page.mjs';
import {assertLikeCommandLine, load, nodeOf, presetInputs, strongest, train} from './support.mjs';
import dictionary from './worked_examples/dictionary.mjs';
import heads from './worked_examples/heads.mjs';
import pulling from './worked_examples/words_pulling_words.mjs';

const page = await onePage({query: '?build=single'});

/** Returns the functions with which the checks of an example read a snapshot. */
function shownBy(snapshot) {
  const node = (name) => nodeOf(snapshot, name) ?? assert.fail(`there is no ${name}`);
  return {
    page,
    node,
    has: (name) => nodeOf(snapshot, name) !== undefined,
    values: (name) => node(name).values,
    marks: (name) => node(name).marks ?? [],
    said: (name) => strongest(snapshot, name),
    notes: snapshot.trace.notes,
  };
}

for (const {title, lesson, preset, inputs, changed, step, trained, check} of [...dictionary, ...pulling, ...heads]) {
  test(title, async () => {
    const chosen = preset ? await presetInputs(lesson, preset) : inputs;
    await load(page, {lesson, inputs: {...chosen, ...changed}, ...(step === undefined ? {} : {step})});
    const snapshot = await assertLikeCommandLine(page);
    await check(shownBy(trained ? await train(page) : snapshot));
  });
}

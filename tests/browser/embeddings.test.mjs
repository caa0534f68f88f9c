// The lesson on embeddings: vectors are trained in the page on the shipped corpus, then neighbours and analogies are read.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {onePage} from './one_page.mjs';
import {assertLikeCommandLine, load, nodeOf, presetInputs, pressInput, send, settled, train} from './support.mjs';

const page = await onePage({query: '?build=single'});

const accuracy = (snapshot) => nodeOf(snapshot, 'held_out.accuracy').values[0][0];

function ranked(snapshot, name) {
  const {values: [row], cols} = nodeOf(snapshot, name);
  return row.map((value, i) => [value, cols[i]]).sort((a, b) => b[0] - a[0]).map(([, word]) => word);
}

async function type(input, text) {
  await pressInput(page, input);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  return settled(page);
}

test('the window slides over the sentence of the document, as on the command line', async () => {
  const snapshot = await load(page, {lesson: 'embeddings'}, settled);
  assert.deepEqual(nodeOf(snapshot, 'windows').rows.slice(0, 3), ['thou shalt → not', 'shalt not → make', 'not make → a']);
  await assertLikeCommandLine(page);
});

test('trained in the page: analogies written down beforehand come right, neighbours make sense, the past can be seen again', async () => {
  const before = await load(page, {lesson: 'embeddings', folded: ['training', 'parameters']}, settled);
  assert.ok(accuracy(before) < 10);
  const done = await train(page);
  assert.ok(accuracy(done) >= 95, `${accuracy(done)} % of the held-out analogies`);
  assert.equal(ranked(done, 'answers')[0], 'queen');
  assert.ok(ranked(done, 'neighbours').slice(0, 5).includes('queen'));
  assert.notDeepEqual(nodeOf(done, 'points').values, nodeOf(before, 'points').values, 'the words have moved');

  const asked = await type('analogy', 'paris - france + japan');
  assert.equal(ranked(asked, 'answers')[0], 'tokyo');
  assert.equal(asked.training.step, done.training.step, 'the run is as it was');
  const wrong = await type('word', 'gryphon');
  assert.equal(wrong.problem.id, 'word_not_in_corpus');
  assert.equal(wrong.document.inputs.word ?? 'king', 'king');

  // The relations of the document, by the same run: an input that only chooses the shown word leaves the run as it is.
  for (const [preset, analogy, right] of [['degrees', 'biggest - bigger + older', 'oldest'],
         ['companies', 'ines - solara + ferrum', 'otto'],
         ['companies', '02108 - boston + denver', '80202'],
  ]) {
    const shown = await load(page, {lesson: 'embeddings', inputs: {...await presetInputs('embeddings', preset), analogy}}, settled);
    assert.equal(shown.training.step, done.training.step);
    assert.equal(ranked(shown, 'answers')[0], right);
  }

  await send(page, {type: 'command', command: 'view', record: 0});
  const first = await settled(page);
  assert.deepEqual(nodeOf(first, 'token_table').values, nodeOf(before, 'token_table').values);
});

test('a corpus of one sentence is learned by heart', async () => {
  await load(
    page, {lesson: 'embeddings', inputs: {corpus: 'Thou shalt not make a machine', asked: 'thou shalt', shown: '', word: '', analogy: '', steps: 200}});
  const done = await train(page);
  assert.equal(ranked(done, 'probabilities')[0], 'not');
  assert.equal(done.trace.notes[0].id, 'no_held_out');
});

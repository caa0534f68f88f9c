// The lesson on the next word: three models learn in the page, on the documents' phrases and on phrases of the reader.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {onePage} from './one_page.mjs';
import {assertLikeCommandLine, button, load, nodeOf, press, pressInput, send, settled, strongest, train} from './support.mjs';

const page = await onePage({query: '?build=single'});

test('before training the page shows what the command line does', async () => {
  await load(page, {lesson: 'next-word'});
  await assertLikeCommandLine(page);
});

test('one press on play: the last word and the average fail, attention says all five', async () => {
  await load(page, {lesson: 'next-word'});
  const done = await train(page);
  assert.equal(done.training.step, 150);
  assert.deepEqual(strongest(done, 'attention.probabilities'), ['time', 'star', 'Paris', 'Madrid', 'apple']);
  const last = strongest(done, 'last.probabilities'), average = strongest(done, 'average.probabilities');
  assert.equal(last[0], last[1], '“once upon a” and “the sun is a” end alike');
  assert.equal(average[2], average[3], 'one city for both countries');
  const [lastLoss, averageLoss, attentionLoss] = ['last', 'average', 'attention'].map((model) => nodeOf(done, `${model}.loss`).values[0][0]);
  assert.ok(lastLoss >= 0.8 * Math.LN2 && attentionLoss < 0.5 * averageLoss, `${lastLoss} ${averageLoss} ${attentionLoss}`);
  assert.equal(done.training.record.model_losses.length, 3);
});

test('a phrase typed into the training set is learned as well', async () => {
  await load(page, {lesson: 'next-word', inputs: {phrases: 'cats drink milk'}, folded: ['training', 'parameters']});
  await pressInput(page, 'phrases');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('dogs eat bones');
  const typed = await settled(page);
  assert.match(typed.document.inputs.phrases, /milk\ndogs eat bones/);
  assert.equal(typed.training.step, 0, 'a new run, ready to begin');
  const done = await train(page);
  assert.deepEqual(strongest(done, 'attention.probabilities'), ['milk', 'bones']);
});

test('a learning rate that diverges says so, and what was recorded stays', async () => {
  await load(page, {lesson: 'next-word', inputs: {learning_rate: 1e6}});
  await press(page, button('training.play'));
  const stopped = await settled(page);
  assert.equal(stopped.training.status, 'diverged');
  assert.equal(stopped.problem.id, 'diverged');
  assert.ok(stopped.training.records > 0);
});

test('a phrase without a next word is refused and the phrases stay', async () => {
  await load(page, {lesson: 'next-word'});
  await send(page, {type: 'load', document: {lesson: 'next-word', inputs: {phrases: 'alone'}}});
  const {problem, document} = await settled(page);
  assert.equal(problem.id, 'phrase_without_next');
  assert.equal(document.inputs.phrases, undefined);
});

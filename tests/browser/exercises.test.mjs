// Every question and every exercise of every lesson in one page, answered wrongly and rightly; one of them by mouse and keys; and a cell that a reader
// blanks and shares.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {test} from 'node:test';

import {onePage} from './one_page.mjs';
import {accessibilityTree, button, kProgram, layout, press, pressCell, rest, send, state, told, words} from './support.mjs';

const page = await onePage({height: 800});

const said = async (id) => (await layout(page)).filter((place) => place.id === id).map(({name}) => name).join(' ');

/** Opens a step. A run that it begins stops, so that numbers stay. */
async function goTo(address) {
  assert.equal((await send(page, {type: 'open', address})).problem, null);
  if (!(await state(page)).training) return;
  await send(page, {type: 'command', command: 'pause'});
  await rest(page);  // with the numbers of the iteration that was under way
}

/** Returns the blanks of a step with their numbers. */
async function blanksOf({focus, blanks}) {
  const {trace} = await send(page, {type: 'snapshot', trace: focus});
  const [{shape, values}] = trace.nodes;
  return blanks.map(
    ([outer, row, col]) => shape.length > 2 ? {cell: [outer, row, col], value: values[outer][row][col]} : {cell: [row, col], value: values[row][col]});
}

/** Sends messages as a page around the program does, and resolves with the words of the step when no frame is drawn any more. */
function act(messages) {
  return page.evaluate(async (messages) => {
    const {glassformer} = window;
    for (const message of messages) glassformer.send(message);
    const turn = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let quiet = 0, before = -1; quiet < 4; ++quiet, before = glassformer.frames()) {
      glassformer.send({type: 'layout'});
      await turn();
      if (glassformer.frames() !== before) await turn();
    }
    const {places} = glassformer.send({type: 'layout'});
    return Object.fromEntries(
      ['words:exercise', 'words:gap', 'words:caption'].map((id) => [id, places.filter((place) => place.id === id).map(({name}) => name).join(' ')]));
  }, messages);
}

const fillIn = (node, texts) => act(texts.map(({cell, text}) => ({type: 'fill', node, cell, text})));

const isRight = (gap) => gap.endsWith(words('ui.ask.gap.so').split('}').pop());  // "So it is."

const kLessons = JSON.parse(execFileSync(kProgram, ['lessons'], {encoding: 'utf8'}));

for (const lesson of kLessons) {
  if (lesson.steps[0].page) continue;  // no cell is typed into there
  test(`${lesson.id}: its exercises, wrongly, then rightly`, async () => {
    const exercises = lesson.steps.map((step, index) => ({...step, address: `${lesson.id}/step-${index + 1}`})).filter(({kind}) => kind === 'exercise');
    assert.ok(exercises.length >= 1);
    for (const step of exercises) {
      await goTo(step.address);
      const blanks = await blanksOf(step);
      const wrong = await fillIn(step.focus, [{cell: blanks[0].cell, text: '123456'}]);
      assert.match(wrong['words:exercise'], /^You: 123456\./, step.address);
      const right = await fillIn(step.focus, blanks.map(({cell, value}) => ({cell, text: String(value)})));
      assert.equal(right['words:exercise'], words('ui.blank.done').replace('{count}', String(blanks.length)), step.address);
      assert.notEqual(right['words:caption'], wrong['words:caption'], `${step.address}: the caption says what is to be seen in it`);
    }
  });
}

// The lessons whose steps train for long.
const kWithRuns = ['next-word', 'embeddings', 'training', 'block', 'lora'];

for (const lesson of kLessons.filter(({id}) => !kWithRuns.includes(id))) {
  test(`${lesson.id}: its questions, wrongly and rightly`, async () => {
    for (const [index, step] of lesson.steps.entries()) {
      if (!['where_is_most', 'which_is_so', 'how_much'].includes(step.how)) continue;  // shares and places of a plane: predictions.test.mjs
      const address = `${lesson.id}/step-${index + 1}`;
      await goTo(address);
      const question = await act([]);
      const guessed = async (guess) => {
        const said = await act([{type: 'guess', step: step.id, guess}]);
        assert.match(said['words:gap'], /^You: /, address);
        assert.notEqual(said['words:caption'], question['words:caption'], `${address}: the caption says why`);
        return said['words:gap'];
      };
      const gaps = [];
      if (step.how === 'how_much') {
        gaps.push(await guessed([0.123]));
        const [, number, percent] = /It is ([−\d.]+)( %)?/.exec(gaps[0]);
        gaps.push(await guessed([Number(number.replace('−', '-')) / (percent ? 100 : 1)]));
      } else {
        for (let choice = 0; choice < 9 && !(gaps.some(isRight) && !gaps.every(isRight)); ++choice) gaps.push(await guessed([choice]));
      }
      assert.ok(gaps.some(isRight) && !gaps.every(isRight), `${address}: one is right, another is not: ${gaps.join(' ')}`);
    }
  });
}

test('by hand: a blank is pressed and typed into, Enter goes to the next, and a wrong one is kept', async () => {
  await goTo('softmax/step-2');
  await press(page, button('blank.again'));
  await pressCell(page, 'exponentials', 0, 0);
  for (const text of ['7', '2.7183', '1.2214']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await state(page);
  }
  assert.match(await said('words:exercise'), /^You: 7\./);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('seven');
  await page.keyboard.press('Enter');
  await state(page);
  const fields = (await layout(page)).filter(({id}) => /^cell edit/.test(id)), {problem} = await state(page);
  assert.deepEqual([fields.map(({id}) => id), problem], [['cell edit:wrong'], null], 'what is no number stays in the field');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('7.3891');
  await page.keyboard.press('Enter');
  const {guesses} = await state(page);
  assert.equal(guesses['exponentials[0,0]'][0], 7.3891);
  assert.match(await said('words:exercise'), /^All filled in/);
});

test('a cell is blanked, shared and filled in by somebody else, with hints', async () => {
  await goTo('self-attention/step-4');
  assert.equal((await send(page, {type: 'blanks', blanks: {scores: [[1, 1]]}})).problem, null);
  await state(page);
  const {link} = await send(page, {type: 'link'});
  assert.equal((await send(page, {type: 'blanks', blanks: {}})).problem, null);
  assert.equal((await send(page, {type: 'load', link})).problem, null);
  const {document} = await state(page);
  assert.deepEqual(document.blanks, {scores: [[1, 1]]});
  await told(page);
  const tells = async (text) => (await accessibilityTree(page)).some(({name, value}) => name.includes(text) || String(value).includes(text));
  assert.ok(await tells(words('ui.blank.empty')));
  assert.ok(!await tells('2.7419'));
  for (const hint of ['hint', 'larger_hint', 'larger_hint']) await press(page, button(`blank.${hint}`));
  assert.match(await said('words:hint'), /= \?$/);
  await press(page, button('blank.show'));
  await told(page);
  assert.ok(await tells('2.7419'));
  await press(page, button('blank.end'));
  assert.equal((await state(page)).document.blanks, undefined);
});

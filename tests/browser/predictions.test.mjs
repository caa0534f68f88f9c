// Questions of steps: answered wrongly and rightly by mouse, by keys, and through the tree of a screen reader. The asked cells are veiled until the answer.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {onePage} from './one_page.mjs';
import {accessibilityTree, button, layout, press, send, started, state, told, words} from './support.mjs';

const page = await onePage({height: 800});

async function goTo(address) {
  assert.equal((await send(page, {type: 'open', address})).problem, null);
  return state(page);
}

const said = async (id) => (await layout(page)).find((place) => place.id === id)?.name;

const treeSays = async (text) => {
  await told(page);
  return (await accessibilityTree(page)).some(({name, value}) => name.includes(text) || String(value).includes(text));
};

test('a wrong guess, by mouse: it stands beside what is so, and the caption says why', async () => {
  await goTo('self-attention/step-5');
  assert.ok(await treeSays(words('ui.ask.veiled')), 'the row is veiled');
  assert.ok(!await treeSays('0.530'), 'and told nowhere');
  const {guesses} = await press(page, 'button:You');
  assert.deepEqual(guesses, {weights: [0]});
  assert.equal(await said('words:gap'), 'You: You. It is: welcome.');
  assert.match(await said('words:caption'), /^“welcome”, 53 %/);
  assert.ok(await treeSays('0.530'), 'the veil is lifted');
  assert.ok(!await treeSays(words('ui.ask.veiled')));
});

test('a right guess, by mouse, after the first was taken back', async () => {
  assert.deepEqual((await press(page, button('ask.again'))).guesses, {});
  assert.deepEqual((await press(page, 'button:welcome')).guesses, {weights: [2]});
  assert.equal(await said('words:gap'), 'You: welcome. So it is.');
});

test('a number, by keys alone', async () => {
  await goTo('softmax/step-6');
  const active = () => page.evaluate(() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent);
  const go = async (key, name) => {
    for (let presses = 0; presses < 8 && await active() !== name; ++presses) {
      await page.keyboard.press(key);
      await state(page);
      await told(page);
    }
    assert.equal(await active(), name, `${key} leads there`);
  };
  // The slider beside the field has the same name.
  const isSlider = () => page.evaluate(() => document.activeElement.type === 'range');
  const guessByKeys = async () => {
    await page.focus('canvas');
    await go('Tab', words('ui.step.next'));
    await go('ArrowDown', words('ui.ask.show'));
    await go('ArrowLeft', words('ui.ask.yours'));
    if (await isSlider()) await go('ArrowRight', words('ui.ask.yours'));
    await page.keyboard.press('Enter');
    await state(page);
    await told(page);
    await page.keyboard.type('60');
    await state(page);
    await page.keyboard.press('Enter');
    return (await state(page)).guesses.inverse_temperature?.[0];
  };
  // On a busy machine Enter can come before the keyboard has left the control beside the field, and then presses that control. The test then tries once
  // more on a new page, since Tab leads to the last place of the keyboard.
  let guessed = NaN;
  for (let tries = 0; tries < 4 && !(Math.abs(guessed - 0.6) < 1e-6); ++tries) {
    if (tries) {
      await page.reload();
      await started(page);
    }
    await goTo('softmax/step-6');
    assert.equal((await send(page, {type: 'guess', step: 'inverse_temperature', guess: null})).problem, null);
    await state(page);
    await told(page);
    guessed = await guessByKeys().catch((error) => error);
  }
  assert.ok(!(guessed instanceof Error), guessed);
  assert.ok(Math.abs(guessed - 0.6) < 1e-6, String(guessed));
  assert.equal(await said('words:gap'), 'You: 60 %. It is 98 %: 38 points more.');
});

test('Next goes on without an answer, and what is asked is there again on the way back', async () => {
  await goTo('softmax/step-4');
  assert.equal((await press(page, button('step.next'))).step.index, 4);
  assert.equal((await press(page, button('step.previous'))).step.index, 3);
  assert.ok(await treeSays(words('ui.ask.veiled')));
  const sliders = (await accessibilityTree(page)).filter(({role, name}) => role === 'slider' && name.startsWith('Share of'));
  assert.deepEqual(sliders.map(({name}) => name), ['Share of cat', 'Share of dog'], 'each divider is a slider with a name');
  assert.equal((await send(page, {type: 'guess', step: 'shares', guess: [0.5, 0.25, 0.25]})).problem, null);
  await state(page);
  assert.match(await said('words:gap'), /^The widest gap is at/);
});

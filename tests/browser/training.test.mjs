// A transformer that learns in the page, a shipped translator, and checks of gradients.
import assert from 'node:assert/strict';
import {after, afterEach, before, test} from 'node:test';

import {assertQuiet, button as control, find, kCoarse, launch, layout, load, open, press, rest, send, serveSite, settled, words} from './support.mjs';

let browser, site, page;

before(async () => {
  [browser, site] = await Promise.all([launch(), serveSite()]);
});
after(() => Promise.all([browser.close(), site.close()]));
afterEach(() => assertQuiet(page));

const training = async () => (await send(page, {type: 'snapshot', trace: false})).training;
const command = (name, more = {}) => send(page, {type: 'command', command: name, ...more});
const valueOf = (snapshot, node) => snapshot.trace.nodes.find((each) => each.name === node).values;
const button = (name) => `button:${words(`ui.training.${name}`)}`;

async function until(wanted) {
  for (;;) {
    const run = await training();
    if (wanted(run)) return run;
    assert.notEqual(run.status, 'diverged');
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  }
}

// One build learns the task to its end; the other only until its loss has fallen.
for (const [build, toTheEnd] of [['threads-relaxed', true], ['single', false]]) {
  test(`the default task is learned, gone back in and begun anew: ${build}`, async () => {
    const context = await browser.newContext({...kCoarse, viewport: {width: 1280, height: 900}});  // a context without kept runs
    page = await open(context, `${site.address}?build=${build}`);
    const first = await load(page, {lesson: 'training'}, settled);
    assert.equal(first.training.status, 'ready');
    await press(page, button('step'));
    assert.equal((await until((run) => run.step === 1)).status, 'paused');

    const place = await find(page, button('play'));
    await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
    const framesBefore = await page.evaluate(() => window.glassformer.frames());
    // At 99 % one sample may still be wrong, so the run goes on until all are right.
    const answers = (run) => run.samples.length > 0 && run.samples.every((sample) => sample.right);
    const learned = await until((run) => (toTheEnd ? run.record.exact_match >= 0.99 && answers(run) : run.step >= 40) || run.status === 'finished');
    if (toTheEnd) {
      assert.ok(learned.record.exact_match >= 0.99, `held-out answers that are right: ${learned.record.exact_match}`);
      assert.ok(answers(learned), 'the samples are answered rightly');
    }
    assert.ok(learned.record.held_out_loss < 0.8 * first.training.record.held_out_loss, `the loss falls: ${learned.record.held_out_loss}`);
    assert.ok(await page.evaluate(() => window.glassformer.frames()) > framesBefore, 'it is drawn meanwhile');
    await command('pause');
    await rest(page);

    await command('view', {record: 0});
    const viewed = await settled(page);
    assert.equal(viewed.training.record.step, 0);
    assert.deepEqual(valueOf(viewed, 'decoder.0.cross_attention.w_q'), valueOf(first, 'decoder.0.cross_attention.w_q'), 'the first weights');
    assert.ok(!viewed.training.samples.every((sample) => sample.right), 'and what they answered');

    await command('restart');
    const again = await settled(page);
    assert.equal(again.training.step, 0);
    assert.deepEqual(valueOf(again, 'output.w'), valueOf(first, 'output.w'), 'the same first weights');
    await assertQuiet(page);
    if (build !== 'single') await page.close();
  });
}

test('a rate that is far too high: it stops and says so, with its history', async () => {
  await load(page, {lesson: 'training', inputs: {optimizer: 'sgd', learning_rate: 1e9, clip: 0, warm_up: 0}});
  await command('play');
  for (;;) {
    const {training: run, problem} = await send(page, {type: 'snapshot', trace: false});
    if (run.status !== 'diverged') continue;
    assert.ok(problem, 'the reason is said');
    assert.ok(run.records >= 1);
    break;
  }
  await rest(page);
});

test('trained translators answer, word by word', async () => {
  for (const [weights, source, target, steps] of [['english-spanish', 'you are welcome', 'de nada', 2],
         ['french-english', 'le chat est sous la table', 'the cat is under the table', 6],
  ]) {
    const snapshot = await load(page, {lesson: 'encoder-decoder', inputs: {weights, source, target, mode: 'step by step', step: steps}}, settled);
    const finished = snapshot.trace.notes.find((note) => note.id === 'finished');
    assert.equal(finished?.words.said, target);
  }
});

test('a gradient is checked by finite differences at the press of a button', async () => {
  await load(page, {lesson: 'backpropagation', selection: {node: 'd_w_q', cell: [1, 2]}});
  await press(page, `button:${words('ui.estimate.ask')}`);
  let estimate = null;
  for (let turns = 0; !estimate && turns < 100; ++turns) ({estimate} = await settled(page));
  assert.equal(estimate.node, 'd_w_q');
  assert.ok(Math.abs(estimate.gradient - estimate.estimate) < 1e-3, `${estimate.gradient} and ${estimate.estimate}`);
});

test('a node that is asked for has its scene, and a frame of the plan folds', async () => {
  await load(page, {lesson: 'encoder-decoder', inputs: {}});
  const weights = 'grid:decoder.0.self_attention.weights';
  assert.ok(!(await layout(page)).some((place) => place.id === weights), 'the step is about something else');
  await send(page, {type: 'show', node: 'decoder.0.self_attention.weights'});
  await rest(page);
  const after = (await layout(page)).find((place) => place.id === weights);
  assert.ok(after.width > 100 && after.seen_width >= after.width, `all of a head is seen: ${JSON.stringify(after)}`);
  await press(page, control('stage.whole'));
  await press(page, 'section:decoder.0.self_attention');
  assert.deepEqual((await settled(page)).document.folded, ['decoder.0.self_attention']);
});

test('a lesson that learns appears at once with the buttons, curves and cards of its run, each in its place', async () => {
  const context = await browser.newContext({...kCoarse, viewport: {width: 1280, height: 720}});
  page = await open(context, `${site.address}#self-attention`);
  await layout(page);
  // Reads the places of each frame until some frames have shown the run.
  const seen = await page.evaluate(async () => {
    const frames = [];
    window.location.hash = 'training';
    for (let before = -1; frames.length < 8;) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      if (window.glassformer.frames() === before) continue;
      before = window.glassformer.frames();
      const {places} = window.glassformer.send({type: 'layout'});
      const boxOf = (wanted) => places.filter(({id}) => id === wanted).map(({y, height}) => ({y, height}));
      const frame = {bench: boxOf('part:bench'), buttons: boxOf('part:transport'), card: boxOf('grid:probabilities')};
      if (frame.card.length > 0) frames.push(frame);
    }
    return frames;
  });
  assert.equal(seen[0].buttons.length, 1);
  for (const frame of seen) assert.deepEqual(frame, seen.at(-1), 'no frame has another layout');
});

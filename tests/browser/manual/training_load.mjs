// Measures a training run and the page beside each other. Prints medians; not a test, since machines differ.
//
//   tools/lib/node24 tests/browser/manual/training_load.mjs [BUILD]
//
// speed: steps a second while everything is drawn, and while the page asks for no frames; answer: milliseconds from asking to look at a
// record until its trace is there, while the run plays; frames: milliseconds between animation frames.
import {launch, load, open, send, serveSite, settled} from '../support.mjs';

const build = process.argv[2] ?? 'threads-relaxed';
const kSeconds = 10;
const [browser, site] = await Promise.all([launch(), serveSite()]);
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function fresh() {
  const page = await open(await browser.newContext({viewport: {width: 1280, height: 900}}), `${site.address}?build=${build}`);
  await load(page, {lesson: 'training', inputs: {steps: 20000}});
  return page;
}
const command = (page, name, more = {}) => send(page, {type: 'command', command: name, ...more});
const steps = async (page) => (await send(page, {type: 'snapshot'})).training.step;

async function speed(page) {
  await command(page, 'play');
  await pause(2000);  // until the engine has compiled the kernels
  const [from, began] = [await steps(page), performance.now()];
  await pause(kSeconds * 1000);
  const rate = (await steps(page) - from) / ((performance.now() - began) / 1000);
  return rate;
}

const drawn = await fresh();
const whileDrawn = await speed(drawn);
const frames = await drawn.evaluate(async () => {
  const gaps = [];
  for (let before = performance.now(); gaps.length < 60;) {
    const now = await new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())));
    gaps.push(now - before);
    before = now;
  }
  return gaps;
});
// The weights that two records have, to know their traces by.
const kWeight = 'decoder.0.cross_attention.w_q';
const weights = async () => JSON.stringify((await send(drawn, {type: 'snapshot'})).trace.nodes.find((node) => node.name === kWeight).values);
await command(drawn, 'pause');
const known = [];
for (const record of [0, 1]) {
  await command(drawn, 'view', {record});
  await settled(drawn);
  known.push(await weights());
}
await command(drawn, 'play');
const answers = [];
for (let i = 0; i < 11; ++i) {
  const record = i % 2;
  answers.push(await drawn.evaluate(async ([wanted, values, name]) => {
    const began = performance.now();
    window.glassformer.send({type: 'command', command: 'view', record: wanted});
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      const {trace} = window.glassformer.snapshot();
      if (JSON.stringify(trace.nodes.find((node) => node.name === name).values) === values) return performance.now() - began;
    }
  }, [record, known[record], kWeight]));
}
await drawn.close();
const quiet = await fresh();
await quiet.evaluate(() => {
  window.requestAnimationFrame = (body) => setTimeout(() => body(performance.now()), 4000);
});
const whileQuiet = await speed(quiet);
await browser.close();
await site.close();
console.log(`${build}: ${whileDrawn.toFixed(1)} steps/s drawn, ${whileQuiet.toFixed(1)} without frames (${(100 * whileDrawn / whileQuiet).toFixed(0)} %)`);
console.log(`a record is there after ${median(answers).toFixed(0)} ms (most ${Math.max(...answers).toFixed(0)}); frames every ${
  median(frames).toFixed(0)} ms (most ${Math.max(...frames).toFixed(0)})`);

// Measures in Chromium how long a step of training takes: step.mjs FOLDER THREADS MS prints JSON. FOLDER holds the built program; tools/bench train-step makes it and shows the numbers.
import {inChromium} from './in_chromium.mjs';

const [folder, threads, ms] = process.argv.slice(2);
const question = {
  name: 'glassformer',
  worker: 'model_worker.mjs',
  work: 'train',
  threads: Number(threads),
  ms: Number(ms)
};
const measured = await inChromium(folder, ['model_worker.mjs', 'onnx.mjs', 'times.mjs'], async ({version, ask}) => {
  const {last: [loss]} = await ask(question);
  const {times} = await ask(question);
  return {version, loss, times_ms: times.map((microseconds) => microseconds / 1000)};
});
console.log(JSON.stringify(measured));

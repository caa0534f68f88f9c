// Measures products in Chromium: gemm.mjs FOLDER ROUNDS prints JSON. FOLDER holds the built product of core/; tools/bench gemm makes it and shows the numbers.
import {furthest, inChromium, kOnnxFiles} from './in_chromium.mjs';

const kNames = ['glassformer', 'onnxruntime-web', 'tfjs'];
const kThreads = [1, 2];
const kMs = 60;         // time of each measurement in a round
const kMost = 16;       // products in a call
const kCallFlop = 5e7;  // operations in a call: it has fewer products if they are large
const kFiles = [
  'gemm_worker.mjs', 'onnx.mjs', 'times.mjs', ...kOnnxFiles, 'node_modules/@tensorflow/tfjs/dist/tf.min.js',
  'node_modules/@tensorflow/tfjs-backend-wasm/dist/tf-backend-wasm.min.js',
  ...['', '-simd', '-threaded-simd'].map((variant) => `node_modules/@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm${variant}.wasm`)
];

const kSmall = [[128, 128], [128, 512], [512, 128], [256, 256], [384, 384], [512, 512], [768, 3072], [3072, 768]];
const kLarge = [[16, 128, 128], [64, 128, 512], [64, 384, 384], [256, 256, 256], [512, 512, 512], [64, 768, 3072]];
const kShapes = [
  ...kSmall.map((size) => [1, ...size]),
  ...[2, 3, 4, 5].flatMap((rows) => [[rows, 128, 128], [rows, 512, 512], [rows, 768, 3072]]),
  ...kLarge,
].map(([rows, inner, cols]) => ({count: Math.max(1, Math.min(kMost, Math.floor(kCallFlop / (2 * rows * inner * cols)))), rows, inner, cols}));

async function measure(ask, rounds) {
  const everyone = kThreads.flatMap((threads) => kNames.map((name) => ({name, threads, worker: 'gemm_worker.mjs', ms: kMs})));
  const results = [];
  for (const shape of kShapes) {
    let expected;
    for (const one of everyone) {
      const {last} = await ask({...one, shape});
      expected ??= last;
      if (!(furthest(last, expected) < 1e-5 * shape.inner)) throw new Error(`${one.name} makes another product of ${Object.values(shape)}`);
    }
    const times = new Map(everyone.map((one) => [one, []]));
    for (let round = 0; round < rounds; ++round)
      for (const one of everyone) times.get(one).push(...(await ask({...one, shape})).times);
    for (const one of everyone) results.push({...one, ...shape, times_us: times.get(one)});
    process.stderr.write(`[bench] ${shape.rows} x ${shape.inner} x ${shape.cols}\n`);
  }
  return results;
}

const [folder, rounds] = process.argv.slice(2);
console.log(JSON.stringify(await inChromium(folder, kFiles, async ({version, ask}) => ({version, results: await measure(ask, Number(rounds))}))));

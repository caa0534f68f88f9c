// Measures in Chromium how long decoders read tokens: read.mjs FOLDER ROUNDS PLAN prints JSON. FOLDER holds the built program; tools/bench makes it and shows the
// numbers. PLAN is "peers", for our decoder, with floats and with weights of 8 bits, and another library's, or "growth", for ours alone with more and more tokens, channels and layers.
import {furthest, inChromium, kOnnxFiles} from './in_chromium.mjs';

const kOurs = 'glassformer', kInt8 = 'glassformer int8', kThreads = [1, 2];
const kMs = 150;  // time of each measurement in a round
const kFiles = ['model_worker.mjs', 'onnx.mjs', 'times.mjs', ...kOnnxFiles];
const kMostOff = 2e-3;     // of logits that are about 1: each library sums in its own order
const kMostOffInt8 = 0.2;  // with rounded weights

const kShapes = [
  {name: 'as shipped', layers: 4, width: 128, heads: 4, vocabulary: 1462, longest: 1024},
  {name: '384 wide', layers: 6, width: 384, heads: 6, vocabulary: 1462, longest: 1024},
  {name: 'GPT-2', layers: 12, width: 768, heads: 12, vocabulary: 1462, longest: 1024},
];
const kReads = [
  ...[64, 128, 256, 512, 1024].map((tokens) => ({behind: 0, tokens})),
  ...[64, 256, 512, 1000].map((behind) => ({behind, tokens: 1})),
];

const kOfOne = {
  behind: 0,
  tokens: 256
};
const decoderOf = (axis, name, layers, width) => ({axis, name, layers, width, heads: width / 64, vocabulary: 1462, longest: 1024});

/** The decoders of a plan, each with what it reads, and the libraries. */
const kPlans = {
  peers: {libraries: [kOurs, kInt8, 'onnxruntime-web'], decoders: kShapes.map((shape) => ({shape, reads: kReads}))},
  growth: {
    libraries: [kOurs],
    decoders: [
      {shape: decoderOf('tokens', '384 wide, 6 layers', 6, 384), reads: [32, 64, 128, 256, 512, 1024].map((tokens) => ({behind: 0, tokens}))},
      ...[64, 128, 256, 512, 768, 1024].map((width) => ({shape: decoderOf('width', `${width} wide`, 6, width), reads: [kOfOne]})),
      ...[1, 2, 4, 8, 12].map((layers) => ({shape: decoderOf('layers', `layers: ${layers}`, layers, 384), reads: [kOfOne]})),
    ]
  }
};

/** Returns the floating-point operations of the products: a token sees itself and the tokens before it. */
function operations({layers, width, vocabulary}, {behind, tokens}) {
  const seen = tokens * behind + tokens * (tokens + 1) / 2;
  return 2 * (layers * (12 * width * width * tokens + 2 * width * seen) + tokens * width * vocabulary);
}

async function measure({ask, reload}, rounds, {libraries, decoders}) {
  const worker = 'model_worker.mjs', results = [];
  const everyone = kThreads.flatMap((threads) => libraries.map((name) => ({name, threads, worker, ms: kMs})));
  for (const {shape, reads} of decoders) {
    await reload();
    for (const read of reads) {
      let expected;
      for (const one of everyone) {
        const {last} = await ask({...one, shape, read});
        expected ??= last;
        const off = furthest(last, expected);
        if (!(off < (one.name === kInt8 ? kMostOffInt8 : kMostOff)))
          throw new Error(`${one.name} has other logits with ${shape.name}, ${read.tokens} behind ${read.behind}: off by ${off}`);
      }
      const times = new Map(everyone.map((one) => [one, []]));
      for (let round = 0; round < rounds; ++round)
        for (const one of everyone) times.get(one).push(...(await ask({...one, shape, read})).times);
      for (const one of everyone)
        results.push(
          {name: one.name, threads: one.threads, shape: shape.name, axis: shape.axis, ...read, flop: operations(shape, read), times_us: times.get(one)});
      process.stderr.write(`[bench] ${shape.name}: ${read.tokens} behind ${read.behind}\n`);
    }
  }
  return results;
}

// Resolves with the microseconds of our product of 512 x 512 by 512 x 512, the peak on this machine.
async function measurePeak(ask) {
  const peak = {};
  for (const threads of kThreads) {
    const question = {name: kOurs, threads, worker: 'model_worker.mjs', work: 'product', ms: kMs};
    await ask(question);
    peak[threads] = 2 * 512 ** 3 / Math.min(...(await ask(question)).times);
  }
  return peak;
}

const [folder, rounds, plan] = process.argv.slice(2);
const measured = await inChromium(folder, kFiles, async (page) => ({
  version: page.version,
  peak_flop_per_us: await measurePeak(page.ask),
  results: await measure(page, Number(rounds), kPlans[plan]),
}));
console.log(JSON.stringify(measured));

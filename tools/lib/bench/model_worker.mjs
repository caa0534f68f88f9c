// Measures a decoder of one library with one number of threads, in a worker of its own: a message names the model, the tokens and the tokens before them, and
// the answer is the time.
import {decoderModel} from './onnx.mjs';
import {answerMessages, onnxRuntime, times, values} from './times.mjs';

const kPeakSize = 512;

// Returns weights of about the size of trained weights: a product keeps the size of its operand.
function weightOf({layers, width, vocabulary, longest}) {
  const hidden = 4 * width, sizes = new Map(), add = (name, rows, cols) => sizes.set(name, {rows, cols, seed: sizes.size + 1});
  const norm = (part) => ['norm_gain', 'norm_bias'].forEach((name) => add(part + name, 1, width));
  const linear = (part, which, rows, cols) => {
    add(`${part}w_${which}`, rows, cols);
    add(`${part}b_${which}`, 1, cols);
  };
  add('decoder.token_table', vocabulary, width);
  add('decoder.position_table', longest, width);
  for (let layer = 0; layer < layers; ++layer) {
    const part = `decoder.${layer}.`;
    for (const which of 'qkvo') linear(part + 'self_attention.', which, width, width);
    linear(part + 'feed_forward.', '1', width, hidden);
    linear(part + 'feed_forward.', '2', hidden, width);
    norm(part + 'self_attention.');
    norm(part + 'feed_forward.');
  }
  norm('decoder.');
  const weight = (name) => {
    const {rows, cols, seed} = sizes.get(name);
    const isRow = name.endsWith('gain') || rows === 1, middle = name.endsWith('gain') ? 1 : 0;
    const scale = isRow ? 0.1 : Math.sqrt(3 / (/table/.test(name) ? cols : rows));
    return values(rows * cols, seed).map((value) => middle + scale * value);
  };
  return {names: [...sizes.keys()], weight};
}

const idsOf = (count, vocabulary) => Int32Array.from(values(count, 7), (value) => Math.min(vocabulary - 1, Math.floor((value + 1) / 2 * vocabulary)));

// Our decoders have floats as weights, or weights of 8 bits with `int8`.
async function glassformer(threads, int8) {
  const {default: create} = await import('./gf_bench_model.js');
  const module = await create();
  module._bench_threads(threads);
  const bytesOf = (text) => new TextEncoder().encode(text + '\0');
  const withText = (text, work) => {
    const bytes = bytesOf(text), at = module._malloc(bytes.length);
    module.HEAPU8.set(bytes, at);
    const result = work(at);
    module._free(at);
    return result;
  };
  const floats = (count) => {
    const at = module._malloc(count * 4);
    module.HEAPF32.set(values(count, count), at / 4);
    return at;
  };
  let decoder;
  return {
    prepare(shape, {behind, tokens}) {
      const {layers, width, heads, vocabulary, longest} = shape;
      if (!decoder) {
        decoder = module._bench_decoder(layers, width, heads, vocabulary, longest, int8);
        const {names, weight} = weightOf(shape);
        for (const name of names) withText(name, (at) => module.HEAPF32.set(weight(name), module._bench_weight(decoder, at) / 4));
      }
      const ids = module._malloc((behind + tokens) * 4);
      module.HEAP32.set(idsOf(behind + tokens, vocabulary), ids / 4);
      module._bench_behind(decoder, ids, behind);
      const run = () => module._bench_read(decoder, ids + 4 * behind, tokens);
      return {
        run,
        last() {
          run();
          const at = module._bench_logits(decoder) / 4;
          return module.HEAPF32.slice(at, at + vocabulary);
        },
      };
    },
    train: () => ({run: () => module._bench_steps(1), last: () => [module._bench_steps(1)]}),
    product() {
      const [a, b, c] = [1, 2, 3].map(() => floats(kPeakSize ** 2));
      return {run: () => module._bench_product(a, b, c, kPeakSize), last: () => []};
    },
  };
}

/**
 * Each resolves with {prepare}, ours with a training step and a product as well. prepare(shape, {behind, tokens}) -> {run, last}: `run` reads `tokens` behind
 * `behind` others, and `last` gives the logits of the last token.
 */
const kLibraries = {
  glassformer: (threads) => glassformer(threads, false),
  'glassformer int8': (threads) => glassformer(threads, true),

  async 'onnxruntime-web'(threads) {
    const ort = await onnxRuntime(threads);
    let session;
    return {
      async prepare(shape, {behind, tokens}) {
        const {layers, width, heads, vocabulary} = shape;
        session ??= await ort.InferenceSession.create(decoderModel(shape, weightOf(shape).weight));
        const longs = (numbers) => new ort.Tensor('int64', BigInt64Array.from(numbers, BigInt), [1, numbers.length]);
        const ids = [...idsOf(behind + tokens, vocabulary)];
        const names = Array.from({length: layers}, (_, layer) => [`key_${layer}`, `value_${layer}`]).flat();
        const past = (kept) => Object.fromEntries(names.map(
          (name) => [`past_${name}`,
            kept ? new ort.Tensor('float32', kept[name].data, kept[name].dims) : new ort.Tensor('float32', new Float32Array(), [1, heads, 0, width / heads])]));
        const read = (from, to, kept) =>
          session.run({ids: longs(ids.slice(from, to)), positions: longs(Array.from({length: to - from}, (_, i) => from + i)), ...past(kept)});
        const before = behind > 0 ? await read(0, behind) : null;
        const run = () => read(behind, behind + tokens, before);
        return {run, last: async () => (await run()).logits.data.slice(-vocabulary)};
      },
    };
  },
};

let library;
const prepared = new Map();

async function answer({name, threads, shape, read, work, ms}) {
  library ??= await kLibraries[name](threads);
  const key = JSON.stringify(read ?? work);
  if (!prepared.has(key)) {
    prepared.clear();  // keys and values of other models may be large
    const made = read ? await library.prepare(shape, read) : library[work]();
    prepared.set(key, made);
    await times(made, 2 * ms);  // warms up
    return {last: await made.last()};
  }
  const made = prepared.get(key);
  await times(made, ms / 8);  // wakes its threads, and fills the caches again
  return {times: await times(made, ms)};
}

answerMessages(answer);

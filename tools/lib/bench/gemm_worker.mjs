// Measures the products of one library with one number of threads, in a worker of its own: a message names the product, and the answer is the time.
import {productsModel} from './onnx.mjs';
import {answerMessages, onnxRuntime, times, values} from './times.mjs';

/** Each resolves with prepare({count, rows, inner, cols}, x, b) -> {run, last}: `run` makes `count` products, `last` gives the values of the last product. */
const kLibraries = {
  async glassformer(threads) {
    const {default: create} = await import('./gf_bench_gemm.js');
    const module = await create();
    module._bench_threads(threads);
    const put = (floats) => {
      const at = module._malloc(floats.length * 4);
      module.HEAPF32.set(floats, at / 4);
      return at;
    };
    return ({count, rows, inner, cols}, x, b) => {
      const [a, weights, c] = [put(x), put(b), put(new Float32Array(count * rows * cols))];
      const panels = module._bench_panels(weights, inner, cols);
      return {
        run: () => module._bench_products(a, weights, panels, c, count, rows, inner, cols),
        last: () => module.HEAPF32.slice(c / 4 + (count - 1) * rows * cols, c / 4 + count * rows * cols),
      };
    };
  },

  async 'onnxruntime-web'(threads) {
    const ort = await onnxRuntime(threads);
    return async (shape, x, b) => {
      const session = await ort.InferenceSession.create(productsModel(shape, b));
      const feeds = {x: new ort.Tensor('float32', x, [shape.count * shape.rows, shape.inner])};
      const name = `y${shape.count - 1}`;
      // All products are computed; the last is handed over.
      return {run: () => session.run(feeds, [name]), last: async () => (await session.run(feeds, [name]))[name].data};
    };
  },

  async tfjs(threads) {
    await import('./tf.min.js');
    await import('./tf-backend-wasm.min.js');
    const {tf} = globalThis;
    tf.wasm.setWasmPaths(new URL('./', import.meta.url).href);
    tf.wasm.setThreadsCount(threads);
    await tf.setBackend('wasm');
    return ({count, rows, inner, cols}, x, b) => {
      const parts = Array.from({length: count}, (_, i) => tf.tensor2d(x.subarray(i * rows * inner, (i + 1) * rows * inner), [rows, inner]));
      const weights = tf.tensor2d(b, [inner, cols]);
      return {
        run: () => parts.forEach((part) => tf.matMul(part, weights).dispose()),
        last: () => tf.tidy(() => tf.matMul(parts[count - 1], weights).dataSync()),
      };
    };
  },
};

let prepare;
const prepared = new Map();

async function answer({name, threads, shape, ms}) {
  prepare ??= await kLibraries[name](threads);
  const key = Object.values(shape).join();
  if (!prepared.has(key)) {
    const {count, rows, inner, cols} = shape;
    const product = await prepare(shape, values(count * rows * inner, 1), values(inner * cols, 2));
    prepared.set(key, {run: product.run, count});
    await times(prepared.get(key), 2 * ms);  // warms up
    return {last: await product.last()};
  }
  const product = prepared.get(key);
  await times(product, ms / 4);  // wakes its threads, and fills the caches again
  return {times: await times(product, ms)};
}

answerMessages(answer);

// Functions of all workers: equal values, times, and answers to messages.

const kSampleMs = 1;  // the shortest time between two readings of a clock of 5 µs

/** Returns `count` values from -1 to 1, the same for each seed. */
export function values(count, seed) {
  const numbers = new Float32Array(count);
  for (let i = 0, state = seed; i < count; ++i) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    numbers[i] = state / 2 ** 31 - 1;
  }
  return numbers;
}

/** Calls `run` for `ms` milliseconds, at least once. Resolves with the microseconds of one of the `count` works in a call, for each sample. */
export async function times({run, count = 1}, ms) {
  const microseconds = [];
  let calls = 1;
  for (const end = performance.now() + ms; performance.now() < end || microseconds.length === 0;) {
    const begin = performance.now();
    for (let i = 0; i < calls; ++i) await run();
    const taken = performance.now() - begin;
    if (taken < kSampleMs && microseconds.length === 0)
      calls *= 2;  // the time was too short
    else
      microseconds.push(taken * 1000 / calls / count);
  }
  return microseconds;
}

/** Resolves with onnxruntime-web with a number of threads. */
export async function onnxRuntime(threads) {
  const ort = await import('./ort.wasm.min.mjs');
  ort.env.wasm.numThreads = threads;
  ort.env.wasm.wasmPaths = new URL('./', import.meta.url).href;
  return ort;
}

/** Answers each message with the result of `answer`, or with its error. */
export function answerMessages(answer) {
  onmessage = async ({data}) => {
    try {
      postMessage(await answer(data));
    } catch (error) {
      postMessage({problem: `${data.name}: ${error?.stack ?? error}`});
    }
  };
}

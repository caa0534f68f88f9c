// Shared by the workers: values that are the same for all, and how long something takes.

const kSampleMs = 1;  // a clock of 5 µs is read no more often

/** Values of -1 to 1 that are the same for all. */
export function values(count, seed) {
  const made = new Float32Array(count);
  for (let i = 0, state = seed; i < count; ++i) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    made[i] = state / 2 ** 31 - 1;
  }
  return made;
}

/** Microseconds that one of the `count` works of a call takes, again and again for `ms` milliseconds, at least once. */
export async function times({run, count = 1}, ms) {
  const microseconds = [];
  let calls = 1;
  for (const end = performance.now() + ms; performance.now() < end || microseconds.length === 0;) {
    const begin = performance.now();
    for (let i = 0; i < calls; ++i) await run();
    const taken = performance.now() - begin;
    if (taken < kSampleMs && microseconds.length === 0)
      calls *= 2;  // too short to be measured
    else
      microseconds.push(taken * 1000 / calls / count);
  }
  return microseconds;
}

/** onnxruntime-web with a number of threads. */
export async function onnxRuntime(threads) {
  const ort = await import('./ort.wasm.min.mjs');
  ort.env.wasm.numThreads = threads;
  ort.env.wasm.wasmPaths = new URL('./', import.meta.url).href;
  return ort;
}

/** Answers each message with what `answer` resolves with, or with what it threw. */
export function answerMessages(answer) {
  onmessage = async ({data}) => {
    try {
      postMessage(await answer(data));
    } catch (error) {
      postMessage({problem: `${data.name}: ${error?.stack ?? error}`});
    }
  };
}

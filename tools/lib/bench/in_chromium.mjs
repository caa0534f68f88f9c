// Runs measurements in Chromium, in workers of one page: workers.html and the scripts beside it.
import {promises as fs} from 'node:fs';
import path from 'node:path';
import {chromium} from 'playwright-core';

import {kChromium, kChromiumFlags} from '../chromium.mjs';
import {serve} from '../server.mjs';

const kHere = new URL('./', import.meta.url).pathname;
const kPause = 20;  // until the threads of the worker before sleep

/** The files of onnxruntime-web that a worker imports. */
export const kOnnxFiles =
  ['ort.wasm.min.mjs', 'ort-wasm-simd-threaded.mjs', 'ort-wasm-simd-threaded.wasm'].map((name) => `node_modules/onnxruntime-web/dist/${name}`);

/**
 * Copies `files` of this folder to `folder`, serves the folder, and calls `work({version, reload, ask})`. The worker `question.worker` of `question.name` with
 * `question.threads` threads answers `ask(question)`; `reload()` ends all workers.
 */
export async function inChromium(folder, files, work) {
  for (const file of ['workers.html', ...files]) await fs.copyFile(path.join(kHere, file), path.join(folder, path.basename(file)));
  const {address, close} = await serve({folder, port: 0});
  const browser = await chromium.launch({executablePath: kChromium, args: kChromiumFlags});
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    const reload = () => page.goto(address + 'workers.html');
    const ask = async (question) => {
      await new Promise((resolve) => setTimeout(resolve, kPause));
      return page.evaluate((each) => ask(each).then(({last, ...rest}) => ({last: last && Array.from(last), ...rest})), question);
    };
    await reload();
    return await work({version: browser.version(), reload, ask});
  } finally {
    await browser.close();
    await close();
  }
}

/** Returns the largest difference of two lists; NaN if their lengths differ. */
export const furthest = (a, b) => a.length === b.length ? a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0) : NaN;

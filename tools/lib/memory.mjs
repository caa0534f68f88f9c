// Measures the memory of pages with the program, for tools/bench memory and for a test that compares it with a budget.
import {promises as fs} from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import {serve} from './server.mjs';

/**
 * The pages that are measured. `at` is an address of the site. With `frame` the address is opened in a frame of this size in another site's page, where there
 * are no threads. `largest` opens this lesson with the largest inputs that it allows. `most` is the budget in MB: for the memory of WebAssembly (`wasm`; each
 * thread has a stack in it), and for the private memory of the page's process beyond that of an empty page (`page`).
 */
export const kPages = [
  {name: 'an empty page'},
  {name: 'the first page', at: '', most: {wasm: 40, page: 65}},
  {name: 'self-attention in a frame of 720 x 480', at: '?hide=rail#self-attention', frame: [720, 480], most: {wasm: 20, page: 40}},
  {name: 'self-attention at its largest', at: '', largest: 'self-attention', most: {wasm: 60, page: 95}},
  {name: 'retrieval at its largest', at: '', largest: 'retrieval', most: {wasm: 90, page: 130}},
  // This lesson takes more than all other lessons.
  {name: 'prompting at its largest', at: '', largest: 'prompting', most: {wasm: 140, page: 180}},
];

/** Notes every memory of WebAssembly that a page makes, as `gfMemories`. Runs in each frame of the page, before the scripts there. */
export function noteMemories() {
  const memories = globalThis.gfMemories = new Set(), {Memory, instantiate} = WebAssembly;
  WebAssembly.Memory = new Proxy(Memory, {
    construct(target, options) {
      const made = new target(...options);
      memories.add(made);
      return made;
    }
  });
  WebAssembly.instantiate = async (...given) => {
    const made = await instantiate(...given);
    for (const each of Object.values((made.instance ?? made).exports))
      if (each instanceof Memory) memories.add(each);
    return made;
  };
}

/** Resolves with the processes of Chromium: `[{type, id}]`. */
export async function processesOf(browser) {
  const session = await browser.newBrowserCDPSession();
  const {processInfo} = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo;
}

/** Resolves with the private bytes of a process: the bytes that it has written to (proc(5)). */
export async function privateBytesOf(id) {
  const text = await fs.readFile(`/proc/${id}/smaps_rollup`, 'utf8');
  const kb = (name) => Number(new RegExp(`^${name}: *(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);
  return 1024 * (kb('Private_Dirty') + kb('Swap'));
}

const privateBytes = async (browser, kind) => Promise.all((await processesOf(browser)).filter(({type}) => type === kind).map(({id}) => privateBytesOf(id)));

async function openPage(page, address, around, {at, frame}) {
  const alone = at === undefined ? 'about:blank' : address + at;
  await page.goto(frame ? around : alone);
  return frame ? (await page.waitForSelector('iframe')).contentFrame() : page;
}

async function measurePage(folder, {launch, started, load}, kind, largest) {
  const browser = await launch(), site = await serve({folder, port: 0});
  const around = await fs.mkdtemp(path.join(os.tmpdir(), 'gf-memory-'));
  const outer = await serve({folder: around, port: 0, isolated: false});
  try {
    if (kind.frame) {
      const [width, height] = kind.frame;
      await fs.writeFile(path.join(around, 'index.html'),
        `<!doctype html><meta charset="utf-8"><title>An article</title><iframe src="${site.address}${kind.at}" width="${width}" height="${height}"></iframe>`);
    }
    const page = await browser.newPage({viewport: {width: 1280, height: 800}});
    await page.addInitScript(noteMemories);
    // Another name for the same machine is another site to the browser.
    const where = await openPage(page, site.address, outer.address.replace('127.0.0.1', 'localhost'), kind);
    if (kind.at !== undefined) await started(where);
    if (kind.largest) await load(where, {lesson: kind.largest, inputs: await largest(kind.largest)});
    const session =
      kind.frame ? await page.context().newCDPSession(where).catch(() => page.context().newCDPSession(page)) : await page.context().newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const {usedSize} = await session.send('Runtime.getHeapUsage');
    const wasm = await where.evaluate(() => [...globalThis.gfMemories ?? []].reduce((sum, memory) => sum + memory.buffer.byteLength, 0));
    const processes = await privateBytes(browser, 'renderer');
    const [graphics] = await privateBytes(browser, 'GPU');
    return {name: kind.name, most: kind.most, wasm, heap: usedSize, process: Math.max(...processes), graphics};
  } finally {
    await Promise.all([browser.close(), site.close(), outer.close()]);
    await fs.rm(around, {recursive: true});
  }
}

/**
 * Opens each page in a browser of its own. Resolves with `[{name, most, wasm, heap, process, graphics, page}]` in bytes. `wasm` is the memory of WebAssembly,
 * and `heap` the heap of JavaScript. `process` and `graphics` are the private memory of the page's process and of the graphics process. `page` is the memory
 * of `process` beyond that of an empty page. `support` is the module support.mjs of the browser tests; `largest(id)` gives the largest inputs of a lesson.
 */
export async function measureMemory(folder, support, largest, pages = kPages) {
  const measured = [];
  for (const kind of pages) measured.push(await measurePage(folder, support, kind, largest));
  for (const one of measured) one.page = one.process - measured[0].process;
  return measured;
}

const inMb = (bytes) => bytes / (1 << 20);

/** Returns a sentence for each page that takes more than its budget. */
export const overMemory = (measured) =>
  measured.flatMap(({name, most = {}, ...sizes}) => Object.entries(most).filter(([what, mb]) => inMb(sizes[what]) > mb).map(([what,
    mb]) => `${name}: ${what} ${inMb(sizes[what]).toFixed(1)} MB, at most ${mb}`));

/** Returns the measurements as a table. */
export function memoryTable(measured) {
  const columns = ['wasm', 'heap', 'process', 'graphics', 'page'];
  const row = (name, cells) => name.padEnd(46) + cells.map((cell) => cell.padStart(12)).join('');
  return [row('MB', columns), ...measured.map((one) => row(one.name, columns.map((what) => inMb(one[what]).toFixed(1))))].join('\n');
}

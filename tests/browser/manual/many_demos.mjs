// Measures an article with 4, 30 and 100 demos, scrolled from its beginning to its end and back, in each of three engines. Prints the private memory of the
// browser's processes, the number of demos that run at once, and the time to the first figure and to the first demo that answers.
//
//   tools/lib/node24 tests/browser/manual/many_demos.mjs [chromium|firefox|webkit]...
import {promises as fs} from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import {privateBytesOf} from '../../../tools/lib/memory.mjs';
import {serve} from '../../../tools/lib/server.mjs';
import {display, kEngines} from '../engines.mjs';
import {serveSite} from '../support.mjs';

const kCounts = [4, 30, 100];
const kLessons =
  ['softmax', 'self-attention', 'dictionary', 'spaces', 'one-matrix', 'tokenizer', 'embeddings', 'multi-head', 'position-encoding', 'matrix-dictionary'];

/** Returns the private MB of a process and of all processes that it began. A process may end meanwhile. */
async function privateMegabytes(first) {
  const parents = new Map();
  for (const name of (await fs.readdir('/proc')).filter((each) => /^\d+$/.test(each))) {
    const stat = await fs.readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    if (stat) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const family = new Set([first]);
  for (let before = 0; before !== family.size;) {
    before = family.size;
    for (const [each, parent] of parents)
      if (family.has(parent)) family.add(each);
  }
  const bytes = await Promise.all([...family].map((each) => privateBytesOf(each).catch(() => 0)));
  return Math.round(bytes.reduce((sum, each) => sum + each, 0) / (1 << 20));
}

const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'gf-many-'));
const [site, outer, screen] = await Promise.all([serveSite(), serve({folder, port: 0, isolated: false}), display()]);
for (const count of kCounts) {
  const demos = Array.from({length: count}, (_, i) => `<p>Figure ${i + 1}.</p><glassformer-demo lesson="${kLessons[i % kLessons.length]}"></glassformer-demo>`);
  await fs.writeFile(path.join(folder, `${count}.html`), `<!doctype html><meta charset="utf-8"><title>An article</title>
    <script type="module" src="${site.address}element.js"></script><body style="max-width: 720px">${demos.join('\n')}`);
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const wanted = process.argv.slice(2);
try {
  for (const [engine, begin] of Object.entries(kEngines)) {
    if (wanted.length && !wanted.includes(engine)) continue;
    for (const count of kCounts) {
      const {page, pid, close} = await begin({scale: 1, screen});
      try {
        const empty = await privateMegabytes(pid);
        await page.goto(`${outer.address.replace('127.0.0.1', 'localhost')}${count}.html`);
        const first = await page.evaluate(async () => {
          await customElements.whenDefined('glassformer-demo');
          const demo = document.querySelector('glassformer-demo');
          await demo.ready;
          return Math.round(performance.now());
        });
        let most = 0;
        const look = async (part) => {
          const running = await page.evaluate(async (share) => {
            scrollTo(0, share * (document.documentElement.scrollHeight - innerHeight));
            await new Promise((resolve) => setTimeout(resolve, 500));
            return [...document.querySelectorAll('glassformer-demo')].filter((demo) => demo.shadowRoot.querySelector('iframe')).length;
          }, part);
          most = Math.max(most, running);
        };
        const stops = Math.max(4, count);
        for (let i = 0; i <= stops; ++i) await look(i / stops);
        for (let i = stops; i >= 0; i -= 5) await look(i / stops);
        await pause(5000);
        console.log(`${engine}, ${count} demos: first one answers after ${first} ms, at most ${most} run; ${await privateMegabytes(pid)} MB, of which ${
          empty} before the article`);
      } finally {
        await close();
      }
    }
  }
} finally {
  await Promise.all([site.close(), outer.close(), screen.stop()]);
  await fs.rm(folder, {recursive: true});
}

// Measures the wait of a visitor and the cost of an open page. Not a test: it prints figures.
//
//   tools/lib/node24 tests/browser/manual/measure.mjs
//
// For each build: from navigation to the first drawn frame (median of five fresh browsers, from this machine), and the processor time and the frames of
// the whole browser over ten idle seconds.
import {readdirSync, readFileSync} from 'node:fs';

import {launch, open, serveSite, settled} from '../support.mjs';

const kTicksPerSecond = 100;  // of /proc, on Linux

/** Returns the processor seconds of a process and of all processes below it. */
function processorTime(root) {
  const processes = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      processes.set(Number(pid), {parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12])});
    } catch {
      // It ended meanwhile.
    }
  }
  const isBelow = (pid) => pid === root || (processes.has(pid) && isBelow(processes.get(pid).parent));
  let ticks = 0;
  for (const [pid, each] of processes)
    if (isBelow(pid)) ticks += each.ticks;
  return ticks / kTicksPerSecond;
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const site = await serveSite();

for (const build of ['threads-relaxed', 'single-relaxed']) {
  const firstFrames = [];
  for (let run = 0; run < 5; ++run) {
    const browser = await launch();
    const page = await open(await browser.newContext({viewport: {width: 1280, height: 800}}), `${site.address}?build=${build}`);
    firstFrames.push(await page.evaluate(() => window.glassformer.firstFrameMs));
    if (run === 4) {
      // The browser is the only child of this process that was not there before.
      const own = process.pid;
      await settled(page);
      await new Promise((resolve) => setTimeout(resolve, 5000));
      const [before, frames] = [processorTime(own), await page.evaluate(() => window.glassformer.frames())];
      const self = process.cpuUsage();
      await new Promise((resolve) => setTimeout(resolve, 10_000));
      const spent = process.cpuUsage(self);
      const used = processorTime(own) - before - (spent.user + spent.system) / 1e6;
      const drawn = await page.evaluate(() => window.glassformer.frames()) - frames;
      console.log(`${build}: over 10 idle seconds ${used.toFixed(2)} s of processor time, ${drawn} frames`);
    }
    await browser.close();
  }
  const [least, most] = [Math.min(...firstFrames), Math.max(...firstFrames)].map(Math.round);
  console.log(`${build}: first frame after ${Math.round(median(firstFrames))} ms (${least} to ${most})`);
}
await site.close();

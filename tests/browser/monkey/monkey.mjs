#!/usr/bin/env -S tools/lib/node24
// A monkey: presses, types, swipes and turns what it finds, on all lessons and on a page that embeds them, until the time is over or something breaks.
//
//   tools/test monkey [--minutes N] [--seed S] [--actions K | --actions J-K] [--go-on] [--tell]
//
// The lap S goes over all lessons; S+1 follows. With --actions it ends after the action K; with J-K it begins with the action J, at the lesson that was open. With --go-on
// it opens a new page after a finding and goes on. With --tell, and while it repeats actions, it prints each with its milliseconds. The environment says which site, as for all browser tests (GF_SITE).
import {readFileSync} from 'node:fs';
import path from 'node:path';

import {kSite} from '../support.mjs';

import {kActions, sizeOf} from './actions.mjs';
import {kArticleActions, lookAtDemos} from './article.mjs';
import {assertQuiet, Finding, grownIn, inTime, look, measure, rest, takeSaid} from './checks.mjs';
import {goOn} from './next.mjs';
import {planLap} from './plan.mjs';
import {makeRandom} from './random.mjs';
import {openWorld, View} from './views.mjs';

const kShown = 12;        // of the last actions, with a finding
const kLooksEvery = 10;   // actions, at the pixels of the frame
const kVisitPlace = 2e6;  // of the random numbers of a visit's page
const kFolder = new URL('../../../build/monkey', import.meta.url).pathname;
const kFirst = {
  width: 1280,
  height: 800
};

const kUsage = 'usage: tools/test monkey [--minutes N] [--seed S] [--actions K | --actions J-K] [--go-on] [--tell]';
function readArguments(words) {
  const options = {minutes: 1, seed: 1, first: 1, last: Infinity, goesOn: false, tells: false};
  for (let i = 0; i < words.length; ++i) {
    const value = words[i + 1] ?? '', [, first, last] = /^(?:(\d+)-)?(\d+)$/.exec(value) ?? [];
    if (words[i] === '--go-on')
      options.goesOn = true;
    else if (words[i] === '--tell')
      options.tells = true;
    else if (words[i] === '--minutes' && Number(value) > 0 && ++i)
      options.minutes = Number(value);
    else if (words[i] === '--seed' && /^\d{1,9}$/.test(value) && ++i)
      options.seed = Number(value);
    else if (words[i] === '--actions' && last && ++i)
      Object.assign(options, {first: Number(first ?? 1), last: Number(last), minutes: Infinity, tells: true});
    else {
      console.error(kUsage);
      process.exit(2);
    }
  }
  return options;
}

const options = readArguments(process.argv.slice(2));
// The first page is no lesson, and has no picture of each step.
const {translated, ...pictured} = JSON.parse(readFileSync(path.join(kSite, 'pictures/steps.json'), 'utf8'));
const steps = {
  start: [],
  ...pictured
};
const world = {
  ...await openWorld(),
  steps
};
const began = Date.now(), visited = new Set(), laps = [], last = [];
let page = null, visit = null, done = 0, findings = 0, lap = 0;

const openPage = () => View.open(world, {address: world.address, size: kFirst});

async function openVisit(on, seed, number) {
  const random = makeRandom(seed, kVisitPlace + number), size = sizeOf(random), colorScheme = random.pick(['light', 'dark']);
  const address = world.address + random.pick([
    '', '', '?build=single', '?build=single-relaxed', '?build=threads', '?language=fr', '?language=zh', '?language=es', '?hide=rail', '?lock=all', '?size=150',
    '?theme=dark', '?hide=steps,inputs', '?show=weights#self-attention'
  ]);
  const view = await View.open(world, {address: on === 'article' ? world.article : address, size, colorScheme, isMobile: size.mobile});
  view.isArticle = on === 'article';
  return view;
}

/** Carries out one action, and looks at the page. */
async function act(action, index, seed) {
  const {on, name, lesson, ends} = action, startedMs = Date.now();
  if (on !== 'page') visit ??= await openVisit(on, seed, action.visit);
  page ??= await openPage();
  const view = on === 'page' ? page : visit, random = makeRandom(seed, index);
  last.push(`${on} ${name} …`);
  const note = (text) => {
    last[last.length - 1] = `${done} (lap of seed ${seed}, action ${index}), ${on}: ${text}`;
  };
  if (name === 'next')
    await inTime(goOn(view, note, world));
  else
    await inTime((on === 'article' ? kArticleActions : kActions)[name](view, random, note, world, lesson));
  if (view.crashed) throw new Finding('the page crashed');
  if (view.isArticle) {
    assertQuiet(view);
    await lookAtDemos(view);
    assertQuiet(view);
  } else {
    await rest(view);
    const told = await look(view, done % kLooksEvery === 0);
    if (on === 'page') visited.add(told.lesson);
  }
  if (options.tells) console.log(`${last.at(-1)} (${Date.now() - startedMs} ms)`);
  if (on !== 'page' && ends) {
    await visit.close();
    visit = null;
  }
}

async function tell(error, index, seed) {
  findings += 1;
  const view = visit ?? page, file = path.join(kFolder, `seed-${seed}-action-${index}.png`);
  const kept = await view?.picture(file).then(() => file, (problem) => `none: ${problem.message}`);
  console.log(`\nfinding: ${error instanceof Finding ? error.message : error.stack}`);
  console.log(`the last actions:\n  ${last.slice(-kShown).join('\n  ')}`);
  console.log(`the lap again: tools/test monkey --seed ${seed} --actions ${index}`);
  if (lap > 0) console.log(`all of it again: tools/test monkey --seed ${options.seed} --actions ${done}`);
  console.log(`a picture: ${kept}\n`);
  await visit?.close();
  visit = null;
  if (page && !await stillRuns()) {
    await page.close();
    page = null;
    laps.length = 0;
  }
}

// Whether the page can go on after a finding: in another lesson everything of the one before is closed.
async function stillRuns() {
  if (!options.goesOn || page.crashed) return false;
  try {
    await page.resize(kFirst);
    await page.send({type: 'open', address: 'start'});
    takeSaid(page);
    await look(page, true);
    return true;
  } catch {
    return false;
  }
}

const inMb = (bytes) => (bytes / (1 << 20)).toFixed(1);

/** Measures the page after a lap, at the place where each lap ends. */
async function endLap(seed) {
  if (!page) return;
  await page.send({type: 'command', command: 'pause'});
  await page.send({type: 'open', address: 'start'});
  await look(page);
  const memory = await measure(page);
  laps.push(memory);
  console.log(
    `lap ${lap + 1} (seed ${seed}): ${done} actions, ${Math.round((Date.now() - began) / 1000)} s, ${visited.size} of ${Object.keys(steps).length} lessons; ${
      inMb(memory.wasm)} MB of WebAssembly, ${inMb(memory.heap)} MB of JavaScript, ${memory.nodes} nodes, ${memory.listeners} listeners`);
  const grown = grownIn(laps);
  if (grown.length) throw new Finding(`memory grows: ${grown.join('; ')}`);
}

const isOver = () => done >= options.last || Date.now() - began > options.minutes * 60_000 || (findings > 0 && !options.goesOn);

// Whether actions that are repeated from the middle of a lap stand on this one: the last lesson that was opened, and the last size.
function isFoundation(plan, at) {
  const {on, name} = plan[at];
  const isSame = (each, i) => i > at && each.on === 'page' && each.name === name;
  return on === 'page' && ['open', 'resize', 'media'].includes(name) && plan.findIndex(isSame) + 1 >= options.first - (done - at - 1);
}

async function runLap(seed) {
  const plan = planLap(seed, Object.keys(steps));
  for (const [at, action] of plan.entries()) {
    if (isOver()) return;
    done += 1;
    if (done < options.first && !isFoundation(plan, at)) continue;
    await act(action, at + 1, seed).catch((error) => tell(error, at + 1, seed));
  }
  if (!isOver()) await endLap(seed).catch((error) => tell(error, plan.length, seed));
}

try {
  for (; !isOver(); ++lap) await runLap(options.seed + lap);
  if (page && !findings) console.log(`in the end ${inMb((await measure(page)).wasm)} MB of WebAssembly`);
} finally {
  await world.close();
}
const count = findings === 1 ? 'a finding' : `${findings || 'no'} finding${findings ? 's' : ''}`;
console.log(`monkey: seed ${options.seed}, ${done} actions in ${Math.round((Date.now() - began) / 1000)} s, ${visited.size} of ${
  Object.keys(steps).length} lessons, ${count}`);
process.exitCode = findings ? 1 : 0;

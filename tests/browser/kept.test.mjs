// The reader's work is there after a reload, a crash or another visit, and addresses lead to it.
import assert from 'node:assert/strict';
import {promises as fs} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {after, before, test} from 'node:test';

import {serve} from '../../tools/lib/server.mjs';

import {announced, assertLikeCommandLine, assertQuiet, button, kCoarse, launch, load, nodeOf, open, press, send, serveSite, settled, started, state, train, words} from './support.mjs';

let browser, site;

before(async () => {
  [browser, site] = await Promise.all([launch(), serveSite()]);
});
after(() => Promise.all([browser.close(), site.close()]));

/** Runs `body` in a fresh profile, which keeps the work of its pages. */
async function withProfile(body) {
  const context = await browser.newContext({...kCoarse, viewport: {width: 1280, height: 800}});
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], {origin: new URL(site.address).origin});
  try {
    await body(context);
  } finally {
    await context.close();
  }
}

async function reload(page) {
  await page.reload();
  await started(page);
  return settled(page);
}

const hash = (page) => page.evaluate(() => location.hash);
const sendOpen = (page, address) => send(page, {type: 'open', address}).then(() => state(page));

/** Changes the document, and waits until the trace is computed and the work is kept. Does not wait for the glow after an edit. */
async function edit(page, document) {
  assert.equal((await send(page, {type: 'load', document})).problem, null);
  return page.evaluate(async () => {
    const turn = () => new Promise((resolve) => requestAnimationFrame(resolve));
    do {
      for (let i = 0; i < 3; ++i) await turn();
    } while (window.glassformer.send({type: 'snapshot', trace: false}).computing);
    return window.glassformer.snapshot();
  });
}

/** Opens softmax with its first scores. */
const softmax = (step, ...first) => ({lesson: 'softmax', inputs: {z: [[...first, ...[2, 1, 0.2].slice(first.length)]]}, step});

test('a reload brings back the document, the step and the selection; undo goes on where it was, in every lesson', () => withProfile(async (context) => {
  const page = await open(context, `${site.address}#softmax/step-2`);
  await edit(page, softmax(1, 3));
  await edit(page, softmax(1, 3, 4));
  await sendOpen(page, 'self-attention/step-3');
  const queries = [[7, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]];
  const before = await edit(page, {lesson: 'self-attention', inputs: {w_q: queries}, step: 2, selection: {node: 'w_q', cell: [1, 1]}});
  const back = await reload(page);
  assert.deepEqual(back.document, before.document);
  assert.equal(back.document.step, 2);
  assert.ok(back.document.selection, 'the selected cell');
  assert.equal(back.notice, null);
  assert.equal(await hash(page), '#self-attention/step-3');
  await press(page, button('undo'));
  assert.notEqual((await settled(page)).document.inputs.w_q?.[0][0], 7);
  const there = await sendOpen(page, 'softmax');
  assert.deepEqual([there.document.inputs.z[0][0], there.document.inputs.z[0][1], there.document.step], [3, 4, 1]);
  await page.keyboard.press('Control+z');
  const undone = await assertLikeCommandLine(page);
  assert.equal(undone.document.inputs.z[0][0], 3);
  assert.notEqual(undone.document.inputs.z[0][1], 4);
  assertQuiet(page);
}));

test('a finished run is there after a reload, with its curve and its weights; another tab goes on with its own', () => withProfile(async (context) => {
  const page = await open(context, site.address);
  await load(page, {lesson: 'next-word', inputs: {steps: 12}});
  const before = await train(page);
  const {records, step} = before.training;
  assert.ok(records > 3);
  await page.waitForFunction(() => new Promise((resolve) => {
    const request = indexedDB.open('glassformer');
    request.onsuccess = () => {
      const names = request.result.transaction('files').objectStore('files').count();
      names.onsuccess = () => {
        request.result.close();
        resolve(names.result > 0);
      };
    };
  }));
  const other = await open(context, site.address);
  assert.equal((await settled(other)).document.lesson, 'next-word', 'another tab begins where the last one is');
  await edit(other, softmax(0, 3));
  await other.close();
  await reload(page);
  await page.waitForFunction((steps) => window.glassformer.send({type: 'snapshot', trace: false}).training?.step === steps, step);
  const after = await settled(page);
  assert.equal(after.document.lesson, 'next-word', 'its own');
  assert.equal(after.training.status, 'finished');
  assert.equal(after.training.records, records);
  assert.deepEqual(after.training.record, before.training.record);
  assert.deepEqual(nodeOf(after, 'attention.classifier').values, nodeOf(before, 'attention.classifier').values);
  assertQuiet(page);
}));

test('the address follows, Back and Forward go through steps and lessons, and what a hand puts there is opened', () => withProfile(async (context) => {
  const page = await open(context, site.address);
  const first = (await settled(page)).document.lesson;
  assert.equal(await hash(page), `#${first}`);
  await press(page, 'lesson:softmax');
  assert.equal(await hash(page), '#softmax');
  await press(page, button('step.next'));
  await press(page, button('step.next'));
  assert.equal(await hash(page), '#softmax/step-3');
  await edit(page, softmax(2, 3));
  assert.equal(await hash(page), '#softmax/step-3', 'an edit is no step of the history');
  const arrived = async (lesson, step) => {
    const {document} = await settled(page);
    assert.deepEqual([document.lesson, document.step ?? 0], [lesson, step]);
    assert.equal(await hash(page), `#${lesson}${step ? `/step-${step + 1}` : ''}`);
  };
  for (const [way, lesson, step] of [
         ['goBack', 'softmax', 1], ['goBack', 'softmax', 0], ['goBack', first, 0], ['goForward', 'softmax', 0], ['goForward', 'softmax', 1]]) {
    await page[way]();
    await arrived(lesson, step);
  }
  const go = async (text) => {
    await page.evaluate((it) => {
      location.hash = it;
    }, text);
    return settled(page);
  };
  await go('position-encoding/step-2');
  await arrived('position-encoding', 1);
  // Other addresses that lead nowhere are in tests/session/keeping_test.cpp.
  assert.equal((await go('position-encoding/step-99')).problem?.id, 'unknown_step');
  await announced(page, words('problems.unknown_step').split('{')[0]);
  await arrived('position-encoding', 1);
  await page.goBack();
  assert.equal((await settled(page)).document.lesson, 'position-encoding', 'the address that led nowhere leads here');
  assertQuiet(page);
}));

test('after “Copy link” edits are not lost on reload, and the address is the link only as long as it is true', () => withProfile(async (context) => {
  const page = await open(context, `${site.address}#softmax`);
  await edit(page, softmax(0, 3));
  await press(page, button('copy_link'));
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(await page.evaluate(() => location.href), link, 'the address bar shows the link');
  await edit(page, softmax(0, 5));
  assert.equal(await hash(page), '#softmax');
  assert.equal((await reload(page)).document.inputs.z[0][0], 5);
  const opened = await open(context, link);
  assert.equal((await settled(opened)).document.inputs.z[0][0], 3, 'a link that is opened wins');
  assert.equal(await opened.evaluate(() => location.href), link);
  await opened.keyboard.press('Control+z');
  assert.equal((await settled(opened)).document.inputs.z[0][0], 5, 'and takes nothing away');
}));

test('blocked storage is said once, in words, and all else works', () => withProfile(async (context) => {
  await context.addInitScript(() => {
    const blocked = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, {get: blocked});
  });
  const page = await open(context, `${site.address}#softmax`);
  assert.equal((await settled(page)).notice, null, 'nothing is lost yet');
  assert.equal((await edit(page, softmax(0, 3))).notice?.id, 'storage_blocked');
  await announced(page, words('problems.storage_blocked'));
  await press(page, button('dismiss'));
  const snapshot = await edit(page, softmax(0, 4));
  assert.equal(snapshot.notice, null, 'once');
  await assertLikeCommandLine(page);
  assertQuiet(page);
}));

test('storage that is full, and storage that holds rubbish: said once, and what was there is still there', () => withProfile(async (context) => {
  const page = await open(context, `${site.address}#softmax`);
  await edit(page, softmax(0, 3));
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((each) => each.endsWith(':work-softmax'));
    for (const storage of [localStorage, sessionStorage]) storage.setItem(key, '{"glassformer": 1, "rub');
  });
  const snapshot = await reload(page);
  assert.equal(snapshot.notice?.id, 'kept_unreadable');
  assert.deepEqual(snapshot.document, {lesson: 'softmax', inputs: {}});
  const aside = await page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith('glassformer.aside:')).map(([, text]) => text));
  assert.deepEqual(aside, ['{"glassformer": 1, "rub']);
  await press(page, button('dismiss'));
  await page.evaluate(() => {
    for (let size = 1 << 22; size > 0; size >>= 1) {
      try {
        for (let i = 0;; ++i) localStorage.setItem(`full-${size}-${i}`, '.'.repeat(size));
      } catch {
        // Fills the storage until no byte fits any more.
      }
    }
  });
  assert.equal((await edit(page, softmax(0, 4))).notice?.id, 'storage_full');
  assert.match(
    await page.evaluate(() => Object.entries(sessionStorage).find(([key]) => key.endsWith(':work-softmax'))[1]), /"z":\[\[4/, 'the tab itself still has it');
  assertQuiet(page);
}));

// The link of {lesson: "softmax"}.
const kSoftmax = 'W5SWmVdQWlK8IC0ntbg4Py-9OD-tJDexAgA';

test('a frame that is given a document shows it; what was done in it is one undo away', () => withProfile(async (context) => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'gf-frame-'));
  await fs.writeFile(path.join(folder, 'index.html'), `<!doctype html><meta charset="utf-8"><title>A course</title><link rel="icon" href="data:,">
    <iframe src="${site.address}#d=${kSoftmax}" style="width: 1000px; height: 700px; border: 0" allow="cross-origin-isolated"></iframe>`);
  const outer = await serve({folder, port: 0, isolated: false});
  const page = await context.newPage();
  const framed = async () => {
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    await started(frame);
    return frame;
  };
  try {
    await page.goto(outer.address);
    let frame = await framed();
    const entries = await page.evaluate(() => history.length);
    await load(frame, {lesson: 'softmax', inputs: {beta: 3}});
    await send(frame, {type: 'open', address: 'softmax/step-2'});
    await settled(frame);
    assert.equal(await page.evaluate(() => history.length), entries, 'the history is the page\'s around');
    await page.reload();
    frame = await framed();
    assert.deepEqual((await settled(frame)).document.inputs, {});
    assert.equal((await settled(frame)).can_undo, true);
  } finally {
    await outer.close();
    await fs.rm(folder, {recursive: true});
  }
}));

test('a page that is killed at random moments comes back with the last state or the one before it', () => withProfile(async (context) => {
  // The same moments every time; fifty sessions are killed at one of their writes in tests/session/keeping_test.cpp.
  let seed = 7;
  const random = (below) => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  let beta = 0;
  for (let kill = 0; kill < 3; ++kill) {
    const page = await context.newPage();
    await page.goto(`${site.address}#softmax`);
    await started(page);
    const found = (await settled(page)).document.inputs.beta ?? 0;
    assert.ok(kill === 0 || found === beta || found === beta - 1, `${beta} was the last, and ${found} came back`);
    beta = found;
    for (let edits = 1 + random(3); edits > 0; --edits) await edit(page, {lesson: 'softmax', inputs: {beta: ++beta}});
    const gone = page.waitForEvent('crash');
    const client = await context.newCDPSession(page);
    page.evaluate((next) => window.glassformer.send({type: 'load', document: {lesson: 'softmax', inputs: {beta: next}}}), ++beta).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, random(120)));
    client.send('Page.crash').catch(() => {});
    await gone;
    await page.close();
  }
}));

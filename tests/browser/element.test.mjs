// <glassformer-demo> in articles of another site, and the promises of web/examples/.
import assert from 'node:assert/strict';
import {promises as fs} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {after, before, test} from 'node:test';

import {serve} from '../../tools/lib/server.mjs';

import {kCoarse, launch, listen, serveSite, until} from './support.mjs';

let browser, context, site, outer, folder;
const asked = [];

before(async () => {
  [browser, site] = await Promise.all([launch(), serveSite({onAnswer: ({path: name}) => asked.push(name)})]);
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'gf-article-'));
  outer = await serve({folder, port: 0, isolated: false});
  context = await browser.newContext({...kCoarse, viewport: {width: 900, height: 700}, reducedMotion: 'reduce'});
});
after(async () => {
  await Promise.all([browser.close(), site.close(), outer.close()]);
  await fs.rm(folder, {recursive: true});
});

/** Opens an article with these tags on another site than the program's. */
async function article(body, keepsNothing = false) {
  const name = `${Math.random().toString(36).slice(2)}.html`;
  await fs.writeFile(path.join(folder, name), `<!doctype html><meta charset="utf-8"><title>An article</title><link rel="icon" href="data:,">
    <script type="module" src="${site.address}element.js"></script><body style="margin: 0"><input id="search">${body}</body>`);
  const page = listen(await context.newPage());
  page.setDefaultTimeout(60_000);
  if (keepsNothing) {
    await page.addInitScript(() => {
      const refuse = {get() { throw new DOMException('Storage is blocked.', 'SecurityError'); }};
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, refuse);
    });
  }
  // Another name for the same machine is another site to the browser.
  await page.goto(outer.address.replace('127.0.0.1', 'localhost') + name);
  await page.evaluate(() => customElements.whenDefined('glassformer-demo'));
  return page;
}

const frames = (page) =>
  page.evaluate(() => [...document.querySelectorAll('glassformer-demo')].filter((demo) => demo.shadowRoot.querySelector('iframe')).length);
const ready = (page, selector = 'glassformer-demo') => page.evaluate(async (s) => {
  await document.querySelector(s).ready;
}, selector);
/** Returns the error that a promise of a demo is rejected with: {id, message}. */
const refusal = (page, act) => page.evaluate(`(async () => { const demo = document.querySelector('glassformer-demo'); return (${act})(demo); })()
  .then(() => null, ({id, message}) => ({id, message}))`);

test('a page sets inputs, reads nodes, goes to steps, takes a picture, and hears what the reader does', async () => {
  const page = await article('<glassformer-demo lesson="softmax" loading="eager"></glassformer-demo>');
  await page.evaluate(() => {
    window.heard = [];
    for (const event of ['ready', 'change', 'select', 'step', 'answer', 'error'])
      document.querySelector('glassformer-demo').addEventListener(event, ({detail}) => window.heard.push([event, detail]));
  });
  await ready(page);
  const made = await page.evaluate(() => document.querySelector('glassformer-demo').set({z: [[0, 0, 0]], beta: 2}));
  assert.deepEqual([made.lesson, made.inputs], ['softmax', {beta: 2, z: [[0, 0, 0]]}]);
  const {values} = await page.evaluate(() => document.querySelector('glassformer-demo').get('probabilities'));
  for (const value of values.flat(2)) assert.ok(Math.abs(value - 1 / 3) < 1e-6);
  await page.waitForFunction(() => window.heard.some(([event, detail]) => event === 'change' && detail.inputs.beta === 2));
  // The answer to a paste is the document whose trace is computed, as for `set`.
  const pasted = await page.evaluate(() => document.querySelector('glassformer-demo').send({type: 'paste', node: 'z', text: '3\t1\t0.5'}));
  assert.deepEqual(pasted.inputs, {beta: 2, z: [[3, 1, 0.5]]});
  assert.equal((await page.evaluate(() => window.heard[0]))[0], 'ready');
  await page.evaluate(() => document.querySelector('glassformer-demo').open('softmax/step-3'));
  await page.waitForFunction(() => window.heard.some(([event, detail]) => event === 'step' && detail.step === 3));
  await page.evaluate(() => document.querySelector('glassformer-demo').send({type: 'select', node: 'probabilities', cell: [0, 1]}));
  await page.waitForFunction(() => window.heard.some(([event, detail]) => event === 'select' && detail?.node === 'probabilities'));
  const picture = await page.evaluate(async () => {
    const blob = await document.querySelector('glassformer-demo').picture();
    return [blob.type, blob.size];
  });
  assert.equal(picture[0], 'image/png');
  assert.ok(picture[1] > 500);
  assert.deepEqual(page.said, []);
  await page.close();
});

test('the page hears of the size of a demo, and of no other demo’s', async () => {
  const page = await article('<div style="width: 700px"><glassformer-demo lesson="softmax" reveal="click"></glassformer-demo></div>');
  const heard = await page.evaluate(async () => {
    const demo = document.querySelector('glassformer-demo'), sizes = [];
    demo.addEventListener('resize', ({detail}) => sizes.push(detail));
    addEventListener('resize', () => sizes.push('of the window'));
    await new Promise((resolve) => setTimeout(resolve, 200));
    demo.parentElement.style.width = '500px';
    for (let turns = 0; turns < 100 && !sizes.length; ++turns) await new Promise((resolve) => setTimeout(resolve, 20));
    return {sizes, is: {width: demo.clientWidth, height: demo.clientHeight}};
  });
  assert.equal(heard.is.width, 500);
  assert.deepEqual(heard.sizes.at(-1), heard.is);
  assert.ok(!heard.sizes.includes('of the window'));
});

test('an impossible request rejects its promise in words, and the numbers stay', async () => {
  const page = await article('<glassformer-demo lesson="softmax" loading="eager"></glassformer-demo>');
  await ready(page);
  const unknown = await refusal(page, '(demo) => demo.set({gamma: 1})');
  assert.equal(unknown.id, 'unknown_input');
  assert.match(unknown.message, /beta.*gamma/);
  assert.equal((await refusal(page, '(demo) => demo.set({beta: "much"})')).id, 'wrong_type');
  assert.equal((await refusal(page, '(demo) => demo.get("nothing")')).id, 'unknown_node');
  assert.equal((await refusal(page, '(demo) => demo.open("alchemy")')).id, 'unknown_lesson');
  assert.equal((await refusal(page, '(demo) => demo.open("softmax/nothing")')).id, 'unknown_step_id');
  assert.equal((await refusal(page, '(demo) => demo.send({type: "dance"})')).id, 'unknown_message');
  assert.equal((await refusal(page, '(demo) => demo.send({type: "set"})')).id, 'missing_field');
  const shown = await page.evaluate(async () => {
    const demo = document.querySelector('glassformer-demo');
    await demo.set({beta: 'much'}).catch(() => {});
    return (await demo.send({type: 'snapshot', trace: false})).problem.id;
  });
  assert.equal(shown, 'wrong_type', 'a snapshot names the problem that is shown, and is not refused for it');
  const inputs =
    await page.evaluate(async () => (await document.querySelector('glassformer-demo').send({type: 'snapshot', trace: false})).document.inputs ?? {});
  assert.deepEqual(inputs, {});
  await page.close();
});

test('a site that is not there, and a lesson that is not: a sentence in the place of the demo', async () => {
  const page = await article(`<glassformer-demo lesson="alchemy" loading="eager" id="lesson"></glassformer-demo>`);
  await ready(page);
  const frame = await (await page.waitForSelector('glassformer-demo >> iframe')).contentFrame();
  assert.equal(await frame.evaluate(() => window.glassformer.snapshot().problem?.id), 'unknown_lesson');
  const failed = await page.evaluate((site) => new Promise((done) => {
    const demo = document.createElement('glassformer-demo');
    demo.setAttribute('site', site);
    demo.addEventListener('error', ({detail}) => done([detail.id, demo.shadowRoot.querySelector('[role=alert]').textContent]));
    document.body.prepend(demo);
  }),
    `${site.address}nowhere/`);
  assert.equal(failed[0], 'no_site');
  assert.ok(failed[1].includes('nowhere/'));
  await page.close();
});

test('a picture stands before anything of the program has come, and demos out of sight ask for nothing', async () => {
  asked.length = 0;
  const page = await article(`<glassformer-demo lesson="self-attention" reveal="click"></glassformer-demo>
    <div style="height: 5000px"></div><glassformer-demo lesson="softmax"></glassformer-demo>`);
  await page.waitForFunction(() => document.querySelector('glassformer-demo').shadowRoot.querySelector('img').naturalWidth > 0);
  assert.equal(await frames(page), 0);
  assert.deepEqual(asked.filter((name) => /wasm|glassformer-|start\.js/.test(name)), []);
  assert.ok(asked.some((name) => name.startsWith('/pictures/self-attention/')));
  await page.evaluate(() => document.querySelector('glassformer-demo').shadowRoot.querySelector('button').click());
  await ready(page);
  assert.equal(await frames(page), 1);
  await page.close();
});

test('a demo out of sight begins and answers when the page asks it', async () => {
  const page = await article('<div style="height: 5000px"></div><glassformer-demo lesson="softmax"></glassformer-demo>');
  const {values} = await page.evaluate(() => document.querySelector('glassformer-demo').get('probabilities'));
  assert.deepEqual(values.flat(2).map((value) => value.toFixed(2)), ['0.65', '0.24', '0.11']);
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.close();
});

test('at most four of a dozen demos run; a demo that comes back into sight is as it was left, though the browser keeps nothing', async () => {
  const page = await article(
    Array.from({length: 12}, (_, i) => `<glassformer-demo id="d${i}" lesson="softmax" height="420" style="margin: 40px 0"></glassformer-demo>`).join(''), true);
  await ready(page, '#d0');
  await page.evaluate(() => document.querySelector('#d0').set({beta: 4}));
  let most = 0;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let y = 0; y < height; y += 400) {
    await page.evaluate((to) => scrollTo(0, to), y);
    await page.waitForFunction(() => {
      const seen = [...document.querySelectorAll('glassformer-demo')].filter(
        (demo) => demo.getBoundingClientRect().top < innerHeight && demo.getBoundingClientRect().bottom > 0);
      return seen.every((demo) => demo.shadowRoot.querySelector('iframe.running'));
    }, null, {polling: 100});
    most = Math.max(most, await frames(page));
  }
  assert.ok(most <= 4, `${most} demos run at once`);
  assert.equal(await page.evaluate(() => Boolean(document.querySelector('#d0').shadowRoot.querySelector('iframe'))), false);
  assert.match(await page.evaluate(() => document.querySelector('#d0').shadowRoot.querySelector('img').src), /^blob:/, 'it stands as its last picture');
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForFunction(() => document.querySelector('#d0').shadowRoot.querySelector('iframe.running'), null, {polling: 100});
  const {document: back, can_undo: canUndo} = await page.evaluate(() => document.querySelector('#d0').send({type: 'snapshot', trace: false}));
  assert.deepEqual(back.inputs, {beta: 4});
  assert.equal(canUndo, true);
  assert.deepEqual(page.said, []);
  await page.close();
});

test('a reader types in the article while demos begin: every letter arrives', async () => {
  const page = await article('<glassformer-demo lesson="softmax"></glassformer-demo><glassformer-demo lesson="self-attention"></glassformer-demo>');
  await page.focus('#search');
  const text = 'the quick brown fox jumps over the lazy dog';
  await page.keyboard.type(text, {delay: 40});
  await ready(page);
  await page.keyboard.type('!');
  assert.equal(await page.inputValue('#search'), `${text}!`);
  await page.close();
});

test('demos of one group have the same inputs, whichever was changed; back to a default as well', async () => {
  const page = await article(`<glassformer-demo id="a" group="g" lesson="softmax" height="250" loading="eager"></glassformer-demo>
    <glassformer-demo id="b" group="g" lesson="softmax" height="250" loading="eager"></glassformer-demo>`);
  await ready(page, '#a');
  await ready(page, '#b');
  const beta = (demoAndValue) => until(page, async ([demo, wanted]) => {
    const {document: now} = await document.querySelector(demo).send({type: 'snapshot', trace: false});
    return (now.inputs?.beta ?? 1) === wanted;
  }, demoAndValue);
  await page.evaluate(() => document.querySelector('#a').set({beta: 3}));
  await beta(['#b', 3]);
  await page.evaluate(() => document.querySelector('#b').set({beta: 2}));
  await beta(['#a', 2]);
  await page.evaluate(() => document.querySelector('#a').set({beta: null}));
  await beta(['#b', 1]);
  await beta(['#a', 1]);
  await page.close();
});

test('reset goes back to what the tag says; stop leaves the picture', async () => {
  const page = await article('<glassformer-demo lesson="softmax" step="2" loading="eager"></glassformer-demo>');
  await ready(page);
  await page.evaluate(() => document.querySelector('glassformer-demo').open('self-attention'));
  await page.evaluate(() => document.querySelector('glassformer-demo').reset());
  const now = await page.evaluate(() => document.querySelector('glassformer-demo').send({type: 'snapshot', trace: false}));
  assert.deepEqual([now.document.lesson, now.step.index], ['softmax', 1]);
  await page.evaluate(() => document.querySelector('glassformer-demo').stop());
  assert.equal(await frames(page), 0);
  await page.close();
});

test('a frame listens to the page around alone, of the origin that its address names, and to messages of the right shape', async () => {
  const page = await article(`<iframe id="demo" src="${site.address}?hide=rail&origin=${
    encodeURIComponent(outer.address.replace('127.0.0.1', 'localhost').replace(/\/$/, ''))}#softmax" width="700" height="400"></iframe>
    <iframe id="other" srcdoc="<p>another frame of the article</p>"></iframe>`);
  const frame = await (await page.waitForSelector('#demo')).contentFrame();
  await frame.waitForFunction(() => window.glassformer?.build);
  const connect = (from) => page.evaluate((which) => new Promise((done) => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = ({data}) => done(data);
    setTimeout(done, 1500, 'silence');
    const sender = which === 'page' ? window : document.querySelector('#other').contentWindow;
    sender.eval('(to, ports) => to.postMessage({glassformer: "connect"}, "*", ports)')(document.querySelector('#demo').contentWindow, [port2]);
  }),
    from);
  assert.equal(await connect('other'), 'silence');
  assert.equal((await connect('page')).event, 'ready');
  const answers = await page.evaluate(() => new Promise((done) => {
    const {port1, port2} = new MessageChannel(), heard = [];
    port1.onmessage = ({data}) => {
      if (data.event) return;
      heard.push([data.id, data.error?.id ?? 'answered']);
      if (data.id === 9) done(heard);
    };
    document.querySelector('#demo').contentWindow.postMessage({glassformer: 'connect'}, '*', [port2]);
    for (const message of [null, 7, 'text', {}, {type: 'set'}, {id: 'x', type: 'snapshot'}, {id: 1}, {id: 2, type: {}}, {id: 3, type: 'set', inputs: 'beta'},
           {id: 4, type: 'load', document: {lesson: 7}}, {id: 9, type: 'link'}])
      port1.postMessage(message);
  }));
  assert.deepEqual(answers, [[1, 'unknown_message'], [2, 'wrong_type'], [3, 'wrong_type'], [4, 'wrong_type'], [9, 'answered']]);
  await frame.evaluate(() => {
    location.search = '?hide=rail&origin=https://example.org';
  });
  await frame.waitForFunction(() => location.search.includes('example.org') && window.glassformer?.build);
  assert.equal(await connect('page'), 'silence', 'it is told to listen to another site');
  await page.close();
});

// --- The examples ------------------------------------------------------------------------------------------------------------------

async function example(name) {
  const page = listen(await context.newPage());
  page.setDefaultTimeout(60_000);
  await page.goto(`${site.address}examples/${name}.html`);
  return page;
}

test('the example of an article: two demos run', async () => {
  const page = await example('article');
  await ready(page);
  await ready(page, 'glassformer-demo[show]');
  assert.equal(await frames(page), 2);
  assert.deepEqual(page.said, []);
  await page.close();
});

test('the example with a slider of its own: it sets an input, and shows what came of it', async () => {
  const page = await example('slider');
  await ready(page);
  const shown = () => page.textContent('#largest');
  await page.waitForFunction(() => /\d/.test(document.getElementById('largest').textContent));
  const before = await shown();
  await page.fill('#beta', '4');
  await page.waitForFunction((was) => document.getElementById('largest').textContent !== was, before);
  const largest = Number((await shown()).match(/[\d.]+$/)[0]);
  const {values} = await page.evaluate(() => document.querySelector('glassformer-demo').get('probabilities'));
  assert.ok(Math.abs(largest - Math.max(...values.flat(2))) < 0.001);
  await page.close();
});

test('the example of a text: its links go to steps, and the steps are told', async () => {
  const page = await example('steps');
  await ready(page);
  await page.click('[data-step=weights]');
  await page.waitForFunction(() => Number(document.getElementById('step').textContent) > 1);
  await page.close();
});

test('the example of a group: an edit in one is seen in the other', async () => {
  const page = await example('group');
  await ready(page);
  await page.evaluate(() => document.querySelector('[show=z]').set({z: [[0, 0]]}));
  await until(page, async () => (await document.querySelector('[show=probabilities]').get('probabilities')).values.flat(2).length === 2);
  await page.close();
});

test('the example that waits for a press', async () => {
  const page = await example('click');
  await page.waitForSelector('glassformer-demo >> button');
  assert.equal(await frames(page), 0);
  await page.click('glassformer-demo >> button');
  await ready(page);
  await page.click('#stop');
  assert.equal(await frames(page), 0);
  await page.close();
});

test('the example of a plain frame: the same messages without the element', async () => {
  const page = await example('frame');
  await page.waitForFunction(() => document.getElementById('said').textContent === 'beta is 3');
  await page.close();
});

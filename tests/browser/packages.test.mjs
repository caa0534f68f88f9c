// A lesson that leaves its site: a page of one file from a disk, a notebook's widget, and packages for learning management systems.
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {promises as fs} from 'node:fs';
import {createServer} from 'node:http';
import os from 'node:os';
import path from 'node:path';
import {after, before, test} from 'node:test';
import {pathToFileURL} from 'node:url';
import {promisify} from 'node:util';

import {makeAnywidget} from '../../tools/lib/release/anywidget.mjs';
import {kFilesOf} from '../../tools/lib/release/page.mjs';
import {makeScorm} from '../../tools/lib/release/scorm.mjs';
import {makeSingle} from '../../tools/lib/release/single.mjs';
import {makeXapi} from '../../tools/lib/release/xapi.mjs';
import {serve} from '../../tools/lib/server.mjs';

import {assertQuiet, button, kCoarse, kSite, launch, lessonList, listen, press, rest, send, serveSite, started, state} from './support.mjs';

const kMostBytes = 3_000_000;
const kRoot = new URL('../../', import.meta.url).pathname;

let browser, folder, softmax;

before(async () => {
  browser = await launch();
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'gf-packages-'));
  softmax = (await lessonList()).find(({id}) => id === 'softmax');
});
after(async () => {
  await browser.close();
  await fs.rm(folder, {recursive: true});
});

/** Opens a page in a context of its own, coarse and without motion. */
async function newPage(options = {}) {
  const context = await browser.newContext({...kCoarse, viewport: {width: 1040, height: 760}, reducedMotion: 'reduce', ...options});
  return listen(await context.newPage());
}

const close = (page) => page.context().close();
const said = (page) => page.textContent('#said p');

// --- One file ----------------------------------------------------------------------------------------------------------------------

test('one file opens from a disk, asks for nothing, keeps what is done, and says of other lessons that they are not in it', async () => {
  const to = path.join(folder, 'softmax.html'), {bytes} = await makeSingle({site: kSite, lessons: ['softmax', 'training'], to});
  assert.ok(bytes <= kMostBytes, `${bytes} bytes`);
  const page = await newPage({viewport: {width: 1280, height: 720}}), asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.addInitScript(() => {
    window.pictured = new Promise((done) => {
      document.addEventListener(
        'load', ({target}) => target.className === 'gf-first-picture' && done([target.naturalWidth, Boolean(window.glassformer?.build)]), true);
    });
  });
  await page.goto(pathToFileURL(to).href);
  assert.deepEqual(await page.evaluate(() => window.pictured), [1280, false], 'the picture is there before the program');
  await started(page);
  assert.equal((await state(page)).document.lesson, 'softmax');
  assert.equal((await send(page, {type: 'set', inputs: {beta: 3}})).problem, null);
  assert.equal((await send(page, {type: 'open', address: 'training/step-2'})).problem, null);
  assert.equal((await state(page)).document.lesson, 'training');
  await send(page, {type: 'command', command: 'step'});
  await page.waitForFunction(() => window.glassformer.send({type: 'snapshot', trace: false}).training.step > 0);
  await send(page, {type: 'command', command: 'pause'});
  await send(page, {type: 'open', address: 'spaces'});
  const {problem} = await state(page);
  assert.equal(problem?.id, 'missing_file');
  await page.waitForFunction(
    () => [...document.querySelectorAll('[role=status], [role=alert]')].some(({textContent}) => textContent.includes('not in this file. It has: Softmax, ')));
  await send(page, {type: 'open', address: 'softmax'});
  await rest(page);
  await page.reload();
  await started(page);
  const {document: kept} = await state(page);
  assert.deepEqual([kept.lesson, kept.inputs], ['softmax', {beta: 3}]);
  assert.deepEqual(
    [...new Set(asked.filter((address) => !/^(data|blob):/.test(address)))].map((address) => address.replace(/#.*/, '')), [pathToFileURL(to).href]);
  assertQuiet(page);
  await page.goto('about:blank');
  await page.goto(`${pathToFileURL(to).href}?licences`);
  assert.match(await page.textContent('pre'), /Dear ImGui|libimgui/);
  await close(page);
});

test('a lesson with a model has it in the file', async () => {
  const to = path.join(folder, 'thinking.html');
  await makeSingle({site: kSite, lessons: ['thinking'], to});
  const page = await newPage();
  await page.goto(pathToFileURL(to).href);
  await started(page);
  const now = await state(page);
  assert.deepEqual([now.document.lesson, now.problem ?? null], ['thinking', null]);
  assertQuiet(page);
  await close(page);
});

test('the files that lessons ask for are those that the sources name', async () => {
  const named = new Set();
  for (const entry of await fs.readdir(path.join(kRoot, 'src/lessons'), {recursive: true, withFileTypes: true})) {
    if (!/\.(cpp|h)$/.test(entry.name)) continue;
    const source = await fs.readFile(path.join(entry.parentPath, entry.name), 'utf8');
    for (const [, name] of source.matchAll(/"(assets\/[\w/-]+\.\w+)"/g)) named.add(name);
  }
  assert.deepEqual([...new Set(Object.values(kFilesOf).flat())].sort(), [...named].sort());
});

test('a package that can’t be made is refused in words', async () => {
  const to = path.join(folder, 'never.html');
  await assert.rejects(makeSingle({site: kSite, lessons: ['alchemy'], to}), /there is no lesson 'alchemy'\. There are .*softmax/);
  await assert.rejects(makeSingle({site: kSite, lessons: [], to}), /no lesson is named\. There are .*softmax/);
  await assert.rejects(makeScorm({site: folder, lesson: 'softmax', to}), /there is no whole site in .*: tools\/demo --all/);
  await assert.rejects(makeXapi({site: kSite, lesson: 'softmax', to, address: 'elsewhere'}), /expected an address.*'elsewhere'/);
  await assert.rejects(makeAnywidget({site: kSite, to}), /expected an address/);
  await assert.rejects(fs.access(to));
});

// --- Learning management systems ---------------------------------------------------------------------------------------------------

/** Returns the folder of an unpacked package. Another program unpacks it than the one that packed it. */
async function unpacked(make, name) {
  const zip = path.join(folder, `${name}.zip`), to = path.join(folder, name);
  await make({site: kSite, lesson: 'softmax', to: zip});
  await promisify(execFile)('python3', ['-m', 'zipfile', '-e', zip, to]);
  assert.match(await fs.readFile(path.join(to, 'LICENSES.txt'), 'utf8'), /^fflate\.txt\n\nMIT License\n/m);
  return to;
}

/** Returns messages for each step that answer all questions of the lesson and fill in all its blanks. Some answers are right. */
function answers() {
  const kRight = {exponentials: ['7.3891', '2.7183', '1.2214']};
  const kGuesses = {how_much: [0.5], which_is_so: [0], where_is_most: [0], which_shares: [0.5, 0.3, 0.2]};
  return softmax.steps
    .map(({id, how, focus, blanks = []}, index) => [{type: 'open', address: `softmax/step-${index + 1}`},
           ...(how ? [{type: 'guess', step: id, guess: kGuesses[how]}] : []),
           ...blanks.map(([, row, col]) => ({type: 'fill', node: focus, cell: [row, col], text: kRight[id]?.[col] ?? '1'})),
  ]).filter((messages) => messages.length > 1);
}

async function give(frame, steps) {
  for (const [open, ...messages] of steps) {
    assert.equal((await send(frame, open)).problem, null);
    await rest(frame);
    for (const message of messages) assert.equal((await send(frame, message)).problem, null, JSON.stringify(message));
  }
  await rest(frame);
}

/** Opens a page of a system around a package: the API is the SCORM 1.2 of scorm-again, with its kept data. */
async function systemPage(page, address, kept) {
  await page.goto(`${address}system.html`);
  await page.evaluate((before) => {
    window.API = new window.Scorm12API({autocommit: false, logLevel: 4});
    // Notes the values that the package sets, and the values that the system refuses.
    const {API} = window, set = API.LMSSetValue.bind(API);
    Object.assign(window, {given: {}, refused: []});
    API.LMSSetValue = (name, value) => {
      window.given[name] = value;
      const taken = set(name, value);
      if (String(taken) !== 'true') window.refused.push([name, API.LMSGetLastError()]);
      return taken;
    };
    window.finished = 0;
    window.API.on('LMSFinish', () => ++window.finished);
    if (before) window.API.loadFromJSON(before);
    const frame = document.createElement('iframe');
    Object.assign(frame, {src: 'index.html', width: 1000, height: 700});
    document.body.append(frame);
  }, kept);
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  await started(frame);
  return frame;
}

/** Returns the data that the system keeps of the learner. */
const cmi = (page) => page.evaluate(() => window.API.renderCMIToJSONObject().cmi);

test('a SCORM package tells scorm-again its status and score, and goes on from 4096 letters', async () => {
  const where = await unpacked(makeScorm, 'scorm');
  const manifest = await fs.readFile(path.join(where, 'imsmanifest.xml'), 'utf8');
  assert.match(manifest, /<schemaversion>1\.2<[^]*adlcp:scormtype="sco" href="index\.html"/);
  await fs.copyFile(path.join(kRoot, 'tests/browser/node_modules/scorm-again/dist/scorm12.min.js'), path.join(where, 'scorm12.js'));
  await fs.writeFile(
    path.join(where, 'system.html'), '<!doctype html><title>A system</title><link rel="icon" href="data:,"><script src="scorm12.js"></script><body>');
  const system = await serve({folder: where, port: 0, isolated: false});
  const page = await newPage();
  try {
    let frame = await systemPage(page, system.address);
    await page.waitForFunction(() => window.API.cmi.core.lesson_status === 'incomplete');
    const all = answers(), [last] = all.slice(-1);
    assert.ok(all.length >= 5);
    await give(frame, all.slice(0, -1));
    await page.waitForFunction(() => window.API.cmi.suspend_data.length > 0);
    assert.equal((await cmi(page)).core.lesson_status, 'incomplete', 'one question is left');
    // The steps of undo are more than the system has room for.
    const typed = await frame.evaluate(() => {
      let z;
      for (let i = 0; i < 30; ++i) {
        z = Array.from({length: 12}, () => Array.from({length: 8}, () => Math.round(Math.random() * 1000) / 100));
        window.glassformer.send({type: 'load', document: {lesson: 'softmax', inputs: {z}}});
      }
      return z;
    });
    await rest(frame);
    // The learner goes and comes back: the system has kept the work, and the browser has none.
    await page.evaluate(() => document.querySelector('iframe').remove());
    assert.equal(await page.evaluate(() => window.finished), 1);
    const kept = await cmi(page);
    assert.ok(kept.suspend_data.length > 0 && kept.suspend_data.length <= 4096, `${kept.suspend_data.length} letters`);
    assert.match(await page.evaluate(() => window.given['cmi.core.session_time']), /^\d{4}:\d\d:\d\d\.\d\d$/);
    assert.deepEqual(await page.evaluate(() => window.refused), []);
    assert.equal(kept.core.exit, 'suspend');
    assert.equal(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => /:(place|work-)/.test(key)).length), 0, 'another learner finds nothing here');
    frame = await systemPage(page, system.address, {core: {lesson_status: 'incomplete', entry: 'resume'}, suspend_data: kept.suspend_data});
    const {progress, document: {inputs}} = await state(frame);
    assert.deepEqual(progress.softmax, {answered: all.length - 1, of: all.length});
    assert.deepEqual(inputs.z, typed);
    await give(frame, [last]);
    await page.waitForFunction(() => window.API.cmi.core.lesson_status === 'completed');
    const {answers: log} = await state(frame), given = Object.values(log.softmax);
    const score = Math.round(100 * given.filter(({right}) => right[1]).length / given.length);
    assert.ok(score > 0 && score < 100);
    const {core: {score: {raw, min, max}}} = await cmi(page);
    assert.deepEqual([Number(raw), Number(min), Number(max)], [score, 0, 100]);
    assert.deepEqual(await page.evaluate(() => window.refused), []);
    assertQuiet(page);
  } finally {
    await close(page);
    await system.close();
  }
});

test('a SCORM package without a system says so, and the lesson can be read', async () => {
  const page = await newPage();
  await page.goto(pathToFileURL(path.join(folder, 'scorm/index.html')).href);
  assert.match(await said(page), /No learning management system answers here/);
  await page.waitForFunction(() => window.glassformer?.build);
  assert.equal((await state(page)).document.lesson, 'softmax');
  await page.click('#said button');
  assert.equal(await page.locator('#said').count(), 0);
  assertQuiet(page);
  await close(page);
});

/** Starts a record store on this machine that notes its requests. With the status `refuse` it answers that status, and takes none. */
async function recordStore() {
  const store = {statements: [], states: new Map(), wrong: [], refuse: 0};
  const server = createServer(async (request, response) => {
    const url = new URL(request.url, 'http://store'), {method, headers} = request;
    let body = '';
    for await (const piece of request) body += piece;
    const answer = (status, text = '') => response
                                            .writeHead(status, {
                                              'Access-Control-Allow-Origin': '*',
                                              'Access-Control-Allow-Headers': '*, Authorization',
                                              'Access-Control-Allow-Methods': '*',
                                              'Content-Type': 'application/json'
                                            })
                                            .end(text);
    if (method === 'OPTIONS') return answer(204);
    if (headers.authorization !== 'Basic bGVhcm5lcjprZXk=' || headers['x-experience-api-version'] !== '1.0.3')
      store.wrong.push([method, url.pathname, headers]);
    if (store.refuse) return answer(store.refuse);
    const key = ['activityId', 'agent', 'stateId', 'registration'].map((name) => url.searchParams.get(name)).join(' ');
    if (url.pathname === '/xapi/statements' && method === 'POST') {
      const sent = JSON.parse(body);
      store.statements.push(...sent);
      return answer(200, JSON.stringify(sent.map(({id}) => id)));
    }
    if (url.pathname !== '/xapi/activities/state') return answer(404);
    if (method === 'PUT') return store.states.set(key, body), answer(204);
    return store.states.has(key) ? answer(200, store.states.get(key)) : answer(404);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return Object.assign(store, {
    endpoint: `http://127.0.0.1:${server.address().port}/xapi`,
    close: () => (server.closeAllConnections(), new Promise((done) => server.close(done))),
  });
}

const kActor = {
  name: ['A learner'],
  mbox: ['mailto:learner@example.org']
};
const kActivity = 'https://example.org/courses/softmax', kRegistration = 'ec531277-b57b-4c15-8d91-d292c5b2b8f7';
const kUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Asserts that a statement follows xAPI 1.0.3. */
function checkStatement(statement) {
  assert.match(statement.id, kUuid);
  assert.deepEqual(statement.actor, {objectType: 'Agent', name: 'A learner', mbox: 'mailto:learner@example.org'});
  assert.match(statement.verb.id, /^http:\/\/adlnet\.gov\/expapi\/verbs\/(answered|completed)$/);
  assert.equal(statement.object.objectType, 'Activity');
  assert.ok(URL.canParse(statement.object.id) && URL.canParse(statement.object.definition.type));
  assert.ok(Object.keys(statement.object.definition.name).length === 1);
  assert.equal(statement.context.registration, kRegistration);
  assert.ok(!Number.isNaN(Date.parse(statement.timestamp)));
  assert.deepEqual(Object.keys(statement).sort(), ['actor', 'context', 'id', 'object', 'result', 'timestamp', 'verb']);
}

async function until(isSo, what) {
  for (const begun = Date.now(); !isSo(); await new Promise((done) => setTimeout(done, 50))) assert.ok(Date.now() - begun < 20_000, what);
}

test('an xAPI package sends a statement for each answer and one in the end, once; refused ones are sent again', async () => {
  const where = await unpacked(makeXapi, 'xapi'), store = await recordStore();
  assert.match(await fs.readFile(path.join(where, 'tincan.xml'), 'utf8'), /<activity id="urn:glassformer:softmax"[^]*<launch lang="en">index\.html</);
  const system = await serve({folder: where, port: 0, isolated: false}), page = await newPage();
  const launchQuery = new URLSearchParams(
    {endpoint: store.endpoint, auth: 'Basic bGVhcm5lcjprZXk=', actor: JSON.stringify(kActor), activity_id: kActivity, registration: kRegistration});
  const address = `${system.address}?${launchQuery}`;
  try {
    await page.goto(address);
    await started(page);
    const all = answers();
    await give(page, all.slice(0, 1));
    const [first] = softmax.steps.filter(({blanks}) => blanks);
    await until(() => store.statements.length >= first.blanks.length, 'the first answers are told');
    await page.evaluate(() => {
      navigator.clipboard.writeText = async (text) => {
        window.copied = text;
      };
    });
    await press(page, button('copy_link'));
    assert.equal((await page.evaluate(() => window.copied)).replace(/#d=.*/, '#d='), `${system.address}#d=`, 'a link that is copied has no key in it');
    // The store is away for a moment.
    store.refuse = 503;
    await give(page, all.slice(1, 2));
    await page.waitForSelector('#said');
    assert.match(await said(page), /not taken the last answers \(503\)/);
    store.refuse = 0;
    await give(page, all.slice(2, -2));
    // The learner answers and goes at once.
    const [open, ...messages] = all.at(-2);
    await give(page, [[open]]);
    page.said = page.said.filter((line) => !/ 503 | 404 /.test(line));  // Chromium's own words: nothing was kept yet, and the store was away
    await page.evaluate((given) => {
      for (const message of given) window.glassformer.send(message);
      location.replace('about:blank');
    }, messages);
    await until(() => store.states.size === 1 && store.statements.some(({object}) => object.id.includes(all.at(-2)[1].step ?? all.at(-2)[1].node)),
      'what is left goes out with the page');
    await page.waitForURL('about:blank');
    assert.equal(store.statements.filter(({verb}) => verb.id.endsWith('/completed')).length, 0);
    await page.goto(address);
    await started(page);
    assert.deepEqual((await state(page)).progress.softmax, {answered: all.length - 1, of: all.length}, 'it goes on where it was');
    await give(page, all.slice(-1));
    await until(() => store.statements.some(({verb}) => verb.id.endsWith('/completed')), 'it is completed');
    store.statements.forEach(checkStatement);
    const {answers: log} = await state(page), told = new Map();
    for (const {id, object, result, verb, context} of store.statements.filter((each) => each.verb.id.endsWith('/answered'))) {
      assert.equal(told.get(object.id) ?? id, id, `${object.id} is told once`);
      told.set(object.id, id);
      const question = Object.keys(log.softmax).find((each) => object.id === `${kActivity}/${encodeURIComponent(each)}`), kept = log.softmax[question];
      assert.deepEqual([result.response, result.success, verb.display], [kept.last, kept.right[1], {en: 'answered'}]);
      assert.match(result.duration, /^PT\d+S$/);
      assert.deepEqual(context.contextActivities, {parent: [{objectType: 'Activity', id: kActivity}]});
      assert.equal(object.definition.interactionType, 'other');
    }
    assert.equal(told.size, Object.keys(log.softmax).length);
    const [done, ...more] = store.statements.filter(({verb}) => verb.id.endsWith('/completed'));
    assert.deepEqual([more, done.object.id, done.result.completion], [[], kActivity, true]);
    assert.ok(done.result.score.scaled >= 0 && done.result.score.scaled <= 1);
    assert.deepEqual(store.wrong, [], 'every request has its version and its key');
    assertQuiet(page);
  } finally {
    await close(page);
    await Promise.all([system.close(), store.close()]);
  }
});

test('an xAPI package says whose address names no store, or one that does not answer; the lesson can be read', async () => {
  const system = await serve({folder: path.join(folder, 'xapi'), port: 0, isolated: false}), page = await newPage();
  const query = new URLSearchParams({endpoint: `${system.address}nowhere/`, actor: JSON.stringify(kActor), auth: 'x'});
  for (const [search, expected] of [
         ['', /names no record store/], ['?endpoint=nonsense&actor=7', /names no record store/], [`?${query}&activity_id=${kActivity}`, null]]) {
    await page.goto(`${system.address}${search}`);
    await page.waitForFunction(() => window.glassformer?.build);
    if (expected) assert.match(await said(page), expected);
    assert.equal((await state(page)).document.lesson, 'softmax');
  }
  await page.goto(`${system.address}?${new URLSearchParams({endpoint: 'http://127.0.0.1:9/', actor: JSON.stringify(kActor)})}`);
  await page.waitForFunction(() => window.glassformer?.build);
  assert.match(await said(page), /record store does not answer \(/);
  await close(page);
  await system.close();
});

// --- Notebooks ---------------------------------------------------------------------------------------------------------------------

/** Opens a page with a model as anywidget gives it, and functions of the notebook: `put` sets traits, and `told` holds the messages to it. */
async function notebook(address, traits) {
  const page = await newPage();
  await page.goto(address);
  await page.evaluate((given) => {
    const listeners = new Map(), values = {...given}, fire = (event, ...more) => [...listeners.get(event) ?? []].forEach((listener) => listener(...more));
    window.told = [];
    window.model = {
      get: (name) => values[name],
      set(name, value) {
        values[name] = structuredClone(value);
        fire(`change:${name}`);
      },
      save_changes: () => {
        window.synced = structuredClone(values);
      },
      on: (event, listener) => listeners.set(event, [...listeners.get(event) ?? [], listener]),
      off: (event, listener) => listeners.set(event, (listeners.get(event) ?? []).filter((each) => each !== listener)),
      send: (message) => window.told.push(message),
      widget_manager: {},
    };
    window.put = (changes) => Object.assign(values, changes) && Object.keys(changes).forEach((name) => fire(`change:${name}`));
    window.ask = (message) => fire('msg:custom', message, []);
    window.listening = () => [...listeners.values()].flat().length;
  }, traits);
  return page;
}

const synced = (page, isSo, given) =>
  page.waitForFunction(([test, more]) => window.synced && new Function('traits', 'more', `return ${test}`)(window.synced, more), [isSo, given], {polling: 100});

test('a widget shows a lesson with the notebook’s traits, and the traits follow the reader', async () => {
  const [site, outer] = await Promise.all([serveSite(), serve({folder, port: 0, isolated: false})]);
  await fs.writeFile(path.join(folder, 'notebook.html'), '<!doctype html><title>A notebook</title><link rel="icon" href="data:,"><div id="cell"></div>');
  const to = path.join(folder, 'widget.js'), {bytes} = await makeAnywidget({site: kSite, address: site.address, to});
  assert.ok(bytes < 40_000);
  const page = await notebook(`${outer.address.replace('127.0.0.1', 'localhost')}notebook.html`, {lesson: 'softmax', inputs: {beta: 3}});
  try {
    // anywidget makes an address from the text of the module.
    await page.evaluate(async (text) => {
      const {default: widget} = await import(URL.createObjectURL(new Blob([text], {type: 'text/javascript'})));
      await widget.initialize({model: window.model});
      window.remove = await widget.render({model: window.model, el: document.getElementById('cell')});
    }, await fs.readFile(to, 'utf8'));
    await synced(page, 'traits.document && traits.inputs.beta === 3 && traits.lesson === "softmax"');
    const frame = await (await page.waitForSelector('#cell glassformer-demo >> iframe')).contentFrame();
    assert.deepEqual((await state(frame)).document.inputs, {beta: 3});
    await give(frame, answers().slice(0, 1));
    await synced(page, 'Object.keys(traits.answers.softmax ?? {}).length === 3 && traits.step === 2');
    const before = await page.evaluate(() => window.synced.document);
    await send(frame, {type: 'set', inputs: {beta: 5}});
    await synced(page, 'traits.inputs.beta === 5 && traits.document !== more', before);
    const link = await page.evaluate(() => window.synced.document);
    await page.evaluate(() => window.put({lesson: 'self-attention', step: 'weights', inputs: {causal: true}}));
    await synced(page, 'traits.lesson === "self-attention" && traits.inputs.causal === true && Number.isInteger(traits.step)');
    const there = await state(frame);
    assert.deepEqual([there.document.lesson, there.document.inputs], ['self-attention', {causal: true}]);
    await page.evaluate((text) => window.put({document: text}), link);
    await synced(page, 'traits.lesson === "softmax" && traits.inputs.beta === 5');
    await page.evaluate(() => window.put({inputs: {gamma: 1}}));
    await synced(page, '/gamma/.test(traits.problem) && traits.inputs.gamma === undefined');
    assert.match(await page.textContent('#cell [role=alert]'), /gamma/);
    await page.evaluate(() => window.put({inputs: {beta: 2}}));
    await synced(page, 'traits.problem === ""');
    await page.evaluate(() => window.put({inputs: {}}));
    await page.waitForFunction(async () => {
      const {document: now} = await document.querySelector('glassformer-demo').send({type: 'snapshot', trace: false});
      return !now.inputs?.beta;
    }, null, {polling: 100});
    await page.evaluate(() => window.ask({id: 7, type: 'get', node: 'probabilities'}));
    await page.waitForFunction(() => window.told.length === 1);
    assert.deepEqual(await page.evaluate(() => [window.told[0].id, window.told[0].answer.name]), [7, 'probabilities']);
    await page.evaluate(() => window.ask({id: 8, type: 'dance'}));
    await page.waitForFunction(() => window.told[1]?.error.id === 'unknown_message');
    await page.evaluate(() => window.remove());
    assert.deepEqual(await page.evaluate(() => [document.getElementById('cell').childElementCount, window.listening()]), [0, 0]);
    assertQuiet(page);
  } finally {
    await close(page);
    await Promise.all([site.close(), outer.close()]);
  }
});

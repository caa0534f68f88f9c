// The modules of the program (tools/lib/first_frame): the first module, modules for the first page, for scenes, for the lessons of a chapter or of several, and
// the rest, which comes after the first frame.
import assert from 'node:assert/strict';
import {promises as fs} from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';
import {pathToFileURL} from 'node:url';

import {countBulkInstructions} from '../../tools/lib/plain_memory.mjs';

import {kBuilds, kCoarse, kSite, launch, rest, send, serveSite, state} from './support.mjs';

let browser, site;

before(async () => {
  [browser, site] = await Promise.all([launch(), serveSite()]);
});
after(() => Promise.all([browser.close(), site.close()]));

const {laterModules: kLater, modulesOf: kModulesOf} = await import(pathToFileURL(path.join(kSite, 'glassformer-threads-relaxed.js')));

// The requests of threads for addresses in the page are known to no one else.
const kReads = 'a thread reads ', kSaysReads = `if (globalThis.WorkerGlobalScope) {
  const {open} = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.open = function(method, address, ...rest) {
    if (address.startsWith('blob:')) console.log('${kReads}' + address);
    return open.call(this, method, address, ...rest);
  };
}
`;

/**
 * Opens an address. `asked` are the requests for later modules as they come, {name, kind, now}: `kind` is 'fetch' for those of the page, 'xhr' for those of a thread that
 * calls a function which it lacks, and `now` says that this module had not come before. `copies` are the addresses in the page that a thread read in their place.
 * `answer` may answer the requests otherwise.
 */
async function opened(address, use, answer = (route) => route.continue()) {
  const context = await browser.newContext({...kCoarse, viewport: {width: 1000, height: 700}});
  const asked = [], copies = [];
  context.on('console', (message) => message.text().startsWith(kReads) && copies.push(message.text()));
  await context.route(/glassformer-[a-z-]+\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({response, body: kSaysReads + await response.text()});
  });
  await context.route(/glassformer-[a-z-]+\.[a-z_]+\.wasm/, (route) => {
    const [, name, now] = /\.([a-z_]+)\.wasm(\?now)?/.exec(route.request().url());
    asked.push({name, kind: route.request().resourceType(), now: now !== undefined});
    return answer(route, name);
  });
  try {
    const page = await context.newPage();
    await page.goto(site.address + address);
    await page.waitForFunction(() => performance.getEntriesByName('gf-first-frame').length > 0);
    await use(page, asked, copies);
  } finally {
    await context.close();
  }
}

const named = (asked) => asked.map(({name}) => name).sort();
const fetched = (asked) => named(asked.filter(({kind}) => kind === 'fetch'));
const missed = (asked) => named(asked.filter(({now}) => now));

/** Returns the modules that the page asked for before its first frame, and after it. */
async function early(page) {
  const all = await page.evaluate(() => {
    const [{startTime: frame}] = performance.getEntriesByName('gf-first-frame');
    const asked = performance.getEntriesByType('resource').map(({name, startTime}) => ({name: /\.([a-z_]+)\.wasm$/.exec(name)?.[1], early: startTime < frame}));
    return asked.filter(({name}) => name);
  });
  return named(all.filter((each) => each.early));
}

/** Waits until the page has all modules. */
const complete = (page) =>
  page.waitForFunction((count) => performance.getEntriesByType('resource').filter(({name}) => /\.[a-z_]+\.wasm$/.test(name)).length >= count, kLater.length);

for (const build of kBuilds)
  for (const [lesson, address] of [['start', ''], ['self-attention', '#self-attention'], ['self-attention', '&show=weights&lock=all#self-attention']])
    test(`${build}: a first frame of ${address || 'the first page'} calls no function of the other modules, which come after it`,
      () => opened(`?build=${build}${address}`, async (page, asked) => {
        await complete(page);
        assert.deepEqual(await early(page), [...kModulesOf[lesson]].sort());
        assert.deepEqual(missed(asked), [], 'by a function that was called');
        await rest(page);
        assert.deepEqual(fetched(asked), [...kLater].sort());
      }));

test('the first step of a lesson has the modules that it needs beside the first, and calls no function of others', async (t) => {
  assert.ok(Object.keys(kModulesOf).length > 30);
  for (const [lesson, modules] of Object.entries(kModulesOf))
    await t.test(lesson, () => opened(`?build=threads-relaxed#${lesson}`, async (page, asked) => {
      await complete(page);
      assert.deepEqual(await early(page), [...modules].sort());
      await rest(page);
      assert.deepEqual(missed(asked), [], 'by a function that was called');
      assert.deepEqual(fetched(asked), [...kLater].sort());
      assert.equal((await state(page)).document.lesson, lesson);
    }));
});

for (const build of kBuilds.filter((each) => each.startsWith('threads')))
  test(`${build}: a thread begins with the modules that the page began with, and asks for none`, async () => {
    for (const address of ['', '#self-attention', '#softmax/step-3'])
      await opened(`?build=${build}${address}`, async (page, asked, copies) => {
        await complete(page);
        await rest(page);
        assert.deepEqual(asked.filter(({kind}) => kind === 'xhr'), [], address);
        assert.deepEqual(copies, [], address);
      });
  });

for (const build of kBuilds)
  test(`${build}: a lesson of a chapter opens, and so does another one, whose functions the session calls`,
    () => opened(`?build=${build}#softmax`, async (page, asked) => {
      await complete(page);
      assert.deepEqual(await early(page), [...kModulesOf.softmax].sort());
      await page.waitForFunction(() => performance.getEntriesByName('gf-all-modules').length > 0);
      const before = asked.length;
      await send(page, {type: 'open', address: 'backpropagation/step-3'});
      assert.equal((await state(page)).document.lesson, 'backpropagation');
      assert.deepEqual(missed(asked), []);
      assert.deepEqual(named(asked.slice(before)), [], 'threads take what the page has');
    }));

for (const build of kBuilds.filter((each) => each.startsWith('threads')))
  test(`${build}: a page that has all modules needs no network for what its threads compute`, async () => {
    let isOffline = false;
    await opened(`?build=${build}#softmax`, async (page, asked) => {
      await page.waitForFunction(() => performance.getEntriesByName('gf-all-modules').length > 0);
      await rest(page);
      isOffline = true;
      const before = asked.length;
      await send(page, {type: 'open', address: 'backpropagation/step-3'});
      await rest(page);
      assert.equal((await state(page)).document.lesson, 'backpropagation');
      assert.deepEqual(asked.slice(before), []);
    }, (route) => isOffline ? route.abort() : route.continue());
  });

test('a later step, a document and work that was kept have all modules beside the first frame', () => opened('#softmax/step-3', async (page, asked) => {
  const kAll = [...kLater].sort();
  assert.deepEqual(await early(page), kAll);
  const {link} = await send(page, {type: 'link'});
  await opened(`#d=${link}`, async (linked) => assert.deepEqual(await early(linked), kAll));
  await send(page, {type: 'set', input: 'beta', value: 2});
  await rest(page);
  await page.goto('about:blank');
  await page.goto(`${site.address}#softmax`);
  await page.waitForFunction(() => performance.getEntriesByName('gf-first-frame').length > 0);
  assert.deepEqual(await early(page), kAll);
  await complete(page);
  assert.deepEqual(missed(asked), []);
}));

/** Whether the first page begins without a module. */
const isLater = (name) => !kModulesOf.start.includes(name);

test('if a module does not come, whoever calls it asks again', async () => {
  let broken = true;
  await opened('', async (page) => {
    await page.waitForTimeout(100);
    broken = false;
    await send(page, {type: 'open', address: 'backpropagation'});
    await rest(page);
    assert.equal((await state(page)).document.lesson, 'backpropagation');
  }, (route, name) => broken && isLater(name) ? route.abort() : route.continue());
});

test('if the modules of a lesson do not come beside the first, it asks for them itself', () => opened('#backpropagation', async (page, asked) => {
  assert.equal((await state(page)).document.lesson, 'backpropagation');
  assert.ok(missed(asked).includes('training'));
}, (route, name) => name === 'training' && route.request().resourceType() === 'fetch' ? route.abort() : route.continue()));

test('if one never comes, the page says that a part is missing and offers to try again', () => opened('', async (page) => {
  await send(page, {type: 'open', address: 'backpropagation'}).catch(() => {});
  const alert = page.locator('.gf-message[role=alert]');
  await alert.waitFor();
  assert.match(await alert.textContent(), /glassformer-[a-z-]+\.[a-z_]+\.wasm/);
}, (route, name) => isLater(name) ? route.abort() : route.continue()));

test('a program with threads has no instruction that copies or fills memory but the two that its functions check', async () => {
  const counts = {}, kThreads = /^glassformer-threads/;
  for (const name of (await fs.readdir(kSite)).filter((each) => /^glassformer-.*\.wasm$/.test(each)))
    counts[name] = countBulkInstructions(await fs.readFile(path.join(kSite, name)));
  const threads = Object.keys(counts).filter((name) => kThreads.test(name));
  assert.equal(threads.length, Object.keys(counts).length / 2);
  for (const name of threads) assert.equal(counts[name], /^[^.]+\.wasm$/.test(name) ? 2 : 0, name);
  assert.ok(counts['glassformer-single.wasm'] > 100, `${counts['glassformer-single.wasm']} of the program without threads`);
});

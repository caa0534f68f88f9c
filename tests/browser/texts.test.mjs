// The texts of lessons come when they are needed: the files that are asked for, and the picture until they come.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';

import {button, find, kCoarse, launch, layout, listen, middle, open, press, rest, send, serveSite, started, state} from './support.mjs';

let browser, site;

before(async () => {
  [browser, site] = await Promise.all([launch(), serveSite()]);
});
after(() => Promise.all([browser.close(), site.close()]));

const kTexts = /\/assets\/text\/(.*)\.json$/;

/** A context whose pages note the texts that they ask for, as `page.asked`; a file may be held until it is let go. */
async function withContext(use, {hold = /^$/, options = {}} = {}) {
  const context = await browser.newContext({...kCoarse, viewport: {width: 1000, height: 700}, ...options});
  const asked = [], held = [];
  await context.route(kTexts, (route) => {
    const [, name] = kTexts.exec(route.request().url());
    asked.push(name);
    return hold.test(name) ? held.push(route) : route.continue();
  });
  try {
    await use(context, asked, () => held.splice(0).forEach((route) => route.continue()));
  } finally {
    await context.close();
  }
}

const lessonOf = async (page) => (await send(page, {type: 'snapshot', trace: false})).document.lesson;

async function until(isSo) {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
}

test('a page asks for the texts of the lesson that it opens: of its address, of a link, of where the reader was', () => withContext(async (context, asked) => {
  const page = await open(context, `${site.address}#softmax/step-3`);
  // Within a lesson, a sheet may be open.
  assert.deepEqual(asked.slice(0, 3).sort(), ['en', 'en/rest', 'en/softmax']);
  const {link} = await send(page, {type: 'link'});
  await send(page, {type: 'open', address: 'words-pulling-words'});
  assert.equal((await state(page)).document.lesson, 'words-pulling-words');
  asked.length = 0;
  await page.goto('about:blank');
  await page.goto(site.address);
  await started(page);
  assert.equal(await lessonOf(page), 'words-pulling-words');
  assert.deepEqual(asked.slice(0, 3).sort(), ['en', 'en/rest', 'en/words-pulling-words']);
  asked.length = 0;
  await page.goto('about:blank');
  await page.goto(`${site.address}#d=${link}`);
  await started(page);
  assert.equal(await lessonOf(page), 'softmax');
  assert.deepEqual(asked.slice(0, 3).sort(), ['en', 'en/rest', 'en/softmax']);
}));

test('the texts of all lessons come after the first picture; then another lesson opens without asking, and its steps are found',
  () => withContext(async (context, asked) => {
    const page = await open(context, site.address);
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(({name}) => /text\/en\/all\.json/.test(name)));
    const late = await page.evaluate(() => performance.getEntriesByType('resource').find(({name}) => /all\.json/.test(name)).startTime);
    const drawn = await page.evaluate(() => performance.getEntriesByName('gf-first-frame')[0].startTime);
    assert.ok(late > drawn, `asked for at ${late} ms, the first frame at ${drawn} ms`);
    await rest(page);
    await page.keyboard.press('Control+k');
    await rest(page);
    await page.keyboard.type('photo scored three categories');
    await rest(page);
    const found = (await layout(page)).filter((each) => each.id.startsWith('found:'));
    assert.ok(found.some(({name}) => /photo/.test(name)), JSON.stringify(found.map(({name}) => name)));
    await page.keyboard.press('Escape');
    await send(page, {type: 'open', address: 'multi-head'});
    await state(page);
    assert.deepEqual(asked.filter((name) => name.startsWith('en/')), ['en/start', 'en/rest', 'en/all']);
  }));

test('until the texts of a lesson are there the picture stands, and a press in it does not change the lesson that comes',
  () => withContext(async (context, asked, letGo) => {
    const page = await open(context, `${site.address}#softmax`);
    const before = (await layout(page)).map(({id}) => id), next = await find(page, button('step.next'));
    await send(page, {type: 'open', address: 'multi-head'});
    await until(() => asked.includes('en/multi-head'));
    await page.mouse.click(...middle(next));
    const frames = await page.evaluate(() => window.glassformer.frames());
    await send(page, {type: 'layout'});
    await page.waitForFunction((drawn) => window.glassformer.frames() > drawn, frames);
    assert.deepEqual((await send(page, {type: 'layout'})).places.map(({id}) => id), before);
    assert.equal((await send(page, {type: 'snapshot', trace: false})).computing, true);
    letGo();
    const {document} = await state(page);
    assert.equal(document.lesson, 'multi-head');
    assert.equal(document.step ?? 0, 0);
    assert.notDeepEqual((await layout(page)).map(({id}) => id), before);
  }, {hold: /^en\/(all|multi-head)$/}));

test('texts that can not be had are said, the lesson before stays, and another try opens the lesson', () => withContext(async (context, asked, letGo) => {
  const page = await open(context, `${site.address}#softmax`);
  await until(() => asked.includes('en/all'));
  await context.route('**/multi-head.json', (route) => route.fulfill({contentType: 'text/html', body: '<!doctype html><title>Welcome to the hotel</title>'}));
  await send(page, {type: 'open', address: 'multi-head'});
  await page.waitForFunction(() => window.glassformer.send({type: 'snapshot', trace: false}).problem);
  const {problem, document} = await state(page);
  assert.equal(problem.id, 'missing_file');
  assert.equal(document.lesson, 'softmax');
  await context.unroute('**/multi-head.json');
  await page.mouse.click(...middle(await find(page, button('try_again'))));
  await page.waitForFunction(() => window.glassformer.send({type: 'snapshot', trace: false}).document.lesson === 'multi-head');
  assert.equal((await state(page)).problem, null);
  letGo();
}, {hold: /^en\/all$/}));

test('in a page of somebody else only the texts of its lesson come, until they are searched', () => withContext(async (context, asked) => {
  const page = listen(await context.newPage());
  await page.goto(`${site.address}no-such-page`);
  await page.setContent(`<iframe src="${site.address}#softmax" width="900" height="600"></iframe>`);
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  await started(frame);
  await state(frame);
  assert.deepEqual(asked.sort(), ['en', 'en/rest', 'en/softmax']);
  await page.mouse.click(450, 300);
  await page.keyboard.press('Control+k');
  await until(() => asked.includes('en/all'));
}));

test('texts that did not come after the first picture are asked for again when a sheet wants them', () => withContext(async (context) => {
  let asked = 0;
  const refuse = (route) => {
    ++asked;
    return route.abort();
  };
  await context.route('**/en/rest.json', refuse);
  const page = await open(context, `${site.address}#softmax`);
  await until(() => asked === 3);  // each request is tried three times
  await press(page, button('export.open'));
  const hasWords = async () => (await layout(page)).some(({id}) => id === button('export.save'));
  assert.ok(!await hasWords());
  await context.unroute('**/en/rest.json', refuse);
  for (let x = 300; x < 700 && !await hasWords(); x += 10) {
    await page.mouse.move(x, 400);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  assert.ok(await hasWords());
}));

// The page in other languages: the complete languages, one that does not exist, and two that are made of the English texts
// (tools/lib/pseudo_language.mjs). In the last two, a word that does not come from the texts can be found.
import assert from 'node:assert/strict';
import {promises as fs} from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';

import {pseudo} from '../../tools/lib/pseudo_language.mjs';

import {kCoarse, kSite, launch, layout, lessonIds, listen, rest, send, serveSite, state, toggleSettings, told, until, words} from './support.mjs';

let browser, site;
before(async () => {
  [browser, site] = await Promise.all([launch(), serveSite()]);
});
after(() => Promise.all([browser.close(), site.close()]));

async function pageIn(language, address, viewport = {
  width: 1280,
  height: 800
}) {
  const context = await browser.newContext({...kCoarse, viewport, reducedMotion: 'reduce'});
  await context.route(/\/assets\/text\/qp/, async (route) => {
    const [, made, rest] = /\/assets\/text\/(qp.)(.*)/.exec(new URL(route.request().url()).pathname);
    const texts = JSON.parse(await fs.readFile(path.join(kSite, `assets/text/en${rest}`), 'utf8'));
    await route.fulfill({contentType: 'application/json', body: JSON.stringify(pseudo(made, texts))});
  });
  const page = listen(await context.newPage());
  await page.goto(`${site.address}?language=${language}#${address}`);
  await page.waitForFunction(() => window.glassformer?.build);
  await rest(page);
  return page;
}

test('a language that is not there is said, and the page is English', async () => {
  for (const language of ['xx', '../../', 'fr/../en']) {
    const page = await pageIn(encodeURIComponent(language), 'softmax');
    assert.match(await page.textContent('[role=alert]'), new RegExp(`“${language.replace(/[.]/g, '\\.')}”`));
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
    assert.ok((await layout(page)).some(({id}) => id === `button:${words('ui.step.next')}`));
    await page.context().close();
  }
});

test('English that is asked for is English, without a word about it', async () => {
  const page = await pageIn('en', 'softmax');
  assert.equal(await page.locator('.gf-message').count(), 0);
  assert.deepEqual(page.said, []);
  await page.context().close();
});

// Returns the drawn texts of controls and captions. The words of axes are the reader's data, and formulas name nodes and functions.
async function wordsOfPage(page) {
  const {trace} = await send(page, {type: 'snapshot', most_values: 1});
  const names = trace.nodes.flatMap(({name, rows = [], cols = []}) => [name, ...rows, ...cols].flatMap((each) => each.split(/[\W_]/)));
  const data = new Set(['exp', 'sin', 'cos', 'max', 'shape', 'English', 'Glassformer', ...names]);
  const found = [];
  for (const {id, name, role} of await layout(page)) {
    const text = /^(button|radio|option|link|switch|choice|slider):/.test(id) ? id.replace(/^\w+:/, '') :
      role === 'words' || id.startsWith('words:')                             ? name ?? '' :
                                                                                '';
    for (const word of text.match(/[a-z]{3,}/gi) ?? [])
      if (!data.has(word)) found.push(`${word} in ${id}`);
  }
  return found;
}

test('every lesson in another language, with longer words, has all its words in it, and none of them is refused', async () => {
  const page = await pageIn('qps', 'softmax/step-2');
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'qps');
  const english = new Set();
  for (const lesson of await lessonIds()) {
    await send(page, {type: 'open', address: `${lesson}/step-2`});
    await until(page, () => !window.glassformer.send({type: 'snapshot', trace: false}).computing);
    await rest(page);
    assert.equal((await send(page, {type: 'snapshot', trace: false})).problem, null, lesson);
    for (const each of await wordsOfPage(page)) english.add(`${lesson}: ${each}`);
  }
  const known = /: (softmax|ReLU|GELU|SwiGLU|Adam|AdamW|SGD|NumPy|PyTorch|GPT|BERT|Llama|LoRA|ZeRO|ALiBi|RoPE|RMSNorm) in /;
  assert.deepEqual([...english].filter((each) => !known.test(each)), []);
  assert.deepEqual(page.said, []);
  await page.context().close();
});

test('a language that is read from the right is drawn, in a window and on a phone', async () => {
  for (const viewport of [{width: 1280, height: 800}, {width: 390, height: 844}]) {
    const page = await pageIn('qpm', 'softmax/step-2', viewport);
    for (const address of ['softmax/step-4', 'self-attention/step-5', 'start']) {
      await send(page, {type: 'open', address});
      assert.equal((await state(page)).problem, null);
      const caption = (await layout(page)).find(({id}) => id === 'words:caption');
      if (address !== 'start') assert.match(caption.name, /[\u05d0-\u05ea]{3}/);
    }
    assert.deepEqual(page.said, []);
    await page.context().close();
  }
});

// Returns the drawn places, without the numbers of their controls.
const drawn = async (page) => (await layout(page)).map(({id, name, value}) => `${id.replace(/#+.*$/, '')} ${name ?? ''} ${value ?? ''}`);

test('another language is chosen in the settings, without a reload: all that is drawn is as if the page had begun with it', async () => {
  const page = await pageIn('en', 'multi-head/step-2');
  await send(page, {type: 'set', inputs: {causal: true}});
  await state(page);
  await page.evaluate(() => {
    window.isSame = true;
  });
  await toggleSettings(page);
  const choose = async (name) => {
    await page.evaluate(([label, wanted]) => {
      const select = [...document.querySelectorAll('select')].find((each) => [...each.options].some(({text}) => text === label));
      select.selectedIndex = [...select.options].findIndex(({text}) => text === wanted);
      select.dispatchEvent(new Event('change', {bubbles: true}));
    }, ['Français', name]);
  };
  await told(page);
  await choose('Français');
  await until(page, () => document.documentElement.lang === 'fr');
  await state(page);
  await rest(page);
  assert.equal(await page.evaluate(() => window.isSame), true);
  assert.match(page.url(), /language=fr/);
  assert.equal((await send(page, {type: 'snapshot', trace: false})).document.inputs.causal, true, 'what was done stays');
  const after = await drawn(page);
  assert.equal(await page.evaluate(() => localStorage.getItem('glassformer.language')), 'fr');
  const other = await page.context().newPage();
  await other.goto(`${site.address}?language=fr#multi-head/step-2`);
  await other.waitForFunction(() => window.glassformer?.build);
  await rest(other);
  await send(other, {type: 'set', inputs: {causal: true}});
  await state(other);
  await pressSettings(other, 'fr');
  assert.deepEqual(after.filter((each) => !each.startsWith('words:')), (await drawn(other)).filter((each) => !each.startsWith('words:')));
  await told(page);
  await choose('English');
  await until(page, () => document.documentElement.lang === 'en');
  await state(page);
  assert.ok((await layout(page)).some(({id}) => id === `button:${words('ui.step.next')}`));
  assert.deepEqual(page.said, []);
  await page.context().close();
});

async function pressSettings(page, language) {
  const texts = JSON.parse(await fs.readFile(path.join(kSite, `assets/text/${language}.json`), 'utf8'));
  const place = (await layout(page)).find(({id}) => id === `button:${texts.ui.settings}`);
  await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
  await rest(page);
}

test('a page begins with the language that was chosen, else with the browser\'s; a frame with English, or with that of the text around', async () => {
  const langOf = async (options, search = '', before = null) => {
    const context = await browser.newContext({...kCoarse, ...options});
    const page = listen(await context.newPage());
    if (before) await page.addInitScript((language) => localStorage.setItem('glassformer.language', language), before);
    await page.goto(`${site.address}${search}#softmax`);
    await page.waitForFunction(() => window.glassformer?.build);
    const lang = await page.evaluate(() => document.documentElement.lang);
    await context.close();
    return lang;
  };
  assert.equal(await langOf({locale: 'es-MX'}), 'es');
  assert.equal(await langOf({locale: 'de-DE'}), 'en');
  assert.equal(await langOf({locale: 'es-MX'}, '', 'fr'), 'fr');
  assert.equal(await langOf({locale: 'es-MX'}, '?language=zh', 'fr'), 'zh');
});

test('Chinese comes with its letters, and is drawn with them', async () => {
  const page = await pageIn('zh', 'self-attention/step-5');
  assert.ok(await page.evaluate(() => [...document.fonts].some(({family, status}) => family.includes('Glassformer letters') && status === 'loaded')));
  const caption = (await layout(page)).find(({id}) => id === 'words:caption');
  assert.match(caption.name, /[\u4e00-\u9fff]{3}/);
  assert.deepEqual(page.said, []);
  await page.context().close();
});

test('a language whose texts do not come is told, and the one before stays', async () => {
  const page = await pageIn('en', 'softmax/step-2');
  await page.context().route(/\/assets\/text\/fr/, (route) => route.abort());
  await toggleSettings(page);
  await told(page);
  await page.evaluate(() => {
    const select = [...document.querySelectorAll('select')].find((each) => [...each.options].some(({text}) => text === 'Français'));
    select.selectedIndex = [...select.options].findIndex(({text}) => text === 'Français');
    select.dispatchEvent(new Event('change', {bubbles: true}));
  });
  await until(page, () => window.glassformer.snapshot().notice?.id === 'unknown_language');
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
  await page.context().close();
});

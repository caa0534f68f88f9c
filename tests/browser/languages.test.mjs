// The page in other languages: one that does not exist, and one that is made of the English texts, longer and with other letters, in which every word that does not come from them is seen.
import assert from 'node:assert/strict';
import {promises as fs} from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';

import {kCoarse, kSite, launch, layout, listen, rest, send, serveSite, state, words} from './support.mjs';

const kLetters = {
  a: 'á',
  b: 'ƀ',
  c: 'ç',
  d: 'đ',
  e: 'é',
  f: 'ƒ',
  g: 'ğ',
  h: 'ħ',
  i: 'í',
  j: 'ĵ',
  k: 'ķ',
  l: 'ĺ',
  m: 'ɱ',
  n: 'ñ',
  o: 'ó',
  p: 'þ',
  q: 'ɋ',
  r: 'ŕ',
  s: 'š',
  t: 'ŧ',
  u: 'ú',
  v: 'ʋ',
  w: 'ŵ',
  x: 'ẋ',
  y: 'ý',
  z: 'ž'
};

/** A text in the language "qps": other letters, and 40 % more of them; what stands in braces is as it was. */
function pseudo(text) {
  const other = text.replace(/\{[^{}]*\}|[a-z]/gi, (part) => {
    if (part.length > 1) return part;
    const letter = kLetters[part.toLowerCase()];
    return part === part.toLowerCase() ? letter : letter.toUpperCase();
  });
  return `${other} ${'éñ '.repeat(Math.round(text.length * 0.4 / 3))}`.trim();
}

// Lists are forms of terms, and the texts of some fields are no words of a language: ids, and keys that formulas are made of.
const kNoWords = new Set(['lesson']);
const translated = (texts) => typeof texts === 'string' ?
  pseudo(texts) :
  Array.isArray(texts) ?
  texts :
  Object.fromEntries(Object.entries(texts).map(([name, each]) => [name, kNoWords.has(name) && typeof each === 'string' ? each : translated(each)]));

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
  await context.route(/\/assets\/text\/qps/, async (route) => {
    const name = new URL(route.request().url()).pathname.split('/assets/text/')[1].replace('qps', 'en');
    const texts = JSON.parse(await fs.readFile(path.join(kSite, 'assets/text', name), 'utf8'));
    await route.fulfill({contentType: 'application/json', body: JSON.stringify(translated(texts))});
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

test('a step in another language has all its words in it', async () => {
  const page = await pageIn('qps', 'softmax/step-2');
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'qps');
  const english = new Set();
  for (let step = 1; step <= 9; ++step) {
    await send(page, {type: 'open', address: `softmax/step-${step}`});
    await state(page);
    // The words of axes are the reader's data, and formulas name nodes and functions.
    const {trace} = await send(page, {type: 'snapshot'});
    const names = trace.nodes.flatMap(({name, rows = [], cols = []}) => [name, ...rows, ...cols].flatMap((each) => each.split(/[\W_]/)));
    const data = new Set(['exp', ...names]);
    for (const {id, name} of await layout(page)) {
      const text = /^(button|radio|option|link):/.test(id) ? id.replace(/^\w+:/, '') : name ?? '';
      for (const word of text.match(/[a-z]{3,}/gi) ?? [])
        if (!data.has(word)) english.add(`${word} in ${id}`);
    }
  }
  assert.deepEqual([...english], []);
  assert.deepEqual(page.said, []);
  await page.context().close();
});

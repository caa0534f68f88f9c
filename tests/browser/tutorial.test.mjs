// The pages of the tutorial: read without scripts, at two widths, in four languages, on paper; and their numbers, which follow the demos.
import assert from 'node:assert/strict';
import {promises as fs} from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';

import {kCoarse, kSite, launch, listen, serveSite, until} from './support.mjs';

const kLanguages = ['', 'es/', 'fr/', 'zh/'];  // the folders of their pages
const kFirst = {
  '': 'en',
  'es/': 'es',
  'fr/': 'fr',
  'zh/': 'zh'
};

let browser, site;
before(async () => {
  [browser, site] = await Promise.all([launch(), serveSite()]);
});
after(() => Promise.all([browser.close(), site.close()]));

async function opened(name, {width = 1280, height = 800, ...options} = {}) {
  const context = await browser.newContext({...kCoarse, viewport: {width, height}, reducedMotion: 'reduce', ...options});
  const page = listen(await context.newPage());
  await page.goto(`${site.address}tutorial/${name}`);
  return page;
}

const pagesIn = async (language) => (await fs.readdir(path.join(kSite, 'tutorial', language))).filter((name) => name.endsWith('.html'));

test('every page of every language has what it links to, a heading of each level, and no word cut at 390', async () => {
  const english = await pagesIn('');
  assert.ok(english.length >= 13, `twelve chapters and their contents: ${english.length}`);
  const page = await opened('index.html', {width: 390, height: 844, javaScriptEnabled: false});
  for (const language of kLanguages) {
    assert.deepEqual((await pagesIn(language)).sort(), [...english].sort(), `${language}: all chapters`);
    for (const name of english) {
      await page.goto(`${site.address}tutorial/${language}${name}`);
      const found = await page.evaluate(() => ({
        lang: document.documentElement.lang,
        wide: document.documentElement.scrollWidth - innerWidth,
        cut: [...document.querySelectorAll('h1, h2, p, li, figcaption, summary')]
               .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.checkVisibility())
               .map((each) => each.textContent),
        levels: [...document.querySelectorAll('h1, h2, h3')].map(({tagName}) => tagName),
        links:
          [...document.querySelectorAll('a[href], link[href], img[src], source[srcset], script[src]')].map((each) => (each.href ?? each.src) || each.srcset),
        braces: document.body.innerText.match(/\{\{|\}\}|@demo|@question|@answer|\$\$?[^$]{1,40}\$/)?.[0] ?? null,
        unnamed: [...document.images].filter(({alt}) => !alt).length,
      }));
      const where = language + name;
      assert.equal(found.lang, kFirst[language], where);
      assert.ok(found.wide <= 0, `${where}: ${found.wide} pixels wider than the window`);
      assert.deepEqual(found.cut, [], where);
      assert.deepEqual(found.levels.filter((each) => each === 'H1'), ['H1'], where);
      assert.equal(found.braces, null, where);
      assert.equal(found.unnamed, 0, where);
      for (const link of found.links) {
        const {pathname} = new URL(link, `${site.address}tutorial/${language}`);
        const file = path.join(kSite, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
        assert.ok(await fs.stat(file).catch(() => null), `${where} links to ${pathname}`);
      }
    }
  }
  await page.context().close();
});

test('without scripts a page shows a picture in place of each demo, and answers when they are asked for', async () => {
  const page = await opened('softmax.html', {javaScriptEnabled: false});
  const pictures = page.locator('glassformer-demo img');
  assert.equal(await pictures.count(), 3);
  await pictures.first().scrollIntoViewIfNeeded();
  await until(page, () => document.querySelector('glassformer-demo img').naturalWidth > 300);
  const question = page.locator('details.question').first();
  assert.equal(await question.locator('p').isVisible(), false);
  await question.locator('summary').click();
  assert.equal(await question.locator('p').isVisible(), true);
  await page.context().close();
});

test('a page in another language has pictures in that language', async () => {
  const page = await opened('fr/softmax.html', {javaScriptEnabled: false}), english = await opened('softmax.html', {javaScriptEnabled: false});
  const wordsOf = async (shown) => {
    const svg = await (await fetch(await shown.locator('glassformer-demo img').first().evaluate(({src}) => src))).text();
    return [...svg.matchAll(/<text [^>]*>([^<]*)</g)].map(([, words]) => words);
  };
  const french = await wordsOf(page);
  assert.ok(french.includes('Suivant'), french.join(' · '));
  assert.ok(!(await wordsOf(english)).includes('Suivant'));
  await Promise.all([page, english].map((each) => each.context().close()));
  const live = await opened('fr/softmax.html');
  await until(live, () => document.querySelector('glassformer-demo').shadowRoot.querySelector('img').src.includes('/pictures/fr/softmax/'));
  await live.context().close();
});

test('numbers in the prose are those of the demo, and follow an edit; those of other demos stay', async () => {
  const page = await opened('softmax.html');
  const demo = page.locator('#demo-1 glassformer-demo');
  await demo.scrollIntoViewIfNeeded();
  await demo.evaluate((element) => element.ready);
  const numbers = () => page.locator('data.live[data-demo=demo-1]').allTextContents();
  const before = await numbers(), others = await page.locator('data.live[data-demo=demo-3]').allTextContents();
  assert.deepEqual(before, ['7.389', '2.718', '1.221', '11.329', '65', '24', '11']);
  await demo.evaluate((element) => element.set({z: [[2, 3, 0.2]]}));
  await until(page, () => document.querySelectorAll('data.live[data-demo=demo-1]')[1].textContent === '20.086');
  assert.deepEqual(await page.locator('data.live[data-demo=demo-3]').allTextContents(), others);
  assert.match(await page.locator('#demo-1 .links').innerText(), /Open in Glassformer/);
  assert.deepEqual(page.said, []);
  await page.context().close();
});

test('in French the demo speaks French, and numbers have a comma', async () => {
  const page = await opened('fr/softmax.html');
  const demo = page.locator('#demo-1 glassformer-demo');
  await demo.scrollIntoViewIfNeeded();
  await demo.evaluate((element) => element.ready);
  assert.match(await demo.evaluate((element) => element.shadowRoot.querySelector('iframe').src), /language=fr/);
  await demo.evaluate((element) => element.set({z: [[2, 3, 0.2]]}));
  await until(page, () => document.querySelectorAll('data.live[data-demo=demo-1]')[1].textContent === '20,086');
  await page.context().close();
});

test('on paper there are questions with room to write, answers at the end, and no controls', async () => {
  const page = await opened('softmax.html', {javaScriptEnabled: false});
  await page.emulateMedia({media: 'print'});
  for (const [selector, shown] of [
         ['.answers', true], ['.question summary', true], ['.question p', false], ['.links', false], ['.turn', false], ['figure img', true]])
    assert.equal(await page.locator(selector).first().isVisible(), shown, selector);
  assert.equal(await page.locator('.answers li').count(), await page.locator('.question').count());
  await page.context().close();
});

test('no rule of accessibility is broken, by day and by night', async () => {
  const axe = await fs.readFile(path.join(import.meta.dirname, 'node_modules/axe-core/axe.min.js'), 'utf8');
  for (const [name, colorScheme] of [['index.html', 'light'], ['softmax.html', 'dark'], ['zh/heads.html', 'light']]) {
    const page = await opened(name, {colorScheme});
    await page.evaluate(axe);
    const found = await page.evaluate(
      async () => (await window.axe.run(document, {resultTypes: ['violations']})).violations.map(({id, nodes}) => `${id}: ${nodes[0].html}`));
    assert.deepEqual(found, [], `${name}, ${colorScheme}`);
    await page.context().close();
  }
});

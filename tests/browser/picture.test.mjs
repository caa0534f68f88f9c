// The picture of the first frame, which stands until the program has come (web/picture.js).
import assert from 'node:assert/strict';
import {promises as fs} from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';

import {kSite, launch, lessonIds, serveSite} from './support.mjs';

let browser, site;
before(async () => {
  [browser, site] = await Promise.all([launch(), serveSite()]);
});
after(() => Promise.all([browser.close(), site.close()]));

async function withPage(options, work) {
  const context = await browser.newContext(options);
  try {
    return await work(await context.newPage(), context);
  } finally {
    await context.close();
  }
}

const kFinger = {
  hasTouch: true,
  isMobile: true
};
const kWide = {
  viewport: {width: 1280, height: 800}
};
const pictureIn = (frame) => frame.evaluate(() => {
  const picture = document.querySelector('.gf-first-picture');
  return picture && new URL(picture.src).pathname.replace(/.*\/pictures\//, '');
});

// Opens a page whose program never comes, and returns the name of its picture.
const nameAt = (options, address, prepare = () => {}) => withPage(options, async (page) => {
  await page.route('**/*.wasm', () => {});
  await prepare(page);
  await page.goto(site.address + address, {waitUntil: 'domcontentloaded'});
  return pictureIn(page);
});

test('the pictures are those that the page can ask for, of all lessons, and each has its letters in it', async () => {
  const script = await fs.readFile(path.join(kSite, 'picture.js'), 'utf8');
  const sizesOf = (name) => [...new RegExp(`${name} = \\[([^\\]]*)\\]`).exec(script)[1].matchAll(/'(\d+x\d+)'/g)].map(([, size]) => size);
  const [first, page, frame] = ['kFirstPage', 'kLessonPage', 'kLessonFrame'].map(sizesOf);
  const pages = (await lessonIds()).flatMap((lesson) => (lesson === 'start' ? first.map((size) => `${lesson}-${size}`) : [
    ...page.map((size) => `${lesson}-${size}`), ...frame.map((size) => `${lesson}-frame-${size}`)
  ]));
  const names = (await fs.readdir(path.join(kSite, 'pictures'))).filter((name) => name.endsWith('.svg'));
  assert.deepEqual(names.sort(), pages.flatMap((name) => [`${name}.svg`, `${name}-dark.svg`]).sort());
  for (const language of ['es', 'fr']) {
    const translated = (await fs.readdir(path.join(kSite, 'pictures', language))).filter((name) => name.endsWith('.svg'));
    assert.deepEqual(translated.sort(), first.flatMap((size) => [`start-${size}.svg`, `start-${size}-dark.svg`]).sort());
  }
  const svg = await fs.readFile(path.join(kSite, 'pictures/softmax-1280x720.svg'), 'utf8');
  assert.match(svg, /@font-face\{font-family:Inter;font-weight:400;font-display:swap;src:url\(data:font\/woff2;base64,/);
  assert.match(svg, /<text [^>]*font-weight="600"[^>]*>[^<]+<\/text>/);
});

test('a page takes the picture of its lesson, of its theme, and of the nearest size', async () => {
  assert.equal(await nameAt(kWide, ''), 'start-1280x800.svg');
  assert.equal(await nameAt({...kWide, colorScheme: 'dark'}, ''), 'start-1280x800-dark.svg');
  assert.equal(await nameAt({...kFinger, viewport: {width: 390, height: 844}}, ''), 'start-390x700.svg');
  assert.equal(await nameAt(kWide, '#softmax'), 'softmax-1280x720.svg');
  assert.equal(await nameAt(kWide, '?theme=dark#softmax/step-1'), 'softmax-1280x720-dark.svg');
  assert.equal(await nameAt({...kWide, locale: 'fr-CA'}, ''), 'fr/start-1280x800.svg');
  assert.equal(await nameAt(kWide, '?language=es'), 'es/start-1280x800.svg');
});

test('if the first frame differs, there is no picture', async () => {
  assert.equal(await nameAt(kWide, '#softmax/step-3'), null);
  assert.equal(await nameAt(kWide, '?show=weights#self-attention'), null);
  assert.equal(await nameAt(kWide, '#d=AAAA'), null);
  assert.equal(await nameAt(kWide, '?language=zh'), null);
  assert.equal(await nameAt(kWide, '?language=fr#softmax'), null);
  assert.equal(await nameAt({viewport: {width: 3000, height: 300}}, ''), null);
  assert.equal(await nameAt({viewport: {width: 390, height: 844}}, ''), null, 'a mouse has smaller buttons');
  assert.equal(await nameAt(kWide, '', (page) => page.addInitScript(() => localStorage.setItem('glassformer.text size', '150'))), null);
  assert.equal(await nameAt(kWide, '#softmax', (page) => page.addInitScript(() => localStorage.setItem('glassformer:/:work-softmax', '{}'))), null);
  assert.equal(await nameAt(kWide, '', (page) => page.addInitScript(() => localStorage.setItem('glassformer:/:place', '{"lesson":"softmax"}'))), null);
});

test('a lesson that is not there has no picture, and the page says nothing of it', async () => {
  await withPage(kWide, async (page) => {
    await page.route('**/*.wasm', () => {});
    await page.goto(`${site.address}#no-such-lesson`);
    await page.waitForFunction(() => !document.querySelector('.gf-first-picture'));
  });
});

// Returns the share of pixels in which two screenshots differ by more than the edge of a letter does.
const differ = (page, one, other) => page.evaluate(async (pictures) => {
  const [a, b] = await Promise.all(pictures.map(async (base64) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
    const context = new OffscreenCanvas(image.width / 4, image.height / 4).getContext('2d');
    context.drawImage(image, 0, 0, image.width / 4, image.height / 4);
    return context.getImageData(0, 0, image.width / 4, image.height / 4).data;
  }));
  let count = 0;
  for (let i = 0; i < a.length; i += 4)
    if (Math.max(...[0, 1, 2].map((channel) => Math.abs(a[i + channel] - b[i + channel]))) > 40) ++count;
  return count / (a.length / 4);
}, [one, other].map((png) => png.toString('base64')));

const kMostDiffer = 0.01;

// A picture that a page has just been given may still lack its letters, which lie in it as a file. Returns what two looks see alike.
async function screenshotAtRest(page) {
  for (let before = await page.screenshot();;) {
    const after = await page.screenshot();
    if (before.equals(after)) return after;
    before = after;
  }
}

for (const [lesson, size, colorScheme, locale] of [['softmax', '1280x720', 'light', 'en'], ['self-attention', '1280x720', 'dark', 'en'],
       ['start', '1280x800', 'light', 'en'], ['start', '390x700', 'dark', 'en'], ['start', '1280x800', 'light', 'fr'],
       ...['embeddings', 'next-word', 'block', 'training', 'lora'].map((learns) => [learns, '1280x720', 'light', 'en'])]) {
  test(`the program draws what the picture showed: ${lesson}, ${size}, ${colorScheme}, ${locale}`, async () => {
    const [width, height] = size.split('x').map(Number);
    await withPage({viewport: {width, height}, colorScheme, locale, ...(width < height && kFinger)}, async (page) => {
      let letGo;
      const held = new Promise((resolve) => {
        letGo = resolve;
      });
      await page.route('**/*.wasm', async (route) => {
        await held;
        await route.continue();
      });
      // No part moves after the first frame.
      await page.addInitScript(() => {
        const request = window.requestAnimationFrame.bind(window);
        window.requestAnimationFrame = (draw) => request((now) => performance.getEntriesByName('gf-first-frame').length || draw(now));
      });
      await page.goto(site.address + (lesson === 'start' ? '' : `#${lesson}`));
      await page.waitForFunction(() => document.querySelector('.gf-first-picture')?.complete);
      await page.evaluate(() => document.querySelector('.gf-first-picture').decode());
      await page.addStyleTag({content: '.gf-loading { display: none !important; }'});
      const before = await screenshotAtRest(page);
      letGo();
      await page.waitForFunction(() => window.glassformer?.build, null, {polling: 50});
      await page.waitForFunction(() => !document.querySelector('.gf-first-picture'), null, {polling: 50});
      const after = await screenshotAtRest(page);
      if (process.env.GF_KEEP) {
        await fs.writeFile(path.join(process.env.GF_KEEP, `${lesson}-${size}-${locale}-picture.png`), before);
        await fs.writeFile(path.join(process.env.GF_KEEP, `${lesson}-${size}-${locale}-frame.png`), after);
      }
      const share = await differ(page, before, after);
      assert.ok(share < kMostDiffer, `${(100 * share).toFixed(2)} % of the pixels differ`);
    });
  });
}

// The same cases in the three engines of readers: the page opens in all sizes, is edited and answered by hand, gives and takes a link, stands in an
// article, is printed, and opens without the network after a visit.
import assert from 'node:assert/strict';
import {promises as fs} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {after, before, test} from 'node:test';

import {makeFolder} from '../../tools/lib/release/folder.mjs';
import {serve} from '../../tools/lib/server.mjs';

import {display, kEngines} from './engines.mjs';
import {copySite} from './servers.mjs';
import {assertLikeCommandLine, assertNotBlank, button, isKept, kSite, layout, nodeOf, press, pressCell, send, serveSite, settled, started, state} from './support.mjs';

// WebKitGTK has no relaxed SIMD, and shared memory only by an option.
const kBuild = {
  chromium: 'threads-relaxed',
  firefox: 'threads-relaxed',
  webkit: 'single'
};
const kSizes = {
  light: [[320, 640], [844, 390], [1280, 800], [2560, 1440]],
  dark: [[390, 844], [1920, 1080]]
};
// The window of WebKitGTK's browser has a bar of buttons, and is never narrower than the bar.
const kLeastWidth = {
  chromium: 0,
  firefox: 0,
  webkit: 480
};

let site, screen, folder, release;

before(async () => {
  [site, screen] = await Promise.all([serveSite(), display()]);
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'gf-engines-'));
  const from = path.join(folder, 'site');
  await copySite(kSite, from, (name) => !/^pictures\/(?!steps\.json|start-)|\.br$/.test(name));
  release = await makeFolder({site: from, to: path.join(folder, 'release'), version: '1.0.0', quality: 1});
});
after(async () => {
  await Promise.all([site.close(), screen.stop()]);
  await fs.rm(folder, {recursive: true});
});

for (const [engine, begin] of Object.entries(kEngines)) {
  test(engine, async (t) => {
    const {page, close} = await begin({scale: 1, screen});
    t.after(close);
    const picture = async () => {
      const file = path.join(folder, `${engine}.png`);
      await page.screenshot({path: file});
      return fs.readFile(file);
    };

    await t.test('it starts with the fastest build that the engine has', async () => {
      await page.goto(`${site.address}#softmax`);
      await started(page);
      assert.equal(await page.evaluate(() => window.glassformer.build), kBuild[engine]);
      await assertLikeCommandLine(page);
    });

    await t.test('a score is typed into its cell, and all that follows from it is what the command line says', async () => {
      await send(page, {type: 'open', address: 'self-attention/step-4'});
      await pressCell(page, 'scores', 1, 1);
      await page.keyboard.type('1.5');
      await page.keyboard.press('Enter');
      const {document} = await state(page);
      assert.deepEqual(document.pins, [{node: 'scores', cell: [1, 1], value: 1.5}]);
      await assertLikeCommandLine(page);
    });

    await t.test('a question is answered by a press, and the answer is said', async () => {
      await send(page, {type: 'open', address: 'self-attention/step-5'});
      await state(page);
      const {guesses} = await press(page, 'button:welcome');
      assert.deepEqual(guesses.weights, [2]);
      assert.match((await layout(page)).find(({id}) => id === 'words:gap').name, /^You: welcome/);
    });

    await t.test('a link of it opens as it is', async () => {
      const {document} = await state(page), {link} = await send(page, {type: 'link'});
      await page.goto('about:blank');
      await page.goto(`${site.address}#d=${link}`);
      await started(page);
      const opened = (await state(page)).document;
      assert.deepEqual([opened.lesson, opened.step, opened.inputs, opened.pins], [document.lesson, document.step, document.inputs, document.pins]);
    });

    await t.test('printed, it is a drawing with its words', async () => {
      await page.evaluate(() => {
        dispatchEvent(new Event('beforeprint'));
      });
      const texts = await page.evaluate(() => [...document.querySelectorAll('svg.gf-picture text')].map((each) => each.textContent).join(' '));
      assert.match(texts, /welcome/);
      await page.evaluate(() => {
        dispatchEvent(new Event('afterprint'));
      });
      assert.equal(await page.evaluate(() => document.querySelector('svg.gf-picture')), null);
    });

    for (const [theme, sizes] of Object.entries(kSizes)) {
      await t.test(`in every size, ${theme}, it has the window, and the words of its step`, async () => {
        await page.goto(`${site.address}?theme=${theme}#self-attention/step-3`);
        await started(page);
        for (const [width, height] of sizes.filter(([least]) => least >= kLeastWidth[engine])) {
          await page.resize(width, height);
          await state(page);
          const of = await page.evaluate(() => {
            const canvas = document.querySelector('canvas'), {width, height} = canvas.getBoundingClientRect();
            return {
              window: [innerWidth, innerHeight],
              canvas: [width, height],
              pixels: [canvas.width, canvas.height],
              scrolls: document.documentElement.scrollWidth > innerWidth
            };
          });
          assert.deepEqual(of, {window: [width, height], canvas: [width, height], pixels: [width, height], scrolls: false}, `${width}x${height}`);
          const caption = (await layout(page)).find(({id}) => id === 'words:caption');
          assert.ok(caption.seen_height > 10, `${width}x${height}: the caption is in sight`);
          await assertNotBlank(page, await picture());
        }
      });
    }

    await t.test('in an article, as wide as a phone: the page around it sets, hears and reads', async () => {
      await fs.writeFile(path.join(folder, 'article.html'), `<!doctype html><meta charset="utf-8"><title>An article</title>
        <script type="module" src="${site.address}element.js"></script>
        <body style="margin: 0"><div style="width: 320px"><glassformer-demo lesson="softmax" loading="eager"></glassformer-demo></div>`);
      const outer = await serve({folder, port: 0, isolated: false});
      try {
        await page.resize(1280, 800);
        // Another name for the same machine is another site to the browser.
        await page.goto(`${outer.address.replace('127.0.0.1', 'localhost')}article.html`);
        const {shares, heard} = await page.evaluate(async () => {
          await customElements.whenDefined('glassformer-demo');
          const demo = document.querySelector('glassformer-demo'), events = [];
          await demo.ready;
          demo.addEventListener('change', ({detail}) => events.push(detail));
          await demo.set({z: [[0, 0]]});
          for (let turns = 0; turns < 100 && !events.length; ++turns) await new Promise((resolve) => setTimeout(resolve, 50));
          return {shares: await demo.get('probabilities'), heard: events.length};
        });
        assert.deepEqual(shares.values, [[0.5, 0.5]]);
        assert.ok(heard > 0, 'the page hears of the change');
      } finally {
        await outer.close();
      }
    });

    await t.test('visited once, it opens without the network', async () => {
      const host = await serve({folder: release.folder, port: 0, isolated: false});
      try {
        await page.goto(host.address);
        await started(page);
        await isKept(page, release.parts);
      } finally {
        await host.close();
      }
      await page.goto(`${host.address}#dictionary`);
      await page.reload();
      await started(page);
      const shown = await settled(page);
      assert.ok(nodeOf(shown, shown.trace.nodes[0].name).values);
    });
  });

  test(`${engine}, on a screen with two pixels for each of the page`, async (t) => {
    const {page, close} = await begin({scale: 2, screen});
    t.after(close);
    await page.goto(`${site.address}#self-attention/step-3`);
    await started(page);
    for (const [width, height] of [[1280, 800], [500, 800]]) {
      await page.resize(width, height);
      await state(page);
      const pixels = await page.evaluate(() => [devicePixelRatio, document.querySelector('canvas').width, document.querySelector('canvas').height]);
      assert.deepEqual(pixels, [2, 2 * width, 2 * height]);
      const file = path.join(folder, `${engine}-2x.png`);
      await page.screenshot({path: file});
      await assertNotBlank(page, await fs.readFile(file));
    }
    await press(page, button('step.next'));
    assert.equal((await state(page)).document.step, 3, 'a press meets what is drawn there');
  });
}

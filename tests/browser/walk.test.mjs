// A reader who presses nothing but Next: every step brings the state that it speaks of, marks what it is about, and shows it.
import assert from 'node:assert/strict';
import {after, afterEach, before, test} from 'node:test';

import {assertQuiet, button, find, kCoarse, launch, layout, lessonIds, load, middle, open, serveSite, settled} from './support.mjs';

// Those with a training run are walked by tests/browser/manual/walk.mjs: their steps train for a minute.
const kWithRuns = ['next-word', 'embeddings', 'training', 'encoder-decoder'];

let browser, site, page;

before(async () => {
  [browser, site] = await Promise.all([launch(), serveSite()]);
  page = await open(await browser.newContext({...kCoarse, viewport: {width: 1280, height: 800}}), site.address);
});
after(() => Promise.all([browser.close(), site.close()]));
afterEach(() => assertQuiet(page));

for (const lesson of (await lessonIds()).filter((id) => !kWithRuns.includes(id))) {
  test(`${lesson}, with nothing but Next`, async () => {
    let snapshot = await load(page, {lesson});
    const next = middle(await find(page, button('step.next')));
    for (let step = 0;; ++step) {
      const at = `${lesson}, step ${step + 1}`;
      assert.deepEqual(snapshot.step, {index: step, applied: true}, at);
      const places = await layout(page);
      const focus = places.find((place) => place.id.startsWith('focus:'));
      assert.ok(focus, `${at}: what it is about is marked`);
      const bench = places.find((place) => place.id === 'part:bench');
      assert.ok(focus.seen_width >= Math.min(focus.width, bench.width) * 0.75, `${at}: it is in sight`);
      assert.ok(focus.seen_height >= Math.min(focus.height, bench.height) * 0.6, `${at}: it is in sight`);
      if (!places.some((place) => place.id === button('step.next'))) break;  // the last one leads on
      await page.mouse.click(...next);
      snapshot = await settled(page);
    }
  });
}

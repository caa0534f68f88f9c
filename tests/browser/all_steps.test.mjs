// A reader who presses nothing but Next: every step brings the state that it speaks of, marks what it is about, and shows it.
import assert from 'node:assert/strict';
import {after, afterEach, before, test} from 'node:test';

import {assertQuiet, kCoarse, launch, lessonList, open, serveSite} from './support.mjs';
import {kWays, walk} from './walking.mjs';

// Those with a training run are walked by tests/browser/manual/walk.mjs: their steps train for a minute.
const kWithRuns = ['next-word', 'embeddings', 'training', 'block', 'encoder-decoder', 'lora'];

let browser, site;
const pages = {};  // by the way in which a reader goes on there

before(async () => {
  [browser, site] = await Promise.all([launch(), serveSite()]);
  for (const way of Object.keys(kWays))
    pages[way] =
      await open(await browser.newContext({...kCoarse, viewport: {width: 1280, height: 800}, hasTouch: way === 'touch'}), `${site.address}#dictionary`);
});
after(() => Promise.all([browser.close(), site.close()]));
afterEach(() => Object.values(pages).forEach(assertQuiet));

// The items that stand on a page in place of a picture.
const kOnPage = {
  map: () => 'map:dictionary',
  recap: (id) => `to:${id}`,
  last: () => 'words:heading What you can read now'
};

const kWalked = (await lessonList()).filter((lesson) => !kWithRuns.includes(lesson.id));
// In turn, so that each way leads through lessons of every kind.
const kInTurn = Object.entries(kWays);

for (const [place, {id, steps}] of kWalked.entries()) {
  const [way, goOn] = kInTurn[place % kInTurn.length];
  test(`${id}, with nothing but Next, by ${way}`, () => walk(pages[way], id, ({at, step, places, applied, focus}) => {
    assert.ok(applied, `${at}: its state is there`);
    const shown = kOnPage[steps[step].page]?.(id);
    if (shown) return assert.ok(places.some((place) => place.id === shown), `${at}: its page is there`);
    assert.ok(focus, `${at}: what it is about is marked`);
    assert.ok(focus.inSight, `${at}: it is in sight`);
  }, goOn));
}

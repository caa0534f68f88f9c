// A reader who presses only Next: every step brings the state that it speaks of, marks its focus, and shows it.
import assert from 'node:assert/strict';
import {after, afterEach, before, test} from 'node:test';

import {assertQuiet, kCoarse, launch, lessonList, open, serveSite} from './support.mjs';
import {kWays, walk} from './walking.mjs';

// tests/browser/manual/walk.mjs walks the lessons with a training run, whose steps train for a minute.
const kWithRuns = ['next-word', 'embeddings', 'training', 'block', 'encoder-decoder', 'lora'];

let browser, site;
const pages = {};  // by the name of the way in kWays

before(async () => {
  [browser, site] = await Promise.all([launch(), serveSite()]);
  for (const way of Object.keys(kWays))
    pages[way] =
      await open(await browser.newContext({...kCoarse, viewport: {width: 1280, height: 800}, hasTouch: way === 'touch'}), `${site.address}#dictionary`);
});
after(() => Promise.all([browser.close(), site.close()]));
afterEach(() => Object.values(pages).forEach(assertQuiet));

// The items that a page of the course shows in place of a scene.
const kOnPage = {
  map: () => 'map:dictionary',
  recap: (id) => `to:${id}`,
  last: () => 'words:heading What you can read now'
};

const kWalked = (await lessonList()).filter((lesson) => !kWithRuns.includes(lesson.id));
// The ways of going on take turns, so that each leads through lessons of every kind.
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

// A reader who presses nothing but Next: every step brings the state that it speaks of, marks what it is about, and shows it.
import assert from 'node:assert/strict';
import {after, afterEach, before, test} from 'node:test';

import {assertQuiet, kCoarse, launch, lessonIds, open, serveSite} from './support.mjs';
import {walk} from './walking.mjs';

// Those with a training run are walked by tests/browser/manual/walk.mjs: their steps train for a minute.
const kWithRuns = ['next-word', 'embeddings', 'training', 'block', 'encoder-decoder'];

let browser, site, page;

before(async () => {
  [browser, site] = await Promise.all([launch(), serveSite()]);
  page = await open(await browser.newContext({...kCoarse, viewport: {width: 1280, height: 800}}), site.address);
});
after(() => Promise.all([browser.close(), site.close()]));
afterEach(() => assertQuiet(page));

for (const lesson of (await lessonIds()).filter((id) => !kWithRuns.includes(id))) {
  test(`${lesson}, with nothing but Next`, () => walk(page, lesson, ({at, applied, focus}) => {
    assert.ok(applied, `${at}: its state is there`);
    assert.ok(focus, `${at}: what it is about is marked`);
    assert.ok(focus.inSight, `${at}: it is in sight`);
  }));
}

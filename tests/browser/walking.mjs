// Walks through lessons with Next alone, and checks each step.
import assert from 'node:assert/strict';

import {button, find, layout, load, middle, state} from './support.mjs';

const kMostTrainingMs = 120_000;

/** Returns the node that the step is about, as the screen marks it: whether it is in sight, and how far down on the stage it stands (0 to 1). */
function focusOf(places) {
  const focus = places.find((place) => place.id.startsWith('focus:'));
  if (!focus) return null;
  const bench = places.find((place) => place.id === 'part:bench');
  return {
    node: focus.id.slice('focus:'.length),
    // Most of the focus is seen; if it is larger than the stage, most of the stage shows it.
    inSight: focus.seen_width >= Math.min(focus.width, bench.width) * 0.75 && focus.seen_height >= Math.min(focus.height, bench.height) * 0.6,
    top: (focus.y - bench.y) / bench.height,
    bottom: (focus.y + focus.height - bench.y) / bench.height,
  };
}

/** How a reader goes on: each presses what leads to the next step. */
export const kWays = {
  mouse: async (page) => page.mouse.click(...middle(await find(page, button('step.next')))),
  touch: async (page) => page.touchscreen.tap(...middle(await find(page, button('step.next')))),
  keys: async (page) => {
    await page.focus('canvas');
    await page.keyboard.press('n');
  },
};

/** Walks a lesson with Next alone, and calls `look` with each step: {at, step, places, applied, focus}. */
export async function walk(page, lesson, look, goOn = kWays.mouse) {
  let snapshot = await load(page, {lesson});
  for (let step = 0;; ++step) {
    const places = await layout(page);
    assert.equal(snapshot.step.index, step, lesson);
    await look({at: `${lesson}, step ${step + 1}`, step, places, applied: snapshot.step.applied, focus: focusOf(places)});
    if (!places.some((place) => place.id === button('step.next') && place.enabled !== false)) return;  // the last one leads on
    await goOn(page);
    snapshot = await state(page);
    // The page trains a run that a step needs, with pauses between its frames on a busy machine.
    for (const end = Date.now() + kMostTrainingMs; !snapshot.step.applied && snapshot.training && Date.now() < end;) {
      await page.waitForTimeout(200);
      snapshot = await state(page);
    }
  }
}

// Whether the reader can go on: whatever was done before, Next leads to another step.
import {Finding} from './checks.mjs';

const kPresses = 4;  // of Escape: a field in a list in a popup

// Resolves with whether the page comes to another step than `before`. Runs in the page.
async function isElsewhere([before, ms]) {
  for (const began = performance.now(); performance.now() - began < ms; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const {document: {lesson}, step} = window.glassformer.send({type: 'snapshot', trace: false});
    if (`${lesson} ${step?.index}` !== before) return true;
  }
  return false;
}

/** Closes what is open, and presses the key of the next step; at the last one of all, that of the step before. Throws Finding if this changes nothing. */
export async function goOn(view, note, {steps}) {
  const {document: {lesson}, step} = await view.send({type: 'snapshot', trace: false});
  const before = `${lesson} ${step?.index}`, isLast = lesson === Object.keys(steps).at(-1) && step.index === steps[lesson].length - 1;
  note(`${isLast ? 'back' : 'next'}, from ${before}`);
  await view.page.focus('canvas');
  for (let presses = 0; presses < kPresses; ++presses) {
    await view.page.keyboard.press('Escape');
    await view.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }
  await view.page.keyboard.press(isLast ? 'p' : 'n');
  if (!await view.page.evaluate(isElsewhere, [before, view.patience.movesMs]))
    throw new Finding(`${isLast ? 'Back' : 'Next'} does not lead away from ${before}`);
}

// The first page of a new reader, the ways from it, and the map over a lesson.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';

import {assertQuiet, button, find, kCoarse, launch, layout, middle, open, press, send, serveSite, state, words} from './support.mjs';

let browser, site;

before(async () => {
  [browser, site] = await Promise.all([launch(), serveSite()]);
});
after(() => Promise.all([browser.close(), site.close()]));

const named = (places, id) => places.find((place) => place.id === id)?.name;
const beginning = (places, name) => places.find((place) => place.id.startsWith('button:') && place.name?.startsWith(name))?.id;

async function tap(page, id) {
  const point = middle(await find(page, id));
  await page.touchscreen.tap(...point);
  return state(page);
}

for (const [how, viewport, hasTouch] of [
       ['by mouse, on a desk', {width: 1280, height: 800}, false], ['by touch, on a phone', {width: 390, height: 844}, true]]) {
  test(`the first page ${how}: it translates, another sentence too; the short way begins; who comes back is offered to go on`, async () => {
    const context = await browser.newContext({...kCoarse, viewport, hasTouch});
    const page = await open(context, site.address);
    const act = hasTouch ? tap : press;
    assert.equal((await state(page)).document.lesson, 'start');
    assert.match(named(await layout(page), 'words:said'), /^la 99.99 %, niña 99.98 %/);
    await act(page, button('first.again'));
    assert.match(named(await layout(page), 'words:said'), /^la 99.99 %, niña 99.98 %/);
    await send(page, {type: 'load', document: {lesson: 'start', inputs: {source: 'the old man reads a newspaper'}}});
    await state(page);
    assert.match(named(await layout(page), 'words:said'), /^el [\d.]+ %, hombre [\d.]+ %, viejo/);
    const short = words('ui.map.begin.hour').split('{')[0];
    const opened = await act(page, beginning(await layout(page), short));
    assert.deepEqual([opened.document.lesson, opened.document.step], ['start', 1]);
    assert.equal(opened.route, 'hour');
    await send(page, {type: 'open', address: 'tokenizer/step-3'});
    await state(page);
    await page.goto('about:blank');
    await page.goto(`${site.address}#start/step-1`);
    await page.waitForFunction(() => window.glassformer?.build);
    await state(page);
    const on = beginning(await layout(page), words('ui.map.go_on').split('{')[0]);
    assert.match(on, /step 3/);
    const back = await act(page, on);
    assert.deepEqual([back.document.lesson, back.document.step], ['tokenizer', 2]);
    assertQuiet(page);
    await context.close();
  });
}

test('M lays the map over a lesson; what was answered there is counted, and the lesson that is open is lit', async () => {
  const context = await browser.newContext({...kCoarse, viewport: {width: 1280, height: 800}});
  const page = await open(context, `${site.address}#softmax/step-4`);
  await send(page, {type: 'guess', step: 'shares', guess: [0.5, 0.25, 0.25]});
  const {progress} = await state(page);
  assert.equal(progress.softmax.answered, 1);
  await page.focus('canvas');
  await page.keyboard.press('m');
  await state(page);
  const chip = (await layout(page)).find((place) => place.id === 'map:softmax');
  assert.ok(chip.on);
  assert.match(chip.value, /^1 of /);
  await page.keyboard.press('Escape');
  await state(page);
  assert.ok(!(await layout(page)).some((place) => place.id === 'map:softmax'));
  assertQuiet(page);
  await context.close();
});

test('Ctrl+K searches the course, and Enter goes to what was found', async () => {
  const context = await browser.newContext({...kCoarse, viewport: {width: 1280, height: 800}});
  const page = await open(context, `${site.address}#softmax`);
  await page.focus('canvas');
  await page.keyboard.press('Control+k');
  await state(page);
  await page.keyboard.type('quantization');
  await state(page);
  assert.ok((await layout(page)).some((place) => place.id === 'found:lesson:quantization'));
  const options = page.locator('[role=dialog] [role=listbox] [role=option]');
  await options.first().waitFor({state: 'attached'});
  await page.keyboard.press('Enter');
  assert.equal((await state(page)).document.lesson, 'quantization');
  assertQuiet(page);
  await context.close();
});

test('the references of the last page are anchors', async () => {
  const context = await browser.newContext({...kCoarse, viewport: {width: 1280, height: 2400}});
  const page = await open(context, `${site.address}#end/step-7`);
  const paper = page.locator(`a[href="${words('ui.last.on.paper.address')}"]`);
  await paper.waitFor({state: 'attached'});
  assert.equal(await paper.getAttribute('target'), '_blank');
  const [opened] = await Promise.all([context.waitForEvent('page'), paper.click()]);
  await opened.close();
  assertQuiet(page);
  await context.close();
});

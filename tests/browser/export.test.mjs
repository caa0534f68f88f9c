// Export by readers and pages: pictures, numbers, programs; and import of dropped files.
import assert from 'node:assert/strict';
import {promises as fs} from 'node:fs';
import {after, afterEach, before, test} from 'node:test';

import {assertQuiet, button, launch, listen, load, press, send, serveSite, started, state, words} from './support.mjs';

let browser, site, page;

before(async () => {
  [browser, site] = await Promise.all([launch(), serveSite()]);
  page = listen(await (await browser.newContext({viewport: {width: 1280, height: 800}, acceptDownloads: true})).newPage());
  await page.goto(site.address);
  await started(page);
});
after(() => Promise.all([browser.close(), site.close()]));
afterEach(() => assertQuiet(page));

/** Resolves with the file that a press on *Save* gives. */
async function saved() {
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, button('export.save'))]);
  return {name: download.suggestedFilename(), bytes: await fs.readFile(await download.path())};
}

const option = (name) => press(page, `radio:${name}`);
const way = (name) => option(words(`ui.export.ways.${name}.name`));

test('all on the stage is saved as a drawing with its words', async () => {
  await load(page, {lesson: 'self-attention'});
  await press(page, button('export.open'));
  const {name, bytes} = await saved();
  assert.match(name, /^self-attention-[\w-]+\.svg$/);
  const {texts, shapes, error} = await page.evaluate((text) => {
    const svg = new DOMParser().parseFromString(text, 'image/svg+xml');
    return {
      texts: [...svg.querySelectorAll('text')].map((each) => each.textContent),
      shapes: svg.querySelectorAll('path').length,
      error: svg.querySelector('parsererror')?.textContent
    };
  }, bytes.toString());
  assert.equal(error, undefined);
  for (const word of ['You', 'are', 'welcome', '0.5']) assert.ok(texts.includes(word), `${word} in ${texts}`);
  assert.ok(shapes > 12, 'cells');
});

test('a picture of pixels has two for each of the screen, and leaves the screen as it was', async () => {
  const before = await page.evaluate(() => [document.querySelector('canvas').width, document.querySelector('canvas').height]);
  await press(page, button('export.open'));
  await way('png');
  const {name, bytes} = await saved();
  assert.match(name, /\.png$/);
  assert.deepEqual([...bytes.subarray(1, 4)], [...Buffer.from('PNG')]);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const cards = (await send(page, {type: 'layout'})).scene.cards.map(({box}) => box);
  const left = Math.min(...cards.map(({x}) => x)), right = Math.max(...cards.map(({x, width}) => x + width));
  assert.ok(Math.abs(width - 2 * (right - left + 24)) < 6, `${width} pixels for ${right - left} points`);
  const colours = await page.evaluate(async ([base64, width, height]) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
    const canvas = new OffscreenCanvas(width, height), context = canvas.getContext('2d');
    context.drawImage(bitmap, 0, 0);
    return new Set(new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)).size;
  }, [bytes.toString('base64'), width, height]);
  assert.ok(colours > 100, `${colours} colours`);
  assert.deepEqual(await page.evaluate(() => [document.querySelector('canvas').width, document.querySelector('canvas').height]), before);
});

test('a matrix goes out as CSV, is changed, dropped on its card and is there', async () => {
  const {text} = await send(page, {type: 'export', format: 'csv', node: 'x'});
  const changed = text.replace('\nYou,0.1', '\nYou,0.7');
  assert.notEqual(changed, text);
  await dropOn('x', 'mine.csv', Buffer.from(changed));
  assert.equal((await rowOf('x', 0.7))[0], 0.7);
});

test('an .npy file fills the card that it is dropped on', async () => {
  const header = Buffer.from(`{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }`.padEnd(117) + '\n');
  const head = Buffer.from([0x93, ...Buffer.from('NUMPY'), 1, 0, header.length, 0]);
  await dropOn('x', 'two.npy', Buffer.concat([head, header, Buffer.from(new Float32Array([0.25, -3]).buffer)]));
  assert.deepEqual((await rowOf('x', 0.25)).slice(0, 2), [0.25, -3]);
});

test('a document that is dropped is opened; a file beside all cards says where it belongs', async () => {
  await dropAt([640, 400], 'softmax.json', Buffer.from('{"lesson": "softmax", "inputs": {"beta": 3}}'));
  await page.waitForFunction(() => window.glassformer.snapshot().document.lesson === 'softmax', null, {polling: 50});
  await send(page, {type: 'select'});
  await state(page);
  await dropAt([1278, 798], 'lost.csv', Buffer.from('1,2\n3,4\n'));
  await page.getByRole('alert').getByText(words('page.dropped_nowhere')).waitFor();
  await page.getByRole('button', {name: words('page.close')}).click();
});

test('on paper stands a drawing of the scene under the words of its step', async () => {
  await load(page, {lesson: 'self-attention'});
  const sheet = () => page.evaluate(() => {
    const svg = document.querySelector('svg.gf-picture');
    return svg && {texts: [...svg.querySelectorAll('text')].map((each) => each.textContent).join(' '), width: svg.getBoundingClientRect().width};
  });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({media: 'print'});
  const {texts, width} = await sheet();
  await page.emulateMedia({media: null});
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  assert.match(texts, /welcome/);
  const caption = await page.evaluate(() => window.glassformer.send({type: 'layout'}).places.find(({id}) => id === 'words:caption').name);
  assert.ok(texts.replaceAll(' ', '').includes(caption.split(' ')[0]), `the caption "${caption}" is in: ${texts}`);
  assert.ok(width > 300);
  assert.equal(await sheet(), null, 'the drawing goes once it is printed');
});

/** Resolves with the first row of a node when it begins with this number. */
async function rowOf(node, first) {
  const row = await page.waitForFunction(([node, first]) => {
    const values = window.glassformer.send({type: 'snapshot', trace: node}).trace?.nodes[0]?.values;
    return values && Math.abs(values[0][0] - first) < 1e-6 ? values[0] : null;
  }, [node, first], {polling: 50});
  return row.jsonValue();
}

async function dropOn(node, name, bytes) {
  const {box} = (await send(page, {type: 'layout'})).scene.cards.find((card) => card.node === node);
  await dropAt([box.x + box.width / 2, box.y + box.height / 2], name, bytes);
}

async function dropAt([clientX, clientY], name, bytes) {
  await page.evaluate(async ({clientX, clientY, name, bytes}) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
    const canvas = document.querySelector('canvas');
    canvas.dispatchEvent(new DragEvent('dragenter', {bubbles: true, dataTransfer}));
    // The module that takes files comes when the first file is dragged here.
    for (let over = false; !over; await new Promise((resolve) => setTimeout(resolve, 20)))
      over = !canvas.dispatchEvent(new DragEvent('dragover', {bubbles: true, cancelable: true, dataTransfer}));
    canvas.dispatchEvent(new DragEvent('drop', {bubbles: true, cancelable: true, dataTransfer, clientX, clientY}));
  }, {clientX, clientY, name, bytes: [...bytes]});
}

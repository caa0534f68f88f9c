// Functions of the browser tests: a browser, the served site, the exports of the page, and the command line to compare with.
//
// No function waits for a time. The software renderer draws a few frames a second, so tests wait until the page has stopped drawing and computing.
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {isDeepStrictEqual, promisify} from 'node:util';
import {chromium} from 'playwright-core';

import {kChromium, kChromiumFlags} from '../../tools/lib/chromium.mjs';
import {serve} from '../../tools/lib/server.mjs';

const kRoot = new URL('../../', import.meta.url).pathname;
export const kSite = process.env.GF_SITE ?? path.join(kRoot, 'build/site');
export const kProgram = process.env.GF_PROGRAM ?? path.join(kRoot, 'build/native/glassformer');
export const kBuilds = ['threads', 'threads-relaxed', 'single', 'single-relaxed'];

// Messages of the software renderer, which the tests ignore.
const kAboutTheGpu = /GPU stall due to ReadPixels|software WebGL|swiftshader|Automatic fallback to software/i;

export const launch = () => chromium.launch({executablePath: kChromium, args: kChromiumFlags});
export const serveSite = (options = {}) => serve({folder: kSite, port: 0, ...options});

const readTexts = (name) => JSON.parse(readFileSync(path.join(kSite, 'assets/text', name), 'utf8'));
const isObject = (text) => typeof text === 'object' && !Array.isArray(text);
const merged = (a, b) => ({...a, ...Object.fromEntries(Object.entries(b).map(([name, text]) => [name, isObject(text) ? merged(a[name] ?? {}, text) : text]))});
const texts = ['en/rest.json', 'en/all.json'].map(readTexts).reduce(merged, readTexts('en.json'));

const textsAt = (dotted) => dotted.split('.').reduce((node, name) => node?.[name], texts);

/**
 * Options of a context whose pages have one pixel in 64, in the same layout, for all tests that are not about the drawing itself. Without a graphics card, a
 * frame costs less if it has fewer pixels.
 */
export const kCoarse = {
  deviceScaleFactor: 0.125
};

/** Returns a text of the program, so that tests don't repeat it: `words('ui.undo')`. Returns the path if there is no such text, as the program does. */
export function words(dotted) {
  const found = textsAt(dotted);
  return typeof found === 'string' ? found : dotted;
}

/** Returns all texts right below a path, in their order: `allWords('lessons.softmax.steps')`. */
export const allWords = (dotted) => Object.values(textsAt(dotted));

/** Returns a term of the glossary: its forms in texts (`forms`), and its meaning (`text`). */
export const glossary = (term) => textsAt(`glossary.${term}`);

/** Notes the messages of a page's console from now on, but those about the GPU. Chromium's own warnings count, too. */
export function listen(page) {
  page.said = [];
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type()) || kAboutTheGpu.test(message.text())) return;
    const address = message.text().startsWith('Failed to load resource') ? ` ${message.location().url}` : '';
    page.said.push(`${message.type()}: ${message.text()}${address}`);
  });
  page.on('pageerror', (error) => page.said.push(`exception: ${error.message}`));
  return page;
}

export const assertQuiet = (page) => assert.deepEqual(page.said, [], 'the console says nothing');

/** Resolves when the program runs in a page, or in a frame of it, and is at rest. */
export async function open(context, address) {
  const page = listen(await context.newPage());
  await page.emulateMedia({reducedMotion: 'reduce'});  // tests do not wait for motion or glow
  await page.goto(address);
  await started(page);
  return page;
}

export async function started(frame) {
  // The page loads itself again if a service worker makes it isolated.
  await frame.waitForFunction(() => window.glassformer?.build || document.querySelector('[role=alert]'));
  assert.equal(await frame.evaluate(() => document.querySelector('[role=alert]')?.textContent ?? ''), '', 'the program starts');
  await rest(frame);
}

const kPatienceMs = 30_000;
/** Waits until an asynchronous function of the page returns true, also while the page is loaded again. (waitForFunction takes the promise for true.) */
export async function until(page, isSo, argument) {
  for (const began = Date.now(); !(await page.evaluate(isSo, argument).catch(() => false));) {
    assert.ok(Date.now() - began < kPatienceMs, `this becomes so: ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Waits until the service worker keeps all files that the page has asked for in a folder. */
export const isKept = (page, folder) => until(page, async (parts) => {
  const asked = performance.getEntriesByType('resource').map(({name}) => name.split('?')[0]).filter((name) => name.includes(parts));
  const found = await Promise.all(asked.map((name) => caches.match(name)));
  return asked.some((name) => name.endsWith('.rest.wasm')) && found.every(Boolean) && Boolean(navigator.serviceWorker.controller);
}, folder);

/** Evaluates a function in a page. If it fails since the program has stopped, the error also has the reason, which the page shows. */
async function ask(frame, question, argument) {
  try {
    return await frame.evaluate(question, argument);
  } catch (error) {
    const shown = await frame.evaluate(() => document.querySelector('[role=alert]')?.textContent).catch(() => null);
    if (shown) error.message += ` (the page says: ${shown})`;
    throw error;
  }
}

/** Waits until nothing is computed and nothing is drawn any more. */
export function rest(frame) {
  return ask(frame, async () => {
    const turn = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const {glassformer} = window;
    for (;;) {
      for (let quiet = 0, before = glassformer.frames(); quiet < 3; ++quiet) {
        await turn();
        const now = glassformer.frames();
        if (now !== before) quiet = 0;
        before = now;
      }
      // Asking wakes the drawing, so this stands after the rest.
      if (!glassformer.send({type: 'snapshot', trace: false}).computing) return;
    }
  });
}

/** Waits likewise, and resolves with the snapshot and its whole trace, which for a large lesson has tens of megabytes; `extent` asks for less. */
export async function settled(frame, extent = {}) {
  await rest(frame);
  // The snapshot comes as a text, since evaluate would hand it over value by value.
  return JSON.parse(await frame.evaluate((m) => JSON.stringify(window.glassformer.send(m)), {type: 'snapshot', ...extent}));
}

/** Waits likewise, and resolves with the snapshot without the trace. */
export async function state(frame) {
  await rest(frame);
  return send(frame, {type: 'snapshot', trace: false});
}

export const send = (frame, message) => ask(frame, (m) => window.glassformer.send(m), message);

/** Loads a document, and resolves with the result of `read` when its trace is there. */
export async function load(frame, document, read = state) {
  const answer = await send(frame, {type: 'load', document});
  assert.equal(answer.problem, null, `${JSON.stringify(document)} loads`);
  return read(frame);
}

/** Resolves with the boxes of all visible places, in CSS pixels of the canvas: [{id, x, y, width, height, ...}]. */
export async function layout(frame) {
  // The first question turns the noting of places on; the frame after the message notes them.
  await send(frame, {type: 'layout'});
  await rest(frame);
  return (await send(frame, {type: 'layout'})).places;
}

export const button = (name) => `button:${words(`ui.${name}`)}`;

const kLeastCell = 9;  // CSS pixels: the camera goes nearer before smaller cells are pressed

// Whether a place can be pressed: it is seen whole, and its cells are not too small.
const isHandy = (place) => place.seen_height >= place.height - 1 && place.seen_width >= place.width - 1 && (place.cell_height ?? Infinity) >= kLeastCell;

/** Resolves with the place with this id, ready to be pressed: brings the card of a node into sight, and opens the settings for an input. */
export async function find(page, id) {
  const look = async () => (await layout(page)).find((each) => each.id === id);
  const [kind, node] = id.split(':');
  // The settings take room from the stage.
  if (kind !== 'input' && (await layout(page)).some((each) => each.id === 'part:settings')) await toggleSettings(page);
  let place = await look();
  const aboutNode = ['grid', 'head', 'link', 'piece', 'point', 'unit', 'word', 'view'].includes(kind);
  if (place && (aboutNode ? isHandy(place) : place.seen_height >= place.height - 1)) return place;
  if (aboutNode) await send(page, {type: 'show', node});
  if (kind === 'input') await toggleSettings(page);
  if (kind === 'button' && !place) await openSheet(page);
  const plan = (await layout(page)).some((each) => each.id === button('stage.whole'));
  if (plan && ['section', 'training'].includes(kind)) await pressPlace(page, button('stage.whole'));
  await rest(page);
  place = await look();
  // The open sheet covers a part of the picture.
  if (kind === 'section' && place && place.seen_height < place.height - 1) {
    await openSheet(page);
    place = await look();
  }
  // The sheet scrolls to its lower controls, and so does a page of the course, which has no sheet.
  for (let turns = 0;['button', 'map'].includes(kind) && place && place.seen_height < place.height - 1 && turns < 20; ++turns) {
    const places = await layout(page);
    const sheet = places.find((each) => each.id === 'part:inspector' && each.width > 0);
    await page.mouse.move(...middle(sheet ?? places.find((each) => each.id === 'part:bench')));
    await page.mouse.wheel(0, sheet ? 100 : 300);
    await rest(page);
    place = await look();
  }
  if (!place) throw new Error(`${id} is not drawn; there are ${(await layout(page)).map((each) => each.id).join(', ')}`);
  return place;
}

async function pressPlace(page, id) {
  const place = (await layout(page)).find((each) => each.id === id);
  assert.ok(place, `${id} is drawn`);
  await page.mouse.click(...middle(place));
  return rest(page);
}

/** Opens the inspector, which is a sheet at the bottom of a window that is not wide. */
export async function openSheet(page) {
  const place = (await layout(page)).find((each) => each.id === 'part:inspector');
  await page.mouse.click(place.x + place.width / 2, place.y + 20);
  await rest(page);
}

/** Opens the inputs beside the main one, or closes them. */
export const toggleSettings = (page) => pressPlace(page, button('settings'));

export const middle = (place) => [place.x + place.width / 2, place.y + place.height / 2];

/** Resolves with the middle of a cell of a matrix on the stage. */
export async function cellPoint(page, node, row, col) {
  const grid = await find(page, `grid:${node}`);
  return [grid.x + (col - grid.first_column + 0.5) * grid.cell_width, grid.y + (row - grid.first_row + 0.5) * grid.cell_height];
}

/** Presses a cell: the pointer comes, then the button goes down. */
export async function pressCell(page, node, row, col, clickCount = 1) {
  const point = await cellPoint(page, node, row, col);
  await page.mouse.move(...point);
  await rest(page);
  await page.mouse.click(...point, {clickCount});
  return state(page);
}

export async function press(page, id) {
  const point = middle(await find(page, id));
  await page.mouse.move(...point);
  await rest(page);
  await page.mouse.click(...point);
  return state(page);
}

/** Resolves with the control of an input, below its label. */
export async function pressInput(page, name) {
  const place = await find(page, `input:${name}`);
  const isInside = (each) => each.x >= place.x - 1 && each.y >= place.y - 1 && each.x + each.width <= place.x + place.width + 1;
  const field = (await layout(page)).find((each) => each.role === 'text' && each.y < place.y + place.height && isInside(each)) ?? place;
  await page.mouse.click(field.x + 20, field.y + field.height - 12);
  await rest(page);
}

/** Presses play and waits until the training run of the lesson has come to its end. */
export async function train(page) {
  const place = await find(page, button('training.play'));
  await page.mouse.click(...middle(place));
  for (;;) {
    const {training} = await send(page, {type: 'snapshot', trace: false});
    if (training.status === 'finished') return settled(page);
    assert.notEqual(training.status, 'diverged');
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 20)));
  }
}

/** Waits until the counterpart has followed the last frame, a moment later. */
export const told = (page) => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));

/** Resolves with the browser's accessibility tree, as a screen reader gets it: [{role, name, value, ...}] without ignored nodes. */
export async function accessibilityTree(page) {
  const session = await page.context().newCDPSession(page);
  const {nodes} = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes.filter((node) => !node.ignored).map((node) => ({
    role: node.role?.value,
    name: node.name?.value ?? '',
    value: node.value?.value ?? '',
    id: node.nodeId,
    children: node.childIds,
    ...Object.fromEntries((node.properties ?? []).map((property) => [property.name, property.value.value])),
  }));
}

/** Waits until a live region says a text. The region follows after a moment, so that not every frame of a drag is announced. */
export const announced = (page, expected) =>
  page.waitForFunction((text) => [...document.querySelectorAll('[role=status]')].some((each) => each.textContent.includes(text)), expected);

async function print(...words) {
  const {stdout} = await promisify(execFile)(kProgram, words, {maxBuffer: 1 << 28});
  return JSON.parse(stdout);
}

/** Returns the lessons in the order of the rail. */
export const lessonList = () => print('lessons');
/** Returns the largest inputs that a lesson allows. */
export const largestInputs = async (lesson) => (await lessonList()).find(({id}) => id === lesson).largest;
export const lessonIds = async () => (await lessonList()).map((lesson) => lesson.id);

/** Returns the trace that the command line prints for a document. */
export function traceOf(document, {most_values} = {}) {
  const words = ['trace', document.lesson];
  if (most_values !== undefined) words.push('--most-values', `${most_values}`);
  for (const [name, value] of Object.entries(document.inputs)) words.push('--set', `${name}=${JSON.stringify(value)}`);
  for (const pin of document.pins ?? []) words.push('--pin', `${pin.node},${pin.cell.join(',')}=${pin.value}`);
  return print(...words);
}

/** Returns the inputs of a named example, as the program has them, without the matrices that the lesson makes from other inputs. */
export async function presetInputs(lesson, preset) {
  const {inputs} = await print('trace', lesson, '--preset', preset);
  const typed = Object.fromEntries(Object.entries(inputs).filter(([, value]) => !Array.isArray(value)));
  const {inputs: made} = await traceOf({lesson, inputs: typed});
  return Object.fromEntries(Object.entries(inputs).filter(([name, value]) => name in typed || !isDeepStrictEqual(made[name], value)));
}

export const nodeOf = ({trace}, name) => trace.nodes.find((node) => node.name === name);

/** Returns the label of the largest value of each row. */
export function strongest(snapshot, name) {
  const {values, cols} = nodeOf(snapshot, name);
  return values.map((row) => cols[row.indexOf(Math.max(...row))]);
}

const largest = (value) => (Array.isArray(value) ? value.reduce((most, each) => Math.max(most, largest(each)), 0) : Math.abs(value) || 0);

// Builds differ in the last bits (fused multiply-add, order of the vector lanes). A float has seven digits, and a few sums cost two. The error of a
// small sum of large terms is relative to the terms, so the tolerance is relative to the largest value of the matrix.
const isClose = (actual, expected, size) => typeof expected === 'number' && typeof actual === 'number' && Math.abs(actual - expected) <= 1e-5 * size;

function assertClose(actual, expected, where, size = Math.max(1, largest(expected))) {
  if (isClose(actual, expected, size)) return;
  if (Array.isArray(expected)) {
    assert.equal(actual?.length, expected.length, where);
    expected.forEach((each, i) => isClose(actual[i], each, size) || assertClose(actual[i], each, `${where}[${i}]`, size));
  } else {
    assert.equal(actual, expected, where);
  }
}

const kLongList = 1000;

/** Returns a node without its values. In a list of all tokens by their scores, tokens with nearly the same score may stand in another order. */
function identity({rows = [], attributes = {}, ...rest}) {
  const inOrder = (list) => (list?.length > kLongList ? [...list].sort() : list);
  return {...rest, rows: inOrder(rows), attributes: {...attributes, ids: inOrder(attributes.ids)}};
}

/** Asserts that two traces have the same inputs, nodes, labels and notes, and values that differ in the last bits only. */
export function assertSameTrace(actual, expected) {
  assert.equal(actual.lesson, expected.lesson);
  assert.deepEqual(Object.keys(actual.inputs).sort(), Object.keys(expected.inputs).sort(), 'the inputs');
  for (const [name, value] of Object.entries(expected.inputs)) assertClose(actual.inputs[name], value, `input ${name}`);
  assert.deepEqual(actual.notes, expected.notes, 'the notes');
  assert.deepEqual(actual.nodes.map((node) => node.name), expected.nodes.map((node) => node.name), 'the nodes');
  expected.nodes.forEach((node, i) => {
    const {values, row_sums, column_sums, marks = [], ...rest} = node;
    const {values: got, row_sums: got_row_sums, column_sums: got_column_sums, marks: got_marks = [], ...others} = actual.nodes[i];
    assert.deepEqual(identity(others), identity(rest), `${node.name}: its op, shape and labels`);
    assert.deepEqual(got_marks.map((mark) => [mark.cell, mark.slip]), marks.map((mark) => [mark.cell, mark.slip]), `${node.name}: what is marked`);
    assertClose(got_marks.map((mark) => [mark.published, mark.corrected]), marks.map((mark) => [mark.published, mark.corrected]), `${node.name}, marks`);
    assertClose(got, values, node.name);
    assertClose(got_row_sums, row_sums, `${node.name}, sums of rows`);
    assertClose(got_column_sums, column_sums, `${node.name}, sums of columns`);
  });
}

// Printing and reading all values of a language model takes half a minute. So the sums of rows and columns of its tables are compared.
const kCompared = {
  most_values: 10000
};

/**
 * Asserts that the page shows what the command line prints for its document. Resolves with the snapshot, in which nodes of more than ten thousand
 * values have the sums of their rows and columns.
 */
export async function assertLikeCommandLine(frame) {
  const snapshot = await settled(frame, kCompared);
  assertSameTrace(snapshot.trace, await traceOf(snapshot.document, kCompared));
  return snapshot;
}

/** Asserts that a picture has something on it: how many different colours, on a grid of pixels, and how far apart. */
export async function assertNotBlank(page, png) {
  const {colours, range} = await page.evaluate(async (base64) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d', {willReadFrequently: true});
    context.drawImage(image, 0, 0);
    const {data} = context.getImageData(0, 0, image.width, image.height);
    const seen = new Set();
    let least = 255, most = 0;
    for (let i = 0; i < data.length; i += 4) {
      seen.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
      least = Math.min(least, data[i + 1]);
      most = Math.max(most, data[i + 1]);
    }
    return {colours: seen.size, range: most - least};
  }, png.toString('base64'));
  assert.ok(colours > 50 && range > 100, `text and shaded cells: expected more than 50 colours from dark to light, got ${colours} over ${range}`);
}

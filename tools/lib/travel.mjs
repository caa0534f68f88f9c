// Measures the downloads of a page until it shows its first picture: at the server, while a real browser opens pages of each kind. Makes and reads the tables in
// README.md, and compares the sizes with the budget.
import {promises as fs} from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import {compress, kSmallest} from './brotli.mjs';
import {asReleased} from './release/site.mjs';
import {serve} from './server.mjs';

const kBegin = '<!-- made by tools/travel -->\n', kEnd = '<!-- end of what tools/travel made -->\n';
const kMostOff = 0.05;       // of a number of the table
const kMostOffBytes = 2000;  // headers, and files that each thread asks for again, differ between machines
const kMostGrown = 0.01;     // of a number of the budget

const frameOf = (query) => (site) => `<iframe src="${site}${query}" width="900" height="560" allow="cross-origin-isolated"></iframe>`;
const elementOf = (site) => `<link rel="stylesheet" href="${site}glassformer.css">
  <div id="demo" class="gf-root" style="position: relative; width: 900px; height: 560px"></div>
  <script type="module">import {startGlassformer} from '${site}start.js'; startGlassformer(document.getElementById('demo'), {frame: {hide: 'rail'}});</script>`;

/**
 * The kinds of pages that are measured: an address of the site (`at`), or another site's page around the program (`html`, a function of the site's address).
 * The page of its own is the first kind; a lesson of each chapter follows.
 */
export const kKinds = [
  {name: 'the page of its own', at: ''},
  {name: 'at `#softmax`', at: '#softmax'},
  {name: 'at `#words-pulling-words`', at: '#words-pulling-words'},
  {name: 'at `#self-attention`', at: '#self-attention'},
  {name: 'at `#encoder-decoder`', at: '#encoder-decoder'},
  {name: 'at `#backpropagation`', at: '#backpropagation'},
  {name: 'at `#generation`', at: '#generation'},
  {name: 'at `#retrieval`', at: '#retrieval'},
  {name: 'at `#scaling`', at: '#scaling'},
  {name: 'a lesson in a frame, `?hide=rail#self-attention`', html: frameOf('?hide=rail#self-attention')},
  {name: 'one card in a frame, `?show=weights&lock=all#self-attention`', html: frameOf('?show=weights&amp;lock=all#self-attention')},
  {name: 'in an element, with `start.js`', html: elementOf},
];

// Files that always count. The lesson asks for its model a moment before or after the first frame. A browser without tabs asks for no icon, but a reader's
// browser does.
const kAlways = /\.safetensors$|^icon\.svg$/;

// The program draws few pixels in the same layout: the downloads are the same, and come sooner.
const kProfile = {
  deviceScaleFactor: 0.125
};

/**
 * Opens a page of a kind in a new profile of a browser; `rest` waits until the page rests. Resolves with `{build, files}`: the variant of the program, and each
 * file that was asked for until the first frame. A file has its length as `raw`, and the bytes that went over the connection for it as `sent` (headers
 * included, all requests together).
 */
async function measureTravel(folder, browser, rest, {at = '', html}) {
  const answers = [];
  const server = await serve({folder, port: 0, released: false, onAnswer: (answer) => answers.push(answer)});
  const context = await browser.newContext(kProfile);
  const around = await fs.mkdtemp(path.join(os.tmpdir(), 'gf-travel-'));
  const outer = await serve({folder: around, port: 0, isolated: false});
  try {
    const page = await context.newPage();
    if (html) {
      await fs.writeFile(path.join(around, 'index.html'), `<!doctype html><meta charset="utf-8"><title>An article</title>${html(server.address)}`);
      // Another name for the same machine is another site to the browser.
      await page.goto(outer.address.replace('127.0.0.1', 'localhost'));
    } else {
      await page.goto(server.address + at);
    }
    const inFrame = html && await page.$('iframe');
    const where = inFrame ? await inFrame.contentFrame() : page;
    const firstFrame = () => {
      const [mark] = performance.getEntriesByName('gf-first-frame');
      return mark && {epochMs: performance.timeOrigin + mark.startTime};
    };
    const {epochMs} = await (await where.waitForFunction(firstFrame, null, {timeout: 120_000})).jsonValue();
    if (!html) {
      await rest(page);
      await page.evaluate(() => Promise.all([...document.querySelectorAll('link[rel~=icon]')].map(({href}) => fetch(href))));
    } else {
      await page.waitForLoadState('networkidle');
    }
    const files = sumByFile(answers.filter(({path: asked, askedMs}) => askedMs <= epochMs || kAlways.test(nameOf(asked))));
    return {build: /glassformer-([^. ]*)\.wasm/.exec(files.map(({name}) => name).join(' '))?.[1], files};
  } finally {
    await Promise.all([context.close(), server.close(), outer.close()]);
    await fs.rm(around, {recursive: true});
  }
}

/**
 * Measures all kinds, one after the other. Resolves with `[{name, build, files}]`; each file also has its size compressed for a release as `smallest`. `launch`
 * starts a browser.
 */
export async function measureKinds(folder, {launch, rest}, kinds = kKinds) {
  const known = new Map(), measured = [], browser = await launch();
  try {
    for (const kind of kinds) {
      const {build, files} = await measureTravel(folder, browser, rest, kind);
      // The next page is opened meanwhile.
      measured.push(withSmallest(folder, files, known).then((sized) => ({name: kind.name, build, files: sized})));
    }
    return await Promise.all(measured);
  } finally {
    await browser.close();
  }
}

const nameOf = (asked) => asked.split(/[?#]/, 1)[0].replace(/^\//, '') || 'index.html';

/** Returns the sum of the answers for each file, the largest file first. */
export function sumByFile(answers) {
  const files = new Map();
  for (const {path: asked, raw, sent} of answers) {
    const name = nameOf(asked);
    const file = files.get(name) ?? {name, raw: 0, sent: 0};
    files.set(name, {name, raw: Math.max(file.raw, raw), sent: file.sent + sent});
  }
  return [...files.values()].sort((a, b) => b.sent - a.sent || (a.name < b.name ? -1 : 1));
}

/** Adds the size of each file, compressed as for a release. `known` keeps the sizes by name for the next call. */
export async function withSmallest(folder, files, known = new Map()) {
  return Promise.all(files.map(async (file) => {
    if (!known.has(file.name)) known.set(file.name, smallestOf(path.join(folder, file.name)));
    return {...file, smallest: await known.get(file.name)};
  }));
}

async function smallestOf(file) {
  const bytes = await asReleased(file, await fs.readFile(file));
  return Math.min(bytes.length, (await compress(bytes, kSmallest)).length);
}

export const totalOf = (files) =>
  files.reduce((sum, file) => ({name: 'total', raw: sum.raw + file.raw, sent: sum.sent + file.sent, smallest: sum.smallest + (file.smallest ?? 0)}),
    {raw: 0, sent: 0, smallest: 0});

const kBudgetParts = [
  [/\.wasm$/, 'wasm'], [/\.m?js$/, 'js'], [/^assets\/text\//, 'texts'], [/^assets\/fonts\//, 'fonts'], [/\.safetensors$/, 'model'], [/^pictures\//, 'picture']
];

/** Returns the part of the budget that a file belongs to. Example: `budgetPartOf('start.mjs')` is 'js'. */
export const budgetPartOf = (name) => kBudgetParts.find(([pattern]) => pattern.test(name))?.[1] ?? 'other';

const kBudget = new URL('travel_budget.json', import.meta.url);

/** Returns the budget (tools/lib/travel_budget.json): for each kind of page, how many kB each part may take, compressed for a release. */
export const readBudget = async () => JSON.parse(await fs.readFile(kBudget, 'utf8'));

/** Writes the measured sizes as the budget. */
export async function writeBudget(kinds) {
  const lines = kinds.map((kind) => `  ${JSON.stringify(kind.name)}: ${JSON.stringify(partsInKb(kind.files)).replace(/([:,])/g, '$1 ')}`);
  await fs.writeFile(kBudget, `{\n${lines.join(',\n')}\n}\n`);
}

/** Returns the kB of each part: `{wasm: 1182, js: 40.5, ...}`. */
export function partsInKb(files) {
  const parts = {};
  for (const {name, smallest} of files) parts[budgetPartOf(name)] = (parts[budgetPartOf(name)] ?? 0) + smallest;
  return Object.fromEntries(Object.entries(parts).map(([part, bytes]) => [part, Number(inKb(bytes))]));
}

/**
 * Returns a line for each part of a page that takes more than 1 % more than its number in the budget, and for each kind that the budget lacks.
 * `kinds` are `[{name, files}]`, and the files have their size as `smallest`.
 */
export function overBudget(budget, kinds) {
  return kinds.flatMap(({name, files}) => {
    if (!budget[name]) return [`${name}: the budget has no numbers for this kind of page`];
    return Object.entries(partsInKb(files)).flatMap(([part, kb]) => {
      const most = budget[name][part] ?? 0;
      return kb > most * (1 + kMostGrown) + 0.05 ? [`${name}, ${part}: ${kb.toFixed(1)} kB travel, and the budget is ${most.toFixed(1)} kB`] : [];
    });
  });
}

const inKb = (bytes) => (bytes / 1000).toFixed(1);

/** Returns two tables as Markdown: the files of the first kind of page, and each kind in a line. Sizes are in kB of 1000 bytes. */
export function tableOf(kinds) {
  const line = ({name, raw, sent, smallest}, mark = '') => `| ${mark}${name}${mark} | ${inKb(raw)} | ${inKb(sent)} | ${inKb(smallest)} |\n`;
  const {files} = kinds[0];
  return '| file | raw, kB | sent by `tools/demo`, kB | compressed for a release, kB |\n|---|--:|--:|--:|\n' + files.map((file) => line(file, '`')).join('') +
    line(totalOf(files)) + '\n| page | raw, kB | sent by `tools/demo`, kB | compressed for a release, kB |\n|---|--:|--:|--:|\n' +
    kinds.map(({name, files: all}) => line({...totalOf(all), name})).join('');
}

const partsOf = (text) => {
  const begin = text.indexOf(kBegin), end = text.indexOf(kEnd);
  if (begin < 0 || end < begin) throw new Error(`expected the lines '${kBegin.trim()}' and '${kEnd.trim()}', in this order`);
  return [text.slice(0, begin + kBegin.length), text.slice(begin + kBegin.length, end), text.slice(end)];
};

/** Returns a text with another table between its two marks. Throws if a mark is missing. */
export function withTable(text, table) {
  const [before, , after] = partsOf(text);
  return before + table + after;
}

/** Returns the lines of the tables in a text, with `raw` and `sent` in bytes: files, their total, and kinds of pages. */
export function readTable(text) {
  return [...partsOf(text)[1].matchAll(/^\| (.+?) \| ([\d.]+) \| ([\d.]+) \|/gm)].map(
    ([, name, raw, sent]) => ({name: name.replace(/^`([^`]*)`$/, '$1'), raw: 1000 * raw, sent: 1000 * sent}));
}

/** Returns a line for each file that came or went, and for each size in a table that is off by more than 5 %. */
export function differences(table, kinds) {
  const {files} = kinds[0], all = kinds.map(({name, files: each}) => ({...totalOf(each), name}));
  const measured = new Map([...files, totalOf(files), ...all].map((file) => [file.name, file]));
  const lines = table.filter(({name}) => !measured.has(name)).map(({name}) => `${name} does not travel any more`);
  for (const [name, now] of measured) {
    const then = table.find((each) => each.name === name);
    if (!then) lines.push(`${name} travels, too`);
    for (const what of then ? ['raw', 'sent'] : []) {
      const off = Math.abs(now[what] - then[what]);
      if (off > Math.max(kMostOffBytes, kMostOff * then[what])) lines.push(`${name}, ${what}: ${inKb(now[what])} kB, and the table says ${inKb(then[what])}`);
    }
  }
  return lines;
}

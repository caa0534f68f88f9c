// What travels when the page is opened: measured at the server while a real browser opens the page, and the table of it in README.md.
import {promises as fs} from 'node:fs';
import path from 'node:path';

import {compress, kSmallest} from './brotli.mjs';
import {serve} from './server.mjs';

const kBegin = '<!-- made by tools/travel -->\n', kEnd = '<!-- end of what tools/travel made -->\n';
const kMostOff = 0.05;       // of what the table says
const kMostOffBytes = 2000;  // headers, and what is asked for again by each thread, are not the same everywhere

/**
 * Serves a folder and opens its page in a browser of a new profile. Resolves with `{build, files}` once the page rests, its lesson answered: a model that the
 * lesson asks for is asked for a moment before or after the first frame, as the machine pleases, and counts either way. `build` is the variant that the page
 * took; each file has what it is long, `raw`, and how many bytes went over the connection for it, `sent` (headers included, all requests together).
 */
export async function measureTravel(folder, {launch, settled}) {
  const answers = [];
  const server = await serve({folder, port: 0, onAnswer: (answer) => answers.push(answer)});
  const browser = await launch();
  try {
    const page = await (await browser.newContext()).newPage();
    await page.goto(server.address);
    await page.waitForFunction(() => performance.getEntriesByName('gf-first-frame').length > 0, null, {timeout: 120_000});
    await settled(page);
    // A browser without tabs asks for no icon; a reader's does.
    await page.evaluate(() => Promise.all([...document.querySelectorAll('link[rel~=icon]')].map(({href}) => fetch(href))));
    const {build} = await page.evaluate(() => window.glassformer.ready);
    return {build, files: sumByFile(answers)};
  } finally {
    await Promise.all([browser.close(), server.close()]);
  }
}

/** The answers of each file together, the largest file first. */
export function sumByFile(answers) {
  const files = new Map();
  for (const {path: asked, raw, sent} of answers) {
    const name = asked.split(/[?#]/, 1)[0].replace(/^\//, '') || 'index.html';
    const file = files.get(name) ?? {name, raw: 0, sent: 0};
    files.set(name, {name, raw: Math.max(file.raw, raw), sent: file.sent + sent});
  }
  return [...files.values()].sort((a, b) => b.sent - a.sent || (a.name < b.name ? -1 : 1));
}

/** Adds what each file would be, compressed as for a release. */
export async function withSmallest(folder, files) {
  return Promise.all(files.map(async (file) => {
    const bytes = await fs.readFile(path.join(folder, file.name));
    return {...file, smallest: Math.min(bytes.length, (await compress(bytes, kSmallest)).length)};
  }));
}

export const totalOf = (files) =>
  files.reduce((sum, file) => ({name: 'total', raw: sum.raw + file.raw, sent: sum.sent + file.sent, smallest: sum.smallest + (file.smallest ?? 0)}),
    {raw: 0, sent: 0, smallest: 0});

const kBudgetParts = [[/\.wasm$/, 'wasm'], [/\.m?js$/, 'js'], [/^assets\/text\//, 'texts'], [/^assets\/fonts\//, 'fonts'], [/\.safetensors$/, 'model']];

/** Returns the part of the budget that a file belongs to. Example: `budgetPartOf('start.mjs')` is 'js'. */
export const budgetPartOf = (name) => kBudgetParts.find(([pattern]) => pattern.test(name))?.[1] ?? 'other';

/** Returns the budget (tools/lib/travel_budget.json): how many kB each part may take, compressed for a release. */
export const readBudget = async () => JSON.parse(await fs.readFile(new URL('travel_budget.json', import.meta.url), 'utf8'));

/**
 * Returns nothing if all files together stay within the budget. Otherwise returns a line for the sum, and a line for each part that grew. `files` have their
 * size as `smallest` (see withSmallest). A part may grow if another part shrinks as much. Throws if a part has no number.
 */
export function overBudget(budget, files) {
  const parts = new Map(Object.keys(budget).map((part) => [part, 0]));
  for (const {name, smallest} of files) {
    const part = budgetPartOf(name);
    if (!parts.has(part)) throw new Error(`travel_budget.json: expected a number for '${part}'`);
    parts.set(part, parts.get(part) + smallest);
  }
  const allowed = 1000 * Object.values(budget).reduce((sum, kb) => sum + kb, 0);
  const line = (name, bytes, most) => `${name}: ${inKb(bytes)} kB travel, and the budget is ${inKb(most)} kB`;
  const sum = totalOf(files).smallest;
  if (sum <= allowed) return [];
  const grown = [...parts].filter(([part, bytes]) => bytes > 1000 * budget[part]);
  return [line('total', sum, allowed), ...grown.map(([part, bytes]) => line(part, bytes, 1000 * budget[part]))];
}

const inKb = (bytes) => (bytes / 1000).toFixed(1);

/** The table as Markdown. Sizes are in kB of 1000 bytes. */
export function tableOf(files) {
  const line = ({name, raw, sent, smallest}, mark = '') => `| ${mark}${name}${mark} | ${inKb(raw)} | ${inKb(sent)} | ${inKb(smallest)} |\n`;
  return '| file | raw, kB | sent by `tools/demo`, kB | compressed for a release, kB |\n|---|--:|--:|--:|\n' + files.map((file) => line(file, '`')).join('') +
    line(totalOf(files));
}

const partsOf = (text) => {
  const begin = text.indexOf(kBegin), end = text.indexOf(kEnd);
  if (begin < 0 || end < begin) throw new Error(`expected the lines '${kBegin.trim()}' and '${kEnd.trim()}', in this order`);
  return [text.slice(0, begin + kBegin.length), text.slice(begin + kBegin.length, end), text.slice(end)];
};

/** A text with another table between its two marks. */
export function withTable(text, table) {
  const [before, , after] = partsOf(text);
  return before + table + after;
}

/** The files of the table in a text, with `raw` and `sent` in bytes; the last is the total. */
export function readTable(text) {
  return [...partsOf(text)[1].matchAll(/^\| `?([^`|]+?)`? \| ([\d.]+) \| ([\d.]+) \|/gm)].map(
    ([, name, raw, sent]) => ({name, raw: 1000 * raw, sent: 1000 * sent}));
}

/** In what a table no longer holds: a line for each file that came or went, and for each size that is off by more than 5 %. */
export function differences(table, files) {
  const measured = new Map([...files, totalOf(files)].map((file) => [file.name, file]));
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

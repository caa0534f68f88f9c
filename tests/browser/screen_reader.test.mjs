// A virtual screen reader (Guidepup) reads the page from its beginning, and announces what changes.
import assert from 'node:assert/strict';
import path from 'node:path';
import {before, test} from 'node:test';

import {build} from '../../tools/lib/release/node_modules/esbuild/lib/main.js';

import {onePage} from './one_page.mjs';
import {load, rest, send, state, told, words} from './support.mjs';

const kMostSaid = 400;

const page = await onePage();

before(async () => {
  const {outputFiles: [script]} = await build({
    stdin: {contents: 'export {virtual} from "@guidepup/virtual-screen-reader";', resolveDir: import.meta.dirname},
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'guidepup',
    platform: 'browser',
    define: {'process.env.NODE_ENV': '"production"'},
    logLevel: 'error',
  });
  await page.evaluate(script.text);
});

/** Returns the lines that the screen reader says from the beginning of the page to its end. */
async function readAloud() {
  await told(page);
  return page.evaluate(async (most) => {
    const {virtual} = window.guidepup;
    await virtual.start({container: document.body});
    const said = [];
    for (let i = 0; i < most; ++i) {
      await virtual.next();
      const phrase = await virtual.lastSpokenPhrase();
      if (phrase === 'end of document') break;
      said.push(phrase);
    }
    await virtual.stop();
    return said;
  }, kMostSaid);
}

const has = (said, part) => said.some((each) => each.includes(part));
const indexOf = (said, part) => said.findIndex((each) => each.includes(part));

for (const [lesson, step, expected] of [['softmax', 'exponentials', ['Scores z', 'Exponentials', 'made from Scores z']],
       ['self-attention', 'weights', ['Attention weights', 'made from']],
       ['words-pulling-words', 'two_sentences', ['The picture shows']],
])
  test(`${lesson}/${step} is read in order: the lesson and its step, the caption, the picture in words, tables with their headings`, async () => {
    await load(page, {lesson});
    await send(page, {type: 'open', address: `${lesson}/${step}`});
    await state(page);
    await rest(page);
    const said = await readAloud(), title = words(`lessons.${lesson}.title`);
    const heading = said.find((each) => each.startsWith('heading') && each.includes(title));
    assert.match(heading ?? '', /Step \d+ of \d+/, said.slice(0, 10).join('\n'));
    assert.match(heading, /level 1/);
    assert.equal(await page.title(), `${heading.replace(/^heading, /, '').replace(/, level 1$/, '')} · Glassformer`);
    for (const part of expected) assert.ok(has(said, part), `${part} in\n${said.join('\n')}`);
    const summary = indexOf(said, 'The picture shows'), table = said.findIndex((each) => each.startsWith('table'));
    assert.ok(summary > 0 && (table < 0 || summary < table), 'the summary comes before the tables');
    assert.ok(said.filter((each) => /^heading.*level 2/.test(each)).length >= 3, 'parts have headings');
    assert.ok(said.filter((each) => /^heading.*level 3/.test(each)).length >= 1, 'cards have headings');
    const captions = said.filter((each) => each.startsWith('table, ')), names = new Set(captions);
    assert.equal(names.size, captions.length, `no two tables are called alike: ${captions.join('; ')}`);
  });

test('an edit is announced as what changed, without the caption once more', async () => {
  await load(page, {lesson: 'softmax'});
  await send(page, {type: 'open', address: 'softmax/scores'});
  await state(page);
  await told(page);
  const status = () => page.evaluate(() => document.querySelector('.gf-hidden[role=status]').textContent);
  await send(page, {type: 'set', inputs: {z: [[2, 3, 0.2]]}});
  await state(page);
  await rest(page);
  await told(page);
  const said = await status();
  assert.match(said, /^Numbers that changed: 1 of Scores z/);
  assert.doesNotMatch(said, /A network looked at a photo/);
});

test('announcements are read aloud on request, in the language of the texts', async () => {
  await page.evaluate(() => {
    window.readAloud = [];
    Object.defineProperty(window, 'speechSynthesis', {value: {cancel() {}, speak({text, lang}) { window.readAloud.push([lang, text]); }}, configurable: true});
  });
  await load(page, {lesson: 'softmax'});
  await told(page);
  assert.deepEqual(await page.evaluate(() => window.readAloud), []);
  await page.getByRole('button', {name: words('ui.settings'), exact: true}).evaluate((element) => element.click());
  await state(page);
  await told(page);
  await page.getByRole('switch', {name: words('ui.read_aloud'), exact: true}).evaluate((element) => element.click());
  await state(page);
  await told(page);
  const heard = await page.evaluate(() => window.readAloud);
  assert.equal(heard.length, 1);
  assert.equal(heard[0][0], 'en');
  assert.match(heard[0][1], /A network looked at a photo/);
});

// Takes pictures of every lesson for people to look at: build/screenshots/<lesson>-<width>-<theme>.png.
import assert from 'node:assert/strict';
import {promises as fs} from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';

import {assertNotBlank, assertQuiet, kSite, launch, load, open, serveSite, state} from './support.mjs';

const kFolder = path.join(kSite, '../screenshots');
const kDesktop = {
  width: 1280,
  height: 800
};
// The pictures have a size and a theme each. The drawing tests of ui/ draw every lesson in all four.
const kLooks = [{viewport: kDesktop, colorScheme: 'light'}, {viewport: {width: 390, height: 844}, colorScheme: 'dark'}];
const kSelections = {
  start: {node: 'probabilities', cell: [0, 0]},
  dictionary: {node: 'edits', cell: [5, 5]},
  'matrix-dictionary': {node: 'scores', cell: [0, 3]},
  softmax: {node: 'probabilities', cell: [0, 0]},
  'words-pulling-words': {node: 'first.iteration.0.output', cell: [0, 0]},
  spaces: {node: 'a.distance', cell: [0, 0]},
  'position-encoding': {node: 'position', cell: [1, 2]},
  'self-attention': {node: 'query', cell: [0, 2]},
  'multi-head': {node: 'weights', cell: [0, 7, 1]},
  tokenizer: {node: 'pair_counts', cell: [0, 0]},
  'encoder-decoder': {node: 'encoder.0.self_attention.query', cell: [0, 2]},
  backpropagation: {node: 'd_scores', cell: [0, 1]},
  'next-word': {node: 'average.mixture', cell: [2, 7]},
  embeddings: {node: 'context', cell: [0, 0]},
  training: {node: 'decoder.0.cross_attention.weights', cell: [0, 0, 0]},
};
// Documents with other looks of the lessons.
const kMore = {
  'dictionary-real':
    {lesson: 'dictionary', inputs: {dictionary: 'real', text: 'le cheval est derriere la fenetre'}, selection: {node: 'nearest_keys', cell: [0, 0]}},
  'matrix-dictionary-sentence':
    {lesson: 'matrix-dictionary', inputs: {text: 'le chat est sous la table', weighting: 'softmax'}, selection: {node: 'weights', cell: [1, 1]}},
  'softmax-infinities': {lesson: 'softmax', inputs: {z: [[1000, 0, -1000]]}, selection: {node: 'exponentials', cell: [0, 0]}},
  'softmax-several-rows': {lesson: 'softmax', inputs: {z: [[2, 1, 0.2, -1], [0, 0, 5, 1], [-3, 2, 2, 2]], beta: 1.5}},
  'position-encoding-waves': {lesson: 'position-encoding', inputs: {length: 64, width: 128}},
  'self-attention-published': {lesson: 'self-attention', inputs: {published: true}, selection: {node: 'query', cell: [0, 2]}},
  'encoder-decoder-trained':
    {lesson: 'encoder-decoder', inputs: {weights: 'english-spanish', source: 'you are welcome', target: 'de nada', mode: 'step by step', step: 2}},
  'self-attention-masked':
    {lesson: 'self-attention', inputs: {text: 'the cat sleeps on the warm mat', causal: true}, selection: {node: 'weights', cell: [2, 1]}},
};

let browser, site;

before(async () => {
  [browser, site] = await Promise.all([launch(), serveSite(), fs.mkdir(kFolder, {recursive: true})]);
});
after(() => Promise.all([browser.close(), site.close()]));

async function withPage(options, body) {
  const context = await browser.newContext(options);
  try {
    const page = await open(context, site.address);
    await body(page, async (name) => {
      await page.mouse.move(1, 1);
      await state(page);
      const png = await page.screenshot({path: path.join(kFolder, `${name}.png`)});
      await assertNotBlank(page, png);
      return png;
    });
    assertQuiet(page);
  } finally {
    await context.close();
  }
}

for (const {viewport, colorScheme} of kLooks) {
  test(`${viewport.width} px wide, ${colorScheme}`, () => withPage({viewport, colorScheme}, async (page, take) => {
    const pictures = [];
    for (const [lesson, selection] of Object.entries(kSelections)) {
      await load(page, {lesson, selection});
      pictures.push(await take(`${lesson}-${viewport.width}-${colorScheme}`));
    }
    assert.equal(new Set(pictures.map((png) => png.length)).size, pictures.length, 'each looks different');
  }));
}

test('on a screen with two pixels to the point', () => withPage({viewport: kDesktop, deviceScaleFactor: 2}, async (page, take) => {
  await load(page, {lesson: 'self-attention', selection: kSelections['self-attention']});
  const png = await take('self-attention-1280-light-2x');
  assert.equal(png.readUInt32BE(16), 2560, 'the picture has twice the width');
}));

test('further looks of the lessons', () => withPage({viewport: kDesktop}, async (page, take) => {
  for (const [name, document] of Object.entries(kMore)) {
    await load(page, document);
    await take(name);
  }
}));

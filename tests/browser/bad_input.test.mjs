// Bad input through the page: one sentence names the problem, no input is lost, and the reader can go on.
import assert from 'node:assert/strict';
import {after, afterEach, before, test} from 'node:test';

import {announced, assertLikeCommandLine, assertQuiet, kCoarse, launch, lessonIds, load, open, press, pressCell, pressInput, send, serveSite, state, words} from './support.mjs';

let browser, site, context, page;
const kStart = {
  lesson: 'softmax',
  scene: 'z* as matrix',
  inputs: {z: [[1, 2, 3]], beta: 2}
};

before(async () => {
  [browser, site] = await Promise.all([launch(), serveSite()]);
  context = await browser.newContext({...kCoarse, viewport: {width: 1280, height: 800}});
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], {origin: new URL(site.address).origin});
  page = await open(context, site.address);
});
after(() => Promise.all([browser.close(), site.close()]));
afterEach(() => assertQuiet(page));

const toClipboard = (text) => page.evaluate((t) => navigator.clipboard.writeText(t), text);

/** Asserts that the page names the problem, that the inputs are as before, and that a further edit works. */
async function assertRefused(ids, inputs) {
  const snapshot = await state(page);
  const id = snapshot.problem?.id;
  assert.ok([ids].flat().includes(id), `expected the problem ${ids}, got ${JSON.stringify(snapshot.problem)}`);
  assert.deepEqual(snapshot.document.inputs, inputs, 'the document stays');
  assert.doesNotMatch(words(`problems.${id}`), /^problems\./, 'there are words for it');
  const start = words(`problems.${id}`).replace(/^\{where\}: /, '').split('{')[0].trim();
  // The announcement comes a moment later, once.
  await announced(page, start);
  await assertLikeCommandLine(page);
}

async function typeInto(node, row, col, text) {
  await pressCell(page, node, row, col, 2);
  if (text === '')
    await page.keyboard.press('Delete');
  else
    await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

for (const [text, id] of [['abc', 'not_a_number'], ['', 'empty_number'], ['1e39', 'number_too_large'], ['NaN', 'not_a_number']]) {
  test(`a cell typed as “${text}”`, async () => {
    const {document} = await load(page, kStart);
    await typeInto('z', 0, 1, text);
    await assertRefused(id, document.inputs);
    await typeInto('z', 0, 1, '7');
    const {problem, document: then} = await state(page);
    assert.equal(problem, null, 'the next edit takes the words away');
    assert.equal(then.inputs.z[0][1], 7);
  });
}

test('a link that is cut off, of an unknown lesson, or with a matrix that does not fit', async () => {
  const {document} = await load(page, {lesson: 'self-attention', inputs: {text: 'you are welcome'}});
  const {link} = await send(page, {type: 'link'});
  for (const text of [link.slice(0, link.length / 2), link.slice(3), '!!!', '']) {
    const answer = await send(page, {type: 'load', link: text});
    assert.equal(answer.problem?.id, 'link_broken', `“${text.slice(0, 20)}”`);
  }
  await assertRefused('link_broken', document.inputs);
  const tooLong = await send(page, {type: 'load', link: 'A'.repeat(20_000_000)});
  assert.equal(tooLong.problem?.id, 'link_too_long');
  await send(page, {type: 'load', document: {lesson: 'alchemy'}});
  await assertRefused('unknown_lesson', document.inputs);
  await send(page, {type: 'load', document: {lesson: 'self-attention', inputs: {w_q: [[1, 2], [3, 4]]}}});
  await assertRefused('wrong_shape', document.inputs);
  for (const message of [{type: 'load', document: {lesson: 'softmax', inputs: {z: [[1, 2], [3]]}}}, {type: 'load', document: []}, {type: 'load'},
         {type: 'dance'}, 7, null, 'text']) {
    const answer = await send(page, message);
    assert.ok(answer.problem?.id, `${JSON.stringify(message)} is refused`);
  }
  assert.deepEqual((await state(page)).document.inputs, document.inputs);
});

/** Opens a page in a fresh profile. */
const openAfresh = async (address) => open(await browser.newContext({...kCoarse, viewport: {width: 1280, height: 800}}), address);

test('an address with a broken link opens the first lesson and says what is wrong', async () => {
  const other = await openAfresh(`${site.address}#d=broken`);
  const snapshot = await assertLikeCommandLine(other);
  assert.equal(snapshot.problem?.id, 'link_broken');
  assert.equal(snapshot.document.lesson, (await lessonIds())[0]);
  assertQuiet(other);
  await other.context().close();
});

// Ten thousand and five thousand nested lists, which deflate to a few bytes; and a document with a byte that is no text.
const kHostile = ['7cEBCQAAAAKgrve8HYHaAgAAAAAAAAAAwL8M', '7cEhAQAAAAIgr_vcFTagBQAAAADeMg', 'W5SWk1pcnJ-XXpyfVpKbWJGWlp-TkprSmPgfAA'];

for (const link of kHostile) {
  test(`an address with the hostile link ${link.slice(0, 8)}… opens the first lesson and says what is wrong`, async () => {
    const other = await openAfresh(`${site.address}#d=${link}`);
    const snapshot = await assertLikeCommandLine(other);
    assert.equal(snapshot.problem?.id, 'link_broken');
    assert.equal(snapshot.document.lesson, (await lessonIds())[0]);
    assert.equal(await other.locator('[role=alert]').count(), 0, 'the page itself has nothing to say');
    assert.equal((await load(other, kStart)).problem, null, 'and one can go on');
    assertQuiet(other);
    await other.context().close();
  });
}

test('hostile links that are sent, or put into the address, are refused in words as often as they come', async () => {
  const other = await open(context, site.address);
  const {document} = await load(other, kStart);
  for (let turn = 0; turn < 4; ++turn) {
    for (const link of kHostile) {
      const answer = await send(other, {type: 'load', link});
      assert.equal(answer.problem?.id, 'link_broken');
      assert.deepEqual((await send(other, {type: 'snapshot'})).document, document);
    }
    await other.evaluate((text) => {
      location.hash = `d=${text}`;
    }, kHostile[turn % kHostile.length]);
    assert.equal((await state(other)).problem?.id, 'link_broken');
  }
  const {problem, document: then} = await load(other, {lesson: 'softmax', inputs: {z: [[4, 5]]}});
  assert.equal(problem, null);
  assert.deepEqual(then.inputs.z, [[4, 5]]);
  await assertLikeCommandLine(other);
  assertQuiet(other);
  await other.close();
});

test('a document keeps nothing that its lesson lacks', async () => {
  const folded = Array.from({length: 200}, (_, i) => `section ${i} ${'x'.repeat(150)}`);
  const snapshot = await load(page, {...kStart, selection: {node: 'nothing', cell: [0, 0]}, folded});
  assert.equal(snapshot.document.selection, undefined);
  assert.equal(snapshot.document.folded, undefined);
  const refused = await send(page, {type: 'load', document: {...kStart, folded: ['x'.repeat(7_900_000)]}});
  assert.equal(refused.problem?.id, 'text_too_long');
  assert.equal((await state(page)).document.folded, undefined);
});

test('messages that are none are answered, too', async () => {
  const ask = (expression) => page.evaluate(`window.glassformer.send(${expression})`);
  assert.equal((await ask('undefined')).problem?.id, 'unknown_message');
  assert.equal((await ask('() => 1')).problem?.id, 'unknown_message');
  assert.equal((await ask('Array.from({length: 1000}).reduce((inner) => [inner], [])')).problem?.id, 'json_too_deep');
  const {problem} = await send(page, {type: 'command', command: 'view', record: 1.5});
  assert.deepEqual([problem.id, problem.words.expected], ['wrong_type', '@record']);
  await state(page);
});

test('a block of 10 MB, pasted', async () => {
  const {document} = await load(page, kStart);
  await pressCell(page, 'z', 0, 0);
  await page.evaluate(() => navigator.clipboard.writeText('1.25\t'.repeat(2_000_000)));
  await page.keyboard.press('Control+v');
  await assertRefused('paste_too_large', document.inputs);
  await toClipboard('4\t5');
  await page.keyboard.press('Control+v');
  const then = await state(page);
  assert.equal(then.problem, null);
  assert.deepEqual(then.document.inputs.z, [[4, 5, 3]]);
});

test('a block of words, pasted', async () => {
  const {document} = await load(page, kStart);
  await pressCell(page, 'z', 0, 0);
  await toClipboard('one\ttwo');
  await page.keyboard.press('Control+v');
  await assertRefused('not_a_number', document.inputs);
});

test('a text of 500 tokens, and one of none', async () => {
  await load(page, {lesson: 'self-attention', inputs: {text: 'you are welcome'}});
  await pressInput(page, 'text');
  await page.keyboard.press('Control+a');
  await toClipboard(Array.from({length: 500}, (_, i) => `w${i}`).join(' '));
  await page.keyboard.press('Control+v');
  await assertRefused('too_many_tokens', {text: 'you are welcome'});
  await pressInput(page, 'text');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  const empty = await state(page);
  assert.equal(empty.problem?.id, 'no_tokens');
  assert.equal(empty.document.inputs.text, 'you are welcome');
  await page.keyboard.type('thank you');
  const then = await assertLikeCommandLine(page);
  assert.equal(then.problem, null);
  assert.equal(then.document.inputs.text, 'thank you');
  await page.keyboard.press('Enter');
  await state(page);
});

test('emoji, combining accents and right-to-left text are words like others', async () => {
  const text = '👩‍🔬 e\u0301te\u0301 שלום مرحبا 😀';
  await load(page, {lesson: 'self-attention'});
  await pressInput(page, 'text');
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
  const snapshot = await assertLikeCommandLine(page);
  assert.equal(snapshot.problem, null);
  assert.equal(snapshot.document.inputs.text, text);
  await page.keyboard.press('Enter');
  await state(page);
  const {link} = await send(page, {type: 'link'});
  await load(page, {lesson: 'softmax', scene: 'z* as matrix'});
  await send(page, {type: 'load', link});
  assert.equal((await assertLikeCommandLine(page)).document.inputs.text, text, 'a link keeps them');
});

test('half of a pair of surrogates does no harm', async () => {
  await load(page, {lesson: 'self-attention'});
  const answer = await send(page, {type: 'load', document: {lesson: 'self-attention', inputs: {text: 'you \ud83d are'}}});
  assert.ok(answer.revision || answer.problem?.id, 'there is an answer');
  await assertLikeCommandLine(page);
});

test('infinities are computed, shown, and traced to where they begin', async () => {
  await load(page, {lesson: 'softmax', scene: 'z* as matrix', inputs: {z: [[1000, 0, -1000]]}});
  const snapshot = await assertLikeCommandLine(page);
  const values = (name) => snapshot.trace.nodes.find((node) => node.name === name).values;
  assert.equal(values('exponentials')[0][0], 'inf');
  assert.deepEqual(values('probabilities')[0], [1, 0, 0]);
});

test('the words of a problem can be dismissed', async () => {
  await load(page, kStart);
  await send(page, {type: 'load', document: {lesson: 'alchemy'}});
  assert.equal((await state(page)).problem?.id, 'unknown_lesson');
  await press(page, `button:${words('ui.dismiss')}`);
  assert.equal((await state(page)).problem, null);
});

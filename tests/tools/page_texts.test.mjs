// The page's own copy of its words, which serves if the texts can't be loaded, is equal to the texts.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import test from 'node:test';
import {deflateRawSync} from 'node:zlib';

const {placeOf, textOf} = await import('../../web/texts.js');
const page = JSON.parse(await fs.readFile(new URL('../../assets/text/en/page.json', import.meta.url)));

test('the built-in words of the page are the English ones', () => {
  for (const [id, text] of Object.entries(page)) assert.equal(textOf(id), text, id);
  assert.ok(Object.keys(page).length >= 10);
});

// A document as a link has it: CBOR of a map, whose texts have their length before them.
function linkTo(lesson) {
  const text = (word) => String.fromCharCode(0x60 + word.length) + word;
  const cbor = '\xa3' + text('inputs') + '\xa1' + text('text') + text('the flesson') + text('lesson') + text(lesson) + text('step') + '\x02';
  return 'd=' + deflateRawSync(Buffer.from(cbor, 'latin1')).toString('base64url');
}

const lessonOf = async (address, storage) => (await placeOf(address, storage)).lesson;

test('the lesson that the program will show first is that of the address, or of the place that is kept, or the first', async () => {
  const kept = (text) => ({load: (name) => (name === 'place' ? text : null)});
  const at = kept('{"glassformer":1,"lesson":"spaces"}');
  assert.equal(await lessonOf('self-attention/step-4', at), 'self-attention');
  assert.equal(await lessonOf('softmax', null), 'softmax');
  assert.equal(await lessonOf('', at), 'spaces');
  for (const storage of [null, kept(null), kept('no JSON'), kept('{}')]) assert.equal(await lessonOf('', storage), 'start');
  for (const lesson of ['softmax', 'words-pulling-words', 'block', 'end']) assert.equal(await lessonOf(linkTo(lesson), at), lesson);
  for (const broken of ['d=', 'd=????', `${linkTo('softmax').slice(0, 9)}`, 'd=AAAA']) assert.equal(await lessonOf(broken, at), 'start', broken);
});

test('a lesson begins if the address names no later step and no document, and nothing of it was kept', async () => {
  const kept = (work) => ({load: (name) => ({place: '{"lesson":"spaces"}', [work]: '{}'}[name] ?? null)});
  const begins = async (address, storage) => (await placeOf(address, storage)).begins;
  for (const address of ['softmax', 'softmax/step-1']) assert.equal(await begins(address, kept('work-spaces')), true, address);
  for (const address of ['softmax/step-2', 'softmax/step-12', 'softmax/shares', linkTo('softmax')]) assert.equal(await begins(address, null), false, address);
  assert.equal(await begins('', kept('work-spaces')), false);
  assert.equal(await begins('', kept('work-softmax')), true);
  assert.equal(await begins('softmax', kept('work-softmax')), false);
});

test('words are filled in, and an unknown text is seen as its name', () => {
  assert.match(textOf('unknown_build', {build: 'fast', builds: 'a, b'}), /“fast”.*a, b/);
  assert.equal(textOf('nothing_of_the_kind'), 'nothing_of_the_kind');
});

// The page's own copy of its words, for when the texts can't be loaded, says the same as the texts.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import test from 'node:test';

const {textOf} = await import('../../web/texts.js');
const page = JSON.parse(await fs.readFile(new URL('../../assets/text/en/page.json', import.meta.url)));

test('the built-in words of the page are the English ones', () => {
  for (const [id, text] of Object.entries(page)) assert.equal(textOf(id), text, id);
  assert.ok(Object.keys(page).length >= 10);
});

test('words are filled in, and an unknown text is seen as its name', () => {
  assert.match(textOf('unknown_build', {build: 'fast', builds: 'a, b'}), /“fast”.*a, b/);
  assert.equal(textOf('nothing_of_the_kind'), 'nothing_of_the_kind');
});

// The downloads of a page until it shows its first picture: the tables in README.md, and the budget of each kind of page.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {before, test} from 'node:test';

import {differences, measureKinds, overBudget, readBudget, readTable} from '../../tools/lib/travel.mjs';

import {kSite, launch, rest} from './support.mjs';

let kinds;
before(async () => {
  kinds = await measureKinds(kSite, {launch, rest});
  assert.equal(kinds[0].build, 'threads-relaxed');
});

test('README.md says what travels when a page is opened (tools/travel --write makes the tables anew)', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  assert.deepEqual(differences(readTable(readme), kinds), []);
});

test('no part of any page has grown by more than 1 % over tools/lib/travel_budget.json (tools/travel --budget takes what is measured)', async () => {
  assert.deepEqual(overBudget(await readBudget(), kinds), []);
});

test('only the texts of the lesson that is shown travel until it is', () => {
  for (const {name, files} of kinds) {
    const texts = files.filter((file) => file.name.startsWith('assets/text/')).map((file) => file.name).sort();
    const lesson = /#([a-z-]+)/.exec(name)?.[1] ?? 'start';
    assert.deepEqual(texts, ['assets/text/en.json', `assets/text/en/${lesson}.json`], name);
  }
});

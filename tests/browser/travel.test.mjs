// The bytes that travel when the page is opened: README.md's table of them, and the budget that they must not exceed.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {before, test} from 'node:test';

import {differences, measureTravel, overBudget, readBudget, readTable, withSmallest} from '../../tools/lib/travel.mjs';

import {kSite, launch, settled} from './support.mjs';

let files;
before(async () => {
  const {build, files: sent} = await measureTravel(kSite, {launch, settled});
  assert.equal(build, 'threads-relaxed');
  files = sent;
});

test('README.md says what travels when the page is opened (tools/travel --write makes the table anew)', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  assert.deepEqual(differences(readTable(readme), files), []);
});

test('no more travels than tools/lib/travel_budget.json allows', async () => {
  assert.deepEqual(overBudget(await readBudget(), await withSmallest(kSite, files)), []);
});

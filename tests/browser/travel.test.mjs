// What README.md says of what travels when the page is opened.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';

import {differences, measureTravel, readTable} from '../../tools/lib/travel.mjs';

import {kSite, launch, settled} from './support.mjs';

test('README.md says what travels when the page is opened (tools/travel --write makes the table anew)', async () => {
  const {build, files} = await measureTravel(kSite, {launch, settled});
  assert.equal(build, 'threads-relaxed');
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  assert.deepEqual(differences(readTable(readme), files), []);
});

// The memory of pages, compared with the budget of tools/lib/memory.mjs.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {measureMemory, overMemory} from '../../tools/lib/memory.mjs';

import {kSite, largestInputs, launch, load, started} from './support.mjs';

test('no page takes more memory than its budget (tools/bench memory prints all of it)', async () => {
  const measured = await measureMemory(kSite, {launch, started, load}, largestInputs);
  assert.ok(measured.slice(1).every(({wasm, page}) => wasm > 0 && page > 0), 'all is measured');
  assert.deepEqual(overMemory(measured), []);
});

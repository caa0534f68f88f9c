// The set-up of a test file that uses one page of the program from its first test to its last.
import {after, afterEach} from 'node:test';

import {assertQuiet, kCoarse, launch, open, serveSite} from './support.mjs';

/**
 * Opens the page, and sees to it that its console says nothing and that all is closed in the end. `query` may choose a build: "?build=single"; other options are the
 * context's.
 */
export async function onePage({query = '', height = 900, ...options} = {}) {
  const [browser, site] = await Promise.all([launch(), serveSite()]);
  after(() => Promise.all([browser.close(), site.close()]));
  const page = await open(await browser.newContext({...kCoarse, viewport: {width: 1280, height}, ...options}), site.address + query + '#dictionary');
  afterEach(() => assertQuiet(page));
  return page;
}

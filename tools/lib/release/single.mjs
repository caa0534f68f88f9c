// Makes one HTML file that holds lessons, to be opened from a disk or a memory stick.
import {promises as fs} from 'node:fs';
import path from 'node:path';

import {addressOf, makePage} from './page.mjs';

/**
 * Writes the page to a file, and resolves with `{file, bytes}`. The page opens at the first of the lessons. Links that are copied in it lead to `address`, a
 * site of Glassformer, or without an address to the file. Throws an Error in words about an unknown lesson or a missing site.
 * Example: `await makeSingle({site: 'build/site', lessons: ['softmax'], to: 'build/softmax.html'})`
 */
export async function makeSingle({site, lessons, to, address}) {
  const page = await makePage({site, lessons, entry: 'single.js', about: {address: addressOf(address)}});
  await fs.mkdir(path.dirname(path.resolve(to)), {recursive: true});
  await fs.writeFile(to, page);
  return {file: to, bytes: Buffer.byteLength(page)};
}

// Makes the module of anywidget (web/anywidget.js) as one file, for notebooks that hold the module themselves; its demos are frames of a site.
import {promises as fs} from 'node:fs';
import path from 'node:path';

import {addressOf, bundle, firstTexts} from './page.mjs';

/**
 * Writes the module, and resolves with `{file, bytes}`. `address` is that of the site. Throws an Error in words if the site or the address is missing.
 * Example: `await makeAnywidget({site: 'build/site', address: 'https://example.org/glassformer/', to: 'build/glassformer-anywidget.js'})`
 */
export async function makeAnywidget({site, address, to}) {
  await firstTexts(site);
  const at = addressOf(address ?? '');
  const text = await bundle(path.resolve(site, 'anywidget.js'), site, {define: {'import.meta.url': JSON.stringify(new URL('element.js', at).href)}});
  await fs.mkdir(path.dirname(path.resolve(to)), {recursive: true});
  await fs.writeFile(to, text);
  return {file: to, bytes: Buffer.byteLength(text)};
}

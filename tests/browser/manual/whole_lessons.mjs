// Pictures of whole lessons, as tall as they are, to be looked at: build/screenshots/<lesson>-whole.png.
//
//   GF_CHROMIUM=... tests/browser/manual/whole_lessons.mjs [WIDTH [light|dark]]
import {promises as fs} from 'node:fs';
import path from 'node:path';

import {kSite, launch, lessonIds, load, open, serveSite, settled} from '../support.mjs';

const [width = '1280', colorScheme = 'light'] = process.argv.slice(2);
const folder = path.join(kSite, '../screenshots');
await fs.mkdir(folder, {recursive: true});
const [browser, site] = await Promise.all([launch(), serveSite()]);
const page = await open(await browser.newContext({viewport: {width: Number(width), height: 2600}, colorScheme}), site.address);
for (const id of await lessonIds()) {
  await load(page, {lesson: id});
  await settled(page);
  await page.screenshot({path: path.join(folder, `${id}-whole.png`)});
}
await Promise.all([browser.close(), site.close()]);

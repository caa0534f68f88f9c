// Walks all lessons, or those named, with Next alone: prints a line for each step, and writes its picture to build/screenshots.
//
//   GF_CHROMIUM=... GF_SITE=... tests/browser/manual/walk.mjs [WIDTHxHEIGHT [light|dark [LESSON...]]]
import {promises as fs} from 'node:fs';
import path from 'node:path';

import {kSite, launch, lessonIds, open, serveSite} from '../support.mjs';
import {walk} from '../walking.mjs';

const [size = '1280x800', colorScheme = 'light', ...lessons] = process.argv.slice(2);
const [width, height] = size.split('x').map(Number);
const folder = path.join(kSite, '../screenshots', `${size}-${colorScheme}`);
await fs.mkdir(folder, {recursive: true});
const [browser, site] = await Promise.all([launch(), serveSite()]);
const page = await open(await browser.newContext({viewport: {width, height}, colorScheme, hasTouch: width < 500}), site.address);
for (const lesson of lessons.length ? lessons : await lessonIds()) {
  let step = 0;
  await walk(page, lesson, async ({at, applied, focus}) => {
    const place = focus ? `${Math.round(focus.top * 100)} to ${Math.round(focus.bottom * 100)} %` : '';
    console.log([at, applied ? 'applied' : 'NOT APPLIED', focus?.node ?? 'NOT MARKED', focus?.inSight ? 'in sight' : 'NOT IN SIGHT', place].join(' | '));
    await page.screenshot({path: path.join(folder, `${lesson}-${String(++step).padStart(2, '0')}.png`)});
  });
}
await Promise.all([browser.close(), site.close()]);

// Makes the picture of the README: the program with a selected cell, the cells that it is made from, and the cells made from it.
//
//   tools/lib/node24 tests/browser/manual/picture.mjs
import path from 'node:path';

import {launch, open, serveSite, settled} from '../support.mjs';

const kPicture = path.join(new URL('../../../', import.meta.url).pathname, 'assets/picture.png');

const site = await serveSite();
const browser = await launch();
try {
  const page = await open(await browser.newContext({viewport: {width: 1280, height: 800}, deviceScaleFactor: 1.5, colorScheme: 'light'}), site.address);
  await page.evaluate(
    () => window.glassformer.send({type: 'load', document: {lesson: 'self-attention', selection: {node: 'scores', cell: [0, 2]}, step: 3}}),
  );
  await settled(page);
  await page.screenshot({path: kPicture});
  console.log(kPicture);
} finally {
  await browser.close();
  await site.close();
}

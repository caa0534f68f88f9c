// Makes the picture of the README: the program itself, with one cell explained.
//
//   tools/lib/node24 tests/browser/manual/picture.mjs
import path from 'node:path';

import {launch, open, serveSite, settled} from '../support.mjs';

const kPicture = path.join(new URL('../../../', import.meta.url).pathname, 'assets/picture.png');

const site = await serveSite();
const browser = await launch();
try {
  const page = await open(await browser.newContext({viewport: {width: 1440, height: 1120}, colorScheme: 'light'}), site.address);
  await page.evaluate(
    () => window.glassformer.send({type: 'load', document: {lesson: 'self-attention', selection: {node: 'query', cell: [0, 2]}, step: 2}}),
  );
  await settled(page);
  await page.screenshot({path: kPicture});
  console.log(kPicture);
} finally {
  await browser.close();
  await site.close();
}

import {launch, open, serveSite, send, load, state, layout, rest} from './support.mjs';
const [browser, site] = await Promise.all([launch(), serveSite()]);
const page = await open(await browser.newContext({viewport: {width: 1280, height: 800}}), `${site.address}#tokenizer`);
page.on('crash', () => console.log('CRASH'));
const mode = process.argv[2];
for (let step = 0; step < 7; ++step) {
  console.log('load', step); await send(page, {type: 'load', document: {lesson: 'tokenizer', step}}); await state(page);
  if (mode === 'layout') { await layout(page); console.log('layout'); }
  if (mode === 'mouse') { for (let i = 0; i < 30; ++i) { await page.mouse.move(100 + i * 37, 160 + i * 18); await rest(page); } console.log('moved'); }
}
await browser.close(); await site.close(); process.exit(0);

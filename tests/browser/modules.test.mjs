// The program is two modules: what a first frame needs, and the rest, which comes after it (tools/lib/first_frame).
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';

import {kBuilds, kCoarse, launch, rest, send, serveSite, state} from './support.mjs';

let browser, site;

before(async () => {
  [browser, site] = await Promise.all([launch(), serveSite()]);
});
after(() => Promise.all([browser.close(), site.close()]));

const kRest = /\.rest\.wasm/;

/** Opens an address; `asked` are the kinds of the requests for the second module until the first frame. `answer` may answer them otherwise. */
async function opened(address, use, answer = (route) => route.continue()) {
  const context = await browser.newContext({...kCoarse, viewport: {width: 1000, height: 700}});
  const asked = [];
  await context.route(kRest, (route) => {
    asked.push(route.request().resourceType());
    return answer(route);
  });
  try {
    const page = await context.newPage();
    await page.goto(site.address + address);
    await page.waitForFunction(() => performance.getEntriesByName('gf-first-frame').length > 0);
    await use(page, [...asked], asked);
  } finally {
    await context.close();
  }
}

for (const build of kBuilds)
  for (const lesson of ['', '#self-attention', '&show=weights&lock=all#self-attention'])
    test(`${build}: a first frame of ${lesson || 'the first page'} calls no function of the second module, which comes after it`,
      () => opened(`?build=${build}${lesson}`, async (page, before, asked) => {
        const startOf = () => page.evaluate(() => {
          const [file] = performance.getEntriesByType('resource').filter(({name}) => name.endsWith('.rest.wasm'));
          return file ? file.startTime - performance.getEntriesByName('gf-first-frame')[0].startTime : null;
        });
        await page.waitForFunction(() => performance.getEntriesByType('resource').some(({name}) => name.endsWith('.rest.wasm')));
        assert.ok(await startOf() >= 0);
        assert.deepEqual(before.filter((kind) => kind === 'xhr'), [], 'by a function that was called');
        await rest(page);
        assert.equal(asked.filter((kind) => kind === 'fetch').length, 1);
      }));

test('a lesson whose first frame needs both modules has the second beside the first', () => opened('#backpropagation', async (page, before) => {
  assert.ok(before.includes('fetch'));
  assert.equal((await state(page)).document.lesson, 'backpropagation');
}));

test('if the second module does not come, whoever calls it asks again', async () => {
  let broken = true;
  await opened('', async (page) => {
    await page.waitForTimeout(100);
    broken = false;
    await send(page, {type: 'open', address: 'backpropagation'});
    await rest(page);
    assert.equal((await state(page)).document.lesson, 'backpropagation');
  }, (route) => broken ? route.abort() : route.continue());
});

test('if it never comes, the page says that a part is missing and offers to try again', () => opened('', async (page) => {
  await send(page, {type: 'open', address: 'backpropagation'}).catch(() => {});
  const alert = page.locator('.gf-message[role=alert]');
  await alert.waitFor();
  assert.match(await alert.textContent(), /rest\.wasm/);
}, (route) => route.abort()));

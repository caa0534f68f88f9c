// The monkey (monkey/monkey.mjs) by itself: its seed decides all that it does, and it finds what it is there to find.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {after, before, test} from 'node:test';

import {Finding, grownIn, look} from './monkey/checks.mjs';
import {goOn} from './monkey/next.mjs';
import {planLap} from './monkey/plan.mjs';
import {openWorld, View} from './monkey/views.mjs';
import {kSite} from './support.mjs';

const {translated, ...steps} = JSON.parse(readFileSync(path.join(kSite, 'pictures/steps.json'), 'utf8')), kLessons = Object.keys(steps);
const kSoon = {
  answersMs: 3000,
  settlesMs: 3000,
  movesMs: 3000
};

let world;
before(async () => {
  world = {...await openWorld(), steps};
});
after(() => world.close());

test('a seed decides the lap, which opens every lesson once, and another seed makes another lap', () => {
  const lap = planLap(7, kLessons);
  assert.deepEqual(planLap(7, kLessons), lap);
  assert.notDeepEqual(planLap(8, kLessons), lap);
  assert.deepEqual(lap.filter(({name, on}) => name === 'open' && on === 'page').map(({lesson}) => lesson).sort(), [...kLessons].sort());
});

test('memory that grows with every lap is found, and one that is filled once is not', () => {
  const laps = (sizes) => sizes.map((mb) => ({wasm: mb << 20, heap: 5 << 20, nodes: 1000, listeners: 80}));
  assert.deepEqual(grownIn(laps([200, 260, 330, 370, 380, 380, 380, 380])), []);
  assert.deepEqual(grownIn(laps([200, 260, 330, 370, 372, 374, 376, 378])), [], 'laps differ a little');
  assert.match(grownIn(laps([200, 260, 320, 380, 440, 500, 560])).join(), /wasm grew from lap to lap/);
  assert.match(grownIn(laps([2000])).join(), /at most/);
});

/** Opens a page, breaks it by a function that runs there, and returns what the monkey says of it. */
async function saidOf(breaks, finds = look) {
  const view = await View.open(world, {address: `${world.address}#softmax`, size: {width: 1000, height: 700}});
  view.patience = kSoon;
  try {
    await look(view, true);
    await view.page.evaluate(breaks);
    await finds(view);
    return 'nothing';
  } catch (error) {
    assert.ok(error instanceof Finding, error.stack);
    return error.message;
  } finally {
    await view.close();
  }
}

const next = (view) => goOn(view, () => {}, world);

test('a page that does as it should is no finding', async () => {
  assert.equal(await saidOf(() => {}), 'nothing');
  assert.equal(await saidOf(() => {}, next), 'nothing');
});

test('a word in the console, an exception and a promise that is refused are found', async () => {
  assert.match(await saidOf(() => console.warn('look')), /warning: look/);
  assert.match(await saidOf(() => {
    setTimeout(() => {
      throw new Error('thrown');
    });
  }),
    /thrown/);
  assert.match(await saidOf(() => {
    Promise.reject(new Error('refused'));
  }),
    /refused/);
});

test('a program that draws no more, answers no more or hangs is found, and so is a blank frame', async () => {
  assert.match(await saidOf(() => {
    window.glassformer.frames = () => 5;
  }),
    /draws no frame/);
  assert.match(await saidOf(() => {
    window.glassformer.send = () => {
      throw new Error('it is over');
    };
  }),
    /it is over/);
  assert.match(await saidOf(() => {
    setTimeout(() => {
      for (;;)
        ;
    });
  }),
    /no longer answers: no end/);
  assert.match(await saidOf(() => {
    window.glassformer.picture = () => new OffscreenCanvas(64, 64);
  }, (view) => look(view, true)), /blank/);
});

test('keys that no longer lead to another step are found', async () => {
  assert.match(
    await saidOf(() => document.addEventListener('keydown', (event) => event.stopPropagation(), true), next), /Next does not lead away from softmax 0/);
});

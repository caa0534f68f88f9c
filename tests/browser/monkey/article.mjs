// The actions of the monkey on an article of another site, which embeds demos and asks them.
import {kActions} from './actions.mjs';
import {Finding, within} from './checks.mjs';
import {addresses, messageOf} from './texts.mjs';

const kAnswersMs = 90_000;
const kNodes = ['z', 'probabilities', 'weights', 'x', 'query'];

// Asks a demo. Runs in the page. Returns the id of an error, or null.
async function askDemo([which, way, given]) {
  const demos = document.querySelectorAll('glassformer-demo'), demo = demos[which % demos.length];
  if (!demo) return null;
  try {
    await demo[way](...given);
    return null;
  } catch (error) {
    return error.id ?? `no id: ${error.message}`;
  }
}

const kErrors = ['stopped', 'rests', 'not_in_page'];  // by the monkey itself

async function ask(view, random, note, {steps}) {
  const which = random.whole(0, 3), way = random.weighted({set: 3, open: 3, get: 3, picture: 1, send: 5, reset: 1, stop: 0.5});
  const given = {
    set: () => [messageOf(random, kNodes, steps).inputs ?? {beta: random.whole(-2, 5)}],
    open: () => [addresses(random, steps)],
    get: () => [random.pick([...kNodes, 'none', '', null])],
    picture: () => [],
    send: () => [messageOf(random, kNodes, steps)],
    reset: () => [],
    stop: () => [],
  }[way]();
  note(`demo ${which}: ${way}(${JSON.stringify(given).slice(1, 200)}`);
  const error = await within(view.page.evaluate(askDemo, [which, way, given]), kAnswersMs, 'the demo does not answer');
  if (error && !kErrors.includes(error) && /^(failed|no id)/.test(error)) throw new Finding(`the demo refuses with ${error}`);
}

async function setAttribute(view, random, note, {steps}) {
  const lesson = random.pick(Object.keys(steps));
  const [name, values] = random.pick(Object.entries({
    lesson: [lesson, lesson, 'none'],
    step: ['2', '99', 'none', null],
    hide: ['rail', 'rail,steps', 'all', '', null],
    lock: ['all', 'beta', null],
    show: ['weights', 'none', null],
    theme: ['dark', 'light', 'pink', null],
    size: ['100', '200', '7', null],
    language: ['fr', 'es', 'zh', 'en', null],
    height: ['200', '500', 'auto', null],
  }));
  const which = random.whole(0, 3), value = random.pick(values);
  note(`demo ${which}: ${name}=${value}`);
  await view.page.evaluate(([index, attribute, given]) => {
    const demo = document.querySelectorAll('glassformer-demo')[index];
    if (given === null)
      demo?.removeAttribute(attribute);
    else
      demo?.setAttribute(attribute, given);
  }, [which, name, value]);
}

async function scroll(view, random, note) {
  const share = random.next();
  note(`scroll to ${share.toFixed(2)}`);
  await view.page.evaluate((part) => scrollTo(0, part * (document.documentElement.scrollHeight - innerHeight)), share);
  await view.page.waitForTimeout(random.whole(0, 800));
}

async function move(view, random, note) {
  const which = random.whole(0, 3), end = random.chance(0.5);
  note(`demo ${which}: taken out of the page, and put to its ${end ? 'end' : 'beginning'}`);
  await view.page.evaluate(([index, atEnd]) => {
    const demo = document.querySelectorAll('glassformer-demo')[index];
    demo?.remove();
    if (demo) document.body[atEnd ? 'append' : 'prepend'](demo);
  }, [which, end]);
}

const kGarbage = [null, 5, 'text', {}, {glassformer: 'here'}, {glassformer: 'connect'}, {glassformer: 5}, {id: 1}, [[]]];
async function post(view, random, note) {
  const data = random.pick(kGarbage);
  note(`post ${JSON.stringify(data)} to all frames and to the page`);
  await view.page.evaluate((given) => {
    window.postMessage(given, '*');
    const roots = [document, ...[...document.querySelectorAll('glassformer-demo')].map((demo) => demo.shadowRoot)];
    for (const frame of roots.flatMap((root) => [...root.querySelectorAll('iframe')])) frame.contentWindow?.postMessage(given, '*');
  }, data);
}

/** Throws Finding unless each demo in sight answers. */
export async function lookAtDemos(view) {
  const refused = await within(view.page.evaluate(async () => {
    const demos = [...document.querySelectorAll('glassformer-demo')].filter((demo) => {
      const {top, bottom} = demo.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    const asked =
      demos.slice(0, 2).map((demo) => demo.send({type: 'snapshot', trace: false})
                                        .then((answer) => (answer.document ? null : JSON.stringify(answer)), (error) => `${error.id}: ${error.message}`));
    return (await Promise.all(asked)).filter(Boolean);
  }),
    kAnswersMs, 'a demo no longer answers');
  const failed = refused.filter((text) => !kErrors.some((id) => text.startsWith(id)));
  if (failed.length) throw new Finding(`a demo does not answer: ${failed.join('; ')}`);
}

const {click, drag, wheel, touch, keys, resize, media} = kActions;
export const kArticleActions = {
  ask,
  setAttribute,
  scroll,
  move,
  post,
  click,
  drag,
  wheel,
  touch,
  keys,
  resize,
  media
};
export const kArticleWeights = {
  ask: 10,
  setAttribute: 5,
  scroll: 4,
  move: 1,
  post: 2,
  click: 4,
  drag: 2,
  wheel: 2,
  touch: 2,
  keys: 3,
  resize: 2,
  media: 1
};

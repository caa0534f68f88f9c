// The actions of the monkey on a page of the program. Each takes the view, random choices, and `note`, which is told what is about to be done.
import {told} from '../support.mjs';

import {within} from './checks.mjs';
import {addresses, kBlocks, kTexts, messageOf} from './texts.mjs';

const kSizes = [
  [320, 256], [320, 568], [390, 844], [844, 390], [360, 640], [768, 1024], [1024, 768], [1280, 720], [1280, 800], [1600, 900], [1920, 1080], [2560, 1440],
  [600, 300]
];
const kPhone = 900;             // CSS pixels: a smaller width may be a phone's
const kMostFinePixels = 1.5e6;  // without a graphics card, a frame of more takes seconds
const kAwayMs = 100;            // of the graphics; the page speaks of it after a second
const kGoesMs = 100;            // until a page that is left is gone
const kSlowMs = 2000;           // of a training run that goes on while the monkey looks

/** A size of a window: {width, height, scale, mobile}. Most have few pixels, in the same layout. */
export function sizeOf(random) {
  const [width, height] = random.pick(kSizes), fine = random.chance(0.15) ? random.pick([1, 2]) : undefined;
  return {width, height, scale: fine && width * height * fine ** 2 <= kMostFinePixels ? fine : undefined, mobile: width < kPhone && random.chance(0.4)};
}

// Returns the places that are drawn, with the part of each that is seen: [[id, x, y, width, height]].
export const placesOf = ({page}) => page.evaluate(async () => {
  const {glassformer} = window;
  glassformer.send({type: 'layout'});  // turns the noting on
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return glassformer.send({type: 'layout'})
    .places.filter((each) => each.seen_width > 1 && each.seen_height > 1)
    .map((each) => [each.id, each.seen_x ?? each.x, each.seen_y ?? each.y, each.seen_width, each.seen_height]);
});

/** A point of the window; most are on something that is drawn. */
export async function pointOf(view, random, kind = /./) {
  const [a, b, share, chosen] = [random.next(), random.next(), random.next(), random.next()];
  const places = view.isArticle || share > 0.8 ? [] : (await placesOf(view)).filter(([id]) => kind.test(id) && !id.startsWith('part:'));
  if (!places.length) return [a * view.size.width, b * view.size.height];
  const [, x, y, width, height] = places[Math.floor(chosen * places.length)];
  return [x + a * width, y + b * height];
}
const inWords = (...points) => points.map(([x, y]) => `${Math.round(x)}, ${Math.round(y)}`).join(' to ');

const nodesOf = async (view) => (await placesOf(view)).map(([id]) => /^grid:(.*)/.exec(id)?.[1]).filter(Boolean);

// The controls that assistive technology finds, by the parts of the screen; those that lead to other sites are left out.
const controlsOf = ({page}) => page.evaluate(() => [...document.querySelectorAll('.gf-counterpart > *')]
                                                     .map((part) => [...part.querySelectorAll('[data-control]:not(.gf-outer):not(p)')].map((element) => {
                                                       const {left, top, width, height} = element.getBoundingClientRect();
                                                       const name = (element.getAttribute('aria-label') ?? element.textContent).slice(0, 60);
                                                       return {
                                                         id: element.dataset.control,
                                                         kind: element.type || element.role || element.tagName.toLowerCase(),
                                                         name,
                                                         x: left + width / 2,
                                                         y: top + height / 2
                                                       };
                                                     }))
                                                     .filter((controls) => controls.length));

// Gives a value to a control, or presses it, as assistive technology does. Runs in the page.
function useControl([id, {share, text}]) {
  const element = document.querySelector(`.gf-counterpart [data-control="${id}"]`);
  if (!element) return;
  const changed = () => element.dispatchEvent(new Event('change', {bubbles: true}));
  if (element.tagName === 'SELECT') {
    element.selectedIndex = Math.floor(share * element.options.length);
    changed();
  } else if (element.type === 'range') {
    element.value = Number(element.min) + share * (Number(element.max) - Number(element.min));
    changed();
  } else if (['INPUT', 'TEXTAREA'].includes(element.tagName)) {
    element.value = text;
    changed();
  } else if (element.tagName === 'TABLE') {
    const cells = element.querySelectorAll('td');
    (cells[Math.floor(share * cells.length)] ?? element).click();
  } else {
    element.click();
  }
}

const kPressKeys = {
  Tab: 8,
  'Shift+Tab': 3,
  ArrowLeft: 4,
  ArrowRight: 4,
  ArrowUp: 4,
  ArrowDown: 4,
  Enter: 6,
  Escape: 5,
  Space: 4,
  Home: 1,
  End: 1,
  PageUp: 1,
  PageDown: 1,
  Delete: 2,
  Backspace: 2,
  n: 4,
  p: 2,
  m: 1,
  '?': 1,
  'Control+k': 1,
  'Control+z': 4,
  'Control+y': 2,
  'Control+Shift+Z': 1,
  'Control+a': 1,
  'Control+c': 1,
  'Control+x': 1,
  'Control+Home': 1,
  'Control+End': 1,
  'Control+ArrowRight': 1,
  'Shift+ArrowDown': 1,
  'Control+Enter': 1,
  'Alt+ArrowDown': 1,
  F2: 1,
  '-': 1,
  5: 2,
  '.': 1,
  a: 1,
  '=': 1,
  '/': 1
};

async function pressKeys(view, random, note) {
  const keys = Array.from({length: random.whole(1, 8)}, () => random.weighted(kPressKeys)), focuses = random.chance(0.5);
  note(`keys ${keys.join(' ')}${focuses ? ' on the canvas' : ''}`);
  if (focuses && !view.isArticle) await view.page.focus('canvas');
  for (const key of keys) await view.page.keyboard.press(key);
}

async function click(view, random, note) {
  const point = await pointOf(view, random);
  const options = {clickCount: random.pick([1, 1, 1, 2, 3]), button: random.pick(['left', 'left', 'left', 'left', 'right', 'middle'])};
  note(`${options.button} click, ${options.clickCount} times, at ${inWords(point)}`);
  if (random.chance(0.5)) await view.page.mouse.move(...point);
  await view.page.mouse.click(...point, options);
}

async function drag(view, random, note) {
  const {mouse} = view.page;
  const from = await pointOf(view, random),
        to = random.chance(0.5) ? await pointOf(view, random) : [from[0] + random.between(-80, 80), from[1] + random.between(-30, 30)];
  note(`drag from ${inWords(from, to)}`);
  await mouse.move(...from);
  await mouse.down();
  await mouse.move(...to, {steps: random.whole(2, 10)});
  if (random.chance(0.1)) await view.page.keyboard.press('Escape');
  await mouse.up();
}

async function wheel(view, random, note) {
  const point = await pointOf(view, random), by = [random.chance(0.2) ? random.whole(-300, 300) : 0, random.whole(-600, 600)], zooms = random.chance(0.3);
  note(`${zooms ? 'Ctrl and ' : ''}wheel by ${by} at ${inWords(point)}`);
  await view.page.mouse.move(...point);
  if (zooms) await view.page.keyboard.down('Control');
  for (let turns = random.whole(1, 4); turns > 0; --turns) await view.page.mouse.wheel(...by);
  if (zooms) await view.page.keyboard.up('Control');
}

async function touch(view, random, note) {
  const kind = random.weighted({tap: 4, twice: 1, hold: 1, swipe: 4, pinch: 2, three: 0.5}), from = await pointOf(view, random);
  const to = [from[0] + random.between(-200, 200), from[1] + random.between(-250, 250)];
  note(`touch, ${kind} at ${inWords(from, to)}`);
  const [x, y] = from, clamp = ([left, top]) => [Math.max(0, left), Math.max(0, top)];
  const start = (...points) => view.touch('touchStart', ...points.map(clamp)), move = (...points) => view.touch('touchMove', ...points.map(clamp));
  const end = () => view.touch(random.chance(0.1) ? 'touchCancel' : 'touchEnd');
  if (kind === 'tap' || kind === 'twice') {
    for (let taps = kind === 'tap' ? 1 : 2; taps > 0; --taps) {
      await start(from);
      await view.touch('touchEnd');
    }
  } else if (kind === 'hold') {
    await start(from);
    await view.page.waitForTimeout(600);
    await end();
  } else if (kind === 'swipe') {
    await start(from);
    for (let i = 1; i <= 6; ++i) await move([x + (to[0] - x) * i / 6, y + (to[1] - y) * i / 6]);
    await end();
  } else {
    const fingers = (apart) => [[x - apart / 2, y], [x + apart / 2, y], [x, y + apart]].slice(0, kind === 'pinch' ? 2 : 3);
    const [near, far] = [random.whole(20, 200), random.whole(20, 300)];
    await start(fingers(near)[0]);
    await start(...fingers(near));
    for (let i = 1; i <= 6; ++i) await move(...fingers(near + (far - near) * i / 6));
    await end();
  }
}

async function resize(view, random, note) {
  const turned = random.chance(0.3), {width, height} = view.size;
  const size = turned ? {...view.size, width: height, height: width} : sizeOf(random);
  note(`size ${size.width} x ${size.height}${size.scale ? `, ${size.scale} pixels to the CSS pixel` : ''}${size.mobile ? ', of a phone' : ''}`);
  await view.resize(size);
}

const kMedia = {
  colorScheme: ['light', 'dark'],
  reducedMotion: ['reduce', 'reduce', 'reduce', 'no-preference'],
  contrast: ['no-preference', 'no-preference', 'more'],
  forcedColors: ['none', 'none', 'active'],
};

async function media(view, random, note) {
  const name = random.pick(Object.keys(kMedia)), value = random.pick(kMedia[name]);
  note(`${name} is ${value}`);
  await view.page.emulateMedia({[name]: value});
}

// Gives a text to whatever has the keyboard's paste event.
async function paste(view, random, note) {
  const text = random.pick([...kBlocks, ...kTexts]);
  const point = random.chance(0.7) ? await pointOf(view, random, /^(grid|input):/) : null;
  note(`paste ${JSON.stringify(text.slice(0, 60))}${point ? ` at ${inWords(point)}` : ''}`);
  if (point) await view.page.mouse.click(...point);
  await view.page.evaluate((given) => {
    if (!document.querySelector('.gf-root').contains(document.activeElement)) document.querySelector('canvas').focus();
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', given);
    document.dispatchEvent(new ClipboardEvent('paste', {clipboardData, bubbles: true, cancelable: true}));
  }, text);
}

async function drop(view, random, note) {
  const text = random.pick(kBlocks), name = random.pick(['a.csv', 'a.json', 'a.npy', 'a.txt', 'a.pt', 'a.png']), [x, y] = await pointOf(view, random, /^grid:/);
  note(`drop ${name} with ${JSON.stringify(text.slice(0, 60))} at ${inWords([x, y])}`);
  await view.page.evaluate(async ([fileName, content, clientX, clientY]) => {
    const dataTransfer = new DataTransfer(), target = document.querySelector('canvas');
    dataTransfer.items.add(new File([content], fileName));
    for (const type of ['dragenter', 'dragover', 'drop']) {
      target.dispatchEvent(new DragEvent(type, {dataTransfer, clientX, clientY, bubbles: true, cancelable: true}));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }, [name, text, x, y]);
}

async function type(view, random, note) {
  const point = await pointOf(view, random, /^(grid|input):/), text = random.pick(kTexts),
        ends = random.pick(['Enter', 'Enter', 'Enter', 'Escape', 'Tab', null]), times = random.pick([1, 2]);
  note(`${times === 2 ? 'double ' : ''}click at ${inWords(point)}, type ${JSON.stringify(text.slice(0, 60))}${ends ? `, ${ends}` : ''}`);
  await view.page.mouse.click(...point, {clickCount: times});
  if (random.chance(0.3)) await view.page.keyboard.press('Control+a');
  if (text.length < 20 && random.chance(0.6))
    await view.page.keyboard.type(text);
  else
    await view.page.keyboard.insertText(text);
  if (ends) await view.page.keyboard.press(ends);
}

async function press(view, random, note) {
  await told(view.page);
  const parts = await controlsOf(view), chosen = random.next(), way = random.weighted({told: 4, mouse: 3, tap: 1, keys: 2}),
        given = {share: random.next(), text: random.pick(kTexts)};
  if (!parts.length) return note('press nothing: there are no controls');
  const part = random.pick(parts), control = part[Math.floor(chosen * part.length)];
  note(`press ${control.kind} ${JSON.stringify(control.name)} by ${way}, with ${given.share.toFixed(3)} or ${JSON.stringify(given.text.slice(0, 30))}`);
  const point = [control.x, control.y];
  if (way === 'told') return view.page.evaluate(useControl, [control.id, given]);
  if (way === 'mouse') return view.page.mouse.click(...point);
  if (way === 'keys') {
    await view.page.evaluate((id) => document.querySelector(`.gf-counterpart [data-control="${id}"]`)?.focus(), control.id);
    return view.page.keyboard.press(random.pick(['Enter', 'Space', 'ArrowRight', 'ArrowDown']));
  }
  if (point.some((each) => each < 0)) return;
  await view.touch('touchStart', point);
  await view.touch('touchEnd');
}

async function message(view, random, note, {steps}) {
  const asked = messageOf(random, await nodesOf(view), steps);
  note(`message ${JSON.stringify(asked).slice(0, 200)}`);
  await view.send(asked);
}

async function address(view, random, note, {steps}) {
  const to = addresses(random, steps);
  note(`address #${to}`);
  await view.page.evaluate((hash) => {
    location.hash = hash;
  }, to);
}

async function history(view, random, note) {
  const way = random.pick(['back', 'back', 'forward']);
  note(`history ${way}`);
  // Only inside the page: what was before it is no page of ours.
  await view.page.evaluate((where) => {
    const {canGoBack, canGoForward} = window.navigation;
    if (where === 'back' ? canGoBack : canGoForward) window.history[where]();
  }, way);
  // It may lead to another language, which loads the page anew.
  await view.page.waitForTimeout(kGoesMs);
  await view.starts();
}

async function train(view, random, note) {
  const commands = Array.from({length: random.whole(1, 3)}, () => random.pick(['play', 'play', 'pause', 'step', 'epoch', 'restart', 'view'])),
        looksMs = random.whole(0, kSlowMs);
  note(`training: ${commands.join(', ')}, for ${looksMs} ms`);
  for (const command of commands) await view.send({type: 'command', command, record: random.whole(-1, 20)});
  await view.page.waitForTimeout(looksMs);
  if (random.chance(0.7)) await view.send({type: 'command', command: 'pause'});
}

async function network(view, random, note) {
  const offline = !view.isOffline;
  note(offline ? 'offline' : 'online');
  view.isOffline = offline;
  view.wasOffline = true;
  // The program itself is in the cache of a browser that has visited a release; here nothing is.
  const refuse = (route) => route.abort('internetdisconnected');
  if (offline)
    await view.context.route(/^(?!.*\.(wasm|js)(\?|$))/, refuse);
  else
    await view.context.unrouteAll();
}

async function graphics(view, random, note) {
  note('the graphics go away for a moment');
  view.lostGraphics = true;
  await view.page.evaluate(async (ms) => {
    const canvas = document.querySelector('canvas'), lost = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
    const came = new Promise((resolve) => canvas.addEventListener('webglcontextrestored', resolve, {once: true}));
    lost.loseContext();
    setTimeout(() => lost.restoreContext(), ms);
    await came;
  }, kAwayMs);
}

async function print(view, random, note) {
  note('print');
  await view.page.evaluate(() => ['beforeprint', 'afterprint'].forEach((name) => window.dispatchEvent(new Event(name))));
}

async function dismiss(view, random, note) {
  note('press the button of a message of the page');
  await view.page.evaluate(() => document.querySelector('.gf-message button')?.click());
}

async function chooseFile(view, random, note) {
  const text = random.pick(kBlocks), chooser = view.chooser;
  note(`give a file that was asked for: ${JSON.stringify(text.slice(0, 60))}`);
  view.chooser = null;
  if (chooser)
    await within(chooser.setFiles({name: random.pick(['a.csv', 'a.json', 'a.txt']), mimeType: 'text/plain', buffer: Buffer.from(text)}), 5000, 'the file')
      .catch(() => {});
}

async function open(view, random, note, {steps}, lesson) {
  const step = random.chance(0.3) && steps[lesson].length ? `/${random.pick(steps[lesson])}` : '';
  note(`open ${lesson}${step}`);
  if (view.isOffline) await network(view, random, () => {});
  await view.send({type: 'open', address: lesson + step});
}

async function language(view, random, note, {address: site}) {
  const chosen = random.pick(['en', 'fr', 'es', 'zh']);
  note(`language ${chosen}`);
  if (view.isOffline) await network(view, random, () => {});
  await view.go(`${site}?language=${chosen}`);
}

async function reload(view, random, note) {
  note('reload');
  if (view.isOffline) await network(view, random, () => {});
  await view.page.reload();
  await view.starts();
}

/** The actions by their names. */
export const kActions = {
  press,
  click,
  drag,
  wheel,
  touch,
  keys: pressKeys,
  type,
  paste,
  drop,
  message,
  address,
  history,
  train,
  resize,
  media,
  network,
  graphics,
  print,
  dismiss,
  chooseFile,
  open,
  language,
  reload
};

/** How often they are done. Those that load the page anew are for visits: they would hide memory that grows. */
export const kWeights = {
  press: 20,
  click: 10,
  drag: 7,
  wheel: 5,
  touch: 7,
  keys: 12,
  type: 9,
  paste: 4,
  drop: 2,
  message: 9,
  address: 2,
  history: 2,
  train: 3,
  resize: 5,
  media: 2,
  network: 0.7,
  graphics: 0.5,
  print: 0.5,
  dismiss: 1,
  chooseFile: 0.5
};
export const kVisitWeights = {
  ...kWeights,
  language: 8,
  reload: 14,
  network: 3,
  address: 6,
  history: 6
};

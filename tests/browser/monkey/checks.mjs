// The state of a page after an action: whether the program answers, draws and is quiet, and how much memory it takes.

/** How long a view waits: for the frame that the program was asked for, for the trace of a document, and for another step. The largest traces take seconds on a busy machine. */
export const kPatience = {
  answersMs: 30_000,
  settlesMs: 120_000,
  movesMs: 30_000
};

const kActsMs = 90_000;  // an action has ended
const kRestMs = 1500;    // films and training runs never rest
const kLeastColours = 3;
const kOffline = /net::ERR_(INTERNET_DISCONNECTED|FAILED|NETWORK_CHANGED)/;
// The first picture of a lesson that does not exist (texts.mjs and article.mjs ask for it). The program then says which lessons exist.
const kNoSuchLesson = /404 .*\/pictures\/none-/;
const kGraphicsAway = /CONTEXT_LOST_WEBGL|context lost/i;

/** A failure of the page that the monkey is there to find. */
export class Finding extends Error {}

/** Resolves with the result of a promise. Throws Finding if that takes longer than `ms`. */
export async function within(promise, ms, what) {
  let timer;
  const late = new Promise((resolve, reject) => {
    timer = setTimeout(() => reject(new Finding(`${what}: no end after ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs an action, which must end. */
export const inTime = (promise) => within(promise, kActsMs, 'the action');

/** Waits until the page draws nothing more, or plays a film or a training run. */
export const rest = (view) => within(view.page.evaluate(async (mostMs) => {
  const {glassformer} = window, turn = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const began = performance.now();
  for (let quiet = 0, before = glassformer?.frames(); quiet < 3 && performance.now() - began < mostMs; ++quiet) {
    await turn();
    const now = glassformer?.frames();
    if (now !== before) quiet = 0;
    before = now;
  }
}, kRestMs), view.patience.answersMs, 'the page no longer turns');

// Runs in the page. Returns {dead: 'why'}, or what the program shows.
async function answer({answersMs, settlesMs, leastColours, looks}) {
  const {glassformer} = window, pause = () => new Promise((resolve) => setTimeout(resolve, 10));
  const isLate = (began, ms) => performance.now() - began > ms;
  const alert = document.querySelector('.gf-message:not(.gf-notice)[role=alert]')?.textContent;
  if (!glassformer?.send) return {dead: `there is no program${alert ? `: ${alert}` : ''}`};
  try {
    const before = glassformer.frames();
    let now = glassformer.send({type: 'snapshot', trace: false});
    window.visualViewport.dispatchEvent(new Event('resize'));  // a reason for a frame
    for (const began = performance.now(); glassformer.frames() === before; await pause())
      if (isLate(began, answersMs)) return {dead: 'the program draws no frame'};
    const trains = () => now.training?.status === 'playing';
    for (const began = performance.now(); now.computing && !trains(); await pause()) {
      if (isLate(began, settlesMs)) return {dead: `the program computes without end: ${JSON.stringify(now.document).slice(0, 500)}`};
      now = glassformer.send({type: 'snapshot', trace: false});
    }
    if (looks) {
      const small = new OffscreenCanvas(64, 64), context = small.getContext('2d', {willReadFrequently: true}), picture = glassformer.picture();
      if (!picture) return {dead: 'the program has no picture'};
      context.drawImage(picture, 0, 0, 64, 64);
      const colours = new Set(new Uint32Array(context.getImageData(0, 0, 64, 64).data.buffer));
      if (colours.size < leastColours) return {dead: `the frame is blank: ${colours.size} colours`};
    }
    return {lesson: now.document.lesson, step: now.step?.index ?? -1, training: now.training?.status, alert};
  } catch (error) {
    return {dead: `${error.message}${alert ? ` (${alert})` : ''}`};
  }
}

/** Returns what the console has said since the last call, without what the monkey itself brought about. */
export function takeSaid(view) {
  const said = view.page.said.splice(0);
  return said.filter((text) => !kNoSuchLesson.test(text) && !(view.wasOffline && kOffline.test(text)) && !(view.lostGraphics && kGraphicsAway.test(text)));
}

/** Throws Finding if the console said something. */
export function assertQuiet(view) {
  const said = takeSaid(view);
  if (said.length) throw new Finding(`the console says\n  ${said.join('\n  ')}`);
}

/** Returns the lesson, the step and the training run that the program shows. Throws Finding if the program no longer answers, computes, draws, or is quiet. */
export async function look(view, looks = false) {
  assertQuiet(view);
  const {answersMs, settlesMs} = view.patience;
  const told =
    await within(view.page.evaluate(answer, {answersMs, settlesMs, leastColours: kLeastColours, looks}), answersMs + settlesMs, 'the page no longer answers');
  assertQuiet(view);
  if (told.dead) throw new Finding(told.dead);
  return told;
}

/** Returns the memory of a page in bytes after garbage is collected: of WebAssembly and of the heap of JavaScript; and how many nodes the document has. */
export async function measure(view) {
  const {page, session} = view;
  await session.send('HeapProfiler.collectGarbage');
  const {usedSize: heap} = await session.send('Runtime.getHeapUsage');
  const {nodes, jsEventListeners: listeners} = await session.send('Memory.getDOMCounters');
  const wasm = await page.evaluate(() => [...globalThis.gfMemories ?? []].reduce((sum, memory) => sum + memory.buffer.byteLength, 0));
  return {wasm, heap, nodes, listeners};
}

// Laps do different things, so that the first ones reach a little further each. A leak goes on.
const kLapsToFill = 3;
const kMost = {
  wasm: 1500 << 20,
  heap: 200 << 20,
  nodes: 20_000,
  listeners: 5000
};
const kRoom = {
  wasm: 32 << 20,
  heap: 4 << 20,
  nodes: 500,
  listeners: 200
};

/** Returns the kinds of memory that are beyond their limit, or grew in each of the last laps, in words. `laps` is what `measure` gave after each. */
export function grownIn(laps) {
  const found = [];
  for (const [what, most] of Object.entries(kMost)) {
    const sizes = laps.map((each) => each[what]), last = sizes.at(-1), since = sizes[Math.floor(sizes.length / 2)];
    if (last > most) found.push(`${what} is ${last}, at most ${most}`);
    const grows = sizes.length > 2 * kLapsToFill && sizes.slice(-kLapsToFill).every((size, i) => size > sizes[sizes.length - kLapsToFill + i - 1]);
    if (grows && last > since * 1.1 + kRoom[what]) found.push(`${what} grew from lap to lap: ${sizes.join(', ')}`);
  }
  return found;
}

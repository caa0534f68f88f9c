// Starts Glassformer in an element of any page. The element must be positioned and have a size; glassformer.css must be there.

import {bytesOf, download, largeFile, notLoaded, scriptOf, textsFrom} from './downloads.js';
import {chooseBuild, makeGraphics} from './features.js';
import {languageOf, lettersOf} from './languages.js';
import {storageFor} from './storage.js';
import {placeOf, textOf, useTexts} from './texts.js';

const kLanguage = 'en';  // has all texts
// With the texts, what src/platform/platform.h's read_asset can be asked for; load_asset fetches others by itself.
const kAssets = ['assets/fonts/Inter.ttc', 'shaders/heatmap.vert', 'shaders/heatmap.frag'];

const here = (path) => new URL(path, import.meta.url);

// Counting takes a tenth of a second, as a browser that hands out what comes compiles it later: it is done where already the first files took long.
const kSlowMs = 250;
const isSlow = () => performance.getEntriesByType('resource').some(({duration}) => duration > kSlowMs);

// Tells `came` how many bytes of an answer have come, by a copy of it.
async function count(response, came) {
  const reader = response.clone().body?.getReader();
  for (let bytes = 0; reader;) {
    const {done, value} = await reader.read();
    if (done) return;
    came(bytes += value.length);
  }
}

async function compile(path, attempt, came) {
  const response = await download(path, attempt);
  if (isSlow()) count(response, came).catch(() => {});  // who compiles it says what is wrong with it
  try {
    // Compiled while it comes in, where the server names the type.
    if (response.headers.get('Content-Type')?.startsWith('application/wasm')) return await WebAssembly.compileStreaming(response);
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    throw /unsafe-eval|content.security.policy|\bCSP\b/i.test(error?.message) ? {id: 'no_wasm'} : notLoaded(path, error.message);
  }
}

// The program can begin without the texts of its lesson: it asks for them itself then.
async function loadLessonTexts(language, place, attempt) {
  const path = `assets/text/${language}/${(await place).lesson}.json`;
  return bytesOf(path, attempt).then((bytes) => [[path, bytes]], () => []);
}

async function assetsIn(language, place, attempt) {
  const texts = `assets/text/${language}.json`;
  const ofLesson = loadLessonTexts(language, place, attempt);
  const entries = [texts, ...kAssets].map(async (path) => [path, await bytesOf(path, attempt)]);
  const [first, late] = await Promise.all([Promise.all(entries), ofLesson, lettersOf(language)]);
  const assets = new Map([...first, ...late]);
  useTexts(textsFrom(assets.get(texts), texts));
  return {language, assets};
}

// Resolves with the files that the program begins with, and their language: English if the language that was asked for, which is `missing` then, is not there.
async function loadAssets(wanted, place, attempt) {
  const isName = /^[a-z]{2,3}(-[A-Za-z]{2,4})?$/.test(wanted);
  const found = isName && wanted !== kLanguage ? await assetsIn(wanted, place, attempt).catch(() => null) : null;
  return found ?? {...await assetsIn(kLanguage, place, attempt), missing: wanted === kLanguage ? null : wanted};
}

// The first texts of another language come with its letters: once they are shown, words are measured.
async function fetchAsset(path, length) {
  const [, language] = /^assets\/text\/([^/]+)\.json$/.exec(path) ?? [];
  const [bytes] = await Promise.all([largeFile(path, length), language && lettersOf(language)]);
  return bytes;
}

// The reader chose another language, whose texts the program has by now. The words of the page follow, and an address that asked for one asks for this one.
async function speak(language, says, ownsAddress) {
  says(language);
  const address = new URL(location);
  if (ownsAddress && address.searchParams.has('language')) {
    address.searchParams.set('language', language);
    history.replaceState(history.state, '', address);
  }
  const texts = `assets/text/${language}.json`, bytes = await bytesOf(texts, 0).catch(() => null);
  if (bytes) useTexts(textsFrom(bytes, texts));
  says(language);
}

// Asks for the files that a build begins with. Returns {create, later, wasm}: what its script makes the program with, the later modules that it names, and the
// compiled first module, each as soon as it is there. `progress` is told how much of the module has come; how long it is the script knows
// (tools/cmake/say_modules.cmake), since what a server says is of the compressed form.
function loadProgram(build, attempt, progress) {
  const name = `glassformer-${build}`;
  let total;
  // A server may have the page and not this build: tools/demo makes those that few browsers take behind the page that it serves.
  const whyNot = async (problem) => {
    const answer = await fetch(here(`${name}.js`), {method: 'HEAD', cache: 'no-store'}).catch(() => null);
    throw answer?.status === 404 ? {id: 'not_built', words: {build}} : problem;
  };
  const script = scriptOf(`${name}.js`, attempt)
                   .then((module) => {
                     total = module.wasmBytes;
                     return {create: module.default, later: new LaterModules(build, attempt, module)};
                   })
                   .catch(whyNot);
  return {
    create: script.then(({create}) => create),
    later: script.then(({later}) => later),
    wasm: compile(`${name}.wasm`, attempt, (bytes) => progress(bytes, total)).catch(whyNot),
  };
}

// Whether the host has this file now, and not only the service worker, where one gives what it kept (isolation.js).
const kSoonMs = 500;
async function hostAnswers() {
  try {
    if (!navigator.serviceWorker?.controller) return true;
    return (await fetch(import.meta.url, {method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(kSoonMs)})).ok;
  } catch (error) {
    return error.name === 'SecurityError';  // a frame in a sandbox has no service worker
  }
}

// The modules of the program beside the first (modules.pre.js): `names` are all of them, and `ofLesson` those that the first step of each lesson needs.
class LaterModules {
  #answers = hostAnswers();

  constructor(build, attempt, {laterModules: names, modulesOf: ofLesson}) { Object.assign(this, {build, attempt, names, ofLesson}); }

  async compiled(name) { return {name, module: await compile(`glassformer-${this.build}.${name}.wasm`, this.attempt, () => {})}; }

  // Those, compiled, that the place which is opened needs at once. If one does not come, who calls its functions asks for it.
  async atOnce({lesson, begins}) {
    // No service worker answers the thread of the page when it waits for a module (modules.pre.js): without the host all of them are there before it could.
    const needed = begins && await this.#answers ? this.ofLesson[lesson] ?? [] : this.names;
    const found = await Promise.allSettled(needed.map((name) => this.compiled(name)));
    return found.flatMap(({value}) => value ?? []);
  }

  static add({module}, exports) { return WebAssembly.instantiate(module, {primary: exports}); }

  // The program knows by a bit for each, by its place in `names`, which of them have come.
  bitsOf(some) { return some.reduce((bits, {name}) => bits | 1 << this.names.indexOf(name), 0); }

  // Brings the others after the first frame. If one does not come, the first call of one of its functions tries again.
  addOthers(early, program, exports) {
    for (const name of this.names.filter((each) => !early.some((one) => one.name === each))) {
      this.compiled(name)
        .then((module) => {
          program._gf_modules_came(this.bitsOf([module]));
          return LaterModules.add(module, exports);
        })
        .catch(() => {});
    }
  }
}

// Returns the reason of a failure in words: what the program said before it threw (platform_web.cpp), or what a trap means.
function reasonOf(error, host) {
  if (host.reason) return textOf(host.reason.id, host.reason.words);
  const detail = error?.message ?? String(error ?? '');
  if (/call stack|recursion/i.test(detail)) return textOf('reason_stack');
  if (!detail) return textOf('reason_unknown');  // the program ended itself
  if (/memory\.grow|allocation|out of memory/i.test(detail)) return textOf('reason_memory');
  return textOf('reason_error', {detail: error instanceof WebAssembly.Exception ? 'C++ exception' : detail});
}

// Tells `failed` of a worker of ours that can't begin. Emscripten listens to its workers only once the module has come, which may be too late, and waits for
// them for ever. Returns what ends it.
function watchWorkers(failed) {
  const Original = globalThis.Worker;
  globalThis.Worker = class extends Original {
    constructor(address, ...rest) {
      super(address, ...rest);
      if (String(address).includes('glassformer-')) this.addEventListener('error', failed);
    }
  };
  return () => {
    globalThis.Worker = Original;
  };
}

// Resolves with the running program once it has drawn its first frame. A later failure is told to host.onStopped, once. The program's threads begin to
// load at once; it begins itself with its compiled module, which resolves when all else is there that it asks the host for.
function run(create, ready, host) {
  return new Promise((resolve, reject) => {
    let starting = true, over = false;
    const unwatch = watchWorkers(() => starting && host.failed({id: 'no_workers', words: {build: host.build}}));
    host.firstFrame = (nowMs) => {
      starting = false;
      unwatch();
      resolve({module: host.module, firstFrameMs: nowMs});
    };
    host.failed = (error) => {
      if (over) return;
      over = true;
      unwatch();
      host.stop?.();
      if (error?.id) return reject(error);
      const reason = reasonOf(error, host);
      if (starting)
        reject({id: 'start', words: {reason}});
      else
        host.onStopped(reason);
    };
    create({
      canvas: host.canvas,
      host,
      noExitRuntime: true,
      onAbort: host.failed,
      instantiateWasm(imports, done) {
        ready
          .then(async (wasm) => {
            const instance = await WebAssembly.instantiate(wasm, imports);
            host.exports = instance.exports;
            host.early = await host.early;
            await Promise.all(host.early.map((each) => LaterModules.add(each, host.exports)));
            host.modulesCame = (await host.later).bitsOf(host.early);
            done(instance, wasm);
          })
          .catch(host.failed);
        return {};
      },
    }).then((module) => {
      host.module = module;
      if (host.reason) host.failed();
    }, host.failed);
  });
}

// Returns the text behind # in the address bar.
const inAddress = () => location.hash.slice(1);

// The theme that the page around or the reader chose, in which the words of the page stand as well; where nobody chose one, the system's.
function colorScheme(asked) {
  let chosen = asked;
  try {
    chosen ??= localStorage.getItem('glassformer.theme');
  } catch {
    // Storage is blocked.
  }
  return ['light', 'dark'].includes(chosen) ? chosen : 'light dark';
}

// One at a time: the latest. `kind` is 'status' while something goes on, 'alert' for what went wrong, 'notice' for what can be closed.
function message(container, kind, text, label, act) {
  container.querySelectorAll('.gf-message').forEach((element) => element.remove());
  const box = document.createElement('div');
  box.className = {notice: 'gf-message gf-notice', status: 'gf-message gf-loading'}[kind] ?? 'gf-message';
  box.setAttribute('role', kind === 'status' ? 'status' : 'alert');
  const words = document.createElement('p');
  words.textContent = text;
  box.append(words);
  if (label) {
    const button = document.createElement('button');
    button.textContent = label;
    button.addEventListener('click', () => {
      box.remove();
      act?.();
    }, {once: true});
    box.append(button);
  }
  container.append(box);
  return box;
}

// A program draws its first frame once its element has a size. If the author's style gives it none, that would be never.
const kSizeMs = 2000;
const kFadeMs = 400;  // more than glassformer.css takes to show the canvas
function giveSize(container) {
  const {width, height} = container.getBoundingClientRect();
  const isHidden = container.getClientRects().length === 0 || window.innerWidth === 0 || window.innerHeight === 0;
  if (isHidden || (width >= 1 && height >= 1)) return;
  console.warn('Glassformer: the element that it stands in has no size, so it was given one. See web/README.md.');
  container.classList.add('gf-unsized');
}

const inMegabytes = (bytes) => (bytes / 1e6).toFixed(1);

// Shows in a message how much has come. It is not read out: a bar that fills up says enough.
function progressIn(box) {
  const bar = document.createElement('progress'), words = document.createElement('p');
  words.setAttribute('aria-hidden', 'true');
  return (bytes, total) => {
    if (!bar.isConnected) box.append(bar, words);
    if (total) Object.assign(bar, {max: total, value: Math.min(bytes, total)});
    bar.setAttribute('aria-label', textOf('loading'));
    words.textContent = total ? textOf('loaded', {done: inMegabytes(bytes), total: inMegabytes(total)}) : textOf('loaded_so_far', {done: inMegabytes(bytes)});
  };
}

/**
 * Starts Glassformer in an element of the page. Options, all of which may be left out:
 *   build       one of the four builds, by force
 *   language    of the texts: a folder of assets/text/. If it is not there, the page says so, and the texts are English. If it is left out, it is the one that the
 *               reader chose, or the browser's (languages.js); in a frame it is English
 *   ownsAddress the address bar is ours: it is read, and follows what is done
 *   link        the text of a link to open
 *   address     of the page that links lead to
 *   frame       what is shown, hidden and locked: {show, hide, lock, theme, size} (README.md)
 *   keepAs      the name under which what is done is kept in the browser's storage; `storage` in its place is another one with the same methods (storage.js);
 *               without both, nothing is kept
 * Returns an object with
 *   ready          a promise, fulfilled after the first frame; all that follows waits for it
 *   build, firstFrameMs
 *   send(message), snapshot()   see src/session/answer_message.h
 *   frames()       how many were drawn
 *   keep()         writes at once what is to be kept
 *   picture()      a canvas with the present frame; null while there is none
 *   onTick, onStopped   functions of the page's own, which are called after each turn, and with a reason when the program ends
 */
export function startGlassformer(container, options = {}) {
  const api = {build: null, firstFrameMs: null, send: null, snapshot: null, keep: null, picture: null, onTick: null, onStopped: null, frames: () => 0};
  let attempt = 0;
  let threadsRefused = false;  // by the policy of the page, or by a host that sends the script of a worker without the headers
  let stop = () => {};         // the program that runs
  const storage = options.storage ?? (options.keepAs ? storageFor(options.keepAs) : null);

  // With the work that the last one held, where it could still say (`link`); else with the address or the link of the options.
  async function once(link = options.ownsAddress ? undefined : options.link) {
    const opened = link ? `d=${link}` : options.ownsAddress ? inAddress() : '';
    // Neither a link nor what was kept must keep anybody out: without them the program may start.
    const tries = [{opened}];
    if (opened) tries.push({opened: '', words: 'without_link'});
    if (storage) tries.push({opened: '', words: 'without_kept', isThere: () => storage.setAllAside()});
    let reason;
    for (const {opened, words, isThere} of tries) {
      if (isThere && !isThere()) continue;
      try {
        await attemptWith(opened);
        if (words) message(container, 'notice', textOf(words, reason.words), textOf('close'));
        return api;
      } catch (problem) {
        if (problem.id !== 'start') throw problem;
        reason = problem;
      }
    }
    throw reason;
  }

  // The code that takes a file comes with the first that is dragged here.
  let takesFiles = false;
  function takeFiles() {
    if (takesFiles) return;
    takesFiles = true;
    const take = ({takeDroppedFiles}) => takeDroppedFiles(container, api, (id) => message(container, 'notice', textOf(id), textOf('close')));
    const giveUp = () => {
      takesFiles = false;
    };
    import('./drop.js').then(take, giveUp);
  }

  // Returns the link of a program that still answers; otherwise nothing.
  function presentLink() {
    try {
      return api.send({type: 'link'}).link;
    } catch {
      return undefined;
    }
  }

  async function attemptWith(opened) {
    container.querySelectorAll('canvas, .gf-input, .gf-hidden, .gf-counterpart, .gf-message').forEach((element) => element.remove());
    container.style.colorScheme = container.dataset.theme = colorScheme(options.frame?.theme);
    const canvas = document.createElement('canvas');
    canvas.className = 'gf-canvas gf-waiting';
    container.append(canvas);
    const waiting = message(container, 'status', textOf('loading'));
    const sizing = setTimeout(giveSize, kSizeMs, container);
    try {
      const build = chooseBuild(options.build, threadsRefused);
      const program = loadProgram(build, attempt, progressIn(waiting));
      const place = placeOf(opened, storage), early = program.later.then(async (later) => later.atOnce(await place));
      const parts = Promise.all([program.wasm, loadAssets(languageOf(options.language), place, attempt)]);
      parts.catch(() => {});                                             // it is waited for below
      for (const each of [program.create, early]) each.catch(() => {});  // and these
      if (!makeGraphics(canvas)) throw {id: 'no_webgl', final: true};
      const onStopped = (reason) => {
        api.onStopped?.(reason);
        message(container, 'alert', textOf('stopped', {reason}), textOf('retry'), again);
      };
      const {ownsAddress, address, frame = {}} = options;
      const host = {build, container, canvas, fetchAsset, later: program.later, early, ownsAddress, opened, address, frame, storage, onStopped};
      const ready = parts.then(([wasm, {language, assets}]) => {
        const says = (spoken) => {
          Object.assign(host, {language: spoken, texts: {canvas: textOf('canvas'), field: textOf('field'), over: textOf('over')}});
          (ownsAddress ? document.documentElement : container).lang = spoken;
        };
        says(language);
        Object.assign(host, {assets, speak: (spoken) => speak(spoken, says, ownsAddress)});
        return wasm;
      });
      ready.catch(() => {});
      const {module, firstFrameMs} = await run(await program.create, ready, host);
      stop = host.stop;
      (await program.later).addOthers(host.early, module, host.exports);
      canvas.classList.remove('gf-waiting');
      setTimeout(() => container.querySelector('.gf-first-picture')?.remove(), kFadeMs);
      let away;
      host.contextAway = (gone) => {
        away?.remove();
        away = gone ? message(container, 'alert', textOf('no_context'), textOf('retry'), () => again(presentLink())) : null;
      };
      api.send = (request) => JSON.parse(host.send(JSON.stringify(request) ?? 'null'));
      api.snapshot = () => api.send({type: 'snapshot'});
      api.frames = () => module._gf_frame_count();
      api.keep = () => host.keep();
      api.picture = () => host.copyFrame();
      host.onTick = () => api.onTick?.();
      container.addEventListener('dragenter', takeFiles, {once: true});
      Object.assign(api, {build, firstFrameMs});
      const [, {missing}] = await parts;
      if (missing) message(container, 'notice', textOf('unknown_language', {language: missing}), textOf('close'));
    } catch (problem) {
      // The program without threads needs no worker and does the same.
      if (problem?.id === 'no_workers' && !options.build) {
        threadsRefused = true;
        return attemptWith(opened);
      }
      const known = problem?.id ? problem : {id: 'start', words: {reason: problem?.message ?? String(problem)}};
      const text = textOf(known.id, known.words);
      const helps = ['download', 'not_built', 'start'].includes(known.id);
      message(container, 'alert', text, helps ? textOf('retry') : null, again);
      throw Object.assign(new Error(text), known);
    } finally {
      clearTimeout(sizing);
      waiting.remove();
    }
    return api;
  }

  function again(link) {
    attempt += 1;
    stop();
    once(link).catch((error) => console.error(error.message));
  }

  api.ready = once();
  return api;
}

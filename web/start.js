// Starts Glassformer in an element of any page. The element must be positioned and have a size; glassformer.css must be there.

import {bytesOf, download, expectFile, largeFile, notLoaded, scriptOf, textsFrom} from './downloads.js';
import {chooseBuild, makeGraphics} from './features.js';
import {languageOf, lettersOf} from './languages.js';
import {storageFor} from './storage.js';
import {placeOf, textOf, useTexts} from './texts.js';

const kLanguage = 'en';  // has all texts
// The files beside the texts that read_asset of src/platform/platform.h can read; load_asset fetches all other files.
const kAssets = ['assets/fonts/Inter.ttc', 'shaders/heatmap.vert', 'shaders/heatmap.frag'];

const here = (path) => new URL(path, import.meta.url);

// Counting takes a tenth of a second, since a browser that hands the bytes out compiles them later. So bytes are counted only if the first files were slow.
const kSlowMs = 250;
const isSlow = () => performance.getEntriesByType('resource').some(({duration}) => duration > kSlowMs);

// Tells `came` how many bytes of a response have come, from a copy of the response.
async function count(response, came) {
  const reader = response.clone().body?.getReader();
  for (let bytes = 0; reader;) {
    const {done, value} = await reader.read();
    if (done) return;
    came(bytes += value.length);
  }
}

// Returns the compiled module. `copied` is given a function that copies its bytes.
async function compile(path, attempt, came, copied) {
  const response = await download(path, attempt);
  copied?.(() => response.clone().blob());
  if (isSlow()) count(response, came).catch(() => {});  // the compilation reports the same error
  try {
    // If the server names the type, the module is compiled while it comes in.
    if (response.headers.get('Content-Type')?.startsWith('application/wasm')) return await WebAssembly.compileStreaming(response);
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    throw /unsafe-eval|content.security.policy|\bCSP\b/i.test(error?.message) ? {id: 'no_wasm'} : notLoaded(path, error.message);
  }
}

// Resolves with the texts of the lesson, and for a place within a lesson also with the texts that no first picture shows: a link may open a sheet. Texts
// that do not come are left out, and the program asks for them itself.
async function loadTextsOf(language, place, attempt) {
  const {lesson, begins} = await place;
  const found = (begins ? [lesson] : [lesson, 'rest']).map(async (name) => {
    const path = `assets/text/${language}/${name}.json`;
    return bytesOf(path, attempt).then((bytes) => [[path, bytes]], () => []);
  });
  return (await Promise.all(found)).flat();
}

async function assetsIn(language, place, attempt) {
  const texts = `assets/text/${language}.json`;
  const ofPlace = loadTextsOf(language, place, attempt);
  const entries = [texts, ...kAssets].map(async (path) => [path, await bytesOf(path, attempt)]);
  const [first, late] = await Promise.all([Promise.all(entries), ofPlace, lettersOf(language)]);
  const assets = new Map([...first, ...late]);
  useTexts(textsFrom(assets.get(texts), texts));
  return {language, assets};
}

// Resolves with the files that the program begins with, and their language. If the wanted language is not there, it is `missing`, and the texts are English.
async function loadAssets(wanted, place, attempt) {
  const isName = /^[a-z]{2,3}(-[A-Za-z]{2,4})?$/.test(wanted);
  const found = isName && wanted !== kLanguage ? await assetsIn(wanted, place, attempt).catch(() => null) : null;
  return found ?? {...await assetsIn(kLanguage, place, attempt), missing: wanted === kLanguage ? null : wanted};
}

// Resolves with the bytes of a file. Texts of another language come with its letters, since the program measures words as soon as it has the texts.
async function fetchAsset(path, length) {
  const [, language] = /^assets\/text\/([^/]+)\.json$/.exec(path) ?? [];
  const [bytes] = await Promise.all([largeFile(path, length), language && lettersOf(language)]);
  return bytes;
}

// Follows the reader to another language, whose texts the program has by now: the words of the page change, and so does a language in the address.
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

// Asks for the files that a build begins with. Returns the promises {create, later, filesOf, wasm}: the function of its script that makes the program, the later
// modules, the files that each lesson asks for, and the compiled first module. Tells `progress` how much of the module has come. The script has the length (tools/cmake/say_modules.cmake), since a
// server tells the length of the compressed form.
function loadProgram(build, attempt, progress) {
  const name = `glassformer-${build}`;
  let total;
  // A server may have the page and not this build: tools/demo makes builds for few browsers while it serves the page.
  const whyNot = async (problem) => {
    const answer = await fetch(here(`${name}.js`), {method: 'HEAD', cache: 'no-store'}).catch(() => null);
    throw answer?.status === 404 ? {id: 'not_built', words: {build}} : problem;
  };
  const script = scriptOf(`${name}.js`, attempt)
                   .then((module) => {
                     total = module.wasmBytes;
                     return {create: module.default, later: new LaterModules(build, attempt, module), filesOf: module.filesOf};
                   })
                   .catch(whyNot);
  return {
    create: script.then(({create}) => create),
    later: script.then(({later}) => later),
    filesOf: script.then(({filesOf}) => filesOf),
    wasm: compile(`${name}.wasm`, attempt, (bytes) => progress(bytes, total)).catch(whyNot),
  };
}

// Whether the host answers, and not only a service worker with its kept files (isolation.js).
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

  // A thread compiles a module by itself, from an address in this page: then it needs no network (modules.pre.js). A build without threads needs none.
  async compiled(name) {
    let bytes;
    const isForThreads = this.build.startsWith('threads');
    const module =
      await compile(`glassformer-${this.build}.${name}.wasm`, this.attempt, () => {}, (copy) => isForThreads && (bytes = copy().catch(() => null)));
    return {name, module, bytes};
  }

  // Resolves with the compiled modules that the opened place needs at once. If a module does not come, the first call of its functions asks again.
  async atOnce({lesson, begins}) {
    // While the page's thread waits for a module (modules.pre.js), no service worker answers it. So without the host all modules come first.
    const needed = begins && await this.#answers ? this.ofLesson[lesson] ?? [] : this.names;
    const found = await Promise.allSettled(needed.map((name) => this.compiled(name)));
    return found.flatMap(({value}) => value ?? []);
  }

  static add({module}, exports) { return WebAssembly.instantiate(module, {primary: exports}); }

  // Returns a number with a bit for each module, at its place in `names`: so the program knows which modules have come.
  bitsOf(some) { return some.reduce((bits, {name}) => bits | 1 << this.names.indexOf(name), 0); }

  // Brings the other modules after the first frame. If a module does not come, the first call of its functions tries again.
  addOthers(early, program, {exports, keepModule}) {
    const keep = async ({name, bytes}) => {
      const copy = await bytes;
      if (copy) keepModule(this.names.indexOf(name), URL.createObjectURL(copy));
    };
    const others = this.names.filter((each) => !early.some((one) => one.name === each));
    const added = others.map((name) => this.compiled(name).then((module) => {
      program._gf_modules_came(this.bitsOf([module]));
      return Promise.all([LaterModules.add(module, exports), keep(module)]);
    }));
    Promise.all([...added, ...early.map(keep)]).then(() => performance.mark('gf-all-modules'), () => {});
  }
}

// Returns the reason of a failure in words: the program's own (platform_web.cpp), or the meaning of a trap.
function reasonOf(error, host) {
  if (host.reason) return textOf(host.reason.id, host.reason.words);
  const detail = error?.message ?? String(error ?? '');
  if (/call stack|recursion/i.test(detail)) return textOf('reason_stack');
  if (!detail) return textOf('reason_unknown');  // the program ended itself
  if (/memory\.grow|allocation|out of memory/i.test(detail)) return textOf('reason_memory');
  return textOf('reason_error', {detail: error instanceof WebAssembly.Exception ? 'C++ exception' : detail});
}

// Calls `failed` if a worker of the program can't begin. Emscripten listens to its workers only after the module has come, which may be too late, and waits for
// them for ever. A thread that begins in a worker gets the later modules that have come with it (modules.pre.js): it could ask for them by itself, but not in
// Firefox while the page waits for the thread. Returns the function that ends the watch.
function watchWorkers(host, failed) {
  const Original = globalThis.Worker;
  globalThis.Worker = class extends Original {
    constructor(address, ...rest) {
      super(address, ...rest);
      if (String(address).includes('glassformer-')) this.addEventListener('error', failed);
    }

    postMessage(message, ...rest) {
      const begins = message?.start_routine !== undefined;  // Emscripten's order to begin a thread
      if (begins) super.postMessage({gfModules: Object.fromEntries(host.early.map(({name, module}) => [name, module]))});
      super.postMessage(message, ...rest);
    }
  };
  return () => {
    globalThis.Worker = Original;
  };
}

// Resolves with the running program after its first frame. Passes a later failure to host.onStopped, once. The program's threads begin to load at once; the
// program itself begins when `ready` resolves with the compiled module, after all other parts have come.
function run(create, ready, host) {
  return new Promise((resolve, reject) => {
    let starting = true, over = false;
    const unwatch = watchWorkers(host, () => starting && host.failed({id: 'no_workers', words: {build: host.build}}));
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

// Returns the theme of the page around, otherwise the reader's, otherwise the system's. The words of the page stand in it as well.
function colorScheme(asked) {
  let chosen = asked;
  try {
    chosen ??= localStorage.getItem('glassformer.theme');
  } catch {
    // Storage is blocked.
  }
  return ['light', 'dark'].includes(chosen) ? chosen : 'light dark';
}

// Shows a message in place of the one before. `kind` is 'status' during a process, 'alert' after a failure, 'notice' for a message to close.
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

// The program draws its first frame when its element has a size. Gives the element a size if the author's style gives none.
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

// Returns a function that shows in a message how much has come. The words are not read out: the bar says enough.
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
 *   language    of the texts: a folder of assets/text/. If it is not there, the page says so, and the texts are English. If it is left out, the reader's
 *               choice or the browser's language (languages.js); in a frame English
 *   ownsAddress whether the program reads the address bar, and changes it with the place of the reader
 *   link        the text of a link to open
 *   address     of the page that links lead to
 *   frame       the parts that are shown, hidden and locked: {show, hide, lock, theme, size} (README.md)
 *   keepAs      the name of the reader's work in the browser's storage; `storage` in its place is an object with the methods of storage.js;
 *               without both, no work is kept
 * Returns an object with
 *   ready          a promise, fulfilled after the first frame; the other members work from then on. Rejects with an Error that has an `id`
 *   build, firstFrameMs
 *   send(message), snapshot()   see src/session/answer_message.h
 *   frames()       the number of frames drawn so far
 *   keep()         writes the reader's work at once
 *   picture()      a canvas with the present frame; null before the first
 *   onTick, onStopped   functions that the page may set: called after each turn, and with a reason when the program ends
 */
export function startGlassformer(container, options = {}) {
  const api = {build: null, firstFrameMs: null, send: null, snapshot: null, keep: null, picture: null, onTick: null, onStopped: null, frames: () => 0};
  let attempt = 0;
  let threadsRefused = false;  // by the policy of the page, or by a host that sends the script of a worker without the headers
  let stop = () => {};         // ends the program that runs
  const storage = options.storage ?? (options.keepAs ? storageFor(options.keepAs) : null);

  // Starts with the work of the program before if that program gave its `link`, otherwise with the address or the link of the options.
  async function once(link = options.ownsAddress ? undefined : options.link) {
    const place = options.ownsAddress ? inAddress() : '', opened = link ? `d=${link}` : place;
    // If the program fails to start with a link or with the kept work, it may start without them.
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

  // Loads the code that takes files when the first file is dragged here.
  let takesFiles = false;
  function takeFiles() {
    if (takesFiles) return;
    takesFiles = true;
    const refuse = (id) => message(container, 'notice', textOf(id), textOf('close'));
    const take = ({takeDroppedFiles}) => takeDroppedFiles(container, api, refuse);
    const tryAgain = () => {
      takesFiles = false;
    };
    import('./drop.js').then(take, tryAgain);
  }

  // Returns the link of the program if it still answers, otherwise undefined.
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
      // The lesson's own files come while the program starts. They would slow the program itself if they came beside it.
      const files = Promise.all([program.filesOf, place, program.wasm]).then(([filesOf, {lesson}]) => filesOf[lesson]?.forEach(expectFile));
      for (const each of [parts, program.create, early, files]) each.catch(() => {});  // they are awaited below
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
      (await program.later).addOthers(host.early, module, host);
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
      // The program without threads needs no worker.
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

// Starts Glassformer in an element of any page. The element must be positioned and have a size; glassformer.css must be there.

import {chooseBuild, hasWebGl2} from './features.mjs';
import {textOf, useTexts} from './texts.mjs';

// All that src/platform/platform.h's read_asset can be asked for; load_asset fetches others by itself.
const kAssets = ['assets/text/en.json', 'assets/fonts/DejaVuSans.ttf', 'assets/fonts/DejaVuSansMono.ttf', 'shaders/heatmap.vert', 'shaders/heatmap.frag'];

const here = (path) => new URL(path, import.meta.url);

// Another try asks the server, not the cache: the parts may be of two versions.
async function download(path, attempt) {
  let reason;
  for (const waitMs of [0, 400, 1500]) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    try {
      const response = await fetch(here(path), {cache: attempt > 0 ? 'reload' : 'default'});
      if (response.ok) return response;
      reason = response.status;
      if (response.status === 404) break;
    } catch (error) {
      reason = error.message;
    }
  }
  throw {id: 'download', words: {file: `${path} (${reason})`}};
}

async function compile(path, attempt) {
  const response = await download(path, attempt);
  // Compiled while it comes in, where the server names the type.
  if (response.headers.get('Content-Type')?.startsWith('application/wasm')) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

async function loadAssets(attempt) {
  const entries = kAssets.map(async (path) => [path, new Uint8Array(await (await download(path, attempt)).arrayBuffer())]);
  const assets = new Map(await Promise.all(entries));
  useTexts(JSON.parse(new TextDecoder().decode(assets.get(kAssets[0]))));
  return assets;
}

// A module that failed to load is remembered by its address, so another try needs another one.
async function loadScript(path, attempt) {
  const address = here(attempt > 0 ? `${path}?attempt=${attempt}` : path);
  try {
    return (await import(address)).default;
  } catch (error) {
    throw {id: 'download', words: {file: `${path} (${error.message})`}};
  }
}

// The two files of a build: its script and its compiled module.
async function loadProgram(build, attempt) {
  const name = `glassformer-${build}`;
  try {
    return await Promise.all([loadScript(`${name}.js`, attempt), compile(`${name}.wasm`, attempt)]);
  } catch (problem) {
    // A server may have the page and not this build: tools/demo makes those that few browsers take behind the page that it serves.
    const answer = await fetch(here(`${name}.js`), {method: 'HEAD', cache: 'no-store'}).catch(() => null);
    throw answer?.status === 404 ? {id: 'not_built', words: {build}} : problem;
  }
}

// Resolves with the running program once it has drawn its first frame.
function run(create, wasm, host) {
  return new Promise((resolve, reject) => {
    const stopped = (error) => reject({id: 'start', words: {reason: error?.message ?? String(error)}});
    host.firstFrame = (nowMs) => resolve({module: host.module, firstFrameMs: nowMs});
    host.failed = (error) => {
      stopped(error);
      host.onStopped?.(error);
    };
    create({
      canvas: host.canvas,
      host,
      noExitRuntime: true,
      onAbort: host.failed,
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(wasm, imports).then((instance) => done(instance, wasm), stopped);
        return {};
      },
    }).then((module) => {
      host.module = module;
      if (host.failure) stopped(new Error(host.failure));
    }, stopped);
  });
}

function message(container, text, retry) {
  const box = document.createElement('div');
  box.className = 'gf-message';
  box.setAttribute('role', retry === undefined ? 'status' : 'alert');
  const words = document.createElement('p');
  words.textContent = text;
  box.append(words);
  if (retry) {
    const button = document.createElement('button');
    button.textContent = textOf('retry');
    button.addEventListener('click', () => { box.remove(); retry(); }, {once: true});
    box.append(button);
  }
  container.append(box);
  return box;
}

// Options: build (force one), ownsAddress (the address bar is ours: links are read from it and written to it), link (the text of a link to open),
// address (of the page that links lead to). Returns {build, send, snapshot, frames, firstFrameMs, ready}; all but `ready` wait for it.
export function startGlassformer(container, options = {}) {
  const api = {build: null, firstFrameMs: null, send: null, snapshot: null, frames: () => 0};
  let attempt = 0;

  async function once() {
    container.querySelectorAll('canvas, .gf-input, .gf-hidden, .gf-message').forEach((element) => element.remove());
    const canvas = document.createElement('canvas');
    canvas.className = 'gf-canvas';
    container.append(canvas);
    const waiting = message(container, textOf('loading'));
    try {
      if (!hasWebGl2()) throw {id: 'no_webgl', final: true};
      const build = chooseBuild(options.build);
      const [[create, wasm], assets] = await Promise.all([loadProgram(build, attempt), loadAssets(attempt)]);
      const texts = {canvas: textOf('canvas'), field: textOf('field')};
      const onStopped = (error) => message(container, textOf('stopped', {reason: error?.message ?? String(error)}), again);
      const fetchAsset = async (path) => new Uint8Array(await (await download(path, attempt)).arrayBuffer());
      const host = {container, canvas, assets, fetchAsset, texts, ownsAddress: options.ownsAddress, link: options.link, address: options.address, onStopped};
      const {module, firstFrameMs} = await run(create, wasm, host);
      api.send = (request) => JSON.parse(host.send(JSON.stringify(request)));
      api.snapshot = () => api.send({type: 'snapshot'});
      api.frames = () => module._gf_frame_count();
      Object.assign(api, {build, firstFrameMs});
    } catch (problem) {
      const known = problem?.id ? problem : {id: 'start', words: {reason: problem?.message ?? String(problem)}};
      const text = textOf(known.id, known.words);
      if (!container.querySelector('[role=alert]')) message(container, text, ['download', 'not_built', 'start'].includes(known.id) ? again : null);
      throw Object.assign(new Error(text), {id: known.id});
    } finally {
      waiting.remove();
    }
    return api;
  }

  function again() {
    attempt += 1;
    once().catch((error) => console.error(error.message));
  }

  api.ready = once();
  return api;
}

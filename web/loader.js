// The page of its own: index.html. Other pages import start.js.

import {becomeIsolated, stopIsolation} from './features.js';
import {startGlassformer} from './start.js';
import {frameName, storageFor} from './storage.js';

const asked = new URLSearchParams(location.search), build = asked.get('build') ?? '';
const frame = Object.fromEntries(['show', 'hide', 'lock', 'theme', 'size'].filter((name) => asked.has(name)).map((name) => [name, asked.get(name)]));

// A window of its own must not bounce or be pulled to reload. In a frame the page around scrolls if the program can't.
if (window.top === window) document.documentElement.style.overscrollBehavior = 'none';

// Returns the name of the kept work: the address of the page without a forced build; in a frame also the document that the page around gives.
function keepAs() {
  const search = new URLSearchParams(location.search);
  for (const name of ['build', 'isolation', 'language']) search.delete(name);
  const page = location.pathname.replace(/index\.html$/, '') + (String(search) && `?${search}`);
  return window.top === window ? page : frameName(page, location.hash);
}

// Resolves with whether the page is being loaded again, since its isolation changes.
async function isLeaving() {
  if (asked.get('isolation') === 'off') {
    const found = await stopIsolation();
    if (found) location.reload();
    return found;
  }
  return !build.startsWith('single') && becomeIsolated();
}

// Whether this is a release: its parts lie in a folder of their own, and never change. Files of another site may change, and none is kept.
const isReleased = new URL('.', import.meta.url).href !== new URL('.', location).href;

async function keepWhatCame() {
  const {keepVisited} = await import('./keeping.js');
  await keepVisited(window.glassformer, document.getElementById('stage'));
}

const start = (options) => startGlassformer(document.getElementById('stage'), {build, frame, language: asked.get('language'), ownsAddress: true, ...options});

// Starts in a frame. The page around may talk with the program, and may have kept the reader's work.
async function startInFrame() {
  const {handedOver, listenToPage, storageOver} = await import('./port.js');
  const given = handedOver(), name = given?.keepAs ?? keepAs();
  let filesCame;
  const files = new Promise((done) => {
    filesCame = done;
  });
  const storage = storageOver(storageFor(name), given, async (file) => (await files)[file]);
  const glassformer = start({storage});
  listenToPage(glassformer, {origin: asked.get('origin'), storage: {...storage, keepAs: name}, filesCame});
  return glassformer;
}

if (!(await isLeaving())) {
  window.glassformer = window.parent === window ? start({storage: storageFor(keepAs())}) : await startInFrame();
  await window.glassformer.ready.catch((error) => console.error(error.message));
  if (isReleased && asked.get('isolation') !== 'off' && window.top === window) await keepWhatCame();
}

// The page of its own: index.html. Other pages import start.js.

import {becomeIsolated, stopIsolation} from './features.js';
import {startGlassformer} from './start.js';
import {frameName} from './storage.js';

const asked = new URLSearchParams(location.search), build = asked.get('build') ?? '';
const frame = Object.fromEntries(['show', 'hide', 'lock', 'theme', 'size'].filter((name) => asked.has(name)).map((name) => [name, asked.get(name)]));

// A window of its own must not bounce or be pulled to reload; in a frame the page around scrolls where the program can't.
if (window.top === window) document.documentElement.style.overscrollBehavior = 'none';

// One's work belongs to the address of the page, whatever build is forced; in a frame also to the document that the page around gives it.
function keepAs() {
  const search = new URLSearchParams(location.search);
  for (const name of ['build', 'isolation']) search.delete(name);
  const page = location.pathname.replace(/index\.html$/, '') + (String(search) && `?${search}`);
  return window.top === window ? page : frameName(page, location.hash);
}

// Whether the page is loaded again, since its isolation changes.
async function isLeaving() {
  if (asked.get('isolation') === 'off') {
    const found = await stopIsolation();
    if (found) location.reload();
    return found;
  }
  return !build.startsWith('single') && becomeIsolated();
}

if (!(await isLeaving())) {
  window.glassformer = startGlassformer(document.getElementById('stage'), {build, frame, ownsAddress: true, keepAs: keepAs()});
  window.glassformer.ready.catch((error) => console.error(error.message));
}

// The page of its own: index.html. Other pages import start.mjs.

import {becomeIsolated} from './features.mjs';
import {startGlassformer} from './start.mjs';

const build = new URLSearchParams(location.search).get('build') ?? '';

// A window of its own must not bounce or be pulled to reload; in a frame the page around scrolls where the program can't.
if (window.top === window) document.documentElement.style.overscrollBehavior = 'none';

if (build.startsWith('single') || !(await becomeIsolated())) {
  window.glassformer = startGlassformer(document.getElementById('stage'), {build, ownsAddress: true});
  window.glassformer.ready.catch((error) => console.error(error.message));
}

// The features of this browser, and which of the four builds they allow.

// A module with a function that makes a vector: (func (result v128) (i8x16.splat (i32.const 0)))
const kSimd = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11];
// A module with (f32x4.relaxed_madd ...) of three such vectors.
const kRelaxedSimd =
  [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 19, 1, 17, 0, 65, 0, 253, 15, 65, 0, 253, 15, 65, 0, 253, 15, 253, 133, 2, 11];

const validates = (bytes) => typeof WebAssembly === 'object' && WebAssembly.validate(new Uint8Array(bytes));

export const hasSimd = () => validates(kSimd);
export const hasRelaxedSimd = () => validates(kRelaxedSimd);
export const hasThreads = () => globalThis.crossOriginIsolated === true && typeof SharedArrayBuffer === 'function';

// Makes the graphics context of a canvas before the program has come, since that takes a while. A canvas has one context, and the first request decides its
// attributes: they have to be the hints of src/platform/glfw_window.cpp. Returns whether the browser has WebGL 2.
export const makeGraphics = (canvas) => canvas.getContext('webgl2', {alpha: false, antialias: false, depth: false, stencil: false}) !== null;

export const kBuilds = ['threads-relaxed', 'threads', 'single-relaxed', 'single'];

// Returns the wanted build, otherwise the best build that runs here: without threads if workers were refused. Throws {id, words} (see texts.js) if no build
// can run.
export function chooseBuild(wanted, threadsRefused) {
  if (wanted && !kBuilds.includes(wanted)) throw {id: 'unknown_build', words: {build: wanted, builds: kBuilds.join(', ')}};
  if (!hasSimd()) throw {id: 'no_simd'};
  // Without isolation a build with threads would wait for its workers for ever.
  if (wanted?.startsWith('threads') && !hasThreads()) throw {id: 'no_threads', words: {build: wanted}};
  if (wanted?.endsWith('relaxed') && !hasRelaxedSimd()) throw {id: 'no_relaxed_simd', words: {build: wanted}};
  return wanted || (hasThreads() && !threadsRefused ? 'threads' : 'single') + (hasRelaxedSimd() ? '-relaxed' : '');
}

const kTried = 'glassformer.isolation';

/** Resolves once a service worker of the registration is active. */
export const activated = (registration) => new Promise((resolve, reject) => {
  if (registration.active) return resolve();
  const worker = registration.installing ?? registration.waiting;
  worker.addEventListener('statechange', () => {
    if (worker.state === 'activated') resolve();
    if (worker.state === 'redundant') reject(new Error('redundant'));
  });
  setTimeout(reject, 3000, new Error('timeout'));
});

/** The address of the service worker. It stands beside the page, whatever folder the parts are in, since it may touch only pages below its own folder. */
export const kWorker = new URL('isolation.js', globalThis.location);

// Removes the service worker that an earlier visit left in this browser, and its kept files. Resolves with whether there was one, which loaded this page.
export async function stopIsolation() {
  let found = false;
  try {
    for (const registration of await navigator.serviceWorker.getRegistrations()) {
      if (registration.active?.scriptURL === kWorker.href) found = await registration.unregister() || found;
    }
    for (const name of await caches.keys())
      if (name.startsWith(`glassformer ${new URL('.', kWorker)} `)) await caches.delete(name);
  } catch {
    // A browser without storage has no service worker.
  }
  return found;
}

// On a host that does not send the two headers that threads need, has a service worker add them from the second loading on (isolation.js). Tries once a tab,
// and only on a page of its own. Resolves with whether the page is being loaded again.
export async function becomeIsolated() {
  try {
    if (globalThis.crossOriginIsolated || !globalThis.isSecureContext || window.top !== window || !navigator.serviceWorker) return false;
    if (sessionStorage.getItem(kTried)) return false;
    await activated(await navigator.serviceWorker.register(kWorker));
    sessionStorage.setItem(kTried, 'yes');
    if (sessionStorage.getItem(kTried) !== 'yes') return false;  // the browser remembers nothing, and the page would be loaded for ever
    location.reload();
    return true;
  } catch {
    return false;  // storage or service workers are blocked: the build without threads runs, more slowly
  }
}

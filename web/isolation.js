// The service worker of the page of its own. It adds the headers of cross-origin isolation, for static hosts that can't send them: threads need shared memory, and
// browsers give that only to isolated pages. It also keeps the visited parts of a release, so that the page opens without the network. Registered by features.js
// and keeping.js. Other pages in this folder and below it are left as their authors made them.

// The folder of the parts of a release, which tools/release puts here. Without it nothing is kept: files would change under the same names.
const kParts = '';

const kFolder = new URL('.', self.location).href, kPage = `${kFolder}index.html`;
const kCaches = `glassformer ${kFolder} `, kCache = kCaches + kParts;

/** The name of a file in this folder; nothing for others. */
function nameOf(url) {
  const address = url.split(/[?#]/, 1)[0];
  return address.startsWith(kFolder) ? address.slice(kFolder.length) : undefined;
}

// The names of the parts that are kept, once they are known: those that are not never wait for this worker.
let kept = null;
const listKept = async () => {
  const requests = await (await caches.open(kCache)).keys();
  kept = new Set(requests.map(({url}) => nameOf(url)));
};
const known = kParts ? listKept() : null;

const otherCaches = async () => (await caches.keys()).filter((name) => name.startsWith(kCaches) && name !== kCache);
const forget = (names) => Promise.all(names.map((name) => caches.delete(name)));

// --- The cache -------------------------------------------------------------------------------------------------------------------------

/**
 * Keeps a part. The browser has it from this visit, and its name never means another file. A page in place of a part, such as the log-in page of a hotel's network, is not kept.
 * Rejected if the network is away.
 */
async function bring(cache, name) {
  const response = await fetch(kFolder + name, {cache: 'force-cache'});
  const type = response.headers.get('Content-Type') ?? '';
  if (!response.ok || response.redirected || type.startsWith('text/html')) return;
  const headers = new Headers(response.headers);
  if (name.endsWith('.wasm')) headers.set('Content-Type', 'application/wasm');  // with this type it is compiled while it comes in
  await cache.put(kFolder + name, type === headers.get('Content-Type') ? response : new Response(response.body, {headers}));
  await known;
  kept.add(name);
}

/** The page of this release, which is not there yet while a host is about to replace another by it. Some hosts lead from one address of it to the other. */
async function findPage() {
  for (const name of ['', 'index.html']) {
    const response = await fetch(kFolder + name, {cache: 'no-cache'});
    if (response.ok && !response.redirected && (await response.clone().text()).includes(`"${kParts}loader.js"`)) return response;
  }
  throw new Error(`the page is not that of ${kParts}`);
}

/** Keeps the page, and what was kept of the release before as it is in this one. Without all of that this release is not offered yet. */
async function prepare() {
  try {
    const cache = await caches.open(kCache), page = await findPage(), names = new Set();
    for (const other of await otherCaches())
      for (const {url} of await (await caches.open(other)).keys()) names.add(nameOf(url).replace(/^parts-[^/]*\//, kParts));
    names.delete('index.html');
    for (const name of names) await bring(cache, name);
    await cache.put(kPage, page);
  } catch (error) {
    await caches.delete(kCache);
    throw error;
  }
}

const kOurPages = ['', 'index.html'];

/** Keeps the parts at those addresses. When no page of another release can be open any more, what was kept of it goes. */
async function keep(addresses) {
  const cache = await caches.open(kCache), {waiting, installing} = self.registration;
  for (const name of new Set(addresses.map(nameOf)))
    if (name?.startsWith(kParts) && !(await cache.match(kFolder + name))) await bring(cache, name).catch(() => {});
  const pages = (await self.clients.matchAll({type: 'window'})).filter(({url}) => kOurPages.includes(nameOf(url)));
  if (pages.length === 1 && !waiting && !installing) await forget(await otherCaches());
}

/** A developer's server may have had a release at this address: no page of it stays. */
async function forgetReleases() {
  const names = await otherCaches();
  await forget(names);
  await self.clients.claim();
  if (names.length === 0) return;
  for (const client of await self.clients.matchAll({type: 'window'}))
    if (kOurPages.includes(nameOf(client.url))) client.navigate(client.url).catch(() => {});
}

// A newer release waits until no page of this one is open, or until a reader takes it (keeping.js).
self.addEventListener('install', (event) => (kParts ? event.waitUntil(prepare()) : self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(kParts ? self.clients.claim() : forgetReleases()));
self.addEventListener('message', (event) => {
  if (event.data?.take) self.skipWaiting();
  if (kParts && Array.isArray(event.data?.keep)) event.waitUntil(keep(event.data.keep));
});

// --- Requests --------------------------------------------------------------------------------------------------------------------------

// The texts of a lesson are also in the file of all texts, which comes after the first frame.
const kOfTexts = /^(parts-[^/]*\/assets\/text\/[\w-]+\/)[\w-]+\.json$/;
async function fromTheHost(request, name, cache) {
  const response = fetch(request), isThere = await response.then(({ok}) => ok, () => false);
  return (!isThere && kOfTexts.test(name) && await cache.match(kFolder + name.replace(kOfTexts, '$1all.json'))) || response;
}

/** Returns what is kept, otherwise what the host sends. A part that a page asks for once more, as it could not use the first, comes from the host if that can be had. */
async function answer(request, name) {
  if (!kParts) return fetch(request);
  const cache = await caches.open(kCache), address = kOurPages.includes(name) ? kPage : kFolder + name;
  const found = await cache.match(address, {ignoreVary: true});
  const again = request.cache === 'reload' || /\?attempt=/.test(request.url);
  if (!found) return fromTheHost(request, name, cache);
  if (!again) return found;
  const response = await fetch(request).catch(() => found);
  if (response !== found && response.ok) await cache.delete(address);  // it is kept anew when the page says that it came
  return response;
}

async function withHeaders(response) {
  if (response.status === 0 || response.type === 'opaqueredirect') return response;
  const headers = new Headers(response.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  return new Response(response.body, {status: response.status, statusText: response.statusText, headers});
}

// The page and the scripts of its workers need the headers. Everything else that is not kept is left to the browser, and what is kept is given as it was kept, so that
// WebAssembly is compiled while it streams.
const kPages = new Set(['document', 'iframe', 'frame']), kWorkers = new Set(['script', 'worker']);
const kOurWorkers = /^(parts-[^/]*\/)?glassformer-[\w-]+\.js$/;

self.addEventListener('fetch', (event) => {
  const {request} = event, name = nameOf(request.url);
  if (request.method !== 'GET' || name === undefined) return;
  if (request.cache === 'only-if-cached' && request.mode !== 'same-origin') return;
  const isPage = kPages.has(request.destination) && kOurPages.includes(name), isWorker = kWorkers.has(request.destination) && kOurWorkers.test(name);
  if (isPage || isWorker)
    event.respondWith(answer(request, name).then(withHeaders));
  else if (kParts && name.startsWith(kParts) && (kept?.has(name) || !kept || kOfTexts.test(name)))
    event.respondWith(answer(request, name));
});

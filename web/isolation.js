// The service worker of the page of its own. The worker adds the headers of cross-origin isolation, for static hosts that can't send them: threads need shared
// memory, and browsers give that only to isolated pages. It also keeps the visited parts of a release, so that the page opens without the network. features.js
// and keeping.js register it. It leaves other pages in this folder and below it as they are.

// The folder of the parts of a release, which tools/release puts here. Without a folder no file is kept: files would change under the same names.
const kParts = '';

const kFolder = new URL('.', self.location).href, kPage = `${kFolder}index.html`;
const kCaches = `glassformer ${kFolder} `, kCache = kCaches + kParts;

/** Returns the name of a file in this folder, or undefined for other files. */
function nameOf(url) {
  const address = url.split(/[?#]/, 1)[0];
  return address.startsWith(kFolder) ? address.slice(kFolder.length) : undefined;
}

// The names of the kept parts, when they are known: requests for other files never wait for this worker.
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
 * Keeps a part, and resolves with whether it is kept. The browser has the part from this visit, and its name never means another file. A page in place of a
 * part, such as the log-in page of a hotel's network, is not kept. Rejects if the network is away.
 */
async function bring(cache, name) {
  const response = await fetch(kFolder + name, {cache: 'force-cache'});
  const type = response.headers.get('Content-Type') ?? '';
  if (!response.ok || response.redirected || type.startsWith('text/html')) return false;
  const headers = new Headers(response.headers);
  if (name.endsWith('.wasm')) headers.set('Content-Type', 'application/wasm');  // with this type it is compiled while it comes in
  await cache.put(kFolder + name, type === headers.get('Content-Type') ? response : new Response(response.body, {headers}));
  await known;
  kept.add(name);
  return true;
}

/** Resolves with the page of this release, or with none while the host still copies the release. Some hosts lead from one address of the page to another. */
async function findPage() {
  for (const name of ['', 'index.html']) {
    const response = await fetch(kFolder + name, {cache: 'no-cache'});
    if (response.ok && !response.redirected && (await response.clone().text()).includes(`"${kParts}loader.js"`)) return response;
  }
  throw new Error(`the page is not that of ${kParts}`);
}

/** Returns the names of the parts that a page of this release asks for. */
const partsIn = (html) => [...html.matchAll(/"([^"]+)"/g)].map(([, name]) => name).filter((name) => name.startsWith(kParts) && name !== kParts);

/**
 * Keeps the page with the parts that it asks for, and this release's versions of the parts that were kept before. A part of an earlier release may have no
 * version here. Rejects without the page, a part of the page or the network: then the release is not offered.
 */
async function prepare() {
  try {
    const cache = await caches.open(kCache), page = await findPage(), needed = partsIn(await page.clone().text()), names = new Set();
    for (const other of await otherCaches())
      for (const {url} of await (await caches.open(other)).keys()) names.add(nameOf(url).replace(/^parts-[^/]*\//, kParts));
    names.delete('index.html');
    for (const name of needed) {
      if (!await bring(cache, name)) throw new Error(`the host lacks ${name}`);
      names.delete(name);
    }
    for (const name of names) await bring(cache, name);
    await cache.put(kPage, page);
  } catch (error) {
    await caches.delete(kCache);
    throw error;
  }
}

const kOurPages = ['', 'index.html'];

/** Keeps the parts at the addresses. If this page alone is open and no newer release waits, deletes the parts of other releases. */
async function keep(addresses) {
  const cache = await caches.open(kCache), {waiting, installing} = self.registration;
  for (const name of new Set(addresses.map(nameOf)))
    if (name?.startsWith(kParts) && !(await cache.match(kFolder + name))) await bring(cache, name).catch(() => {});
  const pages = (await self.clients.matchAll({type: 'window'})).filter(({url}) => kOurPages.includes(nameOf(url)));
  if (pages.length === 1 && !waiting && !installing) await forget(await otherCaches());
}

/** Deletes all kept parts: a developer's server may have had a release at this address. */
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

// The texts of a lesson are also in the file of all lessons, which comes after the first frame.
const kOfTexts = /^(parts-[^/]*\/assets\/text\/[\w-]+\/)(?!rest\.)[\w-]+\.json$/;
async function fromTheHost(request, name, cache) {
  const response = fetch(request), isThere = await response.then(({ok}) => ok, () => false);
  return (!isThere && kOfTexts.test(name) && await cache.match(kFolder + name.replace(kOfTexts, '$1all.json'))) || response;
}

/** Resolves with the kept part, otherwise with the host's. A page that could not use a part asks once more, and then the host's part comes first. */
async function answer(request, name) {
  if (!kParts) return fetch(request);
  const cache = await caches.open(kCache), address = kOurPages.includes(name) ? kPage : kFolder + name;
  const found = await cache.match(address, {ignoreVary: true});
  const again = request.cache === 'reload' || /\?attempt=/.test(request.url);
  if (!found) return fromTheHost(request, name, cache);
  if (!again) return found;
  const response = await fetch(request).catch(() => found);
  if (response !== found && response.ok) await cache.delete(address);  // the page tells the worker to keep the new file
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

// The page and the scripts of its workers need the headers. The worker gives kept files as they were kept, so that WebAssembly is compiled while it streams.
// All other requests go to the browser.
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

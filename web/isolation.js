// A service worker that adds the headers of cross-origin isolation, for static hosts that can't send them: threads need shared memory, and
// browsers give that only to isolated pages. Registered by features.js. Other pages in this folder and below it are left as their authors made them.

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// The page and the scripts of its workers need the headers. Everything else is left to the browser, which compiles WebAssembly while it streams and keeps
// the compiled code only for what comes straight from the network.
const kPages = new Set(['document', 'iframe', 'frame']), kWorkers = new Set(['script', 'worker']);
const kOurPages = ['', 'index.html'], kOurWorkers = /^glassformer-[\w-]+\.js$/;

function isOurs({url, destination}) {
  const folder = new URL('.', self.location).href, address = url.split(/[?#]/, 1)[0];
  if (!address.startsWith(folder)) return false;
  const name = address.slice(folder.length);
  return (kPages.has(destination) && kOurPages.includes(name)) || (kWorkers.has(destination) && kOurWorkers.test(name));
}

self.addEventListener('fetch', (event) => {
  const request = event.request;
  if (request.method !== 'GET' || !isOurs(request)) return;
  if (request.cache === 'only-if-cached' && request.mode !== 'same-origin') return;
  event.respondWith(withHeaders(request));
});

async function withHeaders(request) {
  const response = await fetch(request);
  if (response.status === 0 || response.type === 'opaqueredirect') return response;
  const headers = new Headers(response.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  return new Response(response.body, {status: response.status, statusText: response.statusText, headers});
}

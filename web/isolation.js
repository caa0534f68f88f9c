// A service worker that adds the headers of cross-origin isolation, for static hosts that can't send them: threads need shared memory, and
// browsers give that only to isolated pages. Registered by features.js.

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// Pages and scripts (a worker is a script of its own) need the headers. Everything else is left to the browser, which compiles WebAssembly
// while it streams and keeps the compiled code only for what comes straight from the network.
const kNeedHeaders = new Set(['document', 'iframe', 'frame', 'script', 'worker', 'sharedworker']);

self.addEventListener('fetch', (event) => {
  const request = event.request;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin || !kNeedHeaders.has(request.destination)) return;
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

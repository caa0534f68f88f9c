// The service worker of a release prepares a newer release only from a host that has the page and all parts of the page.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import vm from 'node:vm';

const kSite = 'https://example.org/', kOlder = 'parts-older/', kNewer = 'parts-newer/';
const kSource = readFileSync(new URL('../../web/isolation.js', import.meta.url), 'utf8').replace('const kParts = \'\';', `const kParts = '${kNewer}';`);
const kPage = `<link rel="modulepreload" href="${kNewer}start.js"><script type="module" src="${kNewer}loader.js"></script>`;
const kOfPage = ['loader.js', 'start.js'];

/** The caches of a browser, in which each cache is a Map from addresses to responses. */
class FakeCaches {
  all = new Map();
  async open(name) {
    if (!this.all.has(name)) this.all.set(name, new Map());
    const entries = this.all.get(name);
    return {
      keys: async () => [...entries.keys()].map((url) => ({url})),
      match: async (url) => entries.get(url),
      put: async (url, response) => {
        entries.set(url, response);
      },
    };
  }
  async keys() { return [...this.all.keys()]; }
  async delete(name) { return this.all.delete(name); }
}

/** Installs the newer release's worker on a host with `files`; the older release kept `kept`. Resolves with the kept names, or with null if the worker refuses. */
async function installed(files, kept) {
  const caches = new FakeCaches(), handlers = {};
  const older = await caches.open(`glassformer ${kSite} ${kOlder}`);
  for (const name of kept) await older.put(kSite + kOlder + name, new Response('old'));
  const self = {
    location: new URL(`${kSite}isolation.js`),
    addEventListener: (name, handler) => {
      handlers[name] = handler;
    }
  };
  const fetch = async (url) => (url in files ? new Response(files[url], {headers: {'Content-Type': 'text/javascript'}}) : new Response('none', {status: 404}));
  vm.runInNewContext(kSource, {self, caches, fetch, URL, Headers, Response});
  let promise;
  handlers.install({
    waitUntil: (given) => {
      promise = given;
    }
  });
  const isReady = await promise.then(() => true, () => false);
  const entries = caches.all.get(`glassformer ${kSite} ${kNewer}`);
  assert.equal(Boolean(entries), isReady, 'a refused release leaves no cache');
  return isReady ? [...entries.keys()].map((url) => url.slice(kSite.length)).sort() : null;
}

const filesOf = (names) => ({[kSite]: kPage, ...Object.fromEntries(names.map((name) => [kSite + kNewer + name, 'new']))});

test('a release whose host lacks a part of the page is not offered', async () => {
  for (const lacking of kOfPage) assert.equal(await installed(filesOf(kOfPage.filter((name) => name !== lacking)), kOfPage), null, lacking);
  assert.equal(await installed({}, kOfPage), null, 'no page');
});

test('a release is kept with the parts of its page and its versions of the kept parts, without those that it has no more', async () => {
  const names = await installed(filesOf([...kOfPage, 'model.safetensors', 'unused.js']), ['loader.js', 'model.safetensors', 'gone.js']);
  assert.deepEqual(names, ['index.html', ...['loader.js', 'model.safetensors', 'start.js'].map((name) => kNewer + name)]);
});

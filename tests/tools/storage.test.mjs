// Kept work in storages that are full, blocked, or shared by two tabs.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {beforeEach, test} from 'node:test';
import vm from 'node:vm';

const {frameName, storageFor} = await import('../../web/storage.js');

/** A storage of the browser, whose keys are its own properties as there. `problem` is thrown by whatever writes. */
class FakeStorage {
  #problem = null;
  refuse(name) { this.#problem = name && new DOMException('no', name); }
  getItem(key) { return Object.hasOwn(this, key) ? this[key] : null; }
  setItem(key, text) {
    if (this.#problem) throw this.#problem;
    this[key] = text;
  }
  removeItem(key) { delete this[key]; }
}

const openTab = () => {
  globalThis.sessionStorage = new FakeStorage();
};

beforeEach(() => {
  globalThis.localStorage = new FakeStorage();
  openTab();
});

test('a tab goes on with its own, whatever another tab wrote meanwhile; a new one begins with what was written last', () => {
  const storage = storageFor('/');
  storage.keep('work', 'one');
  const first = globalThis.sessionStorage;
  openTab();
  assert.equal(storage.load('work'), 'one');
  storage.keep('work', 'two');
  assert.equal(storage.load('work'), 'two');
  globalThis.sessionStorage = first;
  assert.equal(storage.load('work'), 'one');
  openTab();
  assert.equal(storage.load('work'), 'two');
  assert.equal(storageFor('/other').load('work'), null, 'pages have each their own');
});

test('a storage that is full or blocked is told apart, and the tab still has what it wrote', () => {
  const storage = storageFor('/');
  for (const [name, problem] of [['QuotaExceededError', 'full'], ['SecurityError', 'blocked']]) {
    globalThis.localStorage.refuse(name);
    assert.equal(storage.keep('work', name), problem);
    assert.equal(storage.load('work'), name);
  }
  globalThis.localStorage.refuse(null);
  assert.equal(storage.keep('work', 'again'), '');
  globalThis.sessionStorage.refuse('QuotaExceededError');
  assert.equal(storage.keep('work', 'later'), '');
  assert.equal(storage.load('work'), 'later', 'a tab does not go back to what it wrote before');
});

test('a text that is put aside gets a free name, and never that of an earlier text', () => {
  const storage = storageFor('/');
  for (const text of ['one', 'two']) {
    globalThis.localStorage.setItem('glassformer:/:work', text);
    assert.equal(storage.setAside('work'), true);
    assert.equal(storage.load('work'), null);
  }
  assert.deepEqual(Object.entries(globalThis.localStorage), [['glassformer.aside:/:work:1', 'one'], ['glassformer.aside:/:work:2', 'two']]);
});

test('a frame is named by its address and a short number for its document, however long that is', () => {
  const long = frameName('/g/?show=weights',
    '#d=' +
      'A'.repeat(20000));
  assert.match(long, /^frame:\/g\/\?show=weights#[0-9a-f]{1,16}$/);
  assert.notEqual(long,
    frameName('/g/?show=weights',
      '#d=' +
        'A'.repeat(19999) + 'B'));
  assert.equal(frameName('/', ''), 'frame:/');
});

test('sixty frames keep their documents; those that were unused for the longest time go, and nothing else', () => {
  const keysOf = (page) => Object.keys(globalThis.localStorage).filter((key) => key.includes(`:${page}:`)).length;
  storageFor('/').keep('work', 'of the page');
  globalThis.localStorage.setItem('glassformer:frame:/#d=AAAA:work', 'of an earlier version');
  const frames = Array.from({length: 60}, (_, i) => frameName('/', `#d=${i}`));
  for (const frame of frames) storageFor(frame).keep('work', 'one');
  assert.equal(keysOf('frame:/#d=AAAA'), 0, 'the frame that is in no list is the oldest');
  globalThis.localStorage.setItem(`glassformer.aside:${frames[1]}:work:1`, 'put aside');
  openTab();
  storageFor(frames[0]).keep('work', 'two');
  storageFor(frameName('/', '#another')).keep('place', 'one');
  assert.deepEqual([frames[0], frames[1], frames[2]].map(keysOf), [1, 0, 1]);
  assert.equal(storageFor(frames[0]).load('work'), 'two');
  assert.equal(storageFor('/').load('work'), 'of the page');
  globalThis.localStorage.setItem('glassformer.frames', '{rubbish');
  assert.equal(storageFor(frames[5]).keep('work', 'three'), '');
  assert.equal(JSON.parse(globalThis.localStorage.getItem('glassformer.frames')).length, 60);
});

test('one write after another fails: what was kept last is there, or what was put aside', () => {
  // One of the two storages fails at each of its writes.
  const failAt = (number) => {
    let count = 0;
    for (const storage of [globalThis.localStorage, globalThis.sessionStorage]) {
      Object.defineProperty(storage, 'setItem', {
        value(key, text) {
          if (count++ === number) throw new DOMException('no', 'QuotaExceededError');
          FakeStorage.prototype.setItem.call(this, key, text);
        },
      });
    }
  };
  for (let number = 0; number < 10; ++number) {
    globalThis.localStorage = new FakeStorage();
    openTab();
    failAt(number);
    const storage = storageFor('/');
    for (const text of ['one', 'two', 'three']) {
      storage.keep('work', text);
      assert.equal(storage.load('work'), text, `write ${number}`);
    }
    const free = storage.setAside('work'), all = JSON.stringify([globalThis.localStorage, globalThis.sessionStorage]);
    assert.ok(all.includes('three'), `write ${number}`);
    assert.equal(free, storage.load('work') === null, `write ${number}`);
  }
});

test('a text that neither storage has room for leaves the last one that the tab has', () => {
  const storage = storageFor('/');
  storage.keep('work', 'one');
  globalThis.localStorage.refuse('QuotaExceededError');
  storage.keep('work', 'two');
  globalThis.sessionStorage.refuse('QuotaExceededError');
  assert.equal(storage.keep('work', 'three'), 'full');
  assert.equal(storage.load('work'), 'two');
});

test('the program is told that a text is kept, or that the storage is full, or that it refuses for any other reason', () => {
  let functions;
  const module = {host: {}}, library = readFileSync(new URL('../../web/storage.lib.js', import.meta.url), 'utf8');
  vm.runInNewContext(library, {
    Module: module,
    gfStorage: {storage: () => module.host.storage},
    UTF8ToString: String,
    addToLibrary: (given) => {
      functions = given;
    }
  });
  const answer = (problem) => {
    module.host.storage = {keep : () => problem};
    return functions.gf_js_keep('work', 'text');
  };
  assert.deepEqual(['', 'blocked', 'full', 'unheard of', undefined].map(answer), [0, 1, 2, 1, 0]);
  module.host.storage = null;
  assert.equal(functions.gf_js_keep('work', 'text'), 0, 'a page that keeps nothing');
});

// What outlives the page, in storages that are full, blocked, or of two tabs.
import assert from 'node:assert/strict';
import {beforeEach, test} from 'node:test';

const {storageFor} = await import('../../web/storage.js');

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

test('what is put aside is there under another name, and never in the place of what was put aside before', () => {
  const storage = storageFor('/');
  for (const text of ['one', 'two']) {
    globalThis.localStorage.setItem('glassformer:/:work', text);
    assert.equal(storage.setAside('work'), true);
    assert.equal(storage.load('work'), null);
  }
  assert.deepEqual(Object.entries(globalThis.localStorage), [['glassformer.aside:/:work:1', 'one'], ['glassformer.aside:/:work:2', 'two']]);
});

// Keeps the reader's work in the browser: texts in local storage, written at once, and large files in its database, written a moment later. The work belongs to
// `page`, a name that the page chooses. Every tab also has its own texts, so that a tab that is loaded again goes on with them, whatever another tab wrote
// meanwhile.

const kDatabase = 'glassformer', kFiles = 'files';

/** Calls a function that the browser may forbid. Returns {value}, or {problem: 'blocked'} or {problem: 'full'}. */
function attempt(work) {
  try {
    return {value: work()};
  } catch (error) {
    return {problem: kindOf(error)};
  }
}

const kindOf = (error) => (error?.name === 'QuotaExceededError' || error?.name === 'NS_ERROR_DOM_QUOTA_REACHED' ? 'full' : 'blocked');

const settled = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = request.onblocked = () => reject(request.error);
});

function openDatabase() {
  const request = indexedDB.open(kDatabase, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(kFiles);
  return settled(request);
}

/** Calls `work` in one transaction of the database: either all of its requests succeed, or none. */
async function transact(mode, work) {
  const database = await openDatabase();
  try {
    const transaction = database.transaction(kFiles, mode);
    const result = await work(transaction.objectStore(kFiles));
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
      transaction.commit?.();
    });
    return result;
  } finally {
    database.close();
  }
}

const kFrames = 'frame:', kLatestFrames = 'glassformer.frames', kMostFrames = 60;

/**
 * Returns the name of a frame for storageFor: its address, and a number (FNV-1a, 64 bits) in place of the document behind #, which may be long. Example:
 * frameName('/glassformer/?show=weights', '#d=AAAA') is 'frame:/glassformer/?show=weights#7a1c…', and frameName('/', '') is 'frame:/'.
 */
export function frameName(address, document) {
  let number = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(document)) number = BigInt.asUintN(64, (number ^ BigInt(byte)) * 0x100000001b3n);
  return kFrames + address + (document && `#${number.toString(16)}`);
}

/** Returns the names of frames that have texts in local storage. The names of texts hold no colon. */
function framesWithTexts() {
  const begin = `glassformer:${kFrames}`;
  const keys = Object.keys(localStorage).filter((each) => each.startsWith(begin));
  return [...new Set(keys.map((each) => each.slice('glassformer:'.length, each.lastIndexOf(':'))))];
}

/** Deletes all kept work of a page, and the work that was put aside. */
function forget(page) {
  const isOfPage = (key) => [`glassformer:${page}:`, `glassformer.aside:${page}:`].some((begin) => key.startsWith(begin));
  for (const key of Object.keys(localStorage).filter(isOfPage)) localStorage.removeItem(key);
  transact('readwrite', async (files) => {
    for (const key of (await settled(files.getAllKeys())).filter(isOfPage)) files.delete(key);
  }).catch(() => {});
}

/** Notes a use of a frame. Beyond kMostFrames frames, forgets the work of the frames that were used the longest time ago. */
function keepLatestFrames(page) {
  let noted = [];
  try {
    noted = JSON.parse(localStorage.getItem(kLatestFrames) ?? '[]').filter((each) => typeof each === 'string' && each !== page);
  } catch {
    // A list that can't be read counts as empty.
  }
  const older = framesWithTexts().filter((each) => each !== page && !noted.includes(each));
  const all = [...older, ...noted, page];
  for (const old of all.slice(0, -kMostFrames)) forget(old);
  localStorage.setItem(kLatestFrames, JSON.stringify(all.slice(-kMostFrames)));
}

export function storageFor(page) {
  const key = (name) => `glassformer:${page}:${name}`;
  const asideKey = (name, count) => `glassformer.aside:${page}:${name}:${count}`;
  let isNoted = !page.startsWith(kFrames);

  function note() {
    if (!isNoted) attempt(() => keepLatestFrames(page));
    isNoted = true;
  }

  /** Puts a text of a storage aside under the first free name. If that fails, the text stays, and the error is thrown. */
  function moveText(storage, name) {
    const text = storage.getItem(key(name));
    if (text === null) return;
    let count = 1;
    while (storage.getItem(asideKey(name, count)) !== null) ++count;
    storage.removeItem(key(name));
    try {
      storage.setItem(asideKey(name, count), text);
    } catch (error) {
      storage.setItem(key(name), text);
      throw error;
    }
  }

  async function moveFile(files, name) {
    const bytes = await settled(files.get(key(name)));
    if (bytes === undefined) return;
    let count = 1;
    while (await settled(files.getKey(asideKey(name, count))) !== undefined) ++count;
    files.put(bytes, asideKey(name, count));
    files.delete(key(name));
  }

  const ofPage = (keys) => keys.filter((each) => each.startsWith(key(''))).map((each) => each.slice(key('').length));

  const storage = {
    /** Returns the text, or null. */
    load(name) {
      const own = attempt(() => sessionStorage.getItem(key(name))).value;
      return own ?? attempt(() => localStorage.getItem(key(name))).value ?? null;
    },

    /** Writes a text. Returns '', 'blocked' or 'full'. */
    keep(name, text) {
      note();
      const {problem = ''} = attempt(() => localStorage.setItem(key(name), text));
      // A tab must not go back to an older text than local storage has now.
      if (attempt(() => sessionStorage.setItem(key(name), text)).problem && !problem) attempt(() => sessionStorage.removeItem(key(name)));
      return problem;
    },

    /** Puts a text aside. Returns whether the name is free now. */
    setAside(name) {
      transact('readwrite', (files) => moveFile(files, name)).catch(() => {});
      const own = attempt(() => moveText(sessionStorage, name)).problem;
      return !attempt(() => moveText(localStorage, name)).problem && own !== 'full';
    },

    /** Puts all work of the page aside. Returns whether there were texts. */
    setAllAside() {
      const texts = [() => localStorage, () => sessionStorage].flatMap((one) => attempt(() => Object.keys(one())).value ?? []);
      for (const name of new Set(ofPage(texts))) storage.setAside(name);
      transact('readwrite', async (files) => {
        for (const name of ofPage(await settled(files.getAllKeys()))) await moveFile(files, name);
      }).catch(() => {});
      return ofPage(texts).length > 0;
    },

    loadLarge: (name) => transact('readonly', (files) => settled(files.get(key(name)))).catch(() => undefined),

    keepLarge(name, bytes) {
      note();
      return transact('readwrite', (files) => files.put(bytes, key(name)) && '').catch(kindOf);
    },
  };
  return storage;
}

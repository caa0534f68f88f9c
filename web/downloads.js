// Asks the server for the parts of the program. Refuses an answer that is no such part, such as the log-in page of a hotel's network.

const here = (path) => new URL(path, import.meta.url);

/** Returns the problem of a part that does not come: {id, words}. */
export const notLoaded = (path, reason) => ({id: 'download', words: {file: `${path} (${reason})`}});

const kWaitsMs = [0, 400, 1500];  // before each try

/** Resolves with the response of the server. Rejects with notLoaded. A later attempt asks the server, not the cache: the parts may be of two versions. */
export async function download(path, attempt) {
  let reason;
  for (const waitMs of kWaitsMs) {
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    try {
      const response = await fetch(here(path), {cache: attempt > 0 ? 'reload' : 'default'});
      if (response.ok) return response;
      reason = response.status;
      if (response.status === 404) break;
    } catch (error) {
      reason = error.message;
    }
  }
  throw notLoaded(path, reason);
}

// Whether bytes begin as a page does. No part of the program begins so.
const isPage = (bytes) => /^(\xef\xbb\xbf)?\s*<(!doctype|html|head|body|\?xml)/i.test(String.fromCharCode(...bytes.subarray(0, 200)));

/** Resolves with the bytes of a file. Rejects with notLoaded if another page came in its place. */
export async function bytesOf(path, attempt) {
  const bytes = new Uint8Array(await (await download(path, attempt)).arrayBuffer());
  if (isPage(bytes)) throw notLoaded(path, 'another page came in its place');
  return bytes;
}

/** Resolves with the module of a script. Browsers remember by its address that a module failed, so another attempt needs another address. */
export async function scriptOf(path, attempt) {
  const address = here(attempt > 0 ? `${path}?attempt=${attempt}` : path);
  try {
    return await import(address);
  } catch (error) {
    throw notLoaded(path, error.message);
  }
}

/** Returns the texts of a language from the bytes of their file. Throws notLoaded if the bytes are no such texts. */
export function textsFrom(bytes, path) {
  let texts;
  try {
    texts = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw notLoaded(path, error.message);
  }
  if (!['page', 'ui', 'lessons'].every((part) => typeof texts?.[part] === 'object')) throw notLoaded(path, 'parts of it are missing');
  return texts;
}

const expected = new Map();  // the answers of files that no lesson has asked for yet, by path

/** Asks for a file early, since a lesson will ask for it: the next call of `largeFile` for this path takes the answer. */
export function expectFile(path) {
  const controller = new AbortController(), response = fetch(here(path), {signal: controller.signal});
  response.catch(() => {});  // largeFile reports the error
  expected.set(path, {controller, response});
}

function takeExpected(path) {
  const found = expected.get(path);
  expected.delete(path);
  return found;
}

const kPatienceMs = 15000;  // until the next bytes come

// Resolves with the bytes of a file. Rejects if no bytes come for a while: some networks neither answer nor refuse.
async function patiently(path, cache) {
  const {controller, response: asked} = takeExpected(path) ?? {controller: new AbortController()};
  let timer;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.abort(), kPatienceMs);
  };
  wait();
  try {
    const response = await (asked ?? fetch(here(path), {cache, signal: controller.signal}));
    if (!response.ok) throw new Error(response.status);
    const pieces = [], reader = response.body.getReader();
    for (;;) {
      const {done, value} = await reader.read();
      if (done) return new Uint8Array(await new Blob(pieces).arrayBuffer());
      pieces.push(value);
      wait();
    }
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Resolves with the bytes of a file that a lesson asks for. The file has `length` bytes, or any number if `length` is negative. If the cache has a wrong
 * file, asks the server. Rejects with notLoaded.
 */
export async function largeFile(path, length) {
  let reason;
  for (const [i, waitMs] of kWaitsMs.entries()) {
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    try {
      const bytes = await patiently(path, i > 0 ? 'reload' : 'default');
      if (length < 0 ? !isPage(bytes) : bytes.length === length) return bytes;
      reason = `${bytes.length} bytes in place of ${length}`;
    } catch (error) {
      reason = error.message;
      if (error.name === 'AbortError') break;  // the reader waited long enough
    }
  }
  throw notLoaded(path, reason);
}

// Takes the place of web/downloads.js in a page of one file, which has no server: the parts of the program stand in the page itself.
import {notLoaded, textsFrom} from '#site/downloads.js';
import * as program from '#site/glassformer-single.js';

export {notLoaded, textsFrom};

const kNotInFile = 'not in this file';

/** Resolves with the response that a server would send. */
export async function download(path) {
  const response = typeof DecompressionStream === 'function' ? window.glassformerFile(path) : null;
  if (!response) throw notLoaded(path, typeof DecompressionStream === 'function' ? kNotInFile : 'this browser can’t unpack it: it is older than 2023');
  return response;
}

/** Resolves with the bytes of a file. */
export const bytesOf = async (path) => new Uint8Array(await (await download(path)).arrayBuffer());

/** Resolves with the bytes of a file that a lesson asks for. */
export const largeFile = bytesOf;

/** No file needs to be asked for early. */
export function expectFile() {}

/** Resolves with the module of the build. All modules come before the first frame, since none could come while the program waits. */
export async function scriptOf() {
  const {laterModules, modulesOf} = program;
  return {...program, modulesOf: Object.fromEntries(Object.keys(modulesOf).map((lesson) => [lesson, laterModules]))};
}

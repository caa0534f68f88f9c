// The words of the page before the program runs. The texts of assets/text/<language>/page.json replace them when they have come; these words
// serve until then, and if the texts never come.

const texts = {
  loading: 'Loading Glassformer …',
  loaded: '{done} of {total} MB',
  loaded_so_far: '{done} MB',
  retry: 'Try again',
  canvas: 'Glassformer. Arrow keys move between cells, Enter edits a cell, Tab moves between controls. Escape and then Tab leaves.',
  field: 'Value being edited',
  no_webgl:
    'Glassformer draws with WebGL 2, which this browser does not offer here. A current Chrome, Edge, Firefox or Safari with graphics acceleration switched on can show it.',
  no_simd:
    'Glassformer needs WebAssembly with vector instructions (SIMD), which this browser does not have. Chrome and Edge have it since version 91, Firefox since 89, Safari since 16.4.',
  no_threads:
    'The build “{build}” needs shared memory, which browsers give only to pages sent with the headers of cross-origin isolation. This page was not: remove “build=” from its address.',
  no_relaxed_simd: 'The build “{build}” needs relaxed SIMD, which this browser does not have: remove “build=” from the address.',
  unknown_build: 'There is no build “{build}”. There are {builds}.',
  not_built:
    'This server does not have the build “{build}” of Glassformer, which your browser needs. Copy all files of a release there; if tools/demo serves the page, it is making the build now: try again in a few minutes.',
  no_workers:
    'The build “{build}” needs a worker, and this page may start none: its host forbids workers, or sends their script without the headers of cross-origin isolation. Remove “build=” from the address.',
  no_wasm:
    'The host of this page does not permit WebAssembly, in which Glassformer is written. Its Content-Security-Policy needs: script-src \'self\' \'wasm-unsafe-eval\'.',
  download: 'A part of Glassformer could not be loaded: {file}. Is the connection still there?',
  start: 'Glassformer could not start: {reason}',
  stopped: 'Glassformer has stopped because of an error: {reason}',
  over: 'Glassformer has stopped. Try again, or load the page anew.',
  unknown_language: 'The texts in the language “{language}” could not be loaded, so they are English.',
  close: 'Close',
  without_link: 'This link could not be opened, so Glassformer has started without it: {reason}',
  without_kept: 'Glassformer could not start with what was kept of your last visit, so it was put aside, and everything starts anew: {reason}',
  update: 'A newer version of Glassformer is here. Your work stays.',
  update_take: 'Load it',
  update_later: 'Not now',
  dropped_too_large: 'That file has more than 1 MB. A matrix or a document is expected.',
  dropped_nowhere: 'Drop the file on the matrix that it is to fill.',
  no_context: 'The browser took the graphics away from this page and has not given them back. Your work is still there: try again.',
  reason_memory: 'there was not enough memory. Fewer open tabs or smaller sizes may help.',
  reason_stack: 'a computation went deeper than this browser allows.',
  reason_unknown: 'the program ended itself, mostly for want of memory. Fewer open tabs or smaller sizes may help.',
  reason_error: 'it reports “{detail}”.',
};

export function useTexts(json) { Object.assign(texts, json?.page); }

export function textOf(id, words = {}) { return (texts[id] ?? id).replace(/\{(\w+)\}/g, (whole, name) => words[name] ?? whole); }

const kFirstLesson = 'start';

// Resolves with the lesson of a link. The text behind `d=` is a document as CBOR, deflated, in base64url (src/protocol/link.h). Its names are short texts with
// a byte for their length before each. The inputs, which hold texts of readers, come before the lesson.
async function lessonOfLink(text) {
  const packed = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const cbor = await new Response(stream).text(), at = cbor.lastIndexOf('flesson') + 'flesson'.length;
  const name = cbor.slice(at + 1, at + 1 + cbor.charCodeAt(at) - 0x60);
  return /^[a-z-]+$/.test(name) ? name : kFirstLesson;
}

/**
 * Resolves with the place that the program will show first: the address, or the reader's last place, or the first page. `lesson` is the lesson whose texts the
 * program needs. `begins` says whether the lesson is at its first step and unchanged. The answer may be wrong if a link is broken or a lesson is gone: the
 * program then asks for the texts that it lacks.
 */
export async function placeOf(address, storage) {
  try {
    if (address.startsWith('d=')) return {lesson: await lessonOfLink(address.slice(2)), begins: false};
    const [, named, later] = /^([a-z-]+)(\/(?!step-1$))?/.exec(address) ?? [];
    const lesson = named ?? JSON.parse(storage.load('place')).lesson ?? kFirstLesson;
    return {lesson, begins: !later && !storage?.load(`work-${lesson}`)};
  } catch {
    return {lesson: kFirstLesson, begins: true};
  }
}

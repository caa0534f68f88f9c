// gf_first_frame, the program for Node that draws nothing (platform.cpp).
import path from 'node:path';
import {pathToFileURL} from 'node:url';

/** Resolves with a function that starts a module of the program PROGRAM.mjs, such as its .wasm with further instructions. */
export async function programOf(program) {
  const {default: create} = await import(pathToFileURL(path.resolve(program)));
  return async (module) => {
    const running = await create({
      async instantiateWasm(imports, done) { done(await WebAssembly.instantiate(module, imports), module); },
      noInitialRun: true,
    });
    const status = running.callMain([]);
    if (status !== 0) throw new Error(`gf_first_frame ended with ${status}`);
    return running;
  };
}

/** Calls a function of the program with texts. Throws if the function does not return 0. */
export function give(running, name, ...texts) {
  const status = running.ccall(name, 'number', texts.map(() => 'string'), texts);
  if (status !== 0) throw new Error(`${name}(${texts.join(', ')}) of gf_first_frame returned ${status}`);
}

/** Returns the lessons with their chapters: [['softmax', 'look_up'], ...]. */
export const lessonsOf = (running) => running.ccall('gf_lessons', 'string', [], []).trim().split('\n').map((line) => line.split(' '));

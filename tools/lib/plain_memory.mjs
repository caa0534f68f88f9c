// Has a web program with threads copy and fill memory by calls of its own functions, in place of the instructions memory.copy and memory.fill. The functions, and
// why a program with threads needs them: src/platform/memory_threads.cpp.
//
//   node plain_memory.mjs MODULE.wasm
//
// changes the module, which has the names of its functions.
import {promises as fs} from 'node:fs';
import {fileURLToPath} from 'node:url';

import {instructionsOf, kBulkOps, kOps, kSections, listed, numberBytes, readFunction, readModule, sized, writeModule} from './wasm.mjs';

// The function that does what an instruction does. It takes the same three numbers.
const kFunctions = new Map([[kBulkOps.memory_copy, 'memmove'], [kBulkOps.memory_fill, 'memset']]);
const kI32 = 0x7f;

/** The instructions of a function that copy or fill memory. */
const bulkInstructions =
  (module, index) => [...instructionsOf(readFunction(module, index).body)].filter(({op, sub}) => op === kOps.bulk && kFunctions.has(sub));

/** How many instructions of a module copy or fill memory. */
export function countBulkInstructions(bytes) {
  const module = readModule(bytes);
  return module.bodies.reduce((sum, _, i) => sum + bulkInstructions(module, i).length, 0);
}

/** A function of the module, {index, call}: its number, and the bytes that call it and leave nothing on the stack. */
function functionFor(module, sub, name) {
  const index = [...module.names].find(([, each]) => each === name)?.[0];
  if (index === undefined) throw new Error(`expected a function ${name} in the program (src/platform/memory_threads.cpp)`);
  const {params, results} = module.types[module.functions[index]];
  if (params.length !== 3 || [...params, ...results].some((type) => type !== kI32) || results.length > 1)
    throw new Error(`expected ${name} to take three numbers of 32 bits and to return one at most`);
  const own = bulkInstructions(module, index - module.imported);
  if (own.length !== 1 || own[0].sub !== sub)
    throw new Error(`expected ${name} to have one such instruction, which it has checked, and found ${own.length}: is it compiled with -fno-builtin?`);
  return {index, call: Uint8Array.from([kOps.call, ...numberBytes(index), ...results.map(() => kOps.drop)])};
}

/**
 * Returns a module with the instructions memory.copy and memory.fill in its functions memmove and memset only, once each. Elsewhere the module calls these
 * functions.
 */
export function withPlainMemory(bytes) {
  const module = readModule(bytes), functions = new Map([...kFunctions].map(([sub, name]) => [sub, functionFor(module, sub, name)]));
  const checked = new Set([...functions.values()].map(({index}) => index - module.imported));
  const bodies = module.bodies.map(({at, end}, i) => {
    const parts = [];
    let copied = at;
    for (const node of checked.has(i) ? [] : bulkInstructions(module, i)) {
      parts.push(bytes.subarray(copied, node.at), functions.get(node.sub).call);
      copied = node.end;
    }
    return sized(Buffer.concat([...parts, bytes.subarray(copied, end)]));
  });
  return writeModule(module, new Map([[kSections.code, listed(bodies)]]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [file] = process.argv.slice(2);
  await fs.writeFile(file, withPlainMemory(await fs.readFile(file)));
}

// Counts which basic blocks of a program run. The program exports one variable, which is a buffer with a byte for each basic block.
import {constantBytes, kKinds, kOps, kSections, listed, Reader, readFunction, readModule, sized, writeModule} from '../wasm.mjs';

/** The address of the only variable that a program exports. Emscripten shortens the names of exports. */
function exportedAddress(module) {
  const reader = (id) => new Reader(module.bytes, module.sections.find((each) => each.id === id).at);
  const exports = reader(kSections.export), globals = reader(kSections.global);
  const variables = exports.list(() => ({name: exports.name(), kind: exports.byte(), index: exports.number()})).filter(({kind}) => kind === kKinds.global);
  if (variables.length !== 1) throw new Error(`expected a program that exports one variable, found ${variables.length}`);
  const values = globals.list(() => {
    globals.at += 2;  // type
    const value = globals.byte() === 0x41 ? globals.number() : globals.skipNumber();
    if (globals.byte() !== kOps.end) throw new Error('expected constants as the first values of globals');
    return value;
  });
  return values[variables[0].index - module.importedGlobals];
}

/** Copies the code of a function, and stores a 1 at the beginning of each block; the byte of the first block is at `address`. */
class Counting {
  constructor(module, address) {
    Object.assign(this, {module, address, parts: []});
    this.copied = 0;
  }

  mark(block, at) {
    if (block === undefined) return;
    this.copy(at);
    this.parts.push(Uint8Array.from([...constantBytes(this.address + block), ...constantBytes(1), 0x3a, 0, 0]));
  }

  copy(to) {
    this.parts.push(this.module.bytes.subarray(this.copied, to));
    this.copied = to;
  }

  body({block, from, nodes}) {
    this.mark(block, from);
    for (const node of nodes) {
      for (const each of node.bodies ?? []) this.body(each);
      this.mark(node.after, node.end);
    }
  }
}

/**
 * Returns {bytes, functions}: the program that counts, and for each function {name, first, blocks}. Its blocks have the bytes from `first` on, behind the address
 * of the buffer.
 */
export function countingModule(bytes, most) {
  const module = readModule(bytes), buffer = exportedAddress(module), functions = [];
  let first = 0;
  const bodies = module.bodies.map(({at, end}, i) => {
    const read = readFunction(module, i), counting = new Counting(module, buffer + first);
    counting.copied = at;
    counting.body(read.body);
    counting.copy(end);
    functions.push({name: module.names.get(module.imported + i), first, blocks: read.blocks});
    first += read.blocks;
    return sized(Buffer.concat(counting.parts));
  });
  if (first > most) throw new Error(`the program has ${first} basic blocks; gf_blocks has room for ${most}`);
  return {bytes: writeModule(module, new Map([[kSections.code, listed(bodies)]])), buffer, functions};
}

// Divides the functions of a program as list.mjs divided those of gf_first_frame. A function whose control flow is another one stays whole.
//
//   node outline_program.mjs PROGRAM.wasm DIVISIONS OUT.wasm
import {promises as fs} from 'node:fs';

import {outline} from './outline.mjs';

const [program, divisions, out] = process.argv.slice(2);
const {ranks, functions} = JSON.parse(await fs.readFile(divisions, 'utf8')), divided = new Map(Object.entries(functions));
const {bytes, parts} = outline(await fs.readFile(program), {
  moduleOf(name, shape) {
    const [expected, modules] = divided.get(name) ?? [];
    if (shape === undefined) return divided.has(name);
    return shape === expected && ((block) => modules[block]);
  },
  rankOf: (module) => ranks[module],
});
await fs.writeFile(out, bytes);
console.log(`${parts.length} parts of functions have functions of their own`);

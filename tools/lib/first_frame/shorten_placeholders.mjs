// Shortens what the first module says of the functions of later modules. wasm-split has it import a placeholder for each, whose name is a place in the table of
// functions. The places rise, so that the name can be how many places are passed over since the placeholder before: mostly none, which is an empty name
// (web/modules.pre.js).
//
//   node shorten_placeholders.mjs FIRST.wasm
import {promises as fs} from 'node:fs';

import {kSections, listed, nameBytes, Reader, readImport, readModule, writeModule} from '../wasm.mjs';

const [file] = process.argv.slice(2);
const module = readModule(await fs.readFile(file)), section = module.sections.find(({id}) => id === kSections.import),
      reader = new Reader(module.bytes, section.at);
let before = -1;
const imports = reader.list(() => {
  const from = reader.at, {module: of, name} = readImport(reader), kPrefix = 'placeholder.';
  if (!of.startsWith(kPrefix)) return module.bytes.subarray(from, reader.at);
  const passed = Number(name) - before - 1;
  if (!(passed >= 0)) throw new Error(`expected places that rise, found ${name} after ${before}`);
  before = Number(name);
  const names = [...nameBytes(of), ...nameBytes(name)], rest = module.bytes.subarray(from + names.length, reader.at);
  return Buffer.concat([Uint8Array.from([...nameBytes(of), ...nameBytes(passed > 0 ? String(passed) : '')]), rest]);
});
await fs.writeFile(file, writeModule(module, new Map([[kSections.import, listed(imports)]])));

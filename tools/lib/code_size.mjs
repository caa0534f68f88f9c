// Measures the program: how many bytes of its WebAssembly are code of each folder of the source, of templates and libraries, and data.
import {execFile} from 'node:child_process';
import {promises as fs} from 'node:fs';
import path from 'node:path';
import {promisify} from 'node:util';

const run = promisify(execFile);
const kProgram = 'glassformer-threads-relaxed';

/** Reads a module from front to back: unsigned numbers in LEB128, names, and bytes to skip. */
class Reader {
  constructor(bytes, at = 0) { this.bytes = bytes, this.at = at; }
  number() {
    for (let value = 0, scale = 1;; scale *= 128) {
      const byte = this.bytes[this.at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }
  skip(count) { this.at += count; }
  name() {
    const length = this.number();
    return new TextDecoder().decode(this.bytes.subarray(this.at, this.at += length));
  }
  skipLimits() {
    const flags = this.bytes[this.at++];
    this.number();
    if (flags & 1) this.number();
  }
}

/** Returns the number of functions that a module imports. `reader` stands at the beginning of the import section. */
function importedFunctions(reader) {
  let functions = 0;
  for (let left = reader.number(); left > 0; --left) {
    reader.name(), reader.name();
    const kind = reader.bytes[reader.at++];
    if (kind === 0)
      functions += 1, reader.number();
    else if (kind === 1)
      reader.skip(1), reader.skipLimits();
    else if (kind === 2)
      reader.skipLimits();
    else if (kind === 3)
      reader.skip(2);
    else
      reader.skip(1), reader.number();  // the tag of an exception
  }
  return functions;
}

/** Returns the names of functions by their index, from the contents of a name section. */
function functionNames(reader, end) {
  const names = new Map();
  while (reader.at < end) {
    const part = reader.bytes[reader.at++], after = reader.number() + reader.at;
    if (part === 1)
      for (let left = reader.number(); left > 0; --left) {
        const index = reader.number();
        names.set(index, reader.name());
      }
    reader.at = after;
  }
  return names;
}

/**
 * Returns `{functions, names, data, rest}` of a module: the bytes of each function by its index, the names that are known, the bytes of the data, and the
 * bytes of all other sections but the names.
 */
export function sizesOf(bytes) {
  const reader = new Reader(bytes, 8), functions = new Map();
  let imported = 0, data = 0, named = 0, names = new Map();
  while (reader.at < bytes.length) {
    const begin = reader.at, section = bytes[reader.at++], length = reader.number(), end = reader.at + length;
    if (section === 0 && reader.name() === 'name') {
      names = functionNames(reader, end);
      named = end - begin;
    }
    if (section === 2) imported = importedFunctions(reader);
    if (section === 11) data = length;
    if (section === 10)
      for (let left = reader.number(), index = imported; left > 0; --left, ++index) {
        const before = reader.at, size = reader.number();
        reader.skip(size);
        functions.set(index, reader.at - before);
      }
    reader.at = end;
  }
  const code = [...functions.values()].reduce((sum, size) => sum + size, 0);
  return {functions, names, data, rest: bytes.length - code - data - named};
}

// Linkers and nm spell the types of parameters in different ways. Example: 'gf::{unnamed}::draw' of 'gf::(anonymous namespace)::draw(gf::ui::Frame const&)'.
const withoutParameters = (name) => name.replaceAll('(anonymous namespace)', '{unnamed}').split('(', 1)[0];

/** Returns the origin of a function: a folder of the source, or a kind of library. `folders` are sets of names without parameters, by folder. */
export function originOf(name, folders) {
  const own = withoutParameters(name);
  if (name === '__wasm_init_memory') return 'data';
  if (/nlohmann/.test(own)) return 'JSON (nlohmann)';
  if (/\bstd::/.test(own)) return 'standard templates';
  for (const [folder, names] of folders)
    if (names.has(own)) return folder;
  return own.startsWith('gf::') ? 'other code of src' : 'libraries of the toolchain';
}

async function namesIn(nm, files) {
  const {stdout} = await run(nm, ['--defined-only', '--demangle', '--format=posix', ...files], {maxBuffer: 1 << 28});
  return new Set([...stdout.matchAll(/^(.+) [TtWw] /gm)].map(([, name]) => withoutParameters(name)));
}

/** Resolves with the sets of names by folder, from the libraries that the build made. */
async function foldersOf(build) {
  const cache = await fs.readFile(path.join(build, 'CMakeCache.txt'), 'utf8');
  const nm = /^CMAKE_NM:\w+=(.*)$/m.exec(cache)?.[1] ?? 'llvm-nm', folders = new Map();
  for (const file of (await fs.readdir(build)).filter((each) => /^libgf_.*\.a$/.test(each))) {
    const folder = file.slice('libgf_'.length, -'.a'.length);
    const label = {imgui: 'Dear ImGui', imgui_backends: 'Dear ImGui', zlib: 'zlib'}[folder] ?? `src/${folder.replace(/_(gl|null)$/, '')}`;
    const names = await namesIn(nm, [path.join(build, file)]);
    folders.set(label, new Set([...folders.get(label) ?? [], ...names]));
  }
  for (const [target, label] of [['gf_core_relaxed', 'src/core'], ['gf_seam_threads', 'src/core'], [kProgram, 'src/main.cpp']]) {
    const objects = (await fs.readdir(path.join(build, 'CMakeFiles', `${target}.dir`), {recursive: true})).filter((each) => each.endsWith('.o'));
    const names = await namesIn(nm, objects.map((each) => path.join(build, 'CMakeFiles', `${target}.dir`, each)));
    folders.set(label, new Set([...folders.get(label) ?? [], ...names]));
  }
  return folders;
}

/** Returns a table as Markdown, the largest part first. Sizes are in kB of 1000 bytes, not compressed. */
export async function codeTable(build) {
  // The program before its division into modules, with the names of its functions.
  const file = path.join(build, `${kProgram}.wasm.orig`);
  const bytes = await fs.readFile(file).catch(() => {
    throw new Error(`${file} is missing: tools/demo builds it`);
  });
  const {functions, names, data, rest} = sizesOf(bytes), folders = await foldersOf(build);
  const parts = new Map([['data', data], ['tables, types and the rest', rest]]);
  for (const [index, size] of functions) {
    const origin = originOf(names.get(index) ?? '', folders);
    parts.set(origin, (parts.get(origin) ?? 0) + size);
  }
  const line = ([name, bytes]) => `| ${name} | ${(bytes / 1000).toFixed(1)} |\n`;
  const all = [...parts.values()].reduce((sum, bytes) => sum + bytes, 0);
  return `| part of ${kProgram}.wasm | raw, kB |\n|---|--:|\n` + [...parts].sort((a, b) => b[1] - a[1]).map(line).join('') + line(['total', all]);
}

// Measures the program: how many bytes of its WebAssembly are code of each folder of the source, of templates and libraries, and data.
import {execFile} from 'node:child_process';
import {promises as fs} from 'node:fs';
import path from 'node:path';
import {promisify} from 'node:util';

import {kSections, readModule} from './wasm.mjs';

const run = promisify(execFile);
const kProgram = 'glassformer-threads-relaxed';

/**
 * Returns `{functions, names, data, rest}` of a module: the bytes of each function by its index, the names that are known, the bytes of the data, and the
 * bytes of all other sections but the names.
 */
export function sizesOf(bytes) {
  const {sections, bodies, imported, names, namedBytes} = readModule(bytes);
  const functions = new Map(bodies.map(({begin, end}, i) => [imported + i, end - begin]));
  const code = [...functions.values()].reduce((sum, size) => sum + size, 0), found = sections.find(({id}) => id === kSections.data);
  const data = found ? found.end - found.at : 0;
  return {functions, names, data, rest: bytes.length - code - data - namedBytes};
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

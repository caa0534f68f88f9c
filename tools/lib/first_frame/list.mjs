// Divides the functions of the program into modules, then writes first pictures. The first module has the functions that the first frames of the first page and of
// self-attention call. A module for each chapter has the further functions that only first steps of its lessons call. Functions that first steps of several chapters
// call are in `common`. Functions that no first step calls are in `rest`.
//
//   node list.mjs PROGRAM.mjs WASM_SPLIT MANIFEST SCRIPT PICTURES WISHES
//
// PROGRAM is gf_first_frame, linked with the names of its functions. It runs with counters that wasm-split puts into it. MANIFEST is for wasm-split
// --multi-split. SCRIPT is what the program's script says of these modules: their names, and which of them the first step of each lesson needs. PICTURES is a
// folder for SVGs whose fonts are still to be put into them (put_fonts). WISHES has the posters of steps in further languages (wishes.mjs).
import {execFileSync} from 'node:child_process';
import {promises as fs} from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

const kLeast = 500;  // functions that a first frame calls; fewer calls mean that the frame was not drawn
// Functions that do nothing in this program, and draw in a browser.
const kDrawing = /HeatmapRenderer|GlProgram|machine_words|ImGui::GetDrawData|^ImTextureData::|ImGui_Impl/;
// Functions that a window's input calls. This program has no window.
const kOfInput = /^FindLatestInputEvent|^ImGuiIO::Add|ImGui::UpdateInputEvents/;
// Functions that move the orders of the session's thread. This program has no thread.
const kOfThreads = /gf::OtherRuns, gf::NewRun|^std::__2::__optional_destruct_base<std::__2::basic_string<char/;
// Functions of std::any, in which slices hand on their results. If the code is the same, the function of one type stands for that of another.
const kOfSlices = /__any_imp::|\bany_cast\b/;
// Functions of the C library, which is small; a program with threads calls more of it. zlib is written in C, too, and is no part of it.
const kOfC = /^\w+$/;
const kOfZlib = /^(_tr_|adler32|crc32|deflate|inflate)|^(build_tree|compress_block|fill_window|longest_match|pqdownheap|scan_tree|send_tree|updatewindow)$/;

// The lessons that begin with the first module alone (platform.cpp opens them).
const kOfFirstModule = ['start', 'self-attention'];
const kCommon = 'common', kRest = 'rest', kNoChapter = 'none';

const [program, wasmSplit, manifest, script, pictures, wishes] = process.argv.slice(2);
const module = program.replace(/\.mjs$/, '.wasm'), counting = `${module}.counting`, profile = `${module}.profile`;
const run = (...words) => execFileSync(wasmSplit, [...words, '--all-features'], {encoding: 'utf8', maxBuffer: 1 << 28});

run('--instrument', module, '-o', counting);
const {default: create} = await import(pathToFileURL(path.resolve(program)));
const compiled = await WebAssembly.compile(await fs.readFile(counting));

// On a slow page a trace is computed in slices, each from the beginning, with the values of the slices before. The first pages are opened at two paces: by the
// clock of this machine, and by a clock that ends a slice after each step of a trace.
const kPaces = [performance.now, () => ms += 100];
let ms = 0;

/** Starts the program with no function called yet, and opens the first pages. */
async function started() {
  const running = await create({
    async instantiateWasm(imports, done) { done(await WebAssembly.instantiate(compiled, imports), compiled); },
    noInitialRun: true,
  });
  const status = running.callMain([]);
  if (status !== 0) throw new Error(`gf_first_frame ended with ${status}`);
  return running;
}

/** Calls a function of the program with a text. Throws if the function does not return 0. */
function give(running, name, text) {
  const status = running.ccall(name, 'number', ['string'], [text]);
  if (status !== 0) throw new Error(`${name}(${text}) of gf_first_frame returned ${status}`);
}

/** Resolves with the names of the functions that were called and of those that were not, in the order of the module. */
async function calls(running) {
  const length = running.wasmExports.__write_profile(0, 0), at = running._malloc(length);
  running.wasmExports.__write_profile(at, length);
  await fs.writeFile(profile, new Uint8Array(running.HEAPU8.buffer, at, length));
  const lines = run('--print-profile', profile, module).split('\n'),
        marked = (mark) => lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(2));
  return {called: marked('+ '), others: marked('- ')};
}

/** Resolves with these names after `open` has opened its pages at each pace. */
async function callsOf(paces, open) {
  const all = [];
  for (const pace of paces) {
    performance.now = pace;
    const running = await started();
    open(running);
    all.push(await calls(running));
  }
  performance.now = kPaces[0];
  const called = new Set(all.flatMap((each) => each.called));
  return {called: [...called], others: all[0].others.filter((name) => !called.has(name))};
}

const {called, others} = await callsOf(kPaces, () => {});
if (called.length < kLeast) throw new Error(`expected at least ${kLeast} functions that a first frame calls, found ${called.length}`);
const later = others.filter((name) => kOfZlib.test(name) || ![kDrawing, kOfInput, kOfThreads, kOfSlices, kOfC].some((kept) => kept.test(name)));

const first = await started(), lessons = first.ccall('gf_lessons', 'string', [], []).trim().split('\n').map((line) => line.split(' '));
const moduleOf = new Map();  // of functions that lessons call
for (const chapter of new Set(lessons.map(([, of]) => of))) {
  const opened = await callsOf(kPaces.slice(0, 1), (running) => {  // both would take minutes
    for (const [lesson, of] of lessons)
      if (of === chapter) give(running, 'gf_open_lesson', lesson);
  });
  for (const name of opened.called) moduleOf.set(name, moduleOf.has(name) || chapter === kNoChapter ? kCommon : chapter);
}

const modules = new Map([kCommon, ...lessons.map(([, chapter]) => chapter), kRest].filter((name) => name !== kNoChapter).map((name) => [name, []]));
for (const name of later) modules.get(moduleOf.get(name) ?? kRest).push(name);
await fs.writeFile(manifest, [...modules].map(([name, functions]) => [name, ...functions, ''].join('\n')).join('\n'));

const ofChapter = (chapter) => (chapter === kNoChapter ? [kCommon] : [kCommon, chapter]);
const needed = lessons.map(([lesson, chapter]) => [lesson, kOfFirstModule.includes(lesson) ? [] : ofChapter(chapter)]);
await fs.writeFile(
  script, `export const laterModules = ${JSON.stringify([...modules.keys()])};\nexport const modulesOf = ${JSON.stringify(Object.fromEntries(needed))};\n`);
console.log(`a first frame calls ${called.length} functions; after it travel ${[...modules].map(([name, {length}]) => `${name} ${length}`).join(', ')}`);

await fs.rm(pictures, {recursive: true, force: true});
await fs.mkdir(pictures, {recursive: true});
for (const wish of (await fs.readFile(wishes, 'utf8')).trim().split('\n')) give(first, 'gf_wish_posters', wish);
give(first, 'gf_write_pictures', pictures);

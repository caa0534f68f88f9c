// Divides the program into modules by what pages run. The pages are the first page, self-attention, and the first step of each lesson.
//
//   node list.mjs PROGRAM.mjs MANIFEST DIVISIONS SCRIPT
//
// PROGRAM is gf_first_frame, linked with the names of its functions; blocks.mjs has it count the basic blocks that run. DIVISIONS says of each function that is
// divided which of its basic blocks are in which module (outline_program.mjs). MANIFEST lists the functions of the modules, for wasm-split --multi-split. SCRIPT is
// what the program's script says: the names of these modules, and which of them and which files the first step of each lesson needs.
import {promises as fs} from 'node:fs';

import {countingModule} from './blocks.mjs';
import {outline} from './outline.mjs';
import {give, lessonsOf, programOf} from './program.mjs';

const kLeast = 500;  // functions that a first frame calls; fewer calls mean that the frame was not drawn
// Functions that do nothing in this program, and draw in a browser, or do something else at another density of pixels.
const kDrawing = /HeatmapRenderer|GlProgram|machine_words|ImGui::(GetDrawData|AddDrawListToDrawDataEx)|^ImTextureData::|ImGui_Impl|^ImFont|^gf::color_scale/;
// Functions that a window's input calls. This program has no window.
const kOfInput = /^FindLatestInputEvent|^ImGuiIO::Add|ImGui::UpdateInputEvents/;
// Functions that move the orders of the session's thread. This program has no thread.
const kOfThreads = /gf::OtherRuns, gf::NewRun|^std::__2::__optional_destruct_base<std::__2::basic_string<char/;
// Functions of std::any, in which slices hand on their results. If the code is the same, the function of one type stands for that of another.
const kOfSlices = /__any_imp::|\bany_cast\b/;
// Functions of the C library, which is small; a program with threads calls more of it. zlib is written in C, too, and is no part of it.
const kOfC = /^\w+$/;
const kOfZlib = /^(_tr_|adler32|crc32|deflate|inflate)|^(build_tree|compress_block|fill_window|longest_match|pqdownheap|scan_tree|send_tree|updatewindow)$/;

// The groups of pages: the first page, self-attention, and the first steps of each chapter.
const kStart = 'start', kAttention = 'self-attention';
// The modules, beside those of the chapters (web/README.md).
const kFirst = 'first', kFirstPage = 'start', kPlainModel = 'plain', kModel = 'model', kScene = 'scene', kBasics = 'basics', kCommon = 'common', kRest = 'rest';
const kNoChapter = 'none';
// The chapters without trained models. Their lessons need little of the first page's model and of the other chapters' trainings.
const kPlain = ['look_up', 'attention'];

const [program, manifest, divisions, script] = process.argv.slice(2);
const kMostBlocks = 1 << 18;  // the length of gf_blocks (platform.cpp)
const whole = await fs.readFile(program.replace(/\.mjs$/, '.wasm'));
const started = await programOf(program);
const counting = countingModule(whole, kMostBlocks), compiled = await WebAssembly.compile(counting.bytes);

// On a slow page a trace is computed in slices, each from the beginning, with the values of the slices before. The first pages are opened at two paces: by the
// clock of this machine, and by a clock that ends a slice after each step of a trace.
const kPaces = [performance.now, () => ms += 100];
let ms = 0;

const filesOf = {};  // by lesson

/** Resolves with a byte for each basic block, 1 if it ran while `name` opened pages, at each of the paces. */
async function blocksOf(paces, name, ids) {
  const ran = new Uint8Array(kMostBlocks);
  for (const pace of paces) {
    performance.now = pace;
    const running = await started(compiled);
    for (const id of ids) {
      give(running, name, id);
      const files = running.ccall('gf_lesson_files', 'string', [], []).split('\n').filter(Boolean);
      if (files.length > 0) filesOf[id] = files;
    }
    running.HEAPU8.subarray(counting.buffer, counting.buffer + kMostBlocks).forEach((byte, block) => ran[block] |= byte);
  }
  performance.now = kPaces[0];
  return ran;
}

const lessons = lessonsOf(await started(compiled));
const chapters = [...new Set(lessons.map(([, chapter]) => chapter))];
const ran = new Map();
for (const lesson of [kStart, kAttention]) ran.set(lesson, await blocksOf(kPaces, 'gf_open_first', [lesson]));
// Both paces would take minutes.
for (const chapter of chapters)
  ran.set(chapter, await blocksOf(kPaces.slice(0, 1), 'gf_open_lesson', lessons.filter(([id, of]) => of === chapter && id !== kStart).map(([id]) => id)));
for (const lesson of [kStart, kAttention]) {
  const called = counting.functions.filter(({first}) => ran.get(lesson)[first]).length;
  if (called < kLeast) throw new Error(`expected at least ${kLeast} functions that the first frame of ${lesson} calls, found ${called}`);
}

function moduleOf(block) {
  const [onFirst, inScene] = [kStart, kAttention].map((lesson) => ran.get(lesson)[block]), users = chapters.filter((chapter) => ran.get(chapter)[block]);
  const inPlain = kPlain.some((chapter) => users.includes(chapter));
  if (inScene) return onFirst ? kFirst : kScene;
  if (onFirst) return inPlain ? kPlainModel : users.length > 0 ? kModel : kFirstPage;
  if (users.length > 1) return inPlain ? kBasics : kCommon;
  return users[0] === kNoChapter ? kCommon : users[0] ?? kRest;
}
const stays = (name) => !kOfZlib.test(name) && [kDrawing, kOfInput, kOfThreads, kOfSlices, kOfC].some((kept) => kept.test(name));
// A module of a higher rank has what more pages run.
const kRanks = new Map([[kRest, 0], [kCommon, 2], [kBasics, 3], [kModel, 3], [kPlainModel, 4], [kScene, 4], [kFirst, 5]]), kRankOfOne = 1;
const rankOf = (module) => kRanks.get(module) ?? kRankOfOne;

// The modules of the basic blocks of each function that is divided.
const byName = new Map(counting.functions.map((each) => [each.name, each])), divided = new Map();
for (const {name, first, blocks} of counting.functions) {
  const modules = Array.from({length: blocks}, (_, block) => moduleOf(first + block));
  if (!stays(name) && modules.some((module) => module !== modules[0])) divided.set(name, modules);
}
const shapes = new Map();
const outlined = outline(whole, {
  moduleOf(name, shape) {
    if (shape) shapes.set(name, shape);
    return divided.has(name) && ((block) => divided.get(name)[block]);
  },
  rankOf,
});

const names = [kFirstPage, kPlainModel, kModel, kScene, kBasics, kCommon, ...chapters.filter((chapter) => chapter !== kNoChapter), kRest],
      modules = new Map(names.map((name) => [name, []]));
for (const {name, first} of counting.functions)
  if (!stays(name)) modules.get(moduleOf(first))?.push(name);
for (const {name, of, block} of outlined.parts) modules.get(divided.get(of)[block])?.push(name);
await fs.writeFile(manifest, [...modules].map(([name, functions]) => [name, ...functions, ''].join('\n')).join('\n'));

const numbered = [kFirst, ...names], ranks = numbered.map(rankOf);
const ofFunctions = [...shapes].map(([name, shape]) => [name, [shape, divided.get(name).map((module) => numbered.indexOf(module))]]);
await fs.writeFile(divisions, JSON.stringify({ranks, functions: Object.fromEntries(ofFunctions)}));

// A lesson needs the modules whose functions its first step calls.
function modulesOf(pages) {
  const needed = new Set(counting.functions.filter(({name, first}) => !stays(name) && ran.get(pages)[first]).map(({first}) => moduleOf(first)));
  for (const {of, block} of outlined.parts)
    if (ran.get(pages)[byName.get(of).first + block]) needed.add(divided.get(of)[block]);
  return names.filter((name) => needed.has(name));
}
const needed = lessons.map(([lesson, chapter]) => [lesson, modulesOf(ran.has(lesson) ? lesson : chapter)]);
const says = {
  laterModules: names,
  modulesOf: Object.fromEntries(needed),
  filesOf
};
await fs.writeFile(script, Object.entries(says).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`).join(''));
console.log(`functions and parts of functions of later modules: ${[...modules].map(([name, {length}]) => `${name} ${length}`).join(', ')}`);

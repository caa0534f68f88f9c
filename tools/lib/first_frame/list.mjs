// Writes the names of those functions that no first frame calls, a line each: they travel after it. Then writes first pictures.
//
//   node list.mjs PROGRAM.mjs WASM_SPLIT OUT PICTURES
//
// PROGRAM is gf_first_frame, linked with the names of its functions. It runs once with counters that wasm-split put into it. PICTURES is a
// folder for SVGs whose fonts are still to be put into them (put_fonts).
import {execFileSync} from 'node:child_process';
import {promises as fs} from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

const kLeast = 500;  // functions that a first frame calls; fewer mean that it was not drawn
// Their functions do nothing in this program, and draw in a browser.
const kDrawing = /HeatmapRenderer|GlProgram|machine_words|ImGui::GetDrawData|^ImTextureData::|ImGui_Impl/;
// A window hands input over, and this program has none.
const kOfInput = /^FindLatestInputEvent|^ImGuiIO::Add|ImGui::UpdateInputEvents/;
// The session's thread moves its orders; this program has no thread.
const kOfThreads = /gf::OtherRuns, gf::NewRun|^std::__2::__optional_destruct_base<std::__2::basic_string<char/;
// The C library is small, and what is linked with threads calls more of it. zlib is written in C, too, and no part of it.
const kOfC = /^\w+$/;
const kOfZlib = /^(_tr_|adler32|crc32|deflate|inflate)|^(build_tree|compress_block|fill_window|longest_match|pqdownheap|scan_tree|send_tree|updatewindow)$/;

const [program, wasmSplit, out, pictures] = process.argv.slice(2);
const module = program.replace(/\.mjs$/, '.wasm'), counting = `${module}.counting`, profile = `${module}.profile`;
const run = (...words) => execFileSync(wasmSplit, [...words, '--all-features'], {encoding: 'utf8', maxBuffer: 1 << 28});

run('--instrument', module, '-o', counting);
const {default: create} = await import(pathToFileURL(path.resolve(program)));
const {wasmExports, HEAPU8, _malloc, callMain, ccall} = await create({
  async instantiateWasm(imports, done) {
    const {instance, module: compiled} = await WebAssembly.instantiate(await fs.readFile(counting), imports);
    done(instance, compiled);
  },
  noInitialRun: true,
});
const status = callMain([]);
if (status !== 0) throw new Error(`gf_first_frame ended with ${status}`);
const length = wasmExports.__write_profile(0, 0), at = _malloc(length);
wasmExports.__write_profile(at, length);
await fs.writeFile(profile, new Uint8Array(HEAPU8.buffer, at, length));
const lines = run('--print-profile', profile, module).split('\n');
const called = lines.filter((line) => line.startsWith('+ ')).length;
if (called < kLeast) throw new Error(`expected at least ${kLeast} functions that a first frame calls, found ${called}`);
const rest = lines.filter((line) => line.startsWith('- '))
               .map((line) => line.slice(2))
               .filter((name) => kOfZlib.test(name) || ![kDrawing, kOfInput, kOfThreads, kOfC].some((kept) => kept.test(name)));
await fs.writeFile(out, rest.join('\n') + '\n');
console.log(`a first frame calls ${called} functions, and ${rest.length} others travel after it`);

await fs.rm(pictures, {recursive: true, force: true});
await fs.mkdir(pictures, {recursive: true});
const pictured = ccall('gf_write_pictures', 'number', ['string'], [pictures]);
if (pictured !== 0) throw new Error(`gf_first_frame could not draw the first pictures: ${pictured}`);

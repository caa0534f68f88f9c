// Writes the first pictures of all lessons and of all steps.
//
//   node pictures.mjs PROGRAM.mjs DIVIDED.wasm PICTURES WISHES
//
// PROGRAM is gf_first_frame. DIVIDED is its module with divided functions (outline_program.mjs), so that a mistake of the division is seen. PICTURES is a folder
// for SVGs whose fonts are still to be put into them (put_fonts). WISHES has the posters of steps in further languages (wishes.mjs). A process for each core draws
// one lesson after another.
import {fork} from 'node:child_process';
import {promises as fs} from 'node:fs';
import os from 'node:os';

import {give, lessonsOf, programOf} from './program.mjs';

const [script, program, divided, pictures, wishes, task] = process.argv.slice(1);
const kOfProcess = 'draw';  // the task of the processes
// The lessons whose steps show models that learned, which takes most of the time.
const kLong = ['lora', 'block', 'training'];

async function started() {
  const running = await (await programOf(program))(await WebAssembly.compile(await fs.readFile(divided)));
  for (const wish of (await fs.readFile(wishes, 'utf8')).trim().split('\n')) give(running, 'gf_wish_posters', wish);
  return running;
}

// Draws the lessons that messages name.
async function draw() {
  const running = await started();
  process.on('message', (lesson) => {
    give(running, 'gf_write_pictures', pictures, lesson);
    process.send('drawn');
  });
  process.send('ready');
}

/** Resolves when processes have drawn all lessons. */
function drawn(lessons) {
  const left = [...lessons];
  return Promise.all(Array.from({length: Math.min(os.availableParallelism(), left.length)}, () => new Promise((resolve, reject) => {
    const child = fork(script, [program, divided, pictures, wishes, kOfProcess]);
    child.on('message', () => left.length > 0 ? child.send(left.shift()) : child.disconnect());
    child.on('error', reject);
    child.on('exit', (status, signal) => status === 0 ? resolve() : reject(new Error(`a process that draws ended with ${status ?? signal}`)));
  })));
}

if (task === kOfProcess) {
  await draw();
} else {
  await fs.rm(pictures, {recursive: true, force: true});
  await fs.mkdir(pictures, {recursive: true});
  const running = await started(), lessons = lessonsOf(running).map(([id]) => id);
  give(running, 'gf_write_steps', pictures);
  await drawn([...kLong, ...lessons.filter((lesson) => !kLong.includes(lesson))]);
}

// Modules of WebAssembly from their text, for tests.
import {execFile} from 'node:child_process';
import {promises as fs} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {promisify} from 'node:util';

const run = promisify(execFile), kRoot = new URL('../..', import.meta.url).pathname;

/** Resolves with the bytes of a module, which has the names of its functions. */
export async function assembled(text) {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'gf-module-'));
  try {
    await fs.writeFile(path.join(folder, 'module.wat'), text);
    await run('bash', [
      '-c', '. "$0/tools/lib/common.sh"; "$(cat "$gf_emscripten_path")/../../bin/wasm-as" --all-features -g "$1/module.wat" -o "$1/module.wasm"', kRoot, folder
    ]);
    return await fs.readFile(path.join(folder, 'module.wasm'));
  } finally {
    await fs.rm(folder, {recursive: true});
  }
}

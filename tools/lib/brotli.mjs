// Compressed copies of what is served: those that a release left beside the files, or else made here when a file is first asked for. A copy belongs
// to one state of its file, by time and size: it is never sent for another.
import {promises as fs} from 'node:fs';
import {availableParallelism} from 'node:os';
import path from 'node:path';
import {promisify} from 'node:util';
import {brotliCompress, constants} from 'node:zlib';

/** Two of brotli's qualities, 0 to 11: 5 takes a tenth of a second for the program, 11 some ten seconds for a sixth less. */
export const kQuick = 5, kSmallest = 11;

// Endings of files that are compressed already, or are copies themselves.
const kPacked = new Set(['.br', '.gz', '.png', '.woff2', '.jpg', '.webp', '.zip']);
const kMostBytes = 64 << 20;  // in memory at once, twice

/** Brotli's bytes for `bytes`. */
export const compress = (bytes, quality) =>
  promisify(brotliCompress)(bytes, {params: {[constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length}});

/** Whether an Accept-Encoding header allows brotli: `br`, or `*`, with a weight that is not 0. */
export function acceptsBrotli(header) {
  const weights = new Map((header ?? '').toLowerCase().split(',').map((part) => {
    const [name, ...parameters] = part.split(';').map((word) => word.trim());
    return [name, Number(parameters.find((word) => word.startsWith('q='))?.slice(2) ?? 1)];
  }));
  return (weights.get('br') ?? weights.get('*') ?? 0) > 0;
}

// Copies keep the time of their file: one of another time is of another state, be it older or newer.
const sameTime = (a, b) => Math.abs(a.mtimeMs - b.mtimeMs) < 1;

const statOf = (file) => fs.stat(file).catch(() => null);

/**
 * A cache of compressed copies: `await copies(file, stat)` is the compressed content of a file, or null where it would not be smaller. `stat` says which
 * state of the file is meant. Without `released`, copies that a release left beside the files are not used.
 */
export function makeCopies({released = true} = {}) {
  const made = new Map();

  async function make(file, stat) {
    const beside = released && await statOf(file + '.br');
    if (beside && sameTime(beside, stat)) return fs.readFile(file + '.br');
    const bytes = await fs.readFile(file);
    const now = await fs.stat(file);
    if (now.size !== stat.size || !sameTime(now, stat)) return null;  // written to at this moment
    const packed = await compress(bytes, kQuick);
    return packed.length < bytes.length ? packed : null;
  }

  return (file, stat) => {
    if (kPacked.has(path.extname(file)) || stat.size > kMostBytes) return null;
    const known = made.get(file);
    if (known && known.size === stat.size && known.mtimeMs === stat.mtimeMs) return known.copy;
    const copy = make(file, stat).catch(() => null);
    made.set(file, {size: stat.size, mtimeMs: stat.mtimeMs, copy});
    return copy;
  };
}

/**
 * Leaves a copy beside every file of a folder that it makes smaller, for hosts that send those; removes copies of files that are gone. A copy that is up to date stays.
 * Resolves with `{files, raw, packed}`: how many have one, and how large they are without and with.
 */
export async function compressFolder(folder, quality = kSmallest) {
  const sum = {files: 0, raw: 0, packed: 0}, waiting = [];
  for (const entry of await fs.readdir(folder, {recursive: true, withFileTypes: true})) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    if (file.endsWith('.br')) {
      if (!(await statOf(file.slice(0, -'.br'.length)))) await fs.rm(file);
    } else if (!kPacked.has(path.extname(file))) {
      waiting.push(file);
    }
  }
  // Each core has one to do.
  await Promise.all(Array.from({length: availableParallelism()}, async () => {
    for (let file; (file = waiting.pop());) {
      const sizes = await compressFile(file, quality);
      if (sizes) sum.files += 1, sum.raw += sizes.raw, sum.packed += sizes.packed;
    }
  }));
  return sum;
}

async function compressFile(file, quality) {
  const stat = await fs.stat(file), copy = file + '.br', beside = await statOf(copy);
  if (beside && sameTime(beside, stat)) return {raw: stat.size, packed: beside.size};
  const packed = await compress(await fs.readFile(file), quality);
  if (packed.length >= stat.size) return fs.rm(copy, {force: true});
  // In place of the old one in one step: a server may be sending it.
  await fs.writeFile(copy + '.new', packed);
  await fs.utimes(copy + '.new', stat.atimeMs / 1000, stat.mtimeMs / 1000);
  await fs.rename(copy + '.new', copy);
  return {raw: stat.size, packed: packed.length};
}

// Compressed copies of served files: the copies that a release left beside the files, otherwise copies that are made here when a file is first asked for. A
// copy belongs to one state of its file, by time and size, and is never sent for another state.
import {promises as fs} from 'node:fs';
import {availableParallelism} from 'node:os';
import path from 'node:path';
import {promisify} from 'node:util';
import {brotliCompress, constants} from 'node:zlib';

/** Two of Brotli's qualities, 0 to 11: 5 takes a tenth of a second for the program, 11 some ten seconds for a sixth less. */
export const kQuick = 5, kSmallest = 11;

// Suffixes of files that are compressed already, or are copies themselves.
const kPacked = new Set(['.br', '.gz', '.png', '.woff2', '.jpg', '.webp', '.zip']);
const kMostBytes = 64 << 20;  // of a file, which stands in memory with its copy

/** Resolves with `bytes`, compressed by Brotli. */
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

// A copy keeps the time of its file: another time, older or newer, means another state.
const sameTime = (a, b) => Math.abs(a.mtimeMs - b.mtimeMs) < 1;

const statOf = (file) => fs.stat(file).catch(() => null);

/**
 * Returns a cache of compressed copies: `await copies(file, stat)` is the compressed content of a file, or null if it would not be smaller. `stat` names the
 * state of the file. Without `released`, the cache ignores copies that a release left beside the files.
 */
export function makeCopies({released = true} = {}) {
  const made = new Map();

  async function make(file, stat) {
    const beside = released && await statOf(file + '.br');
    if (beside && sameTime(beside, stat)) return fs.readFile(file + '.br');
    const bytes = await fs.readFile(file);
    const now = await fs.stat(file);
    if (now.size !== stat.size || !sameTime(now, stat)) return null;  // the file is being written
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
 * Writes a copy beside every file of a folder that gets smaller, for hosts that send such copies. Removes copies of files that are gone; a copy that is up to
 * date stays. Resolves with `{files, raw, packed}`: the number of files with a copy, and their bytes without and with compression.
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
  // Each core compresses one file at a time.
  await Promise.all(Array.from({length: availableParallelism()}, async () => {
    for (let file; (file = waiting.pop());) {
      const sizes = await compressFile(file, quality);
      if (!sizes) continue;
      sum.files += 1;
      sum.raw += sizes.raw;
      sum.packed += sizes.packed;
    }
  }));
  return sum;
}

async function compressFile(file, quality) {
  const stat = await fs.stat(file), copy = file + '.br', beside = await statOf(copy);
  if (beside && sameTime(beside, stat)) return {raw: stat.size, packed: beside.size};
  const packed = await compress(await fs.readFile(file), quality);
  if (packed.length >= stat.size) return fs.rm(copy, {force: true});
  // Replaces the old copy in one step, since a server may be sending it.
  await fs.writeFile(copy + '.new', packed);
  await fs.utimes(copy + '.new', stat.atimeMs / 1000, stat.mtimeMs / 1000);
  await fs.rename(copy + '.new', copy);
  return {raw: stat.size, packed: packed.length};
}

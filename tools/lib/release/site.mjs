// Reads a built site for a release: whether all of it is there, and which of its files a host needs, under which names.
import {transform} from 'esbuild';
import {createHash} from 'node:crypto';
import {promises as fs} from 'node:fs';
import path from 'node:path';

const kRoot = new URL('../../../', import.meta.url).pathname;
const kBuilds = ['threads-relaxed', 'threads', 'single-relaxed', 'single'];

/** Resolves with the version of the project in CMakeLists.txt: '0.2.0'. */
export async function projectVersion() {
  const [, version] = /^project\(glassformer VERSION (\S+)/m.exec(await fs.readFile(path.join(kRoot, 'CMakeLists.txt'), 'utf8')) ?? [];
  if (!version) throw new Error('CMakeLists.txt says no version: expected project(glassformer VERSION ...)');
  return version;
}

/** Resolves with the names of all files of a folder, in order. */
export async function filesOf(folder) {
  const entries = await fs.readdir(folder, {recursive: true, withFileTypes: true}).catch(() => []);
  return entries.filter((each) => each.isFile()).map((each) => path.relative(folder, path.join(each.parentPath ?? each.path, each.name))).sort();
}

/** Resolves with the parts that every release has and a site lacks, in words; empty if the site is whole. */
export async function missingParts(site) {
  const files = new Set(await filesOf(site));
  if (!files.has('index.html')) return [`the page (${path.join(site, 'index.html')})`];
  const missing = [];
  for (const build of kBuilds) {
    const script = await fs.readFile(path.join(site, `glassformer-${build}.js`), 'utf8').catch(() => '');
    const later = JSON.parse(/export const laterModules = (\[.*?\]);/.exec(script)?.[1] ?? '[]');
    const modules = ['wasm', ...later.map((name) => `${name}.wasm`)].map((name) => `glassformer-${build}.${name}`);
    if (later.length === 0 || modules.some((name) => !files.has(name))) missing.push(`the build ${build}`);
  }
  for (const [what, name] of [['the pictures', 'pictures/steps.json'], ['the texts', 'assets/text/en.json'], ['the licences', 'LICENSES/glassformer.txt']])
    if (!files.has(name)) missing.push(`${what} (${name})`);
  return missing;
}

/** Resolves with the files of web/ that differ in a site: such a site was built from an older state. */
export async function staleFiles(site) {
  const stale = [];
  for (const name of await filesOf(site)) {
    const source = await fs.readFile(path.join(kRoot, 'web', name)).catch(() => null);
    if (source && !source.equals(await fs.readFile(path.join(site, name)))) stale.push(name);
  }
  return stale;
}

// Files that keep their addresses from release to release, and files that get a folder of their own.
const kStable = /^((index|licences)\.html|icon\.svg|(isolation|element|anywidget|languages)\.js|element\.d\.ts|(LICENSES|examples|teach|tutorial)\/.*)$/;
const kParts =
  /^([\w-]+\.js|glassformer-.*\.wasm|glassformer\.css|icon\.svg|shaders\/.*|assets\/(text\/.*\.json|models\/.*\.safetensors|dictionaries\/.*|fonts\/(Inter(-further)?\.ttc|zh\.woff2))|pictures\/.*\.svg)$/;
// The element reads the list of languages, too, and an entry asks for no part by its name.
const kBoth = new Set(['icon.svg', 'languages.js']);
// Settings of trainings and their texts are for the command line; compressed copies and the list of pictured steps are made anew.
const kLeftOut = /^(assets\/(books|torch)\/.*|assets\/models\/.*\.json|assets\/fonts\/Inter-\d+\.ttf|pictures\/steps\.json|.*\.br)$/;

/** Divides the names of a site's files: resolves with `{stable, parts}`. Throws if a file belongs to neither. */
export async function divide(site) {
  const names = (await filesOf(site)).filter((name) => !kLeftOut.test(name));
  const stable = names.filter((name) => kStable.test(name));
  const parts = names.filter((name) => kParts.test(name) && (!stable.includes(name) || kBoth.has(name)));
  const unknown = names.filter((name) => !stable.includes(name) && !parts.includes(name));
  if (unknown.length > 0) throw new Error(`files of the site that no release knows: ${unknown.join(', ')}. tools/lib/release/site.mjs says which a host needs`);
  return {stable, parts};
}

export const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Resolves with a file of the site as it is in a release: a script without comments, and with short names for what no other file names. */
export async function asReleased(name, content) {
  return name.endsWith('.js') ? Buffer.from((await transform(content.toString(), {minify: true})).code) : content;
}

/** Resolves with the name of the folder of parts, which changes with each byte and each name in the folder. */
export async function folderOf(site, parts) {
  const lines = [];
  for (const name of parts) lines.push(`${sha256(await asReleased(name, await fs.readFile(path.join(site, name))))}  ${name}\n`);
  return `parts-${sha256(lines.join('')).slice(0, 10)}/`;
}

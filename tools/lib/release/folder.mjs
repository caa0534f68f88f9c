// Makes the folder of a release, which any host of static files serves, and its archive. Its entries keep their addresses: index.html, element.js, start.js and
// others. All files that they ask for are in one folder, whose name has the hash of its content: pages of two releases never share a file.
import {execFile} from 'node:child_process';
import {promises as fs} from 'node:fs';
import path from 'node:path';
import {promisify} from 'node:util';

import {compressFolder, kSmallest} from '../brotli.mjs';

import {asReleased, divide, filesOf, folderOf, projectVersion, sha256} from './site.mjs';

const run = promisify(execFile);
const kHere = new URL('.', import.meta.url).pathname;

// --- The entries -----------------------------------------------------------------------------------------------------------------------

function replaceOnce(text, before, after, file) {
  if (text.split(before).length !== 2) throw new Error(`${file}: expected once '${before}'`);
  return text.replace(before, () => after);
}

/** Returns the page, with the addresses of its parts in the folder of parts. */
function pageOf(text, folder, {stable, parts}) {
  return text.replace(/\b(href|src)="([^"]*)"/g, (whole, attribute, name) => {
    if (parts.includes(name)) return `${attribute}="${folder}${name}"`;
    if (!stable.includes(name)) throw new Error(`index.html asks for ${name}, which the site lacks`);
    return whole;
  });
}

// Returns the files of a row of licences.html, as patterns.
const patternsOf = (row) =>
  /data-files="([^"]*)"/.exec(row)[1].split(' ').map((each) => new RegExp(`^${each.replace(/[.+]/g, '\\$&').replaceAll('*', '[^/]*')}$`));

/** Returns the list of licences without files that the release lacks, and the names of the texts that it leads to. */
function licencesOf(text, folder, {stable, parts}) {
  const names = [...stable, ...parts];
  const listed =
    text.replace(/<tr data-files=[^]*?<\/tr>\n/g, (row) => (names.some((name) => patternsOf(row).some((pattern) => pattern.test(name))) ? row : ''))
      .replace('<table>', `<p>All of them but the pages are in <code>${folder}</code>.</p>\n<table>`);
  return {text: listed, texts: new Set([...listed.matchAll(/href="(LICENSES\/[^"]*)"/g)].map(([, name]) => name))};
}

const packageOf = (version, folder) => ({
  name: 'glassformer',
  version,
  description: 'A transformer you can see through: every number is a cell of one computation, and every cell shows the arithmetic that made it.',
  license: 'SEE LICENSE IN licences.html',
  type: 'module',
  types: './element.d.ts',
  exports: {
    '.': {types: './element.d.ts', default: './element.js'},
    './element.js': {types: './element.d.ts', default: './element.js'},
    './start.js': './start.js',
    './anywidget.js': './anywidget.js',
    './glassformer.css': './glassformer.css',
    './package.json': './package.json',
  },
  sideEffects: ['./element.js', './glassformer.css'],
  files: [
    '*.html', '*.js', '*.d.ts', '*.css', '*.svg', '*.txt', 'SHA256SUMS', '*.br', 'LICENSES/', 'examples/', 'hosts/', 'pictures/', 'teach/', 'tutorial/', folder
  ],
});

/** Resolves with the entries of the release by name, made from the entries of the site. */
async function entriesOf(site, folder, version, names) {
  const read = (name) => fs.readFile(path.join(site, name), 'utf8');
  const entries = new Map();
  for (const name of names.stable) entries.set(name, await fs.readFile(path.join(site, name)));
  entries.set('index.html', pageOf(await read('index.html'), folder, names));
  for (const name of names.stable)
    if (/^tutorial\/.*\.(html|css)$/.test(name))
      entries.set(name, (await read(name)).replace(/\.\.\/(pictures|assets)\//g, (_, part) => `../${folder}${part}/`));
  entries.set('isolation.js', replaceOnce(await read('isolation.js'), 'const kParts = \'\';', `const kParts = '${folder}';`, 'isolation.js'));
  entries.set('start.js', `export * from './${folder}start.js';\n`);
  entries.set('glassformer.css', `@import "${folder}glassformer.css";\n`);
  entries.set('pictures/steps.json', JSON.stringify({at: `../${folder}pictures/`, ...JSON.parse(await read('pictures/steps.json'))}));
  const {text, texts} = licencesOf(await read('licences.html'), folder, names);
  entries.set('licences.html', text);
  for (const name of names.stable)
    if (name.startsWith('LICENSES/') && !texts.has(name)) entries.delete(name);
  entries.set('package.json', JSON.stringify(packageOf(version, folder), null, 2) + '\n');
  const filled = async (name) => (await fs.readFile(path.join(kHere, name), 'utf8')).replaceAll('@VERSION@', version).replaceAll('@PARTS@', folder);
  entries.set('README.txt', await filled('README.txt'));
  for (const name of await filesOf(path.join(kHere, 'hosts'))) entries.set(`hosts/${name}`, await filled(`hosts/${name}`));
  return entries;
}

// --- The folder and the archive --------------------------------------------------------------------------------------------------------

/** Resolves with the time of this state of the source, in seconds: so a release has the same bytes whenever it is made. */
async function sourceTime() {
  if (process.env.SOURCE_DATE_EPOCH) return Number(process.env.SOURCE_DATE_EPOCH);
  const {stdout} = await run('git', ['-C', kHere, 'log', '-1', '--format=%ct']).catch(() => ({stdout: ''}));
  return Number(stdout) || Math.floor(Date.now() / 1000);
}

async function write(folder, name, content, seconds) {
  const file = path.join(folder, name);
  await fs.mkdir(path.dirname(file), {recursive: true});
  await fs.writeFile(file, content);
  await fs.utimes(file, seconds, seconds);
}

/** Resolves with the sizes of a folder: `{files, bytes, packed}`. `packed` are the bytes that a host with copies in .br sends. */
async function sizesOf(folder) {
  const size = new Map();
  for (const name of await filesOf(folder)) size.set(name, (await fs.stat(path.join(folder, name))).size);
  const raw = [...size].filter(([name]) => !name.endsWith('.br')), sum = (list) => list.reduce((total, bytes) => total + bytes, 0);
  return {
    files: size.size,
    bytes: sum([...size.values()]),
    raw: sum(raw.map(([, bytes]) => bytes)),
    packed: sum(raw.map(([name, bytes]) => size.get(`${name}.br`) ?? bytes))
  };
}

/**
 * Makes the folder of a release from a whole site (missingParts in site.mjs) at `to`, and replaces the folder there. `quality` is Brotli's. Resolves with
 * `{folder, parts, version, files, bytes, raw, packed}`: the folder, the name of its folder of parts, and the sizes of all files, of the files without .br, and
 * of the files as a host sends them.
 */
export async function makeFolder({site, to, version, quality = kSmallest}) {
  version ??= await projectVersion();
  const names = await divide(site), parts = await folderOf(site, names.parts), seconds = await sourceTime(), made = `${to}.new`;
  await fs.rm(made, {recursive: true, force: true});
  for (const [name, content] of await entriesOf(site, parts, version, names)) await write(made, name, await asReleased(name, content), seconds);
  for (const name of names.parts) await write(made, parts + name, await asReleased(name, await fs.readFile(path.join(site, name))), seconds);
  await compressFolder(made, quality);
  const sums = [];
  for (const name of await filesOf(made)) sums.push(`${sha256(await fs.readFile(path.join(made, name)))}  ${name}\n`);
  await write(made, 'SHA256SUMS', sums.join(''), seconds);
  const sizes = await sizesOf(made);
  await fs.rm(to, {recursive: true, force: true});
  await fs.rename(made, to);
  return {folder: to, parts, version, ...sizes};
}

/** Packs a folder into an archive beside it, FOLDER.tar.xz. Resolves with `{file, bytes}`. */
export async function makeArchive(folder, level = 9) {
  const file = `${folder}.tar.xz`, made = `${file}.new`, seconds = await sourceTime();
  await run('tar', [
    '--create', '--file', made, '--directory', path.dirname(folder), '--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${seconds}`,
    '--mode=a+rX,u+w,go-w', '--use-compress-program', `xz -T1 -${level}`, path.basename(folder)
  ]).catch((error) => {
    throw new Error(`tar could not make ${file}: ${error.stderr || error.message}`);
  });
  await fs.rename(made, file);
  return {file, bytes: (await fs.stat(file)).size};
}

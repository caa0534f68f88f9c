// Makes a page with the whole program: one HTML file, which needs no server. Scripts stand in it as they are, all other files packed.
import {build, transform} from 'esbuild';
import {promises as fs} from 'node:fs';
import path from 'node:path';
import {promisify} from 'node:util';
import {constants, gzip} from 'node:zlib';

const kPages = new URL('pages/', import.meta.url).pathname;
// Some browsers lack relaxed SIMD, and both builds would be too much for one file.
const kBuild = 'single';
const kSizes = ['390x700', '1280x720', '1600x800'], kSizesOfFirst = ['390x700', '1280x640', '1366x650', '1440x790', '1536x730', '1920x960'];
const kTypes = {
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.json': 'application/json'
};

const kTales = 'assets/models/tales.safetensors', kConversations = 'assets/models/conversations.safetensors';
const kEnglishSpanish = 'assets/models/english-spanish.safetensors', kReverse = 'assets/models/reverse.safetensors';
/** The files, beside texts, that each lesson asks for. */
export const kFilesOf = {
  start: [kEnglishSpanish],
  dictionary: ['assets/dictionaries/french-english.txt'],
  'encoder-decoder': [kEnglishSpanish, 'assets/models/french-english.safetensors'],
  'language-model': [kTales, kEnglishSpanish],
  generation: [kTales, 'assets/models/novel.safetensors'],
  sampling: [kTales],
  prompting: [kTales, kConversations],
  confidence: [kTales, kConversations],
  thinking: ['assets/models/parity.safetensors', 'assets/models/parity-steps.safetensors'],
  retrieval: [kTales],
  tools: ['assets/models/tools.safetensors'],
  lora: [kReverse],
  preferences: [kConversations],
  quantization: [kReverse],
  end: [kEnglishSpanish],
};

const escaped = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
const readJson = async (file) => JSON.parse(await fs.readFile(file, 'utf8'));

/** Resolves with the words of a package's pages, with `given` in the place of `{name}`. */
export async function wordsOf(id, given = {}) {
  const words = await readJson(new URL('words.json', import.meta.url));
  return words[id].replace(/\{(\w+)\}/g, (whole, name) => given[name] ?? whole);
}

/** Resolves with the texts that every page of a site begins with. Throws an Error in words if the site, or the build that packages need, is missing. */
export async function firstTexts(site) {
  try {
    await fs.access(path.join(site, `glassformer-${kBuild}.wasm`));
    return await readJson(path.join(site, 'assets/text/en.json'));
  } catch {
    throw new Error(`there is no whole site in ${site}: tools/demo --all builds build/site`);
  }
}

/** Resolves with the titles of lessons of a site. Throws an Error in words if a lesson is unknown, or if none is named. */
export async function titlesOf(site, lessons) {
  const texts = (await firstTexts(site)).lessons, known = Object.keys(texts);
  if (lessons.length === 0) throw new Error(`no lesson is named. There are ${known.join(', ')}`);
  const unknown = lessons.find((lesson) => !known.includes(lesson));
  if (unknown !== undefined) throw new Error(`there is no lesson '${unknown}'. There are ${known.join(', ')}`);
  return lessons.map((lesson) => texts[lesson].title);
}

/** Returns the address of a site as that of a folder, or none. Throws an Error in words if the text is no address. */
export function addressOf(text) {
  if (text === undefined) return undefined;
  if (!URL.canParse(text)) throw new Error(`expected an address such as https://example.org/glassformer/, not '${text}'`);
  return new URL(text.replace(/\/?$/, '/')).href;
}

// A plug-in of esbuild: names beginning with #site/ are files of the site, and pages/files.js takes the place of its downloads.js.
const fromSite = (site) => ({
  name: 'site',
  setup({onResolve}) {
    onResolve({filter: /^#site\//}, ({path: name}) => ({path: path.join(site, name.slice('#site/'.length))}));
    onResolve({filter: /^\.\/downloads\.js$/}, ({importer}) => (importer.startsWith(kPages) ? undefined : {path: path.join(kPages, 'files.js')}));
  },
});

/** Resolves with a script of pages/ or of the site and all of its imports as one module. `options` are further options of esbuild. */
export async function bundle(entry, site, options = {}) {
  const {outputFiles: [{text}]} = await build({
    entryPoints: [entry],
    absWorkingDir: kPages,
    nodePaths: [path.join(kPages, '../node_modules')],
    plugins: [fromSite(path.resolve(site))],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
    ...options,
  });
  return text;
}

const minified = async (file) => (await transform(await fs.readFile(file, 'utf8'), {minify: true})).code;

// Checks that a script can stand in a page: these letters would end it, even within a string.
function inPage(script) {
  if (/<!--|<\/?script/i.test(script)) throw new Error('a script of the page would end within itself');
  return script;
}

/** Resolves with the element that holds a file of the page. */
async function packed(name, bytes) {
  const type = kTypes[path.extname(name)] ?? 'application/octet-stream';
  const small = await promisify(gzip)(bytes, {level: constants.Z_BEST_COMPRESSION, memLevel: 9});
  return `<script type="text/plain" data-file="${name}" data-type="${type}">${small.toString('base64')}</script>\n`;
}

/** Resolves with the texts of the page beside those of its lessons: the texts of all pages, and words for lessons that the page lacks. */
async function textsOf(site, titles) {
  const later = (name) => readJson(path.join(site, `assets/text/en/${name}.json`));
  const [first, rest, {sources}] = await Promise.all([firstTexts(site), later('rest'), later('all')]);
  const missing = await wordsOf('not_in_file', {lessons: titles.join(', ')});
  const texts = {'en.json': {...first, sources}, 'en/rest.json': {...rest, problems: {...rest.problems, missing_file: missing}}};
  return Object.entries(texts).map(([name, each]) => [`assets/text/${name}`, Buffer.from(JSON.stringify(each))]);
}

/** The licences of what is in a site, and of packages of npm beside it. */
export const licencesOf = async (site, packages = []) => {
  const folder = path.join(site, 'LICENSES'), files = new Map((await fs.readdir(folder)).sort().map((name) => [name, path.join(folder, name)]));
  for (const name of packages) files.set(`${name}.txt`, new URL(`node_modules/${name}/LICENSE`, import.meta.url).pathname);
  const texts = await Promise.all([...files].map(async ([name, file]) => `${name}\n\n${await fs.readFile(file, 'utf8')}`));
  return Buffer.from(texts.join('\n\n'));
};

async function filesOf(site, lessons, titles) {
  const modules = (await fs.readdir(site)).filter((name) => name.startsWith(`glassformer-${kBuild}.`) && name.endsWith('.wasm'));
  const pictures =
    (lessons[0] === 'start' ? kSizesOfFirst : kSizes).flatMap((size) => ['', '-dark'].map((theme) => `pictures/${lessons[0]}-${size}${theme}.svg`));
  const names = [
    'shaders/heatmap.vert', 'shaders/heatmap.frag', 'assets/fonts/Inter.ttc', 'assets/fonts/Inter-further.ttc',
    ...lessons.map((lesson) => `assets/text/en/${lesson}.json`), ...new Set(lessons.flatMap((lesson) => kFilesOf[lesson] ?? [])), ...modules.sort()
  ];
  const read = (name) => fs.readFile(path.join(site, name)).then((bytes) => [name, bytes]);
  return {
    pictures: await Promise.all(pictures.map(read)),
    others: [...await textsOf(site, titles), ...await Promise.all(names.map(read))],
  };
}

/**
 * Resolves with an HTML page that holds lessons of a site. `entry` is a script of pages/ that starts it, `about` the data for the script. With `isAlone` the
 * page also has the licences and a picture of its first frame. Throws an Error in words about an unknown lesson or a missing site.
 */
export async function makePage({site, lessons, entry, about = {}, isAlone = true}) {
  const titles = await titlesOf(site, lessons), {pictures, others} = await filesOf(site, lessons, titles);
  const [css, icon, script, unpack, picture] = await Promise.all([
    fs.readFile(path.join(site, 'glassformer.css'), 'utf8'), fs.readFile(path.join(site, 'icon.svg')), bundle(entry, site),
    minified(path.join(kPages, 'unpack.js')), minified(path.join(site, 'picture.js'))
  ]);
  const elements = async (files) => (await Promise.all(files.map(([name, bytes]) => packed(name, bytes)))).join('');
  const loading = escaped((await firstTexts(site)).page.loading);
  const licences = isAlone ? 'open it with ?licences behind its name' : 'LICENSES.txt beside it';
  return `<!doctype html>
<!-- The licences of all that stands in this page: ${licences}. -->
<html lang="en" class="gf-page">
<head>
<meta charset="utf-8">
<title>${escaped(titles[0])} – Glassformer</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=overlays-content">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:image/svg+xml;base64,${icon.toString('base64')}">
<style>
${css.replace(/\/\*[^]*?\*\//g, '').replace(/\n\s*\n/g, '\n')}</style>
</head>
<body>
<main id="stage" class="gf-root" data-about="${escaped(JSON.stringify({
    lessons,
    ...about
  }))}">
<div class="gf-message gf-loading" role="status" data-first>
<p>${loading}</p>
<p class="gf-late">${escaped(await wordsOf('late'))}</p>
</div>
${isAlone ? await elements(pictures) : ''}<script>${inPage(unpack)}</script>
${isAlone ? `<script>${inPage(picture)}</script>\n` : ''}</main>
${await elements(isAlone ? [...others, ['LICENSES.txt', await licencesOf(site)]] : others)}<script type="module">${inPage(script)}</script>
</body>
</html>
`;
}

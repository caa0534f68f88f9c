// The release that tools/release makes of a site, and its message if the site is not whole. The site of these tests is small and has the names of the real site.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {promises as fs} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {after, beforeEach, test} from 'node:test';

import {makeArchive, makeFolder} from '../../tools/lib/release/folder.mjs';
import {filesOf, missingParts, projectVersion} from '../../tools/lib/release/site.mjs';

const kRoot = new URL('../../', import.meta.url).pathname;
const kTemporary = await fs.mkdtemp(path.join(os.tmpdir(), 'gf-release-'));
after(() => fs.rm(kTemporary, {recursive: true}));

let site;
const write = async (name, text) => {
  await fs.mkdir(path.dirname(path.join(site, name)), {recursive: true});
  await fs.writeFile(path.join(site, name), text);
};
beforeEach(async () => {
  site = await fs.mkdtemp(path.join(kTemporary, 'site-'));
  for (const name of await fs.readdir(path.join(kRoot, 'web')))
    if (/^(?!.*\.(lib|pre)\.js$).*\.(js|html|css|svg|d\.ts)$/.test(name)) await fs.copyFile(path.join(kRoot, 'web', name), path.join(site, name));
  for (const build of ['threads-relaxed', 'threads', 'single-relaxed', 'single']) {
    await write(`glassformer-${build}.js`, 'export const laterModules = ["common","rest"];\n');
    for (const name of ['wasm', 'common.wasm', 'rest.wasm']) await write(`glassformer-${build}.${name}`, name.repeat(100));
  }
  await write('pictures/steps.json', '{"softmax": ["scores"]}\n');
  await write('pictures/softmax/scores-720x600.svg', '<svg/>');
  await write('assets/text/en.json', '{}');
  for (const name of ['glassformer', 'r-cran-janeaustenr', 'fonts-inter-variable']) await write(`LICENSES/${name}.txt`, name);
});

/** Runs tools/release for the site. Returns what it says, and its exit code. */
function run(...words) {
  const {stdout, stderr, status} =
    spawnSync(path.join(kRoot, 'tools/release'), ['--site', site, '--out', path.join(kTemporary, 'out'), ...words], {encoding: 'utf8'});
  return {said: stdout + stderr, status};
}

test('a site that lacks something: it says what, and what builds it', async () => {
  assert.deepEqual(await missingParts(site), []);
  await fs.rm(path.join(site, 'glassformer-threads.rest.wasm'));
  await fs.rm(path.join(site, 'glassformer-single.js'));
  await fs.rm(path.join(site, 'pictures/steps.json'));
  const {said, status} = run();
  assert.match(said, /^\[release\] \S+ lacks the build threads, the build single, the pictures \(pictures\/steps\.json\): tools\/demo --all builds it\n$/);
  assert.equal(status, 1);
  await fs.rm(site, {recursive: true});
  assert.match(run().said, /lacks the page \(\S+index\.html\): tools\/demo --all builds it\n$/);
});

test('a site of another state of the source, a file that it does not know, and a wrong argument are named', async () => {
  await fs.appendFile(path.join(site, 'start.js'), '// older\n');
  assert.match(run().said, /is of another state of the source \(start\.js\): tools\/demo --all builds it anew\n$/);
  await fs.copyFile(path.join(kRoot, 'web/start.js'), path.join(site, 'start.js'));
  await write('assets/films/one.mp4', 'a film');
  assert.match(run().said, /no release knows: assets\/films\/one\.mp4/);
  const {said, status} = run('--fast');
  assert.match(said, /unknown argument '--fast'\. usage: tools\/release/);
  assert.equal(status, 2);
  assert.match(run('--single').said, /--single: expected a lesson\. usage: tools\/release/);
  assert.match(run('--single', 'softmax', '--xapi').said, /--single and --xapi: expected one of them/);
  assert.match(run('softmax').said, /unknown argument 'softmax'/);
});

test('scripts of a release are short, and give the names that the scripts of the site give', async () => {
  const {folder, parts} = await makeFolder({site, to: path.join(kTemporary, 'short'), quality: 1});
  const sizes = {};
  for (const [name, released] of [['languages.js', 'languages.js'], ['texts.js', `${parts}texts.js`], ['isolation.js', 'isolation.js']]) {
    const [before, after] = await Promise.all([path.join(site, name), path.join(folder, released)].map((file) => fs.readFile(file, 'utf8')));
    sizes[name] = after.length / before.length;
    assert.doesNotMatch(after, /^ *\/\//m);
    assert.deepEqual([...after.matchAll(/addEventListener\("(\w+)"/g)].map(([, event]) => event),
      [...before.matchAll(/addEventListener\('(\w+)'/g)].map(([, event]) => event));
  }
  assert.ok(Object.values(sizes).every((share) => share < 0.8), JSON.stringify(sizes));
  const [mine, released] = await Promise.all([path.join(kRoot, 'web/languages.js'), path.join(folder, 'languages.js')].map((file) => import(file)));
  assert.deepEqual(Object.keys(released), Object.keys(mine));
  assert.ok(Object.keys(mine).length > 0);
});

test('the folder and its archive have the version of the project; what a host does not need stays out', async () => {
  await write('assets/books/novel.txt', 'a novel');
  await write('glassformer-single.js.br', 'left over');
  const {said, status} = run();
  assert.equal(status, 0, said);
  const folder = path.join(kTemporary, 'out', `glassformer-${await projectVersion()}`), names = await filesOf(folder);
  assert.ok((await fs.stat(`${folder}.tar.xz`)).size > 1000);
  assert.equal(JSON.parse(await fs.readFile(path.join(folder, 'package.json'))).version, await projectVersion());
  assert.match(await fs.readFile(path.join(folder, 'README.txt'), 'utf8'), new RegExp(`^Glassformer ${await projectVersion()}: [^]*parts-[0-9a-f]{10}/`));
  assert.deepEqual(names.filter((name) => /novel|janeausten|@/.test(name)), []);
  assert.doesNotMatch(await fs.readFile(path.join(folder, 'licences.html'), 'utf8'), /Jane Austen/);
  assert.ok(names.includes('LICENSES/fonts-inter-variable.txt'));
});

test('another byte makes another name of the folder of parts; the same site makes the same bytes, and the archive as well', async () => {
  const make = async (name) => {
    const made = await makeFolder({site, to: path.join(site, '..', name, 'glassformer'), version: '1.0.0', quality: 1});
    return {...made, archive: await fs.readFile((await makeArchive(made.folder, 0)).file)};
  };
  const first = await make('one'), again = await make('two');
  const listed =
    spawnSync('tar', ['--list', '--file', `${first.folder}.tar.xz`], {encoding: 'utf8'}).stdout.split('\n').filter((line) => line && !line.endsWith('/'));
  assert.deepEqual(listed.map((line) => line.replace('glassformer/', '')).sort(), await filesOf(first.folder));
  assert.equal(again.parts, first.parts);
  assert.ok(again.archive.equals(first.archive));
  await fs.appendFile(path.join(site, 'glassformer-single.wasm'), '.');
  assert.notEqual((await make('three')).parts, first.parts);
});

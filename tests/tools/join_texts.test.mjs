// The texts of a language, joined into the files that the program reads (tools/lib/join_texts).
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {promises as fs} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {after, before, test} from 'node:test';

const kJoin = new URL('../../tools/lib/join_texts', import.meta.url).pathname;
const kEnglish = {
  'ui.json': {undo: 'Undo', step: {next: 'Next', back: 'Back'}, keys: {title: 'All keys'}, export: {open: 'Take it', title: 'Take it with you'}},
  'problems.json': {missing_file: 'A file is missing.'},
  'cli.json': {help: 'help'},
  'nodes.json': {z: {title: 'Scores', text: 'Raw scores.', cell: 'The score of {column}.'}, sum: {text: 'A sum.'}},
  'lessons/start.json': {title: 'Start', subtitle: 'Begin here.', steps: {one: 'First.'}},
  'lessons/softmax.json': {title: 'Softmax', subtitle: 'Scores become probabilities.', steps: {one: 'First.', two: 'Second.'}}
};

let folder;
before(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'gf-join-'));
});
after(() => fs.rm(folder, {recursive: true}));

async function write(language, files) {
  for (const [name, texts] of Object.entries(files)) {
    const file = path.join(folder, 'from', language, name);
    await fs.mkdir(path.dirname(file), {recursive: true});
    await fs.writeFile(file, typeof texts === 'string' ? texts : JSON.stringify(texts));
  }
}
const join = () => spawnSync(kJoin, [path.join(folder, 'from'), path.join(folder, 'to')], {encoding: 'utf8'});
const read = async (name) => JSON.parse(await fs.readFile(path.join(folder, 'to', name), 'utf8'));

test('the first file has what a first picture shows, the file of a lesson its texts, and the other files the rest', async () => {
  await write('en', kEnglish);
  assert.equal(join().status, 0);
  const {title, subtitle} = kEnglish['lessons/softmax.json'];
  const {z: {title: ofZ, ...meaning}, sum} = kEnglish['nodes.json'];  // softmax explains z at first
  assert.deepEqual(await read('en.json'), {
    lessons: {softmax: {title, subtitle}, start: {title: 'Start', subtitle: 'Begin here.'}},
    nodes: {z: {title: ofZ}},
    ui: {undo: 'Undo', step: kEnglish['ui.json'].step, export: {open: 'Take it'}}
  });
  assert.deepEqual(await read('en/softmax.json'), {lessons: {softmax: kEnglish['lessons/softmax.json']}, nodes: {z: meaning}});
  assert.deepEqual(await read('en/start.json'), {lessons: {start: kEnglish['lessons/start.json']}});
  const lessons = {softmax: kEnglish['lessons/softmax.json'], start: kEnglish['lessons/start.json']};
  assert.deepEqual(await read('en/all.json'), {lessons, cli: kEnglish['cli.json']});
  const {keys, export: sheet} = kEnglish['ui.json'];
  assert.deepEqual(await read('en/rest.json'), {nodes: {z: meaning, sum}, problems: kEnglish['problems.json'], ui: {keys, export: sheet}});
});

test('a text that a language lacks is English, a text that English lacks is left out, and a language that is gone goes', async () => {
  await write(
    'fr', {'ui.json': {undo: 'Annuler', step: {next: 'Suivant'}, more: 'Plus'}, 'lessons/softmax.json': {title: 'Softmax', steps: {two: 'Deuxièmement.'}}});
  assert.equal(join().status, 0);
  const {undo, step} = (await read('fr.json')).ui;
  assert.deepEqual({undo, step}, {undo: 'Annuler', step: {next: 'Suivant', back: 'Back'}});
  assert.deepEqual((await read('fr/softmax.json')).lessons.softmax.steps, {one: 'First.', two: 'Deuxièmement.'});
  await fs.rm(path.join(folder, 'from/fr'), {recursive: true});
  assert.equal(join().status, 0);
  assert.deepEqual((await fs.readdir(path.join(folder, 'to'))).sort(), ['en', 'en.json']);
});

test('a text that is no JSON is named, with its line', async () => {
  await write('en', {'ui.json': '{\n  "undo": "Undo",\n}'});
  const {status, stderr} = join();
  assert.equal(status, 1);
  assert.match(stderr, /ui\.json:3: expected JSON/);
});

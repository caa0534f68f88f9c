// The pages of the tutorial, made from Markdown: the HTML of a page, and mistakes that are refused.
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {promises as fs} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {after, before, test} from 'node:test';
import {promisify} from 'node:util';

const kRoot = path.join(import.meta.dirname, '../..');
const kHead = '---\ntitle: A title\nsummary: A summary.\nminutes: 3\n---\n';

let folder;
before(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'gf-tutorial-'));
});
after(() => fs.rm(folder, {recursive: true}));

/** Makes the pages {'en/01-one.md': text} in a folder of their own. Resolves with what make_tutorial said, and with a reader of what it made. */
async function made(pages) {
  const from = await fs.mkdtemp(path.join(folder, 'from-')), to = await fs.mkdtemp(path.join(folder, 'to-'));
  for (const file of ['page.css', 'tutorial.css', 'tutorial.js']) await fs.copyFile(path.join(kRoot, 'web/tutorial', file), path.join(from, file));
  for (const [name, text] of Object.entries(pages)) {
    const target = path.join(from, name);
    await fs.mkdir(path.dirname(target), {recursive: true});
    await fs.writeFile(target, text);
    await fs.copyFile(path.join(kRoot, 'web/tutorial/en/words.json'), path.join(path.dirname(target), 'words.json'));
  }
  const run = () =>
    promisify(execFile)('node', [path.join(kRoot, 'tools/lib/make_tutorial.mjs'), from, to], {env: {...process.env, NODE_PATH: '/usr/share/nodejs'}});
  const problem = await run().then(() => null, ({stderr}) => stderr);
  return {problem, to, from, run, read: (name) => fs.readFile(path.join(to, name), 'utf8')};
}

test('a page has its demo, its numbers, its formulas and its questions', async () => {
  const {problem, read} = await made({
    'en/01-one.md': `${
      kHead}Before $e^x$.\n\n@demo softmax/sum height="500"\nDrag *dog*.\n\nThe cat has {{65|probabilities[0,cat]|percent}} %.\n\n$$p = \\softmax(z)$$\n\n@question Why {{2|z[0,cat]}}? @answer Because **so**.\n`,
    'en/02-two.md': `${kHead}@demo spaces/squashing\nLook.\n\n@demo softmax/sum\nLook.\n\n{{1|squashing:a[0,0]}} and {{2|b[0,0]}}\n`,
  });
  assert.equal(problem, null);
  const page = await read('one.html');
  assert.match(page, /<glassformer-demo lesson="softmax" step="sum" height="500" title="Drag dog\.">/);
  assert.match(page, /<img src="\.\.\/pictures\/softmax\/sum-720x600\.svg" alt="Drag dog\."/);
  assert.match(page, /<data class="live" data-demo="demo-1" value="probabilities\[0,cat\]\|percent">65<\/data> %/);
  assert.match(page, /<math[^>]*display="block"/);
  assert.match(page, /<details class="question"><summary>Why <data[^>]*>2<\/data>\?<\/summary><p>Because <strong>so<\/strong>\./);
  assert.match(page, /<section class="answers">[^]*<li>Because <strong>so<\/strong>/);
  assert.match(page, /<a rel="next" href="two\.html">/);
  const other = await read('two.html');
  assert.match(
    other, /data-demo="demo-1" value="a\[0,0\]"[^]*data-demo="demo-2" value="b\[0,0\]"/, 'a number belongs to the demo above it, or to the one that it names');
  assert.match(await read('index.html'), /<a href="one\.html">A title<\/a>/);
});

test('each language has its pages, linked with each other; a page that one lacks is not linked', async () => {
  const {problem, read} = await made({'en/01-one.md': `${kHead}One.`, 'en/02-two.md': `${kHead}Two.`, 'fr/01-one.md': `${kHead}Un.`});
  assert.equal(problem, null);
  assert.match(await read('one.html'), /<a href="fr\/one\.html" hreflang="fr"/);
  assert.match(await read('fr/one.html'), /<html lang="fr">[^]*<a href="\.\.\/one\.html" hreflang="en"/);
  assert.doesNotMatch(await read('two.html'), /hreflang="fr"/);
  assert.match(await read('fr/one.html'), /href="\.\.\/\.\.\/icon\.svg"/);
});

test('a page that is gone is removed, and one that did not change is not written again', async () => {
  const {from, to, run} = await made({'en/01-one.md': `${kHead}One.`, 'en/02-two.md': `${kHead}Two.`});
  const {mtimeMs} = await fs.stat(path.join(to, 'two.html'));
  await run();
  assert.equal((await fs.stat(path.join(to, 'two.html'))).mtimeMs, mtimeMs);
  await fs.rm(path.join(from, 'en/02-two.md'));
  await run();
  assert.deepEqual((await fs.readdir(to)).filter((name) => name.endsWith('.html')).sort(), ['index.html', 'one.html']);
});

for (const [what, text, expected] of [['no head', 'Text.', /begins with ---/],
       ['a head without minutes', '---\ntitle: A\nsummary: B\n---\nText.', /field minutes is missing/],
       ['a formula that TeX does not know', `${kHead}$\\nosuch{x}$`, /formula \\nosuch\{x\} can't be set/],
       ['a formula that does not end', `${kHead}$$x + 1\n\nText.`, /begins and ends with \$\$/],
       ['a demo without a step', `${kHead}@demo softmax\nLook.`, /expected @demo softmax\/exponentials/],
       ['a demo with an unknown option', `${kHead}@demo softmax/sum width="5"\nLook.`, /takes height, hide, lock, show, and not width/],
       ['a demo without words', `${kHead}@demo softmax/sum\n\nText.`, /say what there is to do/],
       ['a number before every demo', `${kHead}{{1|a[0,0]}}\n\n@demo softmax/sum\nLook.`, /stands before every demo/],
       ['a number of a demo that is not there', `${kHead}@demo softmax/sum\nLook.\n\n{{1|shares:a[0,0]}}`, /stands before every demo: name one/],
       ['a placeholder that is none', `${kHead}@demo softmax/sum\nLook.\n\n{{1}}`, /expected \{\{0\.71\|weights\[0,cat\]\}\}, got \{\{1\}\}/],
       ['a question without an answer', `${kHead}@question Why?\n\nText.`, /stands its @answer/],
])
  test(`${what} is told with its file`, async () => {
    const {problem} = await made({'en/01-one.md': text});
    assert.match(problem, expected);
    assert.match(problem, /en\/01-one\.md: /);
    assert.doesNotMatch(problem, /at .*\.mjs:/, 'no trace of the program');
  });

test('HTML in a page is text', async () => {
  const {read} = await made({'en/01-one.md': `${kHead}<script>alert(1)</script> & "x"`});
  assert.match(await read('one.html'), /&lt;script&gt;alert\(1\)&lt;\/script&gt; &amp;/);
});

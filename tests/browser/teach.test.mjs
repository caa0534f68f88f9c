// The pages for teachers: sheets with blanks, the test taken and marked, results read. tests/tools/teach.test.mjs tests the items, plans and texts; it also
// runs here, with the program.
import '../tools/teach.test.mjs';

import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import {after, before, test} from 'node:test';

import {assertQuiet, cellPoint, kCoarse, kSite, launch, listen, rest, serveSite} from './support.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const readJson = (name) => JSON.parse(readFileSync(path.join(kSite, 'teach', name), 'utf8'));
const {items} = readJson('items.json'), itemTexts = readJson('items.en.json');

let browser, site, context, demos;
const elsewhere = [];

before(async () => {
  [browser, site] = await Promise.all([launch(), serveSite()]);
  // One context without any demo, whose storage has to stay empty, and one with demos.
  const open = async (options) => {
    const made = await browser.newContext({viewport: {width: 1100, height: 900}, reducedMotion: 'reduce', ...options});
    made.on('request', (request) => {
      if (!request.url().startsWith(site.address) && !/^(blob|data|about):/.test(request.url())) elsewhere.push(request.url());
    });
    return made;
  };
  [context, demos] = await Promise.all([open(), open(kCoarse)]);
});
after(() => Promise.all([browser.close(), site.close()]));

async function open(where, address) {
  const page = listen(await where.newPage());
  page.setDefaultTimeout(20_000);
  await page.goto(`${site.address}teach/${address}`);
  return page;
}
const maker = async (address = '') => {
  const page = await open(demos, address);
  await page.waitForSelector('#maker:not([hidden])');
  return page;
};
const said = (page, selector, expected) =>
  page.waitForFunction(([where, text]) => document.querySelector(where).textContent.includes(text), [selector, expected]);
const rows = (page, selector) =>
  page.evaluate((where) => [...document.querySelectorAll(where)].map((row) => [...row.cells].map((cell) => cell.textContent)), selector);
const saved = async (page, selector) => {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click(selector)]);
  return {name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8')};
};

async function assertNoViolation(page, where) {
  await page.evaluate(axe);
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({colorScheme});
    const found = await page.evaluate(async () => {
      const {violations} = await window.axe.run(document, {resultTypes: ['violations'], iframes: false});
      return violations.map(({id, help, nodes}) => `${id}: ${help}: ${nodes[0].html}: ${nodes[0].failureSummary}`);
    });
    assert.deepEqual(found, [], `${where}, ${colorScheme}`);
  }
}

/** Asserts that on paper the page has these texts, and nothing to press or to fill in. */
async function assertPrints(page, where, texts) {
  await page.emulateMedia({media: 'print'});
  const {controls, text} = await page.evaluate(() => ({
    controls: [...document.querySelectorAll('button, input, select, textarea, summary, iframe, glassformer-demo')]
                .filter((each) => each.checkVisibility())
                .map((each) => each.outerHTML),
    text: document.body.innerText,
  }));
  assert.deepEqual(controls, [], `${where}: no controls`);
  for (const each of texts) assert.ok(text.includes(each), `${where} has “${each}”`);
  await page.emulateMedia({media: null});
}

const frameOf = async (page, selector) => {
  await page.evaluate((where) => document.querySelector(where).ready, selector);
  const frame = await (await page.waitForSelector(`${selector} >> iframe`)).contentFrame();
  await rest(frame);
  return frame;
};

let made;  // the address of a sheet with blanks

test('steps and pressed blanks make an address, and it shows them again', async () => {
  const page = await maker();
  await page.locator('#steps button').nth(1).click();
  await page.selectOption('#lesson', 'self-attention');
  await page.locator('#steps li', {hasText: 'Softmax turns each row'}).getByRole('button').click();
  await page.fill('#sheet-title', 'By hand');
  await page.locator('.note-field').first().fill('Why e?');
  await page.locator('#entries .down').first().click();
  assert.ok(await page.evaluate(() => document.activeElement.classList.contains('up')), 'the focus stays at the step that moved');
  assert.equal(new URL(page.url()).hash, '#title=By+hand&step=self-attention/weights&step=softmax/exponentials&note=Why+e%3F');

  await page.locator('#entries .edit').nth(1).click();
  const demo = '#bench-demo glassformer-demo', frame = await frameOf(page, demo);
  await page.locator(demo).scrollIntoViewIfNeeded();
  const box = await page.locator(demo).boundingBox(), [x, y] = await cellPoint(frame, 'exponentials', 0, 1);
  await page.mouse.move(box.x + x, box.y + y);
  await rest(frame);
  await page.mouse.click(box.x + x, box.y + y);
  await said(page, '#bench-status', 'exponentials[0, 1]');
  await page.evaluate((where) => document.querySelector(where).send({type: 'select', node: 'z', cell: [0, 0]}), demo);
  await said(page, '#bench-status', 'z[0,0] can\'t be given as a blank');
  await page.evaluate((where) => document.querySelector(where).send({type: 'select', node: 'probabilities', cell: [0, 0]}), demo);
  await said(page, '#bench-status', 'probabilities[0, 0] is a blank');
  await page.selectOption('#extent', 'row');
  await page.click('#give');
  await said(page, '#bench-status', 'Blanks now: 4.');
  await page.locator('#given button', {hasText: 'probabilities[0, 2]'}).click();
  await said(page, '#bench-status', 'Blanks now: 3.');
  await page.click('#keep');
  await said(page, '#bench-status', 'now opens with your own blanks: 3.');
  made = new URL(page.url()).hash;
  assert.match(made, /step=softmax\/exponentials&note=Why\+e%3F&d=[\w-]{20,}$/);
  assert.equal(await page.inputValue('#sheet-address'), `${site.address}teach/sheet.html${made}`);
  assert.match(await page.inputValue('#links'), /#self-attention\/weights\nhttp.*#d=/);
  await assertNoViolation(page, 'the page for teachers');
  await page.close();

  const again = await maker(made);
  assert.deepEqual(await again.locator('#entries strong').allTextContents(), ['Self-attention, step 5', 'Softmax, step 2']);
  assert.equal(await again.inputValue('#sheet-title'), 'By hand');
  await again.locator('#entries .edit').nth(1).click();
  await again.waitForFunction(() => document.querySelectorAll('#given button').length === 3);
  assert.deepEqual(await again.locator('#given button').allTextContents(), ['exponentials[0, 1] ×', 'probabilities[0, 0] ×', 'probabilities[0, 1] ×']);
  assertQuiet(again);
  await again.close();
});

test('a class opens the sheet: demos with the blanks, captions with their numbers, and paper with room to write', async () => {
  const page = await open(demos, `sheet.html${made.replace('&step', '&lines=2&step=softmax/scores&step')}`);
  await page.waitForSelector('.entry');
  await said(page, '.entry .caption', 'cat 2, dog 1, bird 0.2');
  assert.deepEqual(await page.locator('.entry h2').allTextContents(), ['1. Softmax step 1 of 9', '2. Self-attention step 5 of 11', '3. Softmax step 2 of 9']);
  const blanks = await page.evaluate(async () => {
    const demo = document.querySelectorAll('glassformer-demo')[2];
    demo.scrollIntoView();
    return (await demo.send({type: 'snapshot', trace: false})).document.blanks;
  });
  assert.deepEqual(blanks, {exponentials: [[0, 1]], probabilities: [[0, 0], [0, 1]]});
  await page.fill('#answer-2', 'From “welcome”.');
  await page.waitForFunction(() => document.querySelector('.picture.own svg'));
  await assertNoViolation(page, 'a sheet');
  await assertPrints(page, 'a sheet', ['By hand', 'Why e?', 'From “welcome”.', 'Name']);
  await page.emulateMedia({media: 'print'});
  const paper = await page.evaluate(() => [...document.querySelectorAll('.entry')].map((entry) => ({
    lines: [...entry.querySelectorAll('.lines div')].filter((line) => line.checkVisibility()).length,
    picture: entry.querySelector('.picture').getBoundingClientRect().height > 50 && (entry.querySelector('img')?.naturalWidth ?? 1) > 0,
  })));
  assert.deepEqual(paper, [{lines: 2, picture: true}, {lines: 0, picture: true}, {lines: 2, picture: true}]);
  await page.emulateMedia({media: null});
  const {text} = await saved(page, '#save');
  assert.match(text, /2\. Self-attention.*\r\n.*\r\nYour answer: From “welcome”\./);
  assertQuiet(page);
  await page.close();
});

test('a malformed address is told in sentences, and the rest is kept', async () => {
  const sheet = await open(demos, 'sheet.html#step=softmax/nothing&step=softmax/sum&d=not!&colour=red');
  await sheet.waitForSelector('.entry');
  assert.equal(await sheet.locator('.entry').count(), 1);
  assert.deepEqual(await sheet.locator('#problems li').allTextContents(), [
    'There is no step “softmax/nothing”. Expected a lesson and a step, such as softmax/shares.',
    'The own blanks of softmax/sum could not be read, so the step is as in the course.',
    'There is no part “colour” of a sheet. Expected title, lines, step, note or d.'
  ]);
  await sheet.close();
  const taken = await open(context, 'test.html#form=A&items=rows,nope&explain=perhaps');
  await taken.waitForSelector('.item');
  assert.equal(await taken.locator('.item').count(), 1);
  assert.deepEqual(await taken.locator('#problems li').allTextContents(),
    ['There is no item “nope”, so it was left out.', '“perhaps” is no setting of explain. Expected off.']);
  await taken.close();
});

test('a whole form is taken by keyboard alone, and its CSV is right', async () => {
  const page = await open(context, 'test.html#form=A'), {keyboard} = page;
  await page.waitForSelector('.item');
  await assertPrints(page, 'form A', ['Test, form A', itemTexts.rows.A.text, 'Those of the diagonal.']);
  await page.locator('.home').focus();
  await keyboard.press('Tab');
  await keyboard.type('=Ann');
  await keyboard.press('Tab');  // Print
  const wrong = ['rows', 'loss'], empty = ['top_p'], expected = ['name,form,item,answer,right,date'];
  for (const item of items) {
    await keyboard.press('Tab');
    const answer =
      item.kind === 'number' ? String(item.A.number + (wrong.includes(item.id) ? 1 : 0)) : 'abcd'[(item.A.right + (wrong.includes(item.id) ? 1 : 0)) % 4];
    if (empty.includes(item.id)) {
      expected.push(`'=Ann,A,${item.id},,0`);
      continue;
    }
    if (item.kind === 'number') {
      await keyboard.type(answer.replace('.', ',').replace('-', '−'));
      await keyboard.press('Enter');
    } else {
      await keyboard.press('Space');
      for (let place = 0; place < 'abcd'.indexOf(answer); ++place) await keyboard.press('ArrowDown');
    }
    expected.push(`'=Ann,A,${item.id},${answer},${wrong.includes(item.id) ? 0 : 1}`);
  }
  const told = () => page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(document.querySelector('.hand-in [role=status]').textContent)))));
  assert.equal(await told(), '', 'Enter in a field hands nothing in');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await said(page, '.hand-in [role=status]', 'no answer yet: 18.');
  await keyboard.press('Enter');
  await said(page, '.result [role=status]', `${items.length - 3} of ${items.length} are right.`);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), `${items.length - 3} of ${items.length} are right.`);
  assert.equal(await page.locator('.wrong').count(), 3);
  assert.match(await page.locator('[data-item=rows] .verdict').textContent(), /^Not right\. The answer is c\) Those of each row\. Softmax runs along each row/);
  assert.equal(await page.locator('[data-item=rows] .verdict a').getAttribute('href'), '../#self-attention/weights');
  await assertNoViolation(page, 'a marked form');
  await keyboard.press('Tab');
  const [download] = await Promise.all([page.waitForEvent('download'), keyboard.press('Enter')]);
  assert.equal(download.suggestedFilename(), 'glassformer-A-Ann.csv');
  const lines = readFileSync(await download.path(), 'utf8').replace('\ufeff', '').trim().split('\r\n');
  assert.deepEqual(lines.map((line, i) => (i ? line.replace(/,\d{4}-\d\d-\d\d$/, '') : line)), expected);
  assertQuiet(page);
  await page.close();
});

test('form A can keep its answers to itself', async () => {
  const page = await open(context, 'test.html#form=A&items=rows&explain=off');
  await page.check('[name=rows][value=a]');
  await page.click('.hand-in button');
  await page.waitForSelector('.result');
  assert.equal(await page.locator('.result h2').textContent(), 'Your answers are ready.');
  assert.equal(await page.locator('.verdict').textContent(), '');
  await page.close({runBeforeUnload: false});
});

const answerOf = (id, form, isRight) => {
  const item = items.find((each) => each.id === id);
  if (item.kind === 'number') return isRight ? String(item[form].number) : '99';
  return 'abcd'[(item[form].right + (isRight ? 0 : 1)) % 4];
};
const csv = (name, form, rights) => ['name,form,item,answer,right,date',
                                      ...Object.entries(rights).map(([id, right]) => `${name},${form},${id},${answerOf(id, form, right)},${right},2026-01-31`)]
                                      .join('\n') +
  '\n';

test('results of a class: files and pasted texts, gains as computed by hand, lines that can’t be read', async () => {
  const page = await open(context, '');
  await page.waitForSelector('#reader:not([hidden])');
  // Ada: 1 of 4, then 3 of 4: (0.75 − 0.25) / 0.75 = 0.67. Bob: 2 of 4, then 2 of 4: 0. Means: 37.5 %, 62.5 %: 0.25 / 0.625 = 0.40. Mean of the gains: 0.33.
  await page.setInputFiles('#files', [
    {name: 'ada.csv', mimeType: 'text/csv', buffer: Buffer.from('\ufeff' + csv('Ada', 'A', {rows: 1, root: 0, loss: 0, lora: 0}))},
    {name: 'ada2.csv', mimeType: 'text/csv', buffer: Buffer.from(csv('Ada', 'B', {rows: 1, root: 1, loss: 1, lora: 0}).replaceAll(',', ';'))},
  ]);
  await said(page, '#read-status', 'Lines read: 8. Results so far: 2. People with both forms: 1.');
  await page.fill('#pasted',
    csv('Bob', 'A', {rows: 1, root: 1, loss: 0, lora: 0}) + csv('Bob', 'B', {rows: 1, root: 0, loss: 0, lora: 1}) + 'Eve,A,rows\nEve,C,rows,a,0,\n' +
      csv('Bob', 'B', {rows: 1}) + csv('Eve', 'A', {rows: 0, loss: 1}));
  await page.click('#read');
  await said(page, '#read-status', 'People with both forms: 2.');
  assert.equal(await page.locator('#whole').textContent(), 'Before: 38 %. After: 63 %. Gain of these means: 0.40. Mean of the gains of all people: 0.33.');
  const found = Object.fromEntries((await rows(page, '#tables table:first-of-type tbody tr')).map(([name, ...rest]) => [name, rest]));
  assert.deepEqual(found['Attention weights'].slice(0, 4), ['100 %', '100 %', '–', '2 / 2']);
  assert.deepEqual(found['Division by √d'].slice(0, 4), ['50 %', '50 %', '0.00', '2 / 2']);
  assert.deepEqual(found['Loss'].slice(0, 4), ['0 %', '50 %', '0.50', '2 / 2']);
  assert.equal(found['LoRA'][4], `${itemTexts.lora.B.options['abcd'.indexOf(answerOf('lora', 'B', false))].error} (1)`);
  assert.deepEqual([found.Ada, found.Bob], [['25 %', '75 %', '0.67'], ['50 %', '50 %', '0.00']]);
  const problems = (await page.locator('#read-problems li').allTextContents()).join('\n');
  assert.match(problems, /Pasted text, line 11: expected 6 columns \(name, form, item, answer, right, date\), found 3\./);
  assert.match(problems, /Pasted text, line 12: expected form A or B, found “C”\./);
  assert.match(problems, /Pasted text, line 14: Bob has answered rows of form B before\. The first answer counts\./);
  await page.uncheck('#only-paired');
  await page.waitForFunction(() => document.querySelector('#tables').textContent.includes('Eve'));
  await page.check('#only-paired');
  await assertNoViolation(page, 'results');
  const {name, text} = await saved(page, '#save-table');
  assert.equal(name, 'glassformer-class.csv');
  assert.match(text, /item,loss,Loss,2,2,0,0\.5,0\.5\r\n/);
  assert.match(text, /person,1,Ada,4,4,0\.25,0\.75,0\.6667\r\n/);
  assert.match(text, /class,,gain of the means,2,2,0\.375,0\.625,0\.4\r\n/);
  await page.click('#forget');
  await said(page, '#read-status', 'forgotten');
  assert.equal(await page.locator('#tables table').count(), 0);
  assertQuiet(page);
  await page.close();
});

test('each plan prints alone, on two pages at most, and both forms print', async () => {
  const page = await open(context, '');
  await page.waitForSelector('#reader:not([hidden])');
  await page.evaluate(() => {
    window.print = () => {};
  });
  for (const id of ['plan-45', 'plan-90', 'plan-flipped']) {
    await page.locator(`#${id} button`).click();
    const title = await page.locator(`#${id} h3`).textContent();
    await assertPrints(page, id, [title]);
    await page.emulateMedia({media: 'print'});
    assert.ok((await page.locator('body').innerText()).trim().startsWith(title), `${id}: nothing stands before it`);
    await page.emulateMedia({media: null});
    const pages = (await page.pdf({format: 'A4'})).toString('latin1').match(/\/Type\s*\/Page\b/g).length;
    assert.ok(pages <= 2, `${id}: ${pages} pages`);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  }
  await page.close();
  const paper = await open(context, 'test.html');
  await paper.waitForSelector('#take form');
  await assertPrints(paper, 'both forms', ['form A', 'form B', itemTexts.lora.B.text]);
  await assertNoViolation(paper, 'the choice of a form');
  await paper.close();
});

test('without a script there are the plans, the key and both forms; a language that is missing is told', async () => {
  const bare = await browser.newContext({javaScriptEnabled: false}), page = await open(bare, '');
  for (const text of ['Attention in 45 minutes', 'A flipped class', 'needs JavaScript'])
    assert.ok((await page.locator('main').innerText()).includes(text), text);
  assert.ok((await page.locator('#key').textContent()).includes(itemTexts.rows.A.why));
  await page.goto(`${site.address}teach/test.html`);
  for (const form of ['A', 'B']) assert.ok((await page.locator('main').innerText()).includes(itemTexts.rows[form].text));
  await bare.close();
  const german = await open(context, '?language=de');
  await german.waitForSelector('#reader:not([hidden])');
  assert.equal(await german.locator('#language-note').textContent(), 'Some of this page is not there in the language “de”, so it is in English.');
  assert.equal(await german.locator('h1').textContent(), 'For teachers');
  assert.match(await german.inputValue('#address-A'), /test\.html\?language=de#form=A$/);
  await german.close();
  const french = await open(context, '?language=fr');
  await french.waitForSelector('#reader:not([hidden])');
  assert.equal(await french.locator('#language-note').textContent(), '');
  assert.equal(await french.locator('h1').textContent(), JSON.parse(readFileSync(path.join(kSite, 'teach/words.fr.json'), 'utf8')).head);
  await french.close();
});

test('nothing was asked of another origin, and nothing is kept in the browser', async () => {
  assert.deepEqual(elsewhere, []);
  const page = await open(context, 'test.html#form=A');
  await page.waitForSelector('.item');
  const kept = await page.evaluate(
    async () => [localStorage.length, sessionStorage.length, document.cookie, (await indexedDB.databases()).length, (await caches.keys()).length]);
  assert.deepEqual(kept, [0, 0, '', 0, 0]);
  await page.close();
});

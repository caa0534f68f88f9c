// Text in every script: the browser draws words that the program's fonts lack, with the fonts that tools/setup --test installs.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {onePage} from './one_page.mjs';
import {button, find, layout, listen, load, press, pressInput, rest, send, started, state} from './support.mjs';

const page = await onePage({deviceScaleFactor: 1});
const requested = [];
page.on('request', (request) => requested.push(request.url()));

const kWords = ['世', 'こ', '안', 'Привет', 'ἄνθρωπε', 'שלום', 'مرحبا', 'नमस्ते', 'สวัสดี', '👋🏽', 'Việt'];
const kNoFontHasIt = '\u{10fffd}';

/** Resolves with a part of the screen as PNG, with the pointer elsewhere. */
async function picture(clip) {
  await page.mouse.move(1270, 890);
  await state(page);
  return page.screenshot({clip});
}

/** Returns a picture of the label beside the first row of the embeddings, for a lesson with this one word. */
async function label(word) {
  // Another step and another cell are selected, so that the label is not marked or dimmed.
  const {document} = await load(page, {lesson: 'self-attention', inputs: {text: word}, step: 4, selection: {node: 'w_q', cell: [0, 0]}});
  assert.equal(document.inputs.text, word);
  const grid = await find(page, 'grid:x');
  return picture({x: grid.x - 34, y: grid.y, width: 32, height: grid.cell_height});  // inside the frame of the card
}

/** Returns the number of coloured and of dark pixels in a picture. */
const colours = (png) => page.evaluate(async (base64) => {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const {data} = context.getImageData(0, 0, image.width, image.height);
  let coloured = 0, dark = 0;
  for (let i = 0; i < data.length; i += 4) {
    const most = Math.max(data[i], data[i + 1], data[i + 2]), least = Math.min(data[i], data[i + 1], data[i + 2]);
    coloured += most - least > 60 ? 1 : 0;
    dark += most < 160 ? 1 : 0;  // thin strokes are grey
  }
  return {coloured, dark};
}, png.toString('base64'));

test('every script has letters of its own beside the numbers, and no font is fetched for them but our own', async () => {
  const seen = [['a character that no font has', await label(kNoFontHasIt)]];
  for (const word of kWords) {
    const drawn = await label(word);
    for (const [other, before] of seen) assert.ok(!drawn.equals(before), `${word} does not look like ${other}`);
    seen.push([word, drawn]);
    const {coloured, dark} = await colours(drawn);
    if (word === '👋🏽')
      assert.ok(coloured > 30, `${word} has its own colours: ${coloured} pixels`);
    else
      assert.ok(coloured === 0 && dark > 5, `${word} is ink: ${coloured} coloured pixels, ${dark} dark ones`);
  }
  // The browser asks for the icon at any time, and for texts and modules when they are first needed. A thread reads a module that the
  // page keeps from an address that begins with "blob:".
  const ofLetters = requested.filter((address) => !/^data:|^blob:|\/icon\.svg$|\.(wasm|json)(\?now)?$/.test(address));
  assert.deepEqual(ofLetters.map((address) => new URL(address).pathname), ['/assets/fonts/Inter-further.ttc']);
});

test('the browser draws Polish until the further letters of our fonts have come, and then they do', async () => {
  const context = await page.context().browser().newContext({viewport: {width: 1280, height: 900}});
  let letGo, asked = 0;
  const held = new Promise((resolve) => {
    letGo = resolve;
  });
  await context.route('**/Inter-further.ttc', async (route) => {
    ++asked;
    await held;
    await route.continue();
  });
  const polish = listen(await context.newPage());
  await polish.goto(`${new URL(page.url()).origin}/#self-attention`);
  await started(polish);
  const shown = async (text) => {
    await load(polish, {lesson: 'self-attention', inputs: {text}});
    await rest(polish);
    return polish.screenshot();
  };
  await shown('one');
  assert.equal(asked, 0);
  const before = await shown('źdźbło');
  assert.equal(asked, 1);
  const come = polish.waitForResponse('**/Inter-further.ttc');
  letGo();
  await come;
  await rest(polish);
  assert.ok(!before.equals(await polish.screenshot()), 'the letters are of another font now');
  await shown('γαλαξίας ψ');
  assert.equal(asked, 1);
  assert.deepEqual(polish.said, []);
  await context.close();
});

test('letters are joined where their script joins them, and a word is read from its own side', async () => {
  const joined = await label('مرحبا');
  assert.ok(!joined.equals(await label([...'مرحبا'].join('\u200c'))), 'not one by one');
  assert.ok(!joined.equals(await label([...'مرحبا'].reverse().join(''))), 'and not in the order of a Latin word');
  assert.ok(joined.equals(await label('مرحبا')), 'the same word is the same picture');
});

test('a field takes what is typed in any script, at the place that was pressed', async () => {
  await load(page, {lesson: 'self-attention', inputs: {text: 'שלום'}});
  const field = await find(page, 'input:text');
  await page.mouse.click(field.x + field.width - 30, field.y + field.height - 12);  // right of the word: before its first letter
  await state(page);
  await page.keyboard.type('мир ');
  assert.equal((await state(page)).document.inputs.text, 'мир שלום');
  await page.keyboard.press('Control+a');
  const whole = await picture({x: field.x, y: field.y, width: field.width, height: field.height});
  await page.keyboard.press('End');
  await page.keyboard.type('👋🏽世界');
  assert.equal((await state(page)).document.inputs.text, 'мир שלום👋🏽世界');
  assert.ok(!whole.equals(await picture({x: field.x, y: field.y, width: field.width, height: field.height})));
  await page.keyboard.press('Escape');
});

test('a word that no font has is told, until that is closed', async () => {
  const told = async () => (await layout(page)).some((place) => place.id === 'notice:missing letters');
  await label(kNoFontHasIt);
  assert.ok(await told());
  await press(page, button('dismiss'));
  assert.ok(!await told());
  await label(kNoFontHasIt + 'a');
  assert.ok(!await told());
});

test('the letters are there again after the graphics context was lost', async () => {
  const before = await label('नमस्ते');
  await page.evaluate(() => {
    const lost = document.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context');
    const back = new Promise((resolve) => document.querySelector('canvas').addEventListener('webglcontextrestored', resolve, {once: true}));
    lost.loseContext();
    setTimeout(() => lost.restoreContext(), 50);
    return back;
  });
  await send(page, {type: 'snapshot'});
  await state(page);
  assert.ok(before.equals(await label('नमस्ते')));
});

test('a paste of ten million bytes in any script is refused, and the page goes on', async () => {
  await load(page, {lesson: 'tokenizer', inputs: {text: 'привет'}});
  await pressInput(page, 'other');
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'слово 世界 مرحبا '.repeat(330000));
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));
  });
  const snapshot = await state(page);
  assert.equal(snapshot.problem?.id, 'text_far_too_long');
  assert.equal(snapshot.document.inputs.text, 'привет');
});

// The view of assistive technology: the browser's accessibility tree of every lesson, its rules (axe), and a lesson without the mouse.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {test} from 'node:test';

import {onePage} from './one_page.mjs';
import {accessibilityTree, allWords, button, layout, lessonIds, load, nodeOf, send, settled, state, told, words} from './support.mjs';

const page = await onePage();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// The browser's names for the roles of the program's controls.
const kRoles = {
  button: 'button',
  link: 'link',
  'switch': 'switch',
  radio: 'radio',
  choice: 'combobox',
  slider: 'slider',
  text: 'textbox',
  table: 'table',
  figure: 'group',
  option: 'option'
};

/** Returns a line for each control: its role, name and state. */
const line = (role, name, state) => [role, name.replace(/\s+/g, ' ').trim(), ...state].join(' | ');

const stateOf = {
  'switch': ({on}) => [String(on)],
  radio: ({on}) => [String(on)],
  choice: ({value}) => [value],
  slider: ({value}) => [value],
  text: ({value}) => [value.replaceAll('\n', '')],  // as Chromium tells the lines of a text
  button: ({open, enabled}) => [open === undefined ? '' : `open ${open}`, enabled === false ? 'off' : ''],
};
const expectedLine = (place) => line(kRoles[place.role], place.name, stateOf[place.role]?.(place) ?? []);

const stateInTree = {
  'switch': ({checked}) => [String(checked)],
  radio: ({checked}) => [String(checked)],
  combobox: ({value}) => [value],
  slider: ({valuetext}) => [valuetext],
  textbox: ({value}) => [value.replaceAll('\n', '')],
  button: ({expanded, disabled}) => [expanded === undefined ? '' : `open ${expanded}`, disabled ? 'off' : ''],
};
const lineInTree = (node) => line(node.role, node.name, stateInTree[node.role]?.(node) ?? []);

/** Asserts that each control of the layout is in the browser's tree with its role, name and state. Resolves with their number. */
async function assertAllControlsAreTold(where) {
  let places = [], missing = ['everything'];
  // The first figures of a run can come during the comparison.
  for (let looks = 0; missing.length > 0 && looks < 3; ++looks) {
    places = (await layout(page)).filter((place) => place.role && place.role !== 'words');
    await told(page);
    const lines = new Set((await accessibilityTree(page)).map(lineInTree));
    missing = places.map(expectedLine).filter((each) => !lines.has(each));
  }
  assert.deepEqual(missing, [], `${where}: these are on the screen, and not in the browser's tree`);
  assert.deepEqual(places.filter(({name}) => !name).map(({id}) => id), [], `${where}: each has a name`);
  return places.length;
}

async function assertNoViolation(where) {
  if (!await page.evaluate(() => Boolean(window.axe))) await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    // A link to a lesson below the edge of the window is no link that skips a part of the page, though its address begins with "#" as well.
    const {violations} = await window.axe.run(document, {resultTypes: ['violations'], rules: {'skip-link': {enabled: false}}});
    return violations.map(({id, help, nodes}) => `${id}: ${help}: ${nodes[0].html}`);
  });
  assert.deepEqual(found, [], where);
}

test('every control of every lesson is in the accessibility tree, and no rule is broken', async (context) => {
  for (const lesson of await lessonIds())
    await context.test(lesson, async () => {
      await load(page, {lesson});
      const controls = await assertAllControlsAreTold(lesson);
      assert.ok(controls > 30, `${lesson}: lessons, buttons, inputs and matrices, got ${controls}`);
      assert.deepEqual(await page.locator('nav [aria-current=page]').allTextContents(), [words(`lessons.${lesson}.title`)], 'the open lesson is told');
      await assertNoViolation(lesson);
    });
});

async function active() {
  await told(page);
  return page.evaluate(() => {
    const {tagName, textContent, ariaLabel} = document.activeElement;
    return tagName === 'TABLE' ? document.activeElement.caption.textContent : ariaLabel ?? textContent;
  });
}

async function key(...names) {
  for (const name of names) {
    await page.keyboard.press(name);
    await state(page);
  }
  return state(page);
}

/** Leaves the canvas, and enters it again as with Tab from the page around. */
async function enter() {
  await page.focus('canvas');
  await key('Escape', 'Escape', 'Tab');
  await page.focus('canvas');
}

const control = (role, name) => page.getByRole(role, {name, exact: true});

/** Acts on a control as a screen reader does, without the mouse or the keyboard. */
async function act(locator, what, value) {
  await locator.evaluate((element, [action, wanted]) => {
    if (action === 'press') return element.click();
    if (wanted !== undefined) element[element.tagName === 'SELECT' ? 'selectedIndex' : 'value'] = wanted;
    return element.dispatchEvent(new Event('change', {bubbles: true}));
  }, [what, value]);
  await state(page);
  await told(page);
  return state(page);
}

test('pressing, setting and typing in the counterpart do what they do on the canvas', async () => {
  await load(page, {lesson: 'self-attention'});
  const next = await act(control('button', words('ui.step.next')), 'press');
  assert.equal(next.document.step, 1);
  const sentence = words('lessons.self-attention.inputs.text.label');
  assert.equal((await act(control('textbox', sentence), 'type', 'once upon')).document.inputs.text, 'once upon');
  assert.equal(await control('textbox', sentence).inputValue(), 'once upon');
  await act(control('button', words('ui.settings')), 'press');
  const masked = await act(control('switch', words('lessons.self-attention.inputs.causal.label')), 'press');
  assert.equal(masked.document.inputs.causal, true);
  assert.ok(nodeOf(await settled(page), 'masked_scores'));
  await act(control('button', words('ui.settings')), 'press');
  await send(page, {type: 'show', node: 'w_q'});
  await state(page);
  await told(page);
  const table = page.locator('table', {has: page.locator('caption', {hasText: words('nodes.w_q.title')})});
  const chosen = await act(table.locator('tr').nth(2).locator('td').nth(1), 'press');
  assert.deepEqual(chosen.document.selection, {node: 'w_q', cell: [1, 1]});
  assert.equal((await act(control('link', words('lessons.softmax.title')), 'press')).document.lesson, 'softmax');
  await act(control('button', words('ui.settings')), 'press');
  const slid = await act(control('slider', words('lessons.softmax.inputs.beta.label')), 'set', 3);
  assert.ok(Math.abs(slid.document.inputs.beta - 3) < 0.05, `beta is 3, got ${slid.document.inputs.beta}`);
});

test('the focus goes both ways, and nothing is rebuilt while nothing changes', async () => {
  await load(page, {lesson: 'softmax'});
  await enter();
  await key('Tab');
  assert.equal(await active(), words('lessons.softmax.title'), 'the keyboard on the canvas brings the focus along');
  const before = await page.locator('canvas').screenshot();
  const undone = control('button', words('ui.settings'));
  await undone.focus();
  await state(page);
  await told(page);
  assert.ok(!before.equals(await page.locator('canvas').screenshot()), 'the control shows a ring on the canvas');
  assert.equal(await active(), words('ui.settings'), 'the keyboard stays on the control that was focused');
  const closed = await layout(page);
  assert.ok(closed.some((place) => place.id === button('settings')), 'the button is on the canvas');
  assert.ok(!closed.some((place) => place.id === 'part:settings'), 'and the settings are closed');
  await page.keyboard.press('Enter');
  await state(page);
  assert.ok((await layout(page)).some((place) => place.id === 'part:settings'), 'the key presses it');
  await key('Escape');
  assert.ok(!(await layout(page)).some((place) => place.id === 'part:settings'), 'Escape comes out of them');
  await state(page);
  await told(page);
  const changes = await page.evaluate(async () => {
    let seen = 0;
    const observer = new MutationObserver((records) => {
      seen += records.length;
    });
    observer.observe(document.querySelector('.gf-counterpart'), {subtree: true, childList: true, attributes: true, characterData: true});
    const frames = window.glassformer.frames();
    await new Promise((resolve) => setTimeout(resolve, 600));
    observer.disconnect();
    return {seen, drawn: window.glassformer.frames() - frames};
  });
  assert.deepEqual(changes, {seen: 0, drawn: 0});
});

test('a whole lesson by keys alone', async () => {
  const {document} = await load(page, {lesson: 'softmax'});
  assert.equal(document.step ?? 0, 0);
  await enter();
  await key('Tab', 'Tab');
  assert.equal(await active(), words('ui.step.next'), 'lessons, then the step, where Next comes first');
  assert.equal((await key('Enter')).document.step, 1);
  assert.equal(await active(), words('ui.step.next'), 'Enter again goes on');
  assert.equal((await key('Enter')).document.step, 2);
  assert.equal((await key('ArrowLeft', 'Enter')).document.step, 1, 'Back is beside it');
  assert.equal((await key('p')).document.step ?? 0, 0);
  // Goes into the matrix of scores, types another number, and comes out again.
  await load(page, {lesson: 'softmax', scene: 'z* as matrix'});
  await enter();
  const matrix = `${words('nodes.z.title')}, `;
  for (let presses = 0; presses < 6 && !(await active()).startsWith(matrix); ++presses) await key('Tab');
  assert.ok((await active()).startsWith(matrix), `Tab goes on to the cards, got ${await active()}`);
  assert.equal((await key('Enter')).document.selection.node, 'z');
  await key('Home');
  assert.deepEqual((await key('ArrowRight')).document.selection, {node: 'z', cell: [0, 1]});
  await page.keyboard.type('7');
  assert.equal((await key('Enter')).document.inputs.z[0][1], 7);
  await key('Escape');
  await key('?');
  assert.ok((await layout(page)).some((place) => place.id === 'words:keys list'), 'the list of keys is open');
  await key('Escape');
  assert.ok(!(await layout(page)).some((place) => place.id === 'words:keys list'), 'and closed');
  const count = allWords('lessons.softmax.steps').length;
  for (let step = 1; step <= count; ++step) {
    await page.keyboard.press('n');
    await page.waitForFunction((wanted) => {
      const {document, computing} = window.glassformer.send({type: 'snapshot', trace: false});
      return !computing && (document.lesson !== 'softmax' || document.step === wanted);
    }, step);
  }
  assert.notEqual((await state(page)).document.lesson, 'softmax', 'the last Next leads on');
});

test('letters typed into a field are letters', async () => {
  await load(page, {lesson: 'self-attention'});
  await enter();
  await key('Tab', 'Tab', 'Tab', 'Enter');
  await key('Control+a');
  await page.keyboard.type('pen?');
  const {document} = await state(page);
  assert.equal(document.inputs.text, 'pen?');
  assert.equal(document.step ?? 0, 0);
});

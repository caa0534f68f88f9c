// Texts, addresses and messages, good and bad, that the monkey types, pastes, opens and sends.

const kLong = 'the cat sat on the mat and '.repeat(60);

/** Texts for fields and cells. */
export const kTexts = [
  '0',
  '-1',
  '0.5',
  '3.25',
  '-0',
  '1e3',
  '1e999',
  '-1e-40',
  '+7',
  '.5',
  '5.',
  '1,5',
  '½',
  '٣',
  '0x10',
  'NaN',
  'Infinity',
  '--',
  '-',
  'abc',
  '',
  ' ',
  '\t',
  'it animal street',
  'The cat sat on the mat.',
  'the the the the',
  'a',
  'Ein Übermaß',
  '猫坐在垫子上',
  'مرحبا',
  '🙂👩‍👩‍👧 🏳️‍🌈',
  'e\u0301\u0323',
  '\u202eabc',
  '\u0000\u0001',
  '<b>&amp;</b>',
  '{weights[0,0]|percent}',
  '"quoted"',
  'back\\slash',
  kLong,
  'x'.repeat(500),
  '1 2 3\n4 5 6',
  '9'.repeat(60),
];

/** Blocks of numbers and documents, as a spreadsheet, a program or a link has them. */
export const kBlocks = [
  '1\t2\t3\n4\t5\t6',
  '1,2\n3,4\n',
  '[[1, 2], [3, 4]]',
  'array([[0.1, 0.2]])',
  'tensor([1., 2., 3.])',
  '\\begin{bmatrix}1 & 2\\\\3 & 4\\end{bmatrix}',
  'a,b\n1,x',
  '[[1, 2], [3]]',
  '[[',
  ';;;',
  '1e400 2',
  Array(40).fill(Array(40).fill('0.5').join('\t')).join('\n'),
  'word\t1\t2\nother\t3\t4',
  '{"lesson": "softmax"}',
  '{"lesson": "softmax", "inputs": {"beta": 2}}',
  '{"lesson": 5}',
  'https://example.org/#d=AAAA',
  '#d=AAAA',
  kLong.repeat(20),
];

/** Returns a text to put behind # in an address. */
export const addresses = (random, steps) => {
  const lesson = random.pick(Object.keys(steps)), step = random.pick(steps[lesson].length ? steps[lesson] : ['1']);
  return random.pick([
    lesson, `${lesson}/${step}`, `${lesson}/step-${random.whole(1, 12)}`, `${lesson}/step-999`, `${lesson}/none`, 'none', '', 'd=AAAA', 'd=', '%00%ff', 'a/b/c'
  ]);
};

const kValues = [0, -1, 2.5, 1e6, 'abc', '', null, true, [], [[1, 2], [3, 4]], [[1]], {}, [[null]], 1e-30, 12, 'it animal street', kLong.slice(0, 200)];
const kInputs = ['text', 'beta', 'z', 'x', 'seed', 'heads', 'w_q', 'prompt', 'temperature', 'steps', 'none', 'learning_rate', 'layers', 'width'];
const kCommands = ['play', 'pause', 'step', 'epoch', 'restart', 'view', 'keep', 'drop_kept', 'none'];
const kFormats = ['json', 'csv', 'latex', 'numpy', 'torch', 'svg', 'none'];

/** A message to the program. `nodes` are names of those on the screen. */
export function messageOf(random, nodes, steps) {
  const node = random.chance(0.85) && nodes.length ? random.pick(nodes) : random.pick(['none', '', 7, null]);
  const cell = random.chance(0.9) ? [random.whole(0, 5), random.whole(0, 5)] : random.pick([[-1, 0], [1e9, 0], 'a', [0], null]);
  const lesson = random.pick([...Object.keys(steps), 'none']), step = random.pick(steps[lesson] ?? ['none']);
  const value = () => random.pick(kValues);
  return {
    set: () => ({type: 'set', inputs: {[random.pick(kInputs)]: value(), ...random.chance(0.3) ? {[random.pick(kInputs)]: value()} : {}}}),
    select: () => ({type: 'select', node, cell}),
    open: () => ({type: 'open', address: addresses(random, steps)}),
    load: () => ({type: 'load', document: {lesson, step, inputs: random.chance(0.5) ? {[random.pick(kInputs)]: value()} : {}}}),
    bad_load: () => ({type: 'load', document: random.pick([null, {}, [], 'x', {lesson: 3}, {lesson: 'softmax', inputs: 4}])}),
    bad_link: () => ({type: 'load', link: random.pick(['', 'AAAA', 'é', 5])}),
    guess: () => ({type: 'guess', step, guess: random.pick([[], null, [0.5], [0.5, 0.3, 0.2], 'x', [1e9, -1]])}),
    blanks: () => ({type: 'blanks', blanks: random.pick([{}, {[node]: [cell]}, {none: [[0, 0]]}, 5])}),
    fill: () => ({type: 'fill', node, cell, text: random.pick(['0.5', '', null, 'x', '1e9'])}),
    export: () =>
      ({type: 'export', format: random.pick(kFormats), ...random.chance(0.7) ? {node} : {}, ...random.chance(0.4) ? {cell} : {}, caption: random.chance(0.5)}),
    paste: () => ({type: 'paste', node, cell, text: random.pick(kBlocks)}),
    live: () => ({type: 'live', text: random.pick([`It keeps {${node}[0,0]|percent} %.`, '{', '{}', '{none[0]}', 'plain', '{weights[it,animal]|none}'])}),
    command: () => ({type: 'command', command: random.pick(kCommands), record: random.whole(-2, 50)}),
    show: () => ({type: 'show', node}),
    snapshot: () => ({type: 'snapshot', trace: random.pick([false, node]), most_values: random.whole(0, 1000)}),
    link: () => ({type: 'link'}),
    none: () => random.pick([{}, {type: 'none'}, {type: 5}, [], 'text', null, 12, {type: 'control', control: 99, do: 'press'}, {type: 'layout', x: 1}]),
  }[random.weighted({
    set: 4,
    select: 3,
    open: 2,
    load: 2,
    bad_load: 1,
    bad_link: 1,
    guess: 2,
    blanks: 2,
    fill: 2,
    export: 2,
    paste: 2,
    live: 1,
    command: 2,
    show: 1,
    snapshot: 1,
    link: 1,
    none: 2
  })]();
}

// Sections B10, E4 and E5 of the documents' examples: masks, the attention of each head, heads side by side, and the parts of a transformer.
import assert from 'node:assert/strict';

import {announced, glossary, words} from '../support.mjs';

import {dot, near, product} from './arithmetic.mjs';

const columns = (matrix, first, count) => matrix.map((row) => row.slice(first, first + count));

/** Several heads of a phrase of so many words: every shape on the way, and how the heads are put together again. */
function assertHeads({node, values}, {tokens, width, heads}) {
  const each = width / heads;
  for (const name of ['query', 'key', 'value']) {
    assert.deepEqual(node(`w_${name[0]}`).shape, [width, width]);
    assert.deepEqual(node(`${name}_channels`).shape, [tokens, width], `${name}, for all heads`);
    assert.deepEqual(node(name).shape, [heads, tokens, each], `${name}, split`);
  }
  for (const name of ['dot_products', 'scores', 'weights']) assert.deepEqual(node(name).shape, [heads, tokens, tokens], name);
  assert.deepEqual(node('output').shape, [heads, tokens, each]);
  for (const name of ['concat', 'projection']) assert.deepEqual(node(name).shape, [tokens, width], name);
  for (let head = 0; head < heads; ++head) {
    assert.deepEqual(columns(values('query_channels'), head * each, each), values('query')[head], `the columns of head ${head}`);
    assert.deepEqual(columns(values('concat'), head * each, each), values('output')[head], `head ${head} at its place`);
  }
  const last = heads - 1;
  near(values('output')[last], product(values('weights')[last], values('value')[last]));
  const column = width - 6;
  near(values('projection')[1][column], dot(values('concat')[1], values('w_o').map((row) => row[column])));
}

function attendedBy(word, {node, values}) {
  const {rows} = node('weights');
  return values('weights').map((head) => {
    const row = head[rows.indexOf(word)];
    return rows[row.indexOf(Math.max(...row))];
  });
}

export default [
  {
    title: 'B10: in the decoder a word attends to earlier words and itself, and every position predicts the next word',
    lesson: 'encoder-decoder',
    preset: 'document',
    check({node, values}) {
      near(values('decoder.0.self_attention.weights'), [[1, 0, 0], [0.158263, 0.841737, 0], [0.396685, 0.591999, 0.011316]]);
      const {rows, cols, values: probabilities} = node('probabilities');
      assert.deepEqual(rows, ['<start>', 'de', 'nada']);
      const losses = ['de', 'nada', '<end>'].map((right, i) => -Math.log(probabilities[i][cols.indexOf(right)]));
      near(values('losses').flat(), losses);
      near(values('losses').flat(), [1.370059, 1.61449, 3.132529]);
      near(values('loss'), [[losses.reduce((a, b) => a + b) / 3]]);
    },
  },
  {
    title: 'B10: the mask of the future and the mask of padding, in every head',
    lesson: 'multi-head',
    preset: 'masks',
    check({node, values}) {
      assert.deepEqual(node('weights').rows, ['The', 'dog', 'ran', '<pad>', '<pad>']);
      assert.deepEqual(values('causal_mask'), [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 1, 1, 0, 0], [1, 1, 1, 1, 0], [1, 1, 1, 1, 1]]);
      assert.deepEqual(values('visible_mask'), [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 1, 1, 0, 0], [1, 1, 1, 0, 0], [1, 1, 1, 0, 0]]);
      for (const head of values('weights')) {
        head.forEach((row, i) => {
          near(row.reduce((a, b) => a + b), 1);
          row.forEach((weight, j) => assert.equal(weight > 0, values('visible_mask')[i][j] === 1, `${i}, ${j}`));
        });
      }
    },
  },
  {
    title: 'B10: one head that may not look ahead: “The cat sleeps”',
    lesson: 'self-attention',
    preset: 'the-cat-sleeps',
    check({node, values}) {
      assert.deepEqual(node('weights').rows, ['The', 'cat', 'sleeps']);
      values('weights').forEach((row, i) => row.forEach((weight, j) => assert.equal(weight > 0, j <= i, `${i}, ${j}`)));
    },
  },
  {
    title: 'E4, E5: “it” attends to “animal” in head 1, to other words in the other heads; every shape from four heads to one row',
    lesson: 'multi-head',
    preset: 'which-word',
    check(shown) {
      const attended = attendedBy('it', shown);
      assert.equal(attended[0], 'animal');
      assert.equal(attended[2], 'because', 'head 3 looks at the word before');
      near(shown.values('weights')[3][7], Array.from({length: 11}, () => 1 / 11));
      assertHeads(shown, {tokens: 11, width: 16, heads: 4});
    },
  },
  {
    title: 'E4: in another sentence “it” attends to the cat',
    lesson: 'multi-head',
    preset: 'another-sentence',
    check: (shown) => assert.equal(attendedBy('it', shown)[0], 'cat'),
  },
  {
    title: 'E5: eight heads of 8 numbers each',
    lesson: 'multi-head',
    preset: 'shapes',
    changed: {width: 64},
    check: (shown) => assertHeads(shown, {tokens: 4, width: 64, heads: 8}),
  },
  {
    title: 'E5: a step of the lesson names the parts of a transformer, and the glossary says what each is for',
    lesson: 'multi-head',
    preset: 'which-word',
    step: 12,
    async check({page}) {
      const caption = words('lessons.multi-head.steps.in_transformer');
      for (const [term, purpose] of [['multi_head', 'tokens exchange what they know'],
             ['feed_forward', 'for each by itself'],
             ['layer_norm', 'the same scale'],
             ['residual', 'is added to its output'],
             ['position_encoding', 'where a token stands'],
      ]) {
        const {forms, text} = glossary(term);
        assert.ok(forms.some((form) => caption.includes(form)), `the caption has ${term}`);
        assert.match(text, new RegExp(purpose));
      }
      await announced(page, caption);
    },
  },
];

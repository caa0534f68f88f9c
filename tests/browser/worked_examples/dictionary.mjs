// Section A of the documents' examples: from a dictionary to attention.
import assert from 'node:assert/strict';

import {near} from './arithmetic.mjs';

const kEntries = ['le', 'chat', 'est', 'sous', 'la', 'table'];
const kIn = ['chat', 'est', 'la', 'le', 'sous', 'table'], kOut = ['cat', 'is', 'table', 'the', 'under'];
const kSentence = 'le chat est sous la table';
const kTranslation = ['the', 'cat', 'is', 'under', 'the', 'table'];
const oneHot = (count, i) => Array.from({length: count}, (_, each) => (each === i ? 1 : 0));

export default [
  {
    title: 'A2: how far “tables” is from every key, and which is nearest',
    lesson: 'dictionary',
    preset: 'nearest',
    check({node, values, said}) {
      assert.deepEqual(node('distances').cols, kEntries);
      assert.deepEqual(values('distances'), [[4, 6, 5, 5, 5, 1]]);
      assert.deepEqual(values('nearest_keys').flat(), [1, 4, 5, 5, 5, 6]);
      assert.equal(node('nearest_keys').rows[0], 'table');
      assert.deepEqual(said('translation'), ['table']);
    },
  },
  {
    title: 'A3, A4, A5: sorted vocabularies, the entries as matrices, “sous” is decoded as “under”',
    lesson: 'matrix-dictionary',
    check({node, values, said}) {
      assert.deepEqual(node('one_hot_in').cols, kIn);
      assert.deepEqual(node('one_hot_out').cols, kOut);
      assert.deepEqual(node('key').rows, kEntries);
      assert.deepEqual(values('key'), kEntries.map((word) => oneHot(6, kIn.indexOf(word))));
      assert.deepEqual(values('value'), kTranslation.map((word) => oneHot(5, kOut.indexOf(word))));
      assert.deepEqual(values('query'), [[0, 0, 0, 0, 1, 0]]);
      assert.deepEqual(said('cosines'), ['under']);
    },
  },
  {
    title: 'A5: the whole sentence is decoded, without a softmax',
    lesson: 'matrix-dictionary',
    inputs: {text: kSentence},
    check: ({said}) => assert.deepEqual(said('cosines'), kTranslation),
  },
  {
    title: 'A5: the whole sentence is decoded, with a softmax',
    lesson: 'matrix-dictionary',
    preset: 'all-at-once',
    check({values, said}) {
      assert.deepEqual(said('cosines'), kTranslation);
      near(values('weights')[0], [0.352187, 0.129563, 0.129563, 0.129563, 0.129563, 0.129563]);
    },
  },
  {
    title: 'A6: a query of 0.95 for “table” becomes weights, none negative, alike for the five others',
    lesson: 'matrix-dictionary',
    preset: 'relaxed',
    check({values, said}) {
      near(values('query'), [[0, 0, 0, 0, 0, 0.95]]);
      near(values('scores'), [[0, 0, 0, 0, 0, 0.95]]);
      const [weights] = values('weights');
      assert.ok(weights.every((weight) => weight >= 0));
      assert.equal(new Set(weights.slice(0, 5)).size, 1, `five alike: ${weights}`);
      near(weights[5], Math.exp(9.5) / (Math.exp(9.5) + 5));
      assert.deepEqual(said('cosines'), ['table']);
    },
  },
  {
    title: 'A7: softmax of 0 and 10',
    lesson: 'softmax',
    preset: 'two-scores',
    check: ({values}) => near(values('probabilities'), [[0.0000454, 0.9999546]], 0.5e-7),
  },
  {
    title: 'A8: a softmax of the columns gives other weights than one of the rows, and the same translation',
    lesson: 'self-attention',
    preset: 'both-axes',
    check({values, marks}) {
      near(values('weights')[0], [0.288058, 0.105971, 0.129563, 0.129563, 0.288058, 0.105971]);
      near(values('corrected.weights')[0], [0.288058, 0.105971, 0.105971, 0.105971, 0.288058, 0.105971]);
      const [first] = marks('weights');
      assert.deepEqual(first.cell, [0, 2]);
      near([first.published, first.corrected], [0.129563, 0.105971]);
      assert.ok(marks('weights').every((mark) => mark.slip === 'softmax_axis'));
      const words = (name) => values(name).map((row) => kOut[row.indexOf(Math.max(...row))]);
      assert.deepEqual(words('output'), ['the', 'cat', 'is', 'under', 'the', 'cat']);
      assert.deepEqual(words('corrected.output'), words('output'));
    },
  },
  {
    title: 'A8: all queries at once, divided by √6: so flat that the two entries for “the” outweigh every other',
    lesson: 'matrix-dictionary',
    preset: 'scaled',
    check({values, said}) {
      const e = Math.exp(1 / Math.sqrt(6));
      near(values('weights'), kEntries.map((_, i) => kEntries.map((_, j) => (i === j ? e : 1) / (e + 5))));
      assert.deepEqual(said('cosines'), kEntries.map(() => 'the'));
    },
  },
  {
    title: 'A8: with a larger β the scaled attention translates the sentence',
    lesson: 'matrix-dictionary',
    preset: 'scaled',
    changed: {beta: 3},
    check: ({said}) => assert.deepEqual(said('cosines'), kTranslation),
  },
  {
    title: 'A8: where every entry is asked for once, a softmax of the columns changes nothing',
    lesson: 'matrix-dictionary',
    preset: 'columns',
    check({values, marks, said}) {
      near(values('weights'), values('corrected.weights'), 1e-7);
      assert.deepEqual(marks('weights'), []);
      assert.deepEqual(said('cosines'), kTranslation);
    },
  },
  {
    title: 'A8: words that come twice show what a softmax of the columns does, marked where it differs',
    lesson: 'matrix-dictionary',
    preset: 'columns',
    changed: {text: 'sous sous la'},
    check({values, marks, said}) {
      const {E} = Math, third = 1 / 3;
      const twice = [third, third, third, E / (2 * E + 1), 1 / (2 + E), third], once = [third, third, third, 1 / (2 * E + 1), E / (2 + E), third];
      near(values('weights'), [twice, twice, once]);
      near(values('corrected.weights')[0], [1, 1, 1, E, 1, 1].map((each) => each / (E + 5)));
      assert.equal(marks('weights').length, 18, 'every weight differs');
      for (const {cell: [row, col], published, corrected, slip} of marks('weights')) {
        assert.equal(slip, 'softmax_axis');
        near([published, corrected], [values('weights')[row][col], values('corrected.weights')[row][col]]);
      }
      assert.deepEqual(said('corrected.output'), ['under', 'under', 'the']);
    },
  },
  {
    title: 'A9: a head is three maps of 512 to 64, and nothing is added to them',
    lesson: 'self-attention',
    preset: 'shapes',
    check({node}) {
      for (const [made, weights] of [['query', 'w_q'], ['key', 'w_k'], ['value', 'w_v']]) {
        assert.deepEqual(node('input').shape, [4, 512]);
        assert.deepEqual(node(weights).shape, [512, 64]);
        assert.deepEqual(node(made).shape, [4, 64]);
        assert.deepEqual([node(made).op, node(made).inputs], ['matmul', ['input', weights]]);
      }
    },
  },
  {
    title: 'A10: the text as it is printed lacks a letter, which is said and marked',
    lesson: 'tokenizer',
    preset: 'as-printed',
    check({node, marks, notes}) {
      assert.deepEqual(node('pieces').cols, ['aaab', 'd', 'aaab', 'c']);
      assert.deepEqual(marks('pieces'), [{cell: [0, 3], published: 97, corrected: 99, slip: 'missing_letter'}]);
      assert.deepEqual(notes.find((note) => note.id === 'missing_letter')?.words, {printed: 'aaabdaaabc', meant: 'aaabdaaabac'});
    },
  },
  {
    title: 'A10: the text as it is meant ends with XdXac, and the byte that was left out is marked',
    lesson: 'tokenizer',
    preset: 'as-meant',
    check({node, marks, notes}) {
      assert.deepEqual(node('pieces').cols, ['aaab', 'd', 'aaab', 'a', 'c']);
      assert.deepEqual(marks('bytes'), [{cell: [0, 9], published: 99, corrected: 97, slip: 'missing_letter'}]);
      assert.ok(notes.every((note) => note.id !== 'missing_letter'));
    },
  },
  {
    title: 'A11: the window takes two words and asks for the third, eleven times',
    lesson: 'embeddings',
    inputs: {text: 'Thou shalt not make a machine in the likeness of a human mind'},
    check({node}) {
      const {rows, shape} = node('windows');
      assert.deepEqual(rows.slice(0, 5), ['thou shalt → not', 'shalt not → make', 'not make → a', 'make a → machine', 'a machine → in']);
      assert.equal(rows.at(-1), 'a human → mind');
      assert.deepEqual(shape, [11, 3]);
    },
  },
];

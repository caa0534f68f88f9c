// Section B of the documents' examples: the next word, words that pull each other, and their spaces.
import assert from 'node:assert/strict';

import {dot, near, product, softmax, transposed} from './arithmetic.mjs';

const kRandom = [[0.3, 0.2], [1.4, 1.0], [0.8, 1.6]];
const kPhrase = ['I', 'ate', 'a', 'banana', 'and', 'an', 'apple'];
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** softmax(Q Kᵀ / divisor) V of the whole phrase. */
function attention(values, divisor) {
  const scores = product(values('phrase.query'), transposed(values('phrase.key')));
  return product(scores.map((row) => softmax(row.map((score) => score / divisor))), values('phrase.value'));
}

export default [
  {
    title: 'B1, B2, B3: the next word as a choice among all words, by the last word, the average and attention',
    lesson: 'next-word',
    preset: 'five-phrases',
    trained: true,
    check({node, values, said}) {
      for (const model of ['last', 'average', 'attention']) {
        const {cols, values: [scores]} = node(`${model}.logits`);
        assert.deepEqual(node(`${model}.classifier`).rows, cols, 'a row of W for every word');
        assert.equal(cols.length, 20);
        near(scores, product([values(`${model}.context`)[0]], transposed(values(`${model}.classifier`)))[0], 1e-4);
      }
      near(values('last.likeness')[0][1], 1);
      const average = said('average.probabilities');
      assert.deepEqual(average.slice(0, 2), ['time', 'star']);
      assert.ok(values('average.likeness')[2][3] > 0.95, 'France and Spain have nearly the same average');
      assert.ok(values('attention.likeness')[2][3] < values('average.likeness')[2][3], 'attention separates them');
      const {cols, values: mixture} = node('attention.mixture');
      for (const [row, country] of [[2, 'France'], [3, 'Spain']]) assert.ok(mixture[row][cols.indexOf(country)] > 0.5, `attention looks at ${country}`);
    },
  },
  {
    title: 'B4: the random places of banana, pear and phone',
    lesson: 'words-pulling-words',
    preset: 'random',
    check({node, values}) {
      assert.deepEqual(node('places').rows, ['banana', 'pear', 'phone']);
      assert.deepEqual(node('places').cols, ['fruitiness', 'techiness']);
      near(values('first.x'), kRandom);
    },
  },
  {
    title: 'B4: places with a meaning have banana near pear, far from phone, and apple between',
    lesson: 'words-pulling-words',
    inputs: {text: 'banana pear phone apple'},
    check({values}) {
      const [banana, pear, phone, apple] = values('first.x');
      assert.ok(distance(banana, pear) < distance(banana, apple) && distance(banana, apple) < distance(banana, phone));
      assert.ok(distance(phone, apple) < distance(phone, banana) && distance(phone, apple) < distance(phone, pear));
    },
  },
  {
    title: 'B5: from dot products to shares of one, in both sentences',
    lesson: 'words-pulling-words',
    preset: 'fruit-and-phone',
    check({node, values}) {
      const sentence = (name) => (step) => values(`${name}.iteration.0.${step}`);
      const first = sentence('first'), second = sentence('second');
      assert.deepEqual(node('first.x').rows, kPhrase);
      near(first('exponentials')[0], [0.548812, 1.491825, 0.110803, 1339.430764, 0.135335, 0.301194, 2980.957987]);
      near(first('sum'), [[4322.97672]]);
      near(first('weights')[0], [0.000127, 0.000345, 0.000026, 0.30984, 0.000031, 0.00007, 0.689562], 1e-6);
      near(second('dot_products')[0], [-0.6, 1.4, -2.2, 1.8, 7.2, 0.6, 8]);
      near(second('exponentials')[0], second('dot_products')[0].map(Math.exp));
      near(second('weights')[0], softmax([-0.6, 1.4, -2.2, 1.8, 7.2, 0.6, 8]));
      near(second('sum'), [[second('exponentials')[0].reduce((a, b) => a + b)]]);
    },
  },
  {
    title: 'B5: banana far out pulls apple all the way',
    lesson: 'words-pulling-words',
    preset: 'all-the-way',
    check: ({values}) => near(values('first.iteration.0.output')[0], [8, 1], 1e-3),
  },
  {
    title: 'B5: halfway is one half of banana and one half of apple',
    lesson: 'words-pulling-words',
    preset: 'halfway',
    check({values}) {
      const [weights] = values('first.iteration.0.weights');
      near([weights[3], weights[6]], [0.5, 0.5], 1e-3);
      near(values('first.iteration.0.output')[0], values('first.x')[3].map((place, i) => (place + values('first.x')[6][i]) / 2), 5e-3);
    },
  },
  {
    title: 'B5: equal pulls of seven words are sevenths; the sixths that are printed add up to 7/6',
    lesson: 'words-pulling-words',
    preset: 'equal',
    check({values, marks}) {
      near(values('first.iteration.0.weights'), [kPhrase.map(() => 1 / 7)], 1e-6);
      const marked = marks('first.iteration.0.weights');
      assert.deepEqual(marked.map((mark) => [mark.cell, mark.slip]), kPhrase.map((_, i) => [[0, i], 'sixths']));
      for (const {published, corrected} of marked) near([published, corrected], [1 / 6, 1 / 7], 1e-6);
      near(values('first.published.sum'), [[7 / 6]], 1e-6);
    },
  },
  {
    title: 'B5: the same pull again and again brings apple to banana',
    lesson: 'words-pulling-words',
    preset: 'again-and-again',
    check({values}) {
      near(values('first.iteration.1.output'), [[2.847409, 0.865911]]);
      const ways = Array.from({length: 6}, (_, i) => distance(values(`first.iteration.${i}.output`)[0], values('first.x')[3]));
      ways.slice(1).forEach((way, i) => assert.ok(way < ways[i], `${way} after ${ways[i]}`));
    },
  },
  {
    title: 'B6: the whole phrase as tables: dot products, their softmax, and the new places of all words',
    lesson: 'words-pulling-words',
    preset: 'whole-phrase',
    check({values}) {
      const x = values('first.x'), dots = values('first.iteration.0.dot_products');
      near(dots[3], [-2.64, 2.88, -1.84, 10.4, -2.92, 0.6, 7.2]);
      near(dots, product(x, transposed(x)));
      near(values('first.iteration.0.weights'), dots.map(softmax));
      near(values('first.iteration.0.output')[3], [3.151697, 0.46193]);
      near(values('first.iteration.0.output')[6], [2.370821, 1.502778]);
    },
  },
  {
    title: 'B6: orange and apple pull each other, and in the second iteration apple is pulled by what orange has become',
    lesson: 'words-pulling-words',
    preset: 'orange',
    check({node, values}) {
      assert.deepEqual(node('first.x').rows, ['I', 'ate', 'an', 'orange', 'and', 'an', 'apple']);
      const first = values('first.iteration.0.output'), second = values('first.iteration.1.output');
      const x = values('first.x');
      near(first, product(product(x, transposed(x)).map(softmax), x));
      near(values('first.iteration.1.dot_products')[6][3], dot(first[6], first[3]));
      near(second, product(product(first, transposed(first)).map(softmax), first));
      assert.ok(distance(second[3], second[6]) < distance(first[3], first[6]) && distance(first[3], first[6]) < distance(x[3], x[6]), 'ever nearer');
    },
  },
  {
    title: 'B7: any matrix takes every word, and the unit vectors, to where it says',
    lesson: 'spaces',
    inputs: {m: [[1, 2], [3, 4]]},
    check({node, values}) {
      const place = (word) => values('transformed')[node('places').rows.indexOf(word)];
      near(place('apple'), [6, 14]);
      near(place('banana'), [4, 11.2]);
      near(values('transformed'), product(values('places'), [[1, 3], [2, 4]]));
      near(values('determinant'), [[-2]]);
    },
  },
  {
    title: 'B7: a quarter turn of the plane',
    lesson: 'spaces',
    preset: 'turn',
    check({node, values}) {
      near(values('transformed')[node('places').rows.indexOf('apple')], [-2, 2]);
      near(values('determinant'), [[1]]);
    },
  },
  {
    title: 'B8, B9: bride and ring in the spaces of keys and queries; values; softmax(Q Kᵀ) V of the whole phrase',
    lesson: 'spaces',
    preset: 'three-spaces',
    check({node, values, has}) {
      assert.deepEqual(node('pair.dot_products').rows, ['bride', 'ring']);
      near(values('pair.key'), [[1.8, 0.18], [0.6, 0.54]]);
      near(values('pair.query'), [[0.6, 0.54], [1.8, 0.18]]);
      near(values('pair.dot_products'), [[1.1772, 0.6516], [3.2724, 1.1772]]);
      const [weights] = values('values.first.weights');
      near(weights, softmax([-0.6, 0.4, -2.2, 7.2, -2, -1.2, 8]), 1e-6);
      near(values('values.first.output'), product([weights], values('values.first.value')));
      near(values('values.distance'), [[2.2089]], 5e-5);
      near(values('phrase.output'), attention(values, 1));
      assert.ok(!has('phrase.scores'), 'nothing is divided');
    },
  },
  {
    title: 'B8: squashing along the axes alone leaves the pull alike both ways, which is said',
    lesson: 'spaces',
    preset: 'squash-only',
    check({values, notes}) {
      near(values('pair.dot_products')[0][1], 0.648);
      near(values('pair.dot_products')[1][0], 0.648);
      assert.ok(notes.some((note) => note.id === 'same_both_ways'));
    },
  },
  {
    title: 'B9: softmax(Q Kᵀ / √2) V',
    lesson: 'spaces',
    preset: 'scaled',
    check({values}) {
      near(values('phrase.output')[6], [2.339817, 0.339693]);
      near(values('phrase.output'), attention(values, Math.SQRT2));
    },
  },
  {
    title: 'B11: in eight dimensions the two apples still part most in space C and least in B, and scores are divided by √8',
    lesson: 'spaces',
    preset: 'eight-dimensions',
    check({values}) {
      const [a, b, c] = ['a', 'b', 'c'].map((space) => values(`${space}.distance`)[0][0]);
      assert.ok(c > a && a > b, `${c} > ${a} > ${b}`);
      near(values('phrase.scores'), values('phrase.dot_products').map((row) => row.map((each) => each / Math.sqrt(8))));
      near(values('phrase.output'), attention(values, Math.sqrt(8)));
    },
  },
];

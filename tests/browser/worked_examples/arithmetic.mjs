// The arithmetic with which the worked examples are recomputed and compared. Matrices are arrays of rows.
import assert from 'node:assert/strict';

export const transposed = (matrix) => matrix[0].map((_, i) => matrix.map((row) => row[i]));
export const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);
export const product = (a, b) => a.map((row) => transposed(b).map((column) => dot(row, column)));

export function softmax(row) {
  const exponentials = row.map((value) => Math.exp(value - Math.max(...row)));
  const sum = exponentials.reduce((a, b) => a + b);
  return exponentials.map((value) => value / sum);
}

/** Asserts that numbers, rows or matrices are these, to so many parts of each (of 1 where it is smaller). */
export function near(actual, expected, within = 1e-5, where = '') {
  if (typeof expected === 'number') {
    assert.ok(Math.abs(actual - expected) <= within * Math.max(1, Math.abs(expected)), `${where} expected ${expected}, got ${actual}`);
    return;
  }
  assert.equal(actual.length, expected.length, `${where} rows or columns`);
  expected.forEach((each, i) => near(actual[i], each, within, `${where}[${i}]`));
}

// Random numbers that a seed repeats.

/**
 * Returns random choices by mulberry32. The seed and a place in its sequence make the state, so that an action chooses alike whatever was done before it.
 * Example: `makeRandom(1, 7).whole(1, 6)` is always the same number.
 */
export function makeRandom(seed, place = 0) {
  let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) + Math.imul(place + 1, 0xc2b2ae35)) | 0;
  function next() {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const whole = (least, most) => least + Math.floor(next() * (most - least + 1));
  const pick = (list) => list[whole(0, list.length - 1)];
  const chance = (share) => next() < share;
  /** Returns one of the names of `weights`, an object such as `{press: 5, wheel: 1}`. */
  function weighted(weights) {
    let left = next() * Object.values(weights).reduce((sum, weight) => sum + weight, 0);
    return Object.keys(weights).find((name) => (left -= weights[name]) < 0) ?? Object.keys(weights).at(-1);
  }
  const between = (least, most) => least + next() * (most - least);
  /** Returns the list in another order. */
  const shuffled = (list) => list.map((each) => [next(), each]).sort(([a], [b]) => a - b).map(([, each]) => each);
  return {next, whole, between, pick, chance, weighted, shuffled};
}

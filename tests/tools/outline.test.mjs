// Functions that are divided by any choice of modules compute what they computed as a whole.
import assert from 'node:assert/strict';
import {before, test} from 'node:test';

import {countingModule} from '../../tools/lib/first_frame/blocks.mjs';
import {outline} from '../../tools/lib/first_frame/outline.mjs';
import {readFunction, readModule} from '../../tools/lib/wasm.mjs';

import {assembled} from './wasm_text.mjs';

// Loops, branches out of several blocks, returns with and without a value, tables of branches, exceptions that are caught and thrown on, locals of each type, and
// instructions that begin with operands of others on the stack.
const kProgram = `(module
  (memory (export "memory") 1)
  (tag $problem (param i32))
  (global $blocks (export "blocks") i32 (i32.const 4096))
  (func $loop (export "loop") (param $n i32) (result i32) (local $i i32) (local $sum i32) (local $last i32)
    (loop $again
      (if (i32.and (local.get $i) (i32.const 1))
        (then (local.set $sum (i32.add (local.get $sum) (i32.mul (local.get $i) (i32.const 3)))) (local.set $last (local.get $i)))
        (else (if (i32.gt_u (local.get $i) (i32.const 6)) (then (local.set $sum (i32.xor (local.get $sum) (local.get $last)))))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $again (i32.lt_u (local.get $i) (local.get $n))))
    (i32.add (local.get $sum) (i32.mul (local.get $last) (i32.const 1000))))
  (func $early (export "early") (param $n i32) (result i32) (local $found i32)
    (block $out
      (block $inner
        (br_if $inner (i32.lt_u (local.get $n) (i32.const 3)))
        (local.set $found (i32.const 7))
        (if (i32.eq (local.get $n) (i32.const 5)) (then (return (i32.add (local.get $found) (i32.const 100)))))
        (br_if $out (i32.eqz (i32.rem_u (local.get $n) (i32.const 4))))
        (local.set $found (i32.add (local.get $found) (local.get $n))))
      (local.set $found (i32.add (local.get $found) (i32.const 20)))
      (br_if $out (i32.gt_u (local.get $n) (i32.const 8)))
      (local.set $found (i32.shl (local.get $found) (i32.const 1))))
    (i32.sub (i32.mul (local.get $found) (i32.const 10)) (if (result i32) (i32.gt_u (local.get $n) (i32.const 9)) (then (call $loop (local.get $n))) (else (local.get $n)))))
  (func $table (export "table") (param $n i32) (result i32) (local $got i32)
    (block $three (block $two (block $one
      (br_table $one $two $one $three (i32.rem_u (local.get $n) (i32.const 5))))
      (local.set $got (i32.add (local.get $got) (i32.const 1)))
      (br_if $three (i32.gt_u (local.get $n) (i32.const 7))))
      (local.set $got (i32.add (local.get $got) (i32.const 10))))
    (i32.add (local.get $got) (i32.const 100)))
  (func $throws (param $n i32) (result i32)
    (if (i32.eqz (i32.rem_u (local.get $n) (i32.const 3))) (then (throw $problem (local.get $n))))
    (i32.mul (local.get $n) (i32.const 2)))
  (func $caught (export "caught") (param $n i32) (result i32) (local $kept i32) (local $code i32)
    (local.set $kept (i32.const 1))
    (try
      (do
        (if (i32.gt_u (local.get $n) (i32.const 1)) (then (local.set $kept (i32.const 2)) (local.set $kept (i32.add (local.get $kept) (call $throws (local.get $n))))))
        (local.set $code (i32.const 4)))
      (catch $problem (local.set $code) (local.set $kept (i32.add (local.get $kept) (i32.mul (local.get $code) (i32.const 50)))))
      (catch_all (local.set $kept (i32.const 9))))
    (i32.add (i32.mul (local.get $kept) (i32.const 10)) (local.get $code)))
  (func $cleans (param $n i32) (result i32)
    (try (result i32)
      (do (call $throws (local.get $n)))
      (catch_all (i32.store (i32.const 64) (i32.add (i32.load (i32.const 64)) (local.get $n))) (rethrow 0))))
  (func $again (export "again") (param $n i32) (result i32)
    (try (result i32)
      (do (i32.add (call $cleans (local.get $n)) (call $caught (i32.add (local.get $n) (i32.const 1)))))
      (catch $problem (i32.add (i32.load (i32.const 64))))))
  (func $ways (export "ways") (param $n i32) (result i32) (local $found i32)
    (block $far (block $near
      (if (i32.gt_u (local.get $n) (i32.const 2)) (then
        (br_if $near (i32.eq (local.get $n) (i32.const 4)))
        (local.set $found (i32.const 3))
        (br_if $far (i32.and (local.get $n) (i32.const 1)))
        (local.set $found (i32.const 8)))))
      (local.set $found (i32.add (local.get $found) (i32.const 50))))
    (local.get $found))
  (func $types (export "types") (param $n i32) (result f64) (local $wide i64) (local $single f32) (local $double f64) (local $four v128)
    (local.set $wide (i64.extend_i32_u (local.get $n)))
    (local.set $single (f32.convert_i32_u (local.get $n)))
    (if (i32.and (local.get $n) (i32.const 2))
      (then (local.set $wide (i64.mul (local.get $wide) (i64.const 3000000000))) (local.set $double (f64.sqrt (f64.convert_i64_u (local.get $wide))))
            (local.set $four (i32x4.splat (local.get $n)))
            (local.set $wide (i64.add (local.get $wide) (i64.extend_i32_u (i32x4.extract_lane 2 (local.get $four))))))
      (else (local.set $single (f32.div (local.get $single) (f32.const 3))) (local.set $double (f64.promote_f32 (local.get $single)))))
    (f64.add (f64.add (local.get $double) (f64.convert_i64_s (local.get $wide))) (f64.promote_f32 (local.get $single))))
  (func $kernel (export "kernel") (param $n i32) (result f32) (local $sum v128)
    (loop $again
      (if (i32.eq (local.get $n) (i32.const 3)) (then (local.set $sum (f32x4.splat (f32.const 2)))))
      (local.set $sum (f32x4.add (local.get $sum) (f32x4.splat (f32.convert_i32_u (local.get $n)))))
      (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.eqz (i32.eqz (local.get $n)))))))
    (f32x4.extract_lane 1 (local.get $sum)))
  (func $stores (export "stores") (param $n i32) (local $at i32)
    (if (i32.gt_u (local.get $n) (i32.const 9)) (then (i32.store (i32.const 128) (i32.const 1)) (return)))
    (local.set $at (i32.add (i32.const 128) (i32.mul (local.get $n) (i32.const 4))))
    (if (i32.eq (local.get $n) (i32.const 4)) (then (i32.store (local.get $at) (i32.const 44)) (return)))
    (i32.store (local.get $at) (i32.add (local.get $n) (i32.const 5))))
)`;
const kFunctions = ['loop', 'early', 'table', 'caught', 'again', 'ways', 'types', 'kernel'], kNumbers = Array.from({length: 14}, (_, n) => n), kUsed = 256;

let bytes;
before(async () => {
  bytes = await assembled(kProgram);
});

/** The results of the functions of a module, and the memory that they leave. */
function behaviour(module) {
  const {exports} = new WebAssembly.Instance(new WebAssembly.Module(module)), results = kFunctions.map((name) => kNumbers.map((n) => exports[name](n)));
  kNumbers.forEach((n) => exports.stores(n));
  return {results, memory: [...new Uint8Array(exports.memory.buffer, 0, kUsed)]};
}

/** Numbers from 0 to 1 that are the same in each run. */
function* numbersFrom(seed) {
  for (;;) yield(seed = (seed * 16807) % 2147483647) / 2147483647;
}

test('a program divided at random computes the same', () => {
  const expected = behaviour(bytes), kModules = 4;
  let parts = 0;
  for (let seed = 1; seed <= 300; ++seed) {
    const numbers = numbersFrom(seed), chosen = new Map();
    const moduleOf = (name) => (block) => {
      const key = `${name} ${block}`;
      if (!chosen.has(key)) chosen.set(key, Math.floor(numbers.next().value * kModules));
      return chosen.get(key);
    };
    const divided = outline(bytes, {moduleOf, rankOf: (module) => module, leastGain: -100});
    assert.deepEqual(behaviour(divided.bytes), expected, `with seed ${seed}`);
    parts += divided.parts.length;
  }
  assert.ok(parts > 300 * 5, `${parts} parts`);
});

test('a program whose cold blocks are taken out keeps what ran, and has new functions for the rest', () => {
  const {bytes: counting, buffer, functions} = countingModule(bytes, 1000), {exports} = new WebAssembly.Instance(new WebAssembly.Module(counting));
  assert.equal(exports.early(4), 70 - 4);
  const early = functions.find(({name}) => name === 'early'), ran = new Uint8Array(exports.memory.buffer, buffer + early.first, early.blocks);
  assert.ok(ran[0] && ran.includes(0));
  const divided = outline(bytes, {
    moduleOf: (name) => name === 'early' && ((block) => (ran[block] ? 'first' : 'rest')),
    rankOf: (module) => (module === 'rest' ? 0 : 1),
    leastGain: -100,
  });
  assert.deepEqual(behaviour(divided.bytes), behaviour(bytes));
  assert.ok(divided.parts.length > 0);
  for (const {name, of, block} of divided.parts) {
    assert.equal(of, 'early');
    assert.match(name, /^early\.part\.\d+(\.\d+)?$/);
    assert.equal(ran[block], 0);
  }
  const before = readModule(bytes), module = readModule(divided.bytes), sizeOf = ({bodies, names, imported}) => {
    const [number] = [...names].find(([, name]) => name === 'early'), {at, end} = bodies[number - imported];
    return end - at;
  };
  assert.ok(sizeOf(module) < sizeOf(before));
  assert.equal(module.bodies.length, before.bodies.length + divided.parts.length);
  assert.deepEqual([...module.names.values()].slice(-divided.parts.length), divided.parts.map(({name}) => name));
});

test('a handler of exceptions stays with what it guards', () => {
  const module = readModule(bytes), [number] = [...module.names].find(([, name]) => name === 'caught');
  const handler = readFunction(module, number - module.imported).body.nodes.find(({bodies}) => bodies?.length === 3).bodies[1].block;
  const coldHandler = (name) => name === 'caught' && ((block) => (block === handler ? 0 : 1));
  assert.equal(outline(bytes, {moduleOf: coldHandler, rankOf: (rank) => rank, leastGain: -100}).parts.length, 0);
});

test('a function with another control flow than expected stays whole, and so does one that is a kernel', () => {
  const whole = {rankOf: (rank) => rank, leastGain: -100};
  assert.deepEqual(outline(bytes, {...whole, moduleOf: (name, shape) => shape === undefined}).parts, []);
  const inTurn = (named) => (name) => named.includes(name) && ((block) => (block === 0 ? 1 : 0));
  assert.deepEqual(outline(bytes, {...whole, moduleOf: inTurn(['kernel'])}).parts, []);
  assert.ok(outline(bytes, {...whole, moduleOf: inTurn(['loop'])}).parts.length > 0);
});

test('an instruction that is not known is refused with its place', () => {
  const body = [0, 0xfa, 0x0b], section = (id, ...content) => [id, content.length, ...content];
  const module =
    readModule(Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...section(1, 1, 0x60, 0, 0), ...section(3, 1, 0), ...section(10, 1, body.length, ...body)]));
  assert.throws(() => readFunction(module, 0), /unknown instruction fa at \d+/);
});

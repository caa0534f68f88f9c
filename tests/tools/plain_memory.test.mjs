// A program with threads copies and fills memory by its functions memmove and memset.
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {countBulkInstructions, withPlainMemory} from '../../tools/lib/plain_memory.mjs';

import {assembled} from './wasm_text.mjs';

// memmove counts its calls at address 0 and memset at address 4. memset returns nothing, as the optimizer leaves it if no one asks.
const kMove = '(memory.copy (local.get 0) (local.get 1) (local.get 2))', kSet = '(memory.fill (local.get 0) (local.get 1) (local.get 2))';
const counted = (at) => `(i32.store (i32.const ${at}) (i32.add (i32.load (i32.const ${at})) (i32.const 1)))`;
const kFunctions = {
  memmove: `(func $memmove (param i32 i32 i32) (result i32) ${counted(0)} ${kMove} (local.get 0))`,
  memset: `(func $memset (param i32 i32 i32) ${counted(4)} ${kSet})`,
};
const programOf = (functions) => assembled(`(module
  (memory (export "memory") 1)
  (data $hello "hello")
  ${functions.memmove ?? ''} ${functions.memset ?? ''}
  (func (export "start") (memory.init $hello (i32.const 64) (i32.const 0) (i32.const 5)))
  (func (export "copies") (param $count i32) (result i32) (local $sum i32)
    (loop $again
      (if (i32.and (local.get $count) (i32.const 1))
        (then (memory.copy (i32.const 65) (i32.const 64) (local.get $count)))
        (else (block (memory.fill (i32.const 80) (local.get $count) (i32.const 3)) (memory.copy (i32.const 90) (i32.const 79) (i32.const 5)))))
      (local.set $sum (i32.add (local.get $sum) (i32.load8_u (i32.const 66))))
      (br_if $again (local.tee $count (i32.sub (local.get $count) (i32.const 1)))))
    (i32.add (local.get $sum) (i32.const 7))))`);

/** The result of a module's function, the memory that it leaves behind the counts, and the counts. */
function behaviour(module) {
  const {exports} = new WebAssembly.Instance(new WebAssembly.Module(module));
  exports.start();
  const result = exports.copies(6);
  return {result, memory: [...new Uint8Array(exports.memory.buffer, 8, 200)], calls: [...new Uint32Array(exports.memory.buffer, 0, 2)]};
}

test('instructions that copy and fill become calls, and the program does the same', async () => {
  const program = await programOf(kFunctions), plain = withPlainMemory(program);
  const before = behaviour(program), after = behaviour(plain);
  assert.deepEqual(after, {...before, calls: [6, 3]});
  assert.deepEqual(before.calls, [0, 0]);
  assert.equal(countBulkInstructions(program), 5);
  assert.equal(countBulkInstructions(plain), 2);
  assert.deepEqual(withPlainMemory(plain), plain);
});

test('a program without these functions, or with others, is refused', async () => {
  const refuses = async (functions, expected) => {
    const program = await programOf(functions);
    assert.throws(() => withPlainMemory(program), expected);
  };
  await refuses({memset: kFunctions.memset}, /expected a function memmove/);
  await refuses({...kFunctions, memset: `(func $memset (param i32 i32) (memory.fill (local.get 0) (i32.const 0) (local.get 1)))`},
    /expected memset to take three numbers of 32 bits/);
  await refuses({...kFunctions, memmove: `(func $memmove (param i32 i32 i32) (result i64) ${kMove} (i64.const 1))`},
    /expected memmove to take three numbers of 32 bits and to return one at most/);
  await refuses({...kFunctions, memmove: `(func $memmove (param i32 i32 i32) ${kMove} ${kMove})`}, /memmove to have one such instruction.*found 2/);
  await refuses({...kFunctions, memset: `(func $memset (param i32 i32 i32) ${kMove})`}, /memset to have one such instruction/);
});

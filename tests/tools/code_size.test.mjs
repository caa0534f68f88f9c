// The sizes of the functions and the data of a module, and the folder of each function.
// One imported function
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {originOf, sizesOf} from '../../tools/lib/code_size.mjs';

const section = (id, ...bytes) => [id, bytes.length, ...bytes];
// One imported function and one imported memory, two functions of 2 and of 5 bytes, three bytes of data.
const kModule = Uint8Array.from([
  0,
  0x61,
  0x73,
  0x6d,
  1,
  0,
  0,
  0,
  ...section(1, 1, 0x60, 0, 0),
  ...section(2, 2, 1, 0x61, 1, 0x62, 0, 0, 1, 0x61, 1, 0x6d, 2, 3, 1, 0x80, 1),
  ...section(3, 2, 0, 0),
  ...section(10, 2, 2, 0, 0x0b, 5, 0, 0x41, 0, 0x1a, 0x0b),
  ...section(11, 1, 0, 0),
]);
const kNamed = Uint8Array.from([...kModule, ...section(0, 4, 0x6e, 0x61, 0x6d, 0x65, 0, 2, 1, 0x6d, 1, 7, 2, 1, 1, 0x66, 2, 1, 0x67)]);

test('functions are counted by their index, after those that are imported', () => {
  const {functions, data, rest} = sizesOf(kModule);
  assert.deepEqual([...functions], [[1, 3], [2, 6]]);
  assert.equal(data, 3);
  assert.equal(rest, kModule.length - 9 - 3);
});

test('the names that a module has are read and not counted', () => {
  const named = sizesOf(kNamed);
  assert.deepEqual([...named.names], [[1, 'f'], [2, 'g']]);
  assert.equal(named.rest, sizesOf(kModule).rest);
  assert.equal(sizesOf(kModule).names.size, 0);
});

test('names of functions lead to folders and libraries', () => {
  const folders = new Map([['src/ui', new Set(['gf::ui::{unnamed}::draw'])], ['src/core', new Set(['gf::softmax', 'gf::ui::{unnamed}::draw'])]]);
  assert.equal(originOf('gf::softmax(gf::Tensor)', folders), 'src/core');
  assert.equal(originOf('gf::ui::(anonymous namespace)::draw(std::vector<int>)', folders), 'src/ui');
  assert.equal(originOf('std::__2::vector<gf::Cell>::push_back(gf::Cell&&)', folders), 'standard templates');
  assert.equal(originOf('nlohmann::json_abi_v3_11_2::basic_json<>::dump()', folders), 'JSON (nlohmann)');
  assert.equal(originOf('gf::nowhere()', folders), 'other code of src');
  assert.equal(originOf('dlmalloc', folders), 'libraries of the toolchain');
});

// Gives local names of a script of Emscripten's fewer letters, with the parser and the printer that Emscripten brings. Names of fields stay.
//
//   node shorten_names.mjs EMSCRIPTEN IN.js OUT.js
import {promises as fs} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';

const [emscripten, from, to] = process.argv.slice(2);
const require = createRequire(path.join(path.resolve(emscripten), 'tools/'));
const acorn = require('acorn'), {AST_Node} = require('../third_party/terser/terser.js');

const options = {
  module: true,
  ecma: 2022,
  keep_fnames: false
};
const tree = AST_Node.from_mozilla_ast(acorn.parse(await fs.readFile(from, 'utf8'), {ecmaVersion: 'latest', sourceType: 'module'}));
tree.figure_out_scope(options);
tree.mangle_names(options);
await fs.writeFile(to, tree.print_to_string({ecma: 2022}) + '\n');

// Reads a module of WebAssembly down to its instructions, and writes it with other sections. It knows what Emscripten links: functions of C++ with exceptions
// (try, catch), SIMD and atomics, and no types of garbage collection.

/** The sections that this script reads, by the numbers of the binary format. */
export const kSections = {
  custom: 0,
  type: 1,
  import: 2,
  function: 3,
  global: 6,
  export: 7,
  code: 10,
  data: 11,
  tag: 13
};

export class Reader {
  constructor(bytes, at = 0) { Object.assign(this, {bytes, at}); }

  byte() { return this.bytes[this.at++]; }

  /** An unsigned number of at most 53 bits. */
  number() {
    for (let value = 0, scale = 1;; scale *= 128) {
      const byte = this.bytes[this.at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  skipNumber() {
    while (this.bytes[this.at++] >= 128)
      ;
  }

  name() {
    const length = this.number(), text = new TextDecoder().decode(this.bytes.subarray(this.at, this.at + length));
    this.at += length;
    return text;
  }

  list(read) { return Array.from({length: this.number()}, () => read()); }
}

/** The bytes of an unsigned number. */
export function numberBytes(value) {
  const bytes = [];
  for (; value >= 128; value = Math.floor(value / 128)) bytes.push(value % 128 + 128);
  return [...bytes, value];
}

/** The bytes of i32.const with this number from 0 on. */
export function constantBytes(value) {
  const bytes = [0x41];
  for (; value >= 64; value = Math.floor(value / 128)) bytes.push(value % 128 + 128);
  return [...bytes, value];
}

export const nameBytes = (name) => {
  const bytes = Buffer.from(name);
  return [...numberBytes(bytes.length), ...bytes];
};

/** The bytes of a part of a module, with their count before them. */
export const sized = (bytes) => Buffer.concat([Uint8Array.from(numberBytes(bytes.length)), bytes]);

/** The bytes of a list, with the count of its items before them. */
export const listed = (items) => Buffer.concat([Uint8Array.from(numberBytes(items.length)), ...items]);

function readTypes(reader) {
  return reader.list(() => {
    if (reader.byte() !== 0x60) throw new Error('expected types of functions only');
    const params = reader.list(() => reader.byte()), results = reader.list(() => reader.byte());
    return {params, results};
  });
}

export const kKinds = {
  func: 0,
  table: 1,
  memory: 2,
  global: 3,
  tag: 4
};

/** Reads an import: {module, name, kind, type}; `type` is the number of a type, for functions and tags. */
export function readImport(reader) {
  const limits = () => {
    const flags = reader.number();
    reader.skipNumber();
    if (flags & 1) reader.skipNumber();
  };
  const found = {module: reader.name(), name: reader.name(), kind: reader.byte()};
  if (found.kind === kKinds.table || found.kind === kKinds.tag) reader.at += 1;
  if (found.kind === kKinds.table || found.kind === kKinds.memory)
    limits();
  else if (found.kind === kKinds.global)
    reader.at += 2;
  else
    found.type = reader.number();
  return found;
}

function readNames(reader, end) {
  const kOfFunctions = 1;
  reader.name();  // of the section
  while (reader.at < end) {
    const kind = reader.byte(), length = reader.number(), next = reader.at + length;
    if (kind === kOfFunctions) return new Map(reader.list(() => [reader.number(), reader.name()]));
    reader.at = next;
  }
  return new Map();
}

/** Whether a section has the names of functions. */
const hasNames = (bytes, {id, at}) => id === kSections.custom && new Reader(bytes, at).name() === 'name';

/**
 * Reads a module. `sections` are places {id, begin, at, end}, whose contents begin `at`. `functions` has the type of each function, imported ones first, of which
 * there are `imported`. `tags` has the types of exceptions. `names` are the names of functions by number, in a section of `namedBytes`. `bodies` are the
 * places {begin, at, end} of the functions that the module defines.
 */
export function readModule(bytes) {
  const reader = new Reader(bytes, 8), sections = [];
  while (reader.at < bytes.length) {
    const begin = reader.at, id = reader.byte(), length = reader.number();
    sections.push({id, begin, at: reader.at, end: reader.at + length});
    reader.at += length;
  }
  const read = (id, how, otherwise = []) => {
    const section = sections.find((each) => each.id === id);
    return section ? how(new Reader(bytes, section.at)) : otherwise;
  };
  const types = read(kSections.type, readTypes), imports = read(kSections.import, (each) => each.list(() => readImport(each)));
  const ofImports = (kind) => imports.filter((each) => each.kind === kind).map(({type}) => type);
  const functions = [...ofImports(kKinds.func), ...read(kSections.function, (each) => each.list(() => each.number()))];
  const tags = [...ofImports(kKinds.tag), ...read(kSections.tag, (each) => each.list(() => (each.at += 1, each.number())))];
  const bodies = read(kSections.code, (each) => each.list(() => {
    const begin = each.at, length = each.number(), at = each.at;
    each.at += length;
    return {begin, at, end: at + length};
  }));
  const named = sections.find((each) => hasNames(bytes, each));
  const names = named ? readNames(new Reader(bytes, named.at), named.end) : new Map();
  return {
    bytes,
    sections,
    types,
    functions,
    imported: ofImports(kKinds.func).length,
    importedGlobals: ofImports(kKinds.global).length,
    tags,
    names,
    namedBytes: named ? named.end - named.begin : 0,
    bodies
  };
}

/** The instructions of control flow, those of locals, and others that scripts write. `bulk` begins instructions whose number is in kBulkOps. */
export const kOps = {
  unreachable: 0x00,
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  else: 0x05,
  try: 0x06,
  catch: 0x07,
  throw: 0x08,
  rethrow: 0x09,
  end: 0x0b,
  br: 0x0c,
  br_if: 0x0d,
  br_table: 0x0e,
  return: 0x0f,
  call: 0x10,
  call_indirect: 0x11,
  delegate: 0x18,
  catch_all: 0x19,
  drop: 0x1a,
  local_get: 0x20,
  local_set: 0x21,
  local_tee: 0x22,
  bulk: 0xfc
};

export const kBulkOps = {
  memory_copy: 10,
  memory_fill: 11
};

// How many operands the instructions of one byte take and leave, by ranges of opcodes: [last of the range, operands, results].
const kPlain = [
  [0x01, 0, 0], [0x1a, 1, 0], [0x1b, 3, 1], [0x20, 0, 1], [0x21, 1, 0], [0x22, 1, 1], [0x23, 0, 1], [0x24, 1, 0], [0x25, 1, 1], [0x26, 2, 0], [0x35, 1, 1],
  [0x3e, 2, 0], [0x3f, 0, 1], [0x40, 1, 1], [0x44, 0, 1], [0x45, 1, 1], [0x4f, 2, 1], [0x50, 1, 1], [0x66, 2, 1], [0x69, 1, 1], [0x78, 2, 1], [0x7b, 1, 1],
  [0x8a, 2, 1], [0x91, 1, 1], [0x98, 2, 1], [0x9f, 1, 1], [0xa6, 2, 1], [0xc4, 1, 1]
];
// The same for the instructions after 0xfc, after 0xfd (SIMD) and after 0xfe.
const kBulk = [[7, 1, 1], [8, 3, 0], [9, 0, 0], [12, 3, 0], [13, 0, 0], [14, 3, 0], [15, 2, 1], [16, 0, 1], [17, 3, 0]];
const kVector = [
  [10, 1, 1], [11, 2, 0], [12, 0, 1], [14, 2, 1], [20, 1, 1], [22, 1, 1], [23, 2, 1], [25, 1, 1], [26, 2, 1], [27, 1, 1], [28, 2, 1], [29, 1, 1], [30, 2, 1],
  [31, 1, 1], [32, 2, 1], [33, 1, 1], [34, 2, 1], [76, 2, 1], [77, 1, 1], [81, 2, 1], [82, 3, 1], [83, 1, 1], [87, 2, 1], [91, 2, 0], [100, 1, 1], [102, 2, 1],
  [106, 1, 1], [115, 2, 1], [117, 1, 1], [121, 2, 1], [122, 1, 1], [123, 2, 1], [129, 1, 1], [130, 2, 1], [132, 1, 1], [134, 2, 1], [138, 1, 1], [147, 2, 1],
  [148, 1, 1], [159, 2, 1], [170, 1, 1], [191, 2, 1], [202, 1, 1], [223, 2, 1], [227, 1, 1], [235, 2, 1], [239, 1, 1], [247, 2, 1], [255, 1, 1], [256, 2, 1],
  [260, 1, 1], [268, 3, 1], [274, 2, 1], [275, 3, 1]
];
const kLastMove = 95;  // the instructions of SIMD after it calculate
const kAtomic = [[0, 2, 1], [2, 3, 1], [3, 0, 0], [0x16, 1, 1], [0x1d, 2, 0], [0x47, 2, 1], [0x4e, 3, 1]];
const effectOf = (ranges, op) => ranges.find(([last]) => op <= last);

/** Reads instructions into a tree. */
class Decoder extends Reader {
  constructor(module, at) {
    super(module.bytes, at);
    this.module = module;
    this.blocks = this.loops = 0;
    this.isKernel = false;
  }

  /** The operands and the results of a block. */
  blockType() {
    const first = this.bytes[this.at];
    if (first === 0x40) return this.at += 1, [0, 0];
    if (first >= 0x40 && first < 0x80) return this.at += 1, [0, 1];
    const {params, results} = this.module.types[this.number()];
    return [params.length, results.length];
  }

  memory() {
    this.skipNumber();
    this.skipNumber();
  }

  /** Reads nodes up to `end`, `else`, `catch` or `delegate`, whose opcode is `this.last`. */
  body(block) {
    const nodes = [], from = this.at;
    for (;;) {
      const at = this.at, op = this.byte();
      if ([kOps.end, kOps.else, kOps.catch, kOps.catch_all, kOps.delegate].includes(op)) {
        this.last = op;
        return {block, from, to: at, nodes};
      }
      nodes.push(this.node(at, op));
    }
  }

  /** A block, a loop, an if or a try with its bodies; `block` of a body or `after` of a node is the basic block that begins there. */
  nested(at, op) {
    const type = this.at, [pops, pushes] = this.blockType(), head = this.at, isIf = op === kOps.if;
    if (op === kOps.loop) ++this.loops;
    const bodies = [this.body(isIf || op === kOps.loop ? this.blocks++ : undefined)];
    if (op === kOps.loop) --this.loops;
    let delegate;
    while (this.last !== kOps.end) {
      const joint = this.at - 1;
      if (this.last === kOps.delegate) {
        delegate = this.number();
        break;
      }
      const operands = this.last === kOps.catch ? this.module.types[this.module.tags[this.number()]].params.length : 0;
      bodies.push({...this.body(this.blocks++), joint, operands});
    }
    return {
      op,
      at,
      type,
      head,
      end: this.at,
      pops: pops + (isIf ? 1 : 0),
      pushes,
      carries: op === kOps.loop ? pops : pushes,
      bodies,
      delegate,
      after: this.blocks++
    };
  }

  node(at, op) {
    if (op >= kOps.block && op <= kOps.if || op === kOps.try) return this.nested(at, op);
    const node = {op, at, pops: 0, pushes: 0};
    const effect = (found) => {
      if (!found) throw new Error(`unknown instruction ${op.toString(16)} at ${at}`);
      [, node.pops, node.pushes] = found;
    };
    const ofType = ({params, results}) => {
      node.pops += params.length;
      node.pushes = results.length;
    };
    if (op === kOps.unreachable || op === kOps.return)
      node.ends = true;
    else if (op === kOps.br || op === kOps.rethrow)
      node.ends = true, node.label = this.number();
    else if (op === kOps.throw)
      node.ends = true, ofType(this.module.types[this.module.tags[this.number()]]);
    else if (op === kOps.br_if)
      node.pops = 1, node.label = this.number(), node.after = this.blocks++;
    else if (op === kOps.br_table) {
      node.ends = true;
      node.labels = this.list(() => this.number());
      node.labels.push(this.number());
    } else if (op === kOps.call)
      ofType(this.module.types[this.module.functions[this.number()]]), node.throws = true;
    else if (op === kOps.call_indirect) {
      node.pops = 1;
      ofType(this.module.types[this.number()]);
      this.skipNumber();
      node.throws = true;
    } else if (op === kOps.bulk) {
      const sub = node.sub = this.number();
      effect(effectOf(kBulk, sub));
      for (let left = sub < 8 ? 0 : [8, 10, 12, 14].includes(sub) ? 2 : 1; left > 0; --left) this.skipNumber();
    } else if (op === 0xfd)
      this.vector(node, effect);
    else if (op === 0xfe) {
      const sub = this.number();
      effect(effectOf(kAtomic, sub));
      if (sub === 3)
        this.at += 1;
      else
        this.memory();
    } else if (op === 0x1c) {
      effect([0, 3, 1]);
      this.at += this.number();
    } else if (op === 0xd0)
      effect([0, 0, 1]), this.at += 1;
    else if (op === 0xd1)
      effect([0, 1, 1]);
    else if (op === 0xd2)
      effect([0, 0, 1]), this.skipNumber();
    else {
      effect(effectOf(kPlain, op));
      if (op >= kOps.local_get && op <= kOps.local_tee)
        node.local = this.number();
      else if (op >= 0x23 && op <= 0x26)
        this.skipNumber();
      else if (op >= 0x28 && op <= 0x3e)
        this.memory();
      else if (op === 0x3f || op === 0x40)
        this.at += 1;
      else if (op === 0x41 || op === 0x42)
        this.skipNumber();
      else if (op === 0x43)
        this.at += 4;
      else if (op === 0x44)
        this.at += 8;
    }
    node.end = this.at;
    return node;
  }

  vector(node, effect) {
    const sub = this.number();
    effect(effectOf(kVector, sub));
    if (sub <= 11 || sub === 92 || sub === 93)
      this.memory();
    else if (sub === 12 || sub === 13)
      this.at += 16;
    else if (sub >= 21 && sub <= 34)
      this.at += 1;
    else if (sub >= 84 && sub <= 91)
      this.memory(), this.at += 1;
    else if (sub > kLastMove && this.loops > 0)
      this.isKernel = true;
  }
}

/**
 * Reads the function with this place in `module.bodies`. Returns {locals, results, body, blocks, isKernel}: the types of its locals, parameters first; the types
 * of its results; the number of its basic blocks; whether a loop of it does arithmetic with vectors.
 */
export function readFunction(module, index) {
  const {at} = module.bodies[index], decoder = new Decoder(module, at), {params, results} = module.types[module.functions[module.imported + index]];
  const locals = [...params];
  for (let groups = decoder.number(); groups > 0; --groups) {
    const count = decoder.number(), type = decoder.byte();
    for (let i = 0; i < count; ++i) locals.push(type);
  }
  const body = decoder.body(decoder.blocks++);
  return {locals, results, body, blocks: decoder.blocks, isKernel: decoder.isKernel};
}

/** The instructions of a body in the order of their addresses, those of nested blocks too. */
export function* instructionsOf({nodes}) {
  for (const node of nodes) {
    yield node;
    for (const body of node.bodies ?? []) yield* instructionsOf(body);
  }
}

/** Writes the module with other sections: `changed` maps the number of a section to its bytes; 'name' stands for the section of names. */
export function writeModule(module, changed) {
  const parts = [module.bytes.subarray(0, 8)];
  for (const section of module.sections) {
    const {id, at, end} = section, content = changed.get(hasNames(module.bytes, section) ? 'name' : id) ?? module.bytes.subarray(at, end);
    parts.push(Uint8Array.from([id, ...numberBytes(content.length)]), content);
  }
  return Buffer.concat(parts);
}

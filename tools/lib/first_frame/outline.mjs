// Divides functions: runs of instructions that the pages of a function's module do not execute become functions of their own, for wasm-split to put into other
// modules.
//
// A run stands in one body of instructions, is entered at its beginning only, and goes on behind its end or at one label. The locals that it reads come as
// parameters, and the locals that it sets return as results. A run may stand within a run.
import {createHash} from 'node:crypto';

import {kOps, kSections, listed, nameBytes, numberBytes, readFunction, readModule, sized, writeModule} from '../wasm.mjs';

// A function of the screen has no kernels, and no exception passes through it. Any other function stays whole if it calculates with vectors in a loop, and keeps
// its handlers of exceptions, since the end of a slice of a trace is an exception.
const kOfScreen = /^(gf::ui::|Im)/;

const kLeastGain = 24;  // bytes that a function of its own must take out
const kMostParams = 16, kMostResults = 3;
const kBytesOfLocal = 2, kOverhead = 10;  // about what a call costs beside its operands, with what makes the function known
const kVector = 0x7b;                     // a placeholder of JavaScript takes no vector

/** Calls a visitor with each node, and with those inside it. */
function visit(nodes, visitor, depth = 0) {
  for (const node of nodes) {
    visitor(node, depth);
    for (const body of node.bodies ?? []) visit(body.nodes, visitor, depth + 1);
  }
}

/** The shape of a function's control flow: functions of two programs with the same shape have the same basic blocks. */
export function shapeOf({body, blocks}) {
  const shape = [];
  visit(body.nodes, (node, depth) => {
    if (node.bodies || node.label !== undefined || node.labels || node.throws || node.ends)
      shape.push(depth, node.op, node.label ?? node.labels?.length ?? node.bodies?.length ?? 0);
  });
  return createHash('sha256').update(`${blocks} ${shape}`).digest('base64').slice(0, 12);
}

const bit = (local) => 1n << BigInt(local);

/** Notes at each node which locals are live before it and after it, and at each body which of them a handler of exceptions reads. */
class Liveness {
  body(body, out, labels, handlers) {
    Object.assign(body, {labels, handlers});
    let live = out;
    for (let i = body.nodes.length; i-- > 0;) {
      const node = body.nodes[i];
      node.liveAfter = live;
      node.live = live = node.bodies ? this.nested(node, live, labels, handlers) : this.plain(node, live, labels, handlers);
    }
    return live;
  }

  plain(node, live, labels, handlers) {
    const {op} = node;
    if (op === kOps.local_get) return live | bit(node.local);
    if (op === kOps.local_set || op === kOps.local_tee) return live & ~bit(node.local);
    if (op === kOps.br) return labels[node.label];
    if (op === kOps.br_if) return live | labels[node.label];
    if (op === kOps.br_table) return node.labels.reduce((all, label) => all | labels[label], 0n);
    if (op === kOps.throw || op === kOps.rethrow) return handlers;
    if (node.ends) return 0n;
    return node.throws ? live | handlers : live;
  }

  nested(node, live, labels, handlers) {
    const {op, bodies: [first, ...others]} = node, inner = [live, ...labels];
    if (op === kOps.block) return this.body(first, live, inner, handlers);
    if (op === kOps.loop) {
      for (let start = node.live ?? 0n;;) {
        const found = this.body(first, live, [start, ...labels], handlers);
        if ((found | start) === start) return start;
        start |= found;
      }
    }
    const rest = others.map((body) => this.body(body, live, inner, handlers));
    if (op === kOps.if) return this.body(first, live, inner, handlers) | (rest[0] ?? live);
    return this.body(first, live, inner, rest.reduce((all, each) => all | each, handlers));
  }
}

/** The modules of basic blocks, with a handler of exceptions in the module of what it guards. */
function withHandlers({body}, moduleOf) {
  const held = new Map();
  const walk = ({block, nodes}, before, holder) => {
    let current = block ?? before;
    const hold = (each) => holder !== undefined && each !== undefined && held.set(each, holder);
    hold(block);
    for (const node of nodes) {
      const [first, ...others] = node.bodies ?? [];
      if (first) walk(first, current, holder);
      for (const each of others) walk(each, current, node.op === kOps.try ? holder ?? moduleOf(current) : holder);
      hold(node.after);
      current = node.after ?? current;
    }
  };
  walk(body, 0);
  return (block) => held.get(block) ?? moduleOf(block);
}

/**
 * The labels outside a node to which it branches, 0 the innermost; `outermost` is that of the function, to which it returns. NaN stands for what a function of its
 * own can't do: rethrow an exception of its caller.
 */
function exitsOf(node, outermost) {
  const exits = new Set();
  visit([node], ({op, label, labels, delegate}, depth) => {
    if (op === kOps.return) exits.add(outermost);
    for (const each of labels ?? [label])
      if (each >= depth) exits.add(op === kOps.rethrow ? NaN : each - depth);
    if (delegate >= depth) exits.add(NaN);
  });
  return exits;
}

/**
 * Finds runs to take out of a function, and puts a node {run} in the place of each. `moduleOf` returns the module of a basic block, and `rankOf` how many pages
 * use a module: a run of a module is found after those within it, whose modules have lower ranks.
 */
class Finder {
  constructor(read, {moduleOf, rankOf, leastGain}) {
    Object.assign(this, {read, moduleOf, rankOf, leastGain, own: moduleOf(0)});
    new Liveness().body(read.body, 0n, [0n], 0n);
    const ranks = new Set(Array.from({length: read.blocks}, (_, block) => moduleOf(block)).filter((module) => module !== this.own).map(rankOf));
    for (this.rank of [...ranks].sort((a, b) => a - b)) this.body(read.body, 0, [read.results.length]);
  }

  /** `block` is the basic block in which the body begins; `carried` is how many values go to each label around the nodes of the body. */
  body(body, block, carried) {
    const done = [];
    let open = [], current = body.block ?? block, module, first;
    const flush = () => {
      if (open.length > 0) done.push(...this.taken(body, open, first, carried));
      open = [];
    };
    for (const node of body.nodes) {
      const of = this.moduleOf(current), rank = of === this.own ? Infinity : this.rankOf(of);
      if (rank > this.rank || (open.length > 0 && rank === this.rank && of !== module)) flush();
      if (open.length > 0 || rank === this.rank) {
        if (open.length === 0) [module, first] = [of, current];
        open.push(node);
      } else {
        this.inside(node, current, carried);
        done.push(node);
      }
      current = node.after ?? current;
    }
    flush();
    body.nodes = done;
  }

  inside(node, block, carried) {
    for (const body of node.bodies ?? []) this.body(body, block, [node.carries, ...carried]);
  }

  /** Returns the nodes, with runs in the place of those that are taken out. */
  taken(body, nodes, block, carried) {
    const outermost = carried.length - 1, stop = nodes.findIndex(({ends}) => ends), length = stop < 0 ? nodes.length : stop + 1;
    const blocks = [block], heights = [0], exits = [], pops = [];
    for (let i = 0; i < length; ++i) {
      const node = nodes[i];
      exits.push(exitsOf(node, outermost));
      const values = node.bodies ? 0 : Math.max(0, ...[...exits[i]].map((label) => carried[label] ?? 0));
      pops.push(node.pops + values);
      blocks.push(node.after ?? blocks[i]);
      heights.push(heights[i] - node.pops + node.pushes);
    }
    const done = [];
    for (let from = 0; from < length;) {
      const found = new Set(), ends = [];
      for (let i = from; i < length && heights[i] - pops[i] >= heights[from]; ++i) {
        exits[i].forEach((label) => found.add(label));
        if (found.size > 1 || found.has(NaN)) break;
        if (heights[i + 1] === heights[from] || nodes[i].ends) ends.push({to: i + 1, exit: [...found][0]});
      }
      let to = from + 1, run;
      while (!run && ends.length > 0) {
        const end = ends.pop();
        run = this.run(body, nodes.slice(from, end.to), blocks[from], end.exit, carried);
        if (run) to = end.to;
      }
      if (!run) this.inside(nodes[from], blocks[from], carried);
      done.push(run ? {...run, after: blocks[to]} : nodes[from]);
      from = to;
    }
    return [...done, ...nodes.slice(length)];
  }

  /** Returns a node for these nodes if it pays to take them out. `exit` is the label to which they branch, if they do. */
  run(body, nodes, block, exit, carried) {
    const {at, live} = nodes[0], {end, ends = false, liveAfter} = nodes[nodes.length - 1];
    let got = 0n, set = 0n, gain = end - at - kOverhead;
    visit(nodes, (node) => {
      if (node.local !== undefined && node.op === kOps.local_get) got |= bit(node.local);
      if (node.local !== undefined && node.op !== kOps.local_get) set |= bit(node.local);
      if (!node.run) return;
      node.run.params.forEach((each) => got |= bit(each));
      node.run.results.forEach((each) => set |= bit(each));
      gain -= node.end - node.at - kBytesOfLocal * (node.run.params.length + node.run.results.length);
    });
    const {locals} = this.read, of = (bits) => locals.map((type, local) => local).filter((local) => bits & bit(local));
    if (set & body.handlers) return null;
    const liveThen = (ends ? 0n : liveAfter) | (exit === undefined ? 0n : body.labels[exit]);
    const params = of((got | set) & live), fresh = of((got | set) & ~live), results = of(set & liveThen), values = carried[exit] ?? 0;
    if (values > 0 && (!ends || values > 1 || results.length > 0 || exit < carried.length - 1)) return null;
    if (params.length > kMostParams || results.length > kMostResults || [...params, ...results].some((each) => locals[each] === kVector)) return null;
    if (gain - kBytesOfLocal * (params.length + results.length) < this.leastGain) return null;
    return {run: {nodes, params, fresh, results, block, exit, values, ends}, at, end, live, liveAfter, ends, label: exit, throws: true, pops: 0, pushes: 0};
  }
}

/** The parameters and the results of a run's function. A run that may branch, or not, first returns whether it does. */
function signatureOf({locals, results: returned}, {params, results, exit, values, ends}) {
  const kI32 = 0x7f, types = (some) => some.map((each) => locals[each]);
  return {params: types(params), results: [...(exit !== undefined && !ends ? [kI32] : []), ...(values > 0 ? returned : []), ...types(results)]};
}

/** Writes the instructions of a function, with other numbers of locals and labels if they are those of a run. */
class Writer {
  parts = [];

  constructor(module, {numberOf, localOf = (local) => local, labelOf = (label) => label}) { Object.assign(this, {module, numberOf, localOf, labelOf}); }

  bytes(...each) { this.parts.push(Uint8Array.from(each)); }
  copy(from, to) { this.parts.push(this.module.bytes.subarray(from, to)); }
  local(op, which) { this.bytes(op, ...numberBytes(this.localOf(which))); }
  branch(op, label, depth) { this.bytes(op, ...numberBytes(this.labelOf(label, depth))); }

  nodes(nodes, depth = 0) {
    for (const node of nodes) {
      if (node.run)
        this.call(node.run, depth);
      else if (node.local !== undefined)
        this.local(node.op, node.local);
      else if (node.op === kOps.br || node.op === kOps.br_if)
        this.branch(node.op, node.label, depth);
      else if (node.op === kOps.return && this.isRun)
        this.bytes(kOps.br, ...numberBytes(depth));
      else if (node.labels)
        this.bytes(node.op, ...numberBytes(node.labels.length - 1), ...node.labels.flatMap((each) => numberBytes(this.labelOf(each, depth))));
      else if (node.bodies)
        this.nested(node, depth);
      else
        this.copy(node.at, node.end);
    }
  }

  nested({head, at, end, bodies}, depth) {
    this.copy(at, head);
    for (const {joint, from, nodes} of bodies) {
      if (joint !== undefined) this.copy(joint, from);
      this.nodes(nodes, depth + 1);
    }
    this.copy(bodies[bodies.length - 1].to, end);
  }

  call(run, depth) {
    const {params, results, exit, ends} = run;
    for (const each of params) this.local(kOps.local_get, each);
    this.bytes(kOps.call, ...numberBytes(this.numberOf(run)));
    for (const each of results.slice().reverse()) this.local(kOps.local_set, each);
    if (exit !== undefined)
      this.branch(ends ? kOps.br : kOps.br_if, exit, depth);
    else if (ends)
      this.bytes(kOps.unreachable);
  }
}

/** The bytes of a run as the body of a function. A branch to a label outside leads out of a block around the run. */
function bodyOf(module, {locals, results: returned}, {nodes, params, results, fresh, exit, values, ends}, numberOf) {
  const order = [...params, ...fresh], kEmpty = 0x40, kConstant = 0x41;
  const to = new Writer(module, {numberOf, localOf: (local) => order.indexOf(local), labelOf: (label, depth) => Math.min(label, depth)});
  to.isRun = true;
  to.bytes(...numberBytes(fresh.length), ...fresh.flatMap((local) => [1, locals[local]]));
  const giveResults = () => results.forEach((each) => to.local(kOps.local_get, each));
  if (exit !== undefined) to.bytes(kOps.block, values > 0 ? returned[0] : kEmpty);
  to.nodes(nodes);
  if (exit !== undefined && !ends) {
    to.bytes(kConstant, 0);
    giveResults();
    to.bytes(kOps.return);
  }
  if (exit !== undefined) to.bytes(kOps.end);
  if (exit !== undefined && !ends) to.bytes(kConstant, 1);
  giveResults();
  to.bytes(kOps.end);
  return Buffer.concat(to.parts);
}

/**
 * Returns {bytes, parts}: the module with divided functions, and the new functions, {name, of, block}: the name, the name of the divided function, and the basic
 * block with which the part begins. `moduleOf(name, shape)` returns the modules of a function's basic blocks as a function of their numbers, or undefined if the
 * function stays whole; without a shape it returns whether it may be divided. `rankOf` is that of Finder, and a part is at least `leastGain` bytes larger than its call.
 */
export function outline(bytes, {moduleOf, rankOf, leastGain = kLeastGain}) {
  const module = readModule(bytes), types = module.types.map(({params, results}) => `${params}:${results}`), added = [], parts = [];
  const typeOf = ({params, results}) => {
    const key = `${params}:${results}`;
    if (!types.includes(key)) types.push(key);
    return types.indexOf(key);
  };
  const numbers = new Map(), numberOf = (run) => numbers.get(run);
  const bodies = module.bodies.map(({at, end}, i) => {
    const whole = module.bytes.subarray(at, end), name = module.names.get(module.imported + i);
    if (!moduleOf(name)) return sized(whole);
    const read = readFunction(module, i), ofBlock = moduleOf(name, shapeOf(read));
    if (!ofBlock || (read.isKernel && !kOfScreen.test(name))) return sized(whole);
    new Finder(read, {moduleOf: kOfScreen.test(name) ? ofBlock : withHandlers(read, ofBlock), rankOf, leastGain});
    const runs = [], again = new Map(), list = (nodes) => visit(nodes, ({run}) => {
      if (!run) return;
      list(run.nodes);
      runs.push(run);
    });
    list(read.body.nodes);
    if (runs.length === 0) return sized(whole);
    for (const run of runs) {
      const same = again.get(run.block) ?? 0;
      again.set(run.block, same + 1);
      numbers.set(run, module.functions.length + added.length);
      added.push({type: typeOf(signatureOf(read, run)), body: bodyOf(module, read, run, numberOf)});
      parts.push({name: `${name}.part.${run.block}${same > 0 ? `.${same}` : ''}`, of: name, block: run.block});
    }
    const to = new Writer(module, {numberOf});
    to.copy(at, read.body.from);
    to.nodes(read.body.nodes);
    to.copy(read.body.to, end);
    return sized(Buffer.concat(to.parts));
  });
  const bytesOfType = (key) => {
    const [params, results] = key.split(':').map((each) => each.split(',').filter(Boolean).map(Number));
    return Uint8Array.from([0x60, ...numberBytes(params.length), ...params, ...numberBytes(results.length), ...results]);
  };
  const functions = [...module.functions.slice(module.imported), ...added.map(({type}) => type)].map((type) => Uint8Array.from(numberBytes(type)));
  const named = [...module.names, ...parts.map(({name}, i) => [module.functions.length + i, name])];
  const names = listed(named.map(([number, name]) => Uint8Array.from([...numberBytes(number), ...nameBytes(name)])));
  return {
    parts,
    bytes: writeModule(module, new Map([
      [kSections.type, listed(types.map(bytesOfType))], [kSections.function, listed(functions)],
      [kSections.code, listed([...bodies, ...added.map(({body}) => sized(body))])],
      ['name', Buffer.concat([Uint8Array.from(nameBytes('name')), Uint8Array.from([1]), sized(names)])]
    ])),
  };
}

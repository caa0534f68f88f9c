// Writes models as the bytes of an ONNX file: fields of Protocol Buffers, by the numbers of onnx.proto.

const kVarint = 0, kBytes = 2, kFixed32 = 5;  // wire types
const encoder = new TextEncoder();

const varint = (value) => value < 128 ? [value] : [value % 128 + 128, ...varint(Math.floor(value / 128))];

function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const number = (field, value) => Uint8Array.from([...varint(field * 8 + kVarint), ...varint(value)]);
const bytes = (field, content) => joined([varint(field * 8 + kBytes), varint(content.length), content]);
const text = (field, words) => bytes(field, encoder.encode(words));
const message = (field, ...fields) => bytes(field, joined(fields));

const kFloat = 1, kInt64 = 7;                  // TensorProto
const kFloatAttribute = 1, kIntAttribute = 2;  // AttributeProto
const kIrVersion = 8;

const dimension = (size) => message(1, typeof size === 'string' ? text(2, size) : number(1, size));
const tensorValue = (field, name, dims, type = kFloat) =>
  message(field, text(1, name), message(2, message(1, number(1, type), message(2, ...dims.map(dimension)))));

const node = (type, inputs, outputs, ...attributes) =>
  message(1, ...inputs.map((name) => text(1, name)), ...outputs.map((name) => text(2, name)), text(4, type), ...attributes);

const intAttribute = (name, value) => message(5, text(1, name), number(3, value), number(20, kIntAttribute));
const floatAttribute = (name, value) =>
  message(5, text(1, name), Uint8Array.from([2 * 8 + kFixed32, ...new Uint8Array(Float32Array.of(value).buffer)]), number(20, kFloatAttribute));

const constant = (name, dims, values) => message(
  5, ...dims.map((size) => number(1, size)), number(2, kFloat), text(8, name), bytes(9, new Uint8Array(values.buffer, values.byteOffset, values.byteLength)));

const opset = (version, domain = '') => message(8, text(1, domain), number(2, version));

/**
 * Returns a model of `count` products y_i = x_i B: x (count · rows, inner) is split into the x_i. The weights B (inner, cols) are a constant of the model, as
 * in downloaded files. Example: `InferenceSession.create(productsModel({count: 1, rows: 1, inner: 2, cols: 3}, weights))`.
 */
export function productsModel({count, rows, inner, cols}, weights) {
  const each = (letter) => Array.from({length: count}, (_, i) => `${letter}${i}`);
  const [x, y] = [each('x'), each('y')];
  const graph = message(7, node('Split', ['x'], x, intAttribute('axis', 0)), ...x.map((name, i) => node('MatMul', [name, 'b'], [y[i]])), text(2, 'products'),
    constant('b', [inner, cols], weights), tensorValue(11, 'x', [count * rows, inner]), ...y.map((name) => tensorValue(12, name, [rows, cols])));
  return joined([number(1, kIrVersion), graph, opset(13)]);
}

/** Puts the columns of matrices (rows, cols) side by side. */
function sideBySide(matrices, rows, cols) {
  const whole = new Float32Array(rows * cols * matrices.length);
  for (let row = 0; row < rows; ++row)
    matrices.forEach((matrix, i) => whole.set(matrix.subarray(row * cols, (row + 1) * cols), (row * matrices.length + i) * cols));
  return whole;
}

function transposed(matrix, rows, cols) {
  const turned = new Float32Array(matrix.length);
  for (let row = 0; row < rows; ++row)
    for (let col = 0; col < cols; ++col) turned[col * rows + row] = matrix[row * cols + col];
  return turned;
}

/**
 * Returns a decoder of the form of GPT-2 with norms before its parts: `weights(name)` gives the values of a weight by its name in src/model/parameters.h. The
 * model reads `ids` and `positions` (1, T) behind `past_key_L` and `past_value_L` (1, heads, P, D) of each layer. It gives `logits` (1, T, vocabulary), and
 * `key_L` and `value_L` of all tokens. Attention, norms and GELU are onnxruntime's operators, and queries, keys and values are one product, as its optimiser
 * makes them.
 */
export function decoderModel({layers, width, heads, vocabulary, longest}, weights) {
  const hidden = 4 * width, parts = [];
  const weight = (name, dims, values = weights(name)) => {
    parts.push(constant(name, dims, values));
    return name;
  };
  const step = (type, inputs, output, ...attributes) => {
    parts.push(node(type, inputs, [output], ...attributes));
    return output;
  };
  const norm = (x, part) =>
    step('LayerNormalization', [x, weight(part + 'norm_gain', [width]), weight(part + 'norm_bias', [width])], part + 'norm', floatAttribute('epsilon', 1e-5));
  const linear = (x, part, which, rows, cols) => step('Add',
    [step('MatMul', [x, weight(`${part}w_${which}`, [rows, cols])], `${part}product_${which}`), weight(`${part}b_${which}`, [cols])], `${part}out_${which}`);
  const kMicrosoft = text(7, 'com.microsoft'), cached = (past) => [1, heads, past, width / heads];
  const attention = (x, part, layer) => {
    const each = (letter) => ['q', 'k', 'v'].map((which) => weights(part + letter + '_' + which));
    const all = step('MatMul', [x, weight(part + 'w_qkv', [width, 3 * width], sideBySide(each('w'), width, width))], part + 'qkv');
    const split = ['q', 'k', 'v'].map((which) => part + which);
    parts.push(node('Split', [all], split, intAttribute('axis', 2)));
    const bias = weight(part + 'b_qkv', [3 * width], sideBySide(each('b'), 1, width));
    parts.push(node('MultiHeadAttention', [...split, bias, '', '', `past_key_${layer}`, `past_value_${layer}`],
      [part + 'mixed', `key_${layer}`, `value_${layer}`], kMicrosoft, intAttribute('num_heads', heads), intAttribute('unidirectional', 1)));
    return linear(part + 'mixed', part, 'o', width, width);
  };
  const feedForward = (x, part) => linear(step('Gelu', [linear(x, part, '1', width, hidden)], part + 'hidden', kMicrosoft), part, '2', hidden, width);

  const table = weight('decoder.token_table', [vocabulary, width]);
  let x =
    step('Add', [step('Gather', [table, 'ids'], 'rows'), step('Gather', [weight('decoder.position_table', [longest, width]), 'positions'], 'places')], 'input');
  for (let layer = 0; layer < layers; ++layer)
    for (const [name, body] of [['self_attention', attention], ['feed_forward', feedForward]]) {
      const part = `decoder.${layer}.${name}.`;
      x = step('Add', [x, body(norm(x, part), part, layer)], part + 'residual');
    }
  const turned = transposed(weights('decoder.token_table'), vocabulary, width);
  step('MatMul', [norm(x, 'decoder.'), weight('turned_table', [width, vocabulary], turned)], 'logits');

  const each = Array.from({length: layers}, (_, layer) => layer).flatMap((layer) => [`key_${layer}`, `value_${layer}`]);
  const graph = message(7, ...parts, text(2, 'decoder'), ...['ids', 'positions'].map((name) => tensorValue(11, name, [1, 'T'], kInt64)),
    ...each.map((name) => tensorValue(11, `past_${name}`, cached('P'))), tensorValue(12, 'logits', [1, 'T', vocabulary]),
    ...each.map((name) => tensorValue(12, name, cached('S'))));
  return joined([number(1, kIrVersion), graph, opset(17), opset(1, 'com.microsoft')]);
}

// A model of products as the bytes of an ONNX file: fields of Protocol Buffers, by the numbers of onnx.proto.

const kBytes = 2, kVarint = 0;  // wire types
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

const kFloat = 1, kInt = 2;  // TensorProto.FLOAT, AttributeProto.INT

const tensorValue = (field, name, dims) =>
  message(field, text(1, name), message(2, message(1, number(1, kFloat), message(2, ...dims.map((size) => message(1, number(1, size)))))));

const node = (type, inputs, outputs, ...attributes) =>
  message(1, ...inputs.map((name) => text(1, name)), ...outputs.map((name) => text(2, name)), text(4, type), ...attributes);

/**
 * A model of `count` products y_i = x_i B: x (count · rows, inner) is split into the x_i, the weights B (inner, cols) are a constant of the model, as they are
 * in a file that someone downloads. Example: `InferenceSession.create(productsModel({count: 1, rows: 1, inner: 2, cols: 3}, weights))`.
 */
export function productsModel({count, rows, inner, cols}, weights) {
  const each = (letter) => Array.from({length: count}, (_, i) => `${letter}${i}`);
  const [x, y] = [each('x'), each('y')];
  const raw = new Uint8Array(weights.buffer, weights.byteOffset, weights.byteLength);
  const graph =
    message(7, node('Split', ['x'], x, message(5, text(1, 'axis'), number(3, 0), number(20, kInt))), ...x.map((name, i) => node('MatMul', [name, 'b'], [y[i]])),
      text(2, 'products'), message(5, number(1, inner), number(1, cols), number(2, kFloat), text(8, 'b'), bytes(9, raw)),
      tensorValue(11, 'x', [count * rows, inner]), ...y.map((name) => tensorValue(12, name, [rows, cols])));
  const kIrVersion = 8, kOpset = 13;
  return joined([number(1, kIrVersion), graph, message(8, number(2, kOpset))]);
}

#include "autograd/op.h"

#include <numeric>
#include <utility>

#include "autograd/op_support.h"
#include "core/random.h"

namespace gf {

std::span<const OpInfo* const> op_table() {
  using namespace ops;
  static constexpr const OpInfo* kTable[] = {&kConstant,
                                             &kParameter,
                                             &kPositionEncoding,
                                             &kEmbedding,
                                             &kMatmul,
                                             &kMatmulNt,
                                             &kMatmulTn,
                                             &kAdd,
                                             &kMultiply,
                                             &kDivide,
                                             &kScale,
                                             &kPower,
                                             &kExp,
                                             &kSquareRoot,
                                             &kMask,
                                             &kSoftmax,
                                             &kLayerNorm,
                                             &kRmsNorm,
                                             &kRotatePairs,
                                             &kRelu,
                                             &kGelu,
                                             &kSilu,
                                             &kConcat,
                                             &kSlice,
                                             &kSplitHeads,
                                             &kMergeHeads,
                                             &kSum,
                                             &kMean,
                                             &kLargest,
                                             &kCrossEntropy,
                                             &kPairCounts,
                                             &kMergeTable,
                                             &kMergePairs,
                                             &kExpandPairs,
                                             &kCount,
                                             &kJoinRows,
                                             &kTableRows,
                                             &kAccounted,
                                             &kEditMatrix,
                                             &kPick,
                                             &kDistance,
                                             &kDeterminant,
                                             &kReplaceRows,
                                             &kSoftmaxGradient,
                                             &kLayerNormGradient,
                                             &kRmsNormGradient,
                                             &kCrossEntropyGradient,
                                             &kReluGradient,
                                             &kGeluGradient,
                                             &kSiluGradient,
                                             &kEmbeddingGradient,
                                             &kPad,
                                             &kSpread,
                                             &kUnitRows,
                                             &kPrincipalDirections,
                                             &kIsLargest,
                                             &kHistogram,
                                             &kRunningSums,
                                             &kIsLess,
                                             &kRunningLargest,
                                             &kRecurrence,
                                             &kTopK,
                                             &kQuantizeScale,
                                             &kZeroPoint,
                                             &kQuantize,
                                             &kDequantize,
                                             &kDecodeFloat,
                                             &kDistanceGradient,
                                             &kDeterminantGradient};
  return kTable;
}

void shape_mismatch(std::string_view op, const Shape& a, const Shape& b, std::string_view fault) {
  throw ShapeError("[" + std::string(op) + "] " + to_string(a) + " x " + to_string(b) + ": " + std::string(fault));
}

std::vector<Index> common_outer(std::string_view op, const Shape& a, const Shape& b) {
  if (a.outer.empty()) return b.outer;
  if (!b.outer.empty() && a.outer != b.outer) shape_mismatch(op, a, b, "outer axes differ");
  return a.outer;
}

Shape broadcast_shape(std::string_view op, const Shape& a, const Shape& b) {
  if ((b.rows != a.rows && b.rows != 1) || (b.cols != a.cols && b.cols != 1))
    shape_mismatch(op, a, b, "the second operand must have the shape of the first, or be a row, a column or a single cell of it");
  return {common_outer(op, a, b), a.rows, a.cols};
}

Tensor sample_tensor(std::uint32_t seed, Shape shape) {
  NumpyRandom random(seed);
  return random.uniform(std::move(shape), 1.5);
}

std::string reduction_code(std::string_view method, const Shape& from, const Shape& to) {
  const auto reduced = [&](const std::vector<int>& axes, std::string_view kept) {
    std::string text;
    for (const int axis : axes) text += (text.empty() ? "" : ", ") + std::to_string(axis);
    if (axes.size() > 1) text = "(" + text + ")";
    return "." + std::string(method) + "(axis=" + text + std::string(kept) + ")";
  };
  std::string code;
  if (to.outer.empty() && !from.outer.empty()) {
    std::vector<int> outer(from.outer.size());
    std::iota(outer.begin(), outer.end(), 0);
    code = reduced(outer, "");
  }
  std::vector<int> inner;
  if (to.rows != from.rows) inner.push_back(-2);
  if (to.cols != from.cols || (code.empty() && inner.empty())) inner.push_back(-1);
  return inner.empty() ? code : code + reduced(inner, ", keepdims=True");
}

std::string transposed_code(const std::string& operand, const Shape& shape) {
  return operand + (shape.outer.empty() ? ".T" : ".swapaxes(-1, -2)");
}

NodeId reduce_to(const BackwardStep& step, NodeId gradient, const Shape& shape) {
  if (step.tape.value(gradient).shape() == shape) return gradient;
  if (step.tape[gradient].name.empty()) named_step(step, gradient);
  return step.tape.append(ops::kSum, {gradient}, attr::Reduce{shape}, Label{});
}

bool BackwardStep::wants(std::size_t input) const { return tape[inputs[input]].wants_gradient; }

NodeId computed(const BackwardStep& step) {
  const Node& held = step.tape[step.node];
  if (held.pins.empty()) return step.node;
  const NodeId again = step.tape.append(*held.op, step.inputs, step.attributes, Label(held.name + "_unpinned", held.formula));
  step.tape.set_axes(again, held);
  return again;
}

NodeId named_step(const BackwardStep& step, NodeId id) {
  const std::string before = gradient_name(step.tape[step.node].name) + "_step";
  int number = 1;
  while (step.tape.find(before + std::to_string(number)) >= 0) ++number;
  step.tape.name(id, before + std::to_string(number));
  step.tape.set_gradient(id, {step.node, true});
  return id;
}

Expression Application::operand(std::size_t input, const Cell& cell) const {
  const Cell place = broadcast_cell(operands[input].shape(), cell);
  return expr::operand(static_cast<int>(input), place, static_cast<double>(operands[input].at(place)));
}

Expression Application::itself(const Cell& cell) const {
  return expr::operand(Expression::kItself, cell, static_cast<double>(value.at(cell)));
}

std::string Application::reference(std::size_t input, const Cell& cell) const {
  return names[input] + to_string(broadcast_cell(operands[input].shape(), cell), operands[input].shape());
}

std::string Application::reference(std::size_t input, const Cell& cell, std::string_view row, std::string_view col) const {
  const std::string outer = operands[input].shape().outer.empty() ? "" : index_text(cell.outer) + ",";
  return names[input] + "[" + outer + std::string(row) + "," + std::string(col) + "]";
}

}  // namespace gf

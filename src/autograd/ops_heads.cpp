#include <algorithm>

#include "autograd/op_support.h"
#include "autograd/ops.h"

namespace gf {
namespace {

// The axis of heads. Matrix k of the split stack is head h = k % H of sequence k / H: columns h·D .. (h+1)·D - 1 of the merged matrix.
struct Heads {
  Index count, width;
};

Heads heads_of(const Shape& split) { return {split.outer.back(), split.cols}; }

Shape split_shape(const Operands& operands) {
  const Shape& x = operands[0].shape();
  const Index heads = operands.get<attr::SplitHeads>().heads;
  if (heads < 1 || x.cols % heads != 0)
    throw ShapeError("[split_heads] " + to_string(x) + ": " + index_text(x.cols) + " columns are not a multiple of " + index_text(heads) +
                     " heads");
  Shape shape{x.outer, x.rows, x.cols / heads};
  shape.outer.push_back(heads);
  return shape;
}
void split_forward(const Operands& operands, Tensor& out) {
  const auto [heads, width] = heads_of(out.shape());
  for (Index k = 0; k < out.shape().matrices(); ++k)
    for (Index r = 0; r < out.rows(); ++r) std::copy_n(operands[0].row(k / heads, r) + k % heads * width, width, out.row(k, r));
}
std::vector<NodeId> split_backward(const BackwardStep& s) { return {merge_heads(s.tape, s.gradient, Label{})}; }
CellArithmetic explain_split(const Application& a, const Cell& cell) {
  const auto [heads, width] = heads_of(a.value.shape());
  const Cell from{cell.outer / heads, cell.row, cell.outer % heads * width + cell.col};
  return {a.reference(0, from), a.operand(0, from)};
}
std::vector<OpSample> split_samples() {
  return {OpSample{{sample_tensor(31, {{}, 3, 4})}, attr::SplitHeads{2}}, OpSample{{sample_tensor(32, {{2}, 3, 6})}, attr::SplitHeads{3}}};
}

OpCode code_split(const Application& a) {
  Shape side_by_side = a.value.shape();
  std::swap(side_by_side.outer.back(), side_by_side.rows);
  return {"$out = $0.reshape" + to_string(side_by_side) + ".swapaxes(-3, -2)"};
}

Shape merge_shape(const Operands& operands) {
  Shape shape = operands[0].shape();
  if (shape.outer.empty()) throw ShapeError("[merge_heads] " + to_string(shape) + ": expected a head axis");
  shape.cols *= shape.outer.back();
  shape.outer.pop_back();
  return shape;
}
void merge_forward(const Operands& operands, Tensor& out) {
  const auto [heads, width] = heads_of(operands[0].shape());
  for (Index k = 0; k < operands[0].shape().matrices(); ++k)
    for (Index r = 0; r < out.rows(); ++r) std::copy_n(operands[0].row(k, r), width, out.row(k / heads, r) + k % heads * width);
}
std::vector<NodeId> merge_backward(const BackwardStep& s) {
  return {split_heads(s.tape, s.gradient, s.tape.value(s.inputs[0]).shape().outer.back(), Label{})};
}
CellArithmetic explain_merge(const Application& a, const Cell& cell) {
  const auto [heads, width] = heads_of(a.operands[0].shape());
  const Cell from{cell.outer * heads + cell.col / width, cell.row, cell.col % width};
  return {a.reference(0, from), a.operand(0, from)};
}
OpCode code_merge(const Application& a) { return {"$out = $0.swapaxes(-3, -2).reshape" + to_string(a.value.shape())}; }
std::vector<OpSample> merge_samples() {
  return {OpSample{{sample_tensor(33, {{2}, 3, 4})}, {}}, OpSample{{sample_tensor(34, {{2, 3}, 2, 2})}, {}}};
}

}  // namespace

namespace ops {
const OpInfo kSplitHeads{"split_heads", "heads({0})", split_shape, split_forward, split_backward, explain_split, split_samples, code_split};
const OpInfo kMergeHeads{"merge_heads",  "concat({0})", merge_shape,   merge_forward,
                         merge_backward, explain_merge, merge_samples, code_merge};
}  // namespace ops

NodeId split_heads(Tape& tape, NodeId x, Index heads, Label label) {
  return tape.append(ops::kSplitHeads, {x}, attr::SplitHeads{heads}, std::move(label));
}
NodeId merge_heads(Tape& tape, NodeId x, Label label) { return tape.append(ops::kMergeHeads, {x}, {}, std::move(label)); }

}  // namespace gf

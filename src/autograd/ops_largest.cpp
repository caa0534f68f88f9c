#include <cmath>

#include "autograd/op_support.h"
#include "autograd/ops.h"
#include "core/nth.h"

namespace gf {
namespace {

// Returns the shape of the result. The cells that broadcast to one cell of this shape compete.
Shape largest_shape(const Operands& operands) {
  const Shape& a = operands[0].shape();
  const Shape& target = operands.get<attr::Largest>().shape;
  if ((target.rows != a.rows && target.rows != 1) || (target.cols != a.cols && target.cols != 1) ||
      (!target.outer.empty() && target.outer != a.outer))
    shape_mismatch("largest", a, target, "a largest keeps an axis or makes it 1");
  return target;
}

float size_of(const Operands& operands, float value) { return operands.get<attr::Largest>().magnitudes ? std::fabs(value) : value; }

// Returns the index of the first largest cell for each cell of the result. NaN is the largest, so that it is not hidden.
std::vector<Index> winners(const Operands& operands) {
  const Tensor& a = operands[0];
  const Shape& target = operands.get<attr::Largest>().shape;
  std::vector<Index> best(static_cast<std::size_t>(target.size()), -1);
  Index from = 0;
  for (Index k = 0; k < a.shape().matrices(); ++k)
    for (Index r = 0; r < a.rows(); ++r)
      for (Index c = 0; c < a.cols(); ++c, ++from) {
        const Cell to = broadcast_cell(target, {k, r, c});
        Index& winner = nth(best, (to.outer * target.rows + to.row) * target.cols + to.col);
        const float value = size_of(operands, a.data()[from]);
        if (winner < 0 || value > size_of(operands, a.data()[winner]) || (std::isnan(value) && !std::isnan(a.data()[winner])))
          winner = from;
      }
  return best;
}

void largest_forward(const Operands& operands, Tensor& out) {
  const std::vector<Index> best = winners(operands);
  for (std::size_t i = 0; i < best.size(); ++i) out.data()[i] = size_of(operands, operands[0].data()[best[i]]);
}

// The gradient goes to the largest cell, times the sign of the cell if magnitudes were compared.
std::vector<NodeId> largest_backward(const BackwardStep& s) {
  const Tensor& a = s.tape.value(s.inputs[0]);
  Tensor won = Tensor::filled(a.shape(), 0);
  const bool sized = std::get<attr::Largest>(s.attributes).magnitudes;
  for (const Index winner : winners({{&a}, s.attributes})) won.data()[winner] = sized && a.data()[winner] < 0 ? -1.0f : 1.0f;
  const NodeId everywhere = named_step(s, s.tape.append(ops::kSpread, {s.gradient}, attr::Spread{a.shape(), 1}, Label{}));
  const std::string x(short_name(s.tape[s.inputs[0]].name));
  const std::string formula = sized ? "sign(" + x + ") · [|" + x + "| = max |" + x + "|]" : "[" + x + " = max(" + x + ")]";
  return {multiply(s.tape, everywhere, named_step(s, constant(s.tape, std::move(won), Label("", formula))), Label{})};
}

CellArithmetic explain_largest(const Application& a, const Cell& cell) {
  const Tensor& from = a.operands[0];
  const Shape& to = a.value.shape();
  const Index place = (cell.outer * to.rows + cell.row) * to.cols + cell.col;
  const Index winner = nth(winners(a.operands), place);
  const Shape& shape = from.shape();
  const Cell at{winner / shape.matrix_size(), winner % shape.matrix_size() / shape.cols, winner % shape.cols};
  const std::string row = to.rows == 1 && from.rows() != 1 ? "t" : index_text(cell.row);
  const std::string col = to.cols == 1 && from.cols() != 1 ? "k" : index_text(cell.col);
  const bool sized = a.operands.get<attr::Largest>().magnitudes;
  const std::string bar = sized ? "|" : "";
  const bool negative = sized && from.at(at) < 0;
  return {"max " + bar + a.reference(0, cell, row, col) + bar + " = " + bar + a.reference(0, at) + bar,
          negative ? expr::negate(a.operand(0, at)) : a.operand(0, at)};
}

OpCode code_largest(const Application& a) {
  const std::string reduction = reduction_code("max", a.operands[0].shape(), a.value.shape());
  return {"$out = " + std::string(a.operands.get<attr::Largest>().magnitudes ? "np.abs($0)" : "$0") + reduction};
}

// Returns values that differ by more than a finite difference, and so do their magnitudes.
Tensor apart_tensor() {
  Tensor tensor(Shape{{2}, 3, 4});
  for (Index i = 0; i < tensor.size(); ++i) tensor.data()[i] = 0.13f * (static_cast<float>(i * 7 % tensor.size()) - 11.25f);
  return tensor;
}

std::vector<OpSample> largest_samples() {
  std::vector<OpSample> samples;
  for (const Shape& target : {Shape{{2}, 3, 1}, Shape{{2}, 1, 4}, Shape{{}, 1, 1}})
    for (const bool magnitudes : {false, true}) samples.push_back(OpSample{{apart_tensor()}, attr::Largest{target, magnitudes}});
  return samples;
}

}  // namespace

namespace ops {
const OpInfo kLargest{"largest",        "max({0})",      largest_shape,   largest_forward,
                      largest_backward, explain_largest, largest_samples, code_largest};
}  // namespace ops

NodeId largest(Tape& tape, NodeId a, Along along, bool magnitudes, Label label) {
  if (magnitudes && label.formula.empty()) label.formula = "max |" + std::string(short_name(tape[a].name)) + "|";
  return tape.append(ops::kLargest, {a}, attr::Largest{reduced_shape(tape.value(a).shape(), along), magnitudes}, std::move(label));
}

}  // namespace gf

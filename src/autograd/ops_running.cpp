// Running sums and comparisons, by which a random number finds its token among shares.
#include "autograd/op_support.h"
#include "autograd/ops.h"

namespace gf {
namespace {

// ---- running_sums ------------------------------------------------------------------------------------------------------

const attr::RunningSums& attributes_of(const Operands& operands) { return operands.get<attr::RunningSums>(); }

// The cells of a line that a cell sums: [from, to).
struct Summed {
  Index from, to;
};
Summed summed_at(const attr::RunningSums& attributes, Index place, Index size) {
  const Index included = attributes.exclusive ? 0 : 1;
  return attributes.from_end ? Summed{place + 1 - included, size} : Summed{0, place + included};
}

Index place_in_line(const attr::RunningSums& attributes, const Cell& cell) { return attributes.along == Along::rows ? cell.col : cell.row; }
Index size_of_line(const attr::RunningSums& attributes, const Tensor& x) { return attributes.along == Along::rows ? x.cols() : x.rows(); }
Cell cell_in_line(const attr::RunningSums& attributes, const Cell& cell, Index place) {
  return attributes.along == Along::rows ? Cell{cell.outer, cell.row, place} : Cell{cell.outer, place, cell.col};
}

Shape running_sums_shape(const Operands& operands) { return line_shape("running_sums", operands, attributes_of(operands).along); }

void running_sums_forward(const Operands& operands, Tensor& out) {
  const Tensor& x = operands[0];
  const attr::RunningSums& attributes = attributes_of(operands);
  const Index size = size_of_line(attributes, x), lines = attributes.along == Along::rows ? x.rows() : x.cols();
  for (Index k = 0; k < x.shape().matrices(); ++k)
    for (Index line = 0; line < lines; ++line) {
      double sum = 0;
      for (Index i = 0; i < size; ++i) {
        const Cell at = cell_in_line(attributes, {k, line, line}, attributes.from_end ? size - 1 - i : i);
        if (attributes.exclusive) out.at(at) = static_cast<float>(sum);
        sum += static_cast<double>(x.at(at));
        if (!attributes.exclusive) out.at(at) = static_cast<float>(sum);
      }
    }
}

// The gradient of a cell is the sum of the gradients of all cells that sum it: running sums from the other end.
std::vector<NodeId> running_sums_backward(const BackwardStep& s) {
  attr::RunningSums attributes = std::get<attr::RunningSums>(s.attributes);
  attributes.from_end = !attributes.from_end;
  return {running_sums(s.tape, s.gradient, attributes, Label{})};
}

CellArithmetic explain_running_sums(const Application& a, const Cell& cell) {
  const attr::RunningSums& attributes = attributes_of(a.operands);
  const Index place = place_in_line(attributes, cell);
  const auto [from, to] = summed_at(attributes, place, size_of_line(attributes, a.operands[0]));
  std::vector<Expression> terms;
  for (Index i = from; i < to; ++i) terms.push_back(a.operand(0, cell_in_line(attributes, cell, i)));
  const std::string range = std::string(attributes.from_end ? "i ≥ " : "i ≤ ") + index_text(attributes.from_end ? from : to - 1);
  const std::string row = attributes.along == Along::rows ? index_text(cell.row) : "i",
                    col = attributes.along == Along::rows ? "i" : index_text(cell.col);
  if (terms.empty()) return {"0", expr::number(0)};
  return {"Σ " + a.reference(0, cell, row, col) + ", " + range, expr::sum(std::move(terms))};
}

OpCode code_running_sums(const Application& a) {
  const attr::RunningSums& attributes = attributes_of(a.operands);
  const std::string axis = attributes.along == Along::rows ? "-1" : "-2", less = attributes.exclusive ? " - $0" : "";
  if (!attributes.from_end) return {"$out = np.cumsum($0, axis=" + axis + ")" + less, "$out = torch.cumsum($0, dim=" + axis + ")" + less};
  return {"$out = np.flip(np.cumsum(np.flip($0, axis=" + axis + "), axis=" + axis + "), axis=" + axis + ")" + less,
          "$out = torch.cumsum($0.flip(" + axis + "), dim=" + axis + ").flip(" + axis + ")" + less};
}

std::vector<OpSample> running_sums_samples() {
  const Tensor x = sample_tensor(67, {{2}, 3, 4});
  return {OpSample{{x}, attr::RunningSums{}}, OpSample{{x}, attr::RunningSums{Along::columns, true, false}},
          OpSample{{x}, attr::RunningSums{Along::rows, true, true}}};
}

// ---- is_less -----------------------------------------------------------------------------------------------------------

Shape is_less_shape(const Operands& operands) { return broadcast_shape("is_less", operands[0].shape(), operands[1].shape()); }

void is_less_forward(const Operands& operands, Tensor& out) {
  for_each_cell(out, [&](const Cell& cell, float& value) {
    value = operands[0].at(cell) < operands[1].at(broadcast_cell(operands[1].shape(), cell)) ? 1.0f : 0.0f;
  });
}

CellArithmetic explain_is_less(const Application& a, const Cell& cell) {
  const Cell other = broadcast_cell(a.operands[1].shape(), cell);
  return {"[" + a.reference(0, cell) + " < " + a.reference(1, other) + "]",
          expr::call(Expression::Kind::less, {a.operand(0, cell), a.operand(1, other)})};
}

std::vector<OpSample> is_less_samples() {
  const Tensor x = sample_tensor(68, {{2}, 3, 4});
  return {OpSample{{x, sample_tensor(69, {{2}, 3, 4})}}, OpSample{{x, sample_tensor(70, {{}, 1, 1})}},
          OpSample{{x, sample_tensor(71, {{}, 1, 4})}}};
}

}  // namespace

namespace ops {
const OpInfo kRunningSums{"running_sums",        "@running_sums {0}",  running_sums_shape,   running_sums_forward,
                          running_sums_backward, explain_running_sums, running_sums_samples, code_running_sums};
const OpInfo kIsLess{"is_less", "[{0} < {1}]",   is_less_shape,   is_less_forward,
                     nullptr,   explain_is_less, is_less_samples, "$out = ($0 < $1) * 1.0"};
}  // namespace ops

NodeId running_sums(Tape& tape, NodeId x, attr::RunningSums attributes, Label label) {
  return tape.append(ops::kRunningSums, {x}, attributes, std::move(label));
}

NodeId is_less(Tape& tape, NodeId a, NodeId b, Label label) { return tape.append(ops::kIsLess, {a, b}, {}, std::move(label)); }

}  // namespace gf

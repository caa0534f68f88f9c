// Marks the largest or the least value of a row, and the k largest values of a line.
#include <algorithm>
#include <cmath>

#include "autograd/op_support.h"
#include "autograd/ops.h"
#include "core/largest.h"
#include "core/nth.h"

namespace gf {
namespace {

// ---- pick --------------------------------------------------------------------------------------------------------------

bool picks_least(const Operands& operands) { return operands.get<attr::Pick>().which == Extreme::least; }

// Returns the column that is picked; -1 if the row has a NaN.
Index picked(const float* row, Index cols, bool least) {
  Index best = 0;
  for (Index c = 0; c < cols; ++c) {
    if (std::isnan(row[c])) return -1;
    if (least ? row[c] < row[best] : row[c] > row[best]) best = c;
  }
  return best;
}
void pick_forward(const Operands& operands, Tensor& out) {
  for (Index k = 0; k < out.shape().matrices(); ++k)
    for (Index r = 0; r < out.rows(); ++r) {
      const Index column = picked(operands[0].row(k, r), out.cols(), picks_least(operands));
      std::fill_n(out.row(k, r), out.cols(), column < 0 ? NAN : 0.0f);
      if (column >= 0) out.at(k, r, column) = 1;
    }
}
std::vector<NodeId> pick_backward(const BackwardStep& s) { return {scale(s.tape, s.gradient, 0, Label{})}; }
CellArithmetic explain_pick(const Application& a, const Cell& cell) {
  const bool least = picks_least(a.operands);
  const auto kind = least ? Expression::Kind::min : Expression::Kind::max;
  std::vector<Expression> all, before;
  for (Index c = 0; c < a.value.cols(); ++c) {
    const Cell at{cell.outer, cell.row, c};
    all.push_back(a.operand(0, at));
    if (c < cell.col) before.push_back(a.operand(0, at));
  }
  const std::string of_row = std::string(least ? "min" : "max") + "(" + a.reference(0, cell, std::to_string(cell.row), "·") + ")";
  const std::string symbols = "[" + a.reference(0, cell) + " = " + of_row + "]";
  if (std::isnan(a.value.at(cell))) return {symbols, expr::number(static_cast<double>(NAN))};
  Expression extreme = expr::call(Expression::Kind::equal, {a.operand(0, cell), expr::call(kind, std::move(all))});
  if (evaluate(extreme) == static_cast<double>(a.value.at(cell))) return {symbols, std::move(extreme)};
  // A cell before this cell has the same value, and the first such cell is picked.
  Expression first = least ? expr::call(Expression::Kind::less, {a.operand(0, cell), expr::call(kind, std::move(before))})
                           : expr::call(Expression::Kind::less, {expr::call(kind, std::move(before)), a.operand(0, cell)});
  return {symbols, expr::product({std::move(extreme), std::move(first)})};
}
OpCode code_pick(const Application& a) {
  return {"$out = np.eye(" + index_text(a.value.cols()) + ")[$0." + (picks_least(a.operands) ? "argmin" : "argmax") + "(axis=-1)]"};
}
std::vector<OpSample> pick_samples() {
  const Tensor x = sample_tensor(65, {{2}, 3, 4});
  return {OpSample{{x}, attr::Pick{Extreme::largest}}, OpSample{{x}, attr::Pick{Extreme::least}}};
}

// ---- top_k -------------------------------------------------------------------------------------------------------------

// Returns the cells of the line that contains a cell, in their order.
std::vector<Cell> line_of(const Shape& shape, const Cell& cell, Along along) {
  std::vector<Cell> line;
  const Index count = along == Along::rows ? shape.cols : shape.rows;
  for (Index i = 0; i < count; ++i) line.push_back(along == Along::rows ? Cell{cell.outer, cell.row, i} : Cell{cell.outer, i, cell.col});
  return line;
}

Shape top_k_shape(const Operands& operands) {
  const auto& [k, along] = operands.get<attr::TopK>();
  if (k < 1) throw ShapeError("[top_k] expected at least one to keep, got " + index_text(k));
  return line_shape("top_k", operands, along);
}
void keep_largest(const Tensor& x, const std::vector<Cell>& line, Index k, Tensor& out) {
  std::vector<float> values;
  for (const Cell& cell : line) values.push_back(x.at(cell));
  const bool unknown = std::any_of(values.begin(), values.end(), [](float value) { return std::isnan(value); });
  for (const Cell& cell : line) out.at(cell) = unknown ? NAN : 0.0f;
  if (unknown) return;
  for (const Index place : largest_of(values, k)) out.at(nth(line, place)) = 1;
}
void top_k_forward(const Operands& operands, Tensor& out) {
  const auto& [k, along] = operands.get<attr::TopK>();
  const Index lines = along == Along::rows ? out.rows() : out.cols();
  for (Index outer = 0; outer < out.shape().matrices(); ++outer)
    for (Index i = 0; i < lines; ++i)
      keep_largest(operands[0], line_of(out.shape(), along == Along::rows ? Cell{outer, i, 0} : Cell{outer, 0, i}, along), k, out);
}
// A cell is kept if fewer than k cells precede it: larger cells, and earlier cells of the same value.
CellArithmetic explain_top_k(const Application& a, const Cell& cell) {
  const auto& [k, along] = a.operands.get<attr::TopK>();
  const std::string symbols = "@fewer_are_larger " + a.reference(0, cell) + " " + index_text(k);
  if (std::isnan(a.value.at(cell))) return {symbols, expr::number(static_cast<double>(NAN))};
  std::vector<Expression> before;
  bool passed = false;
  for (const Cell& other : line_of(a.value.shape(), cell, along)) {
    if (other == cell) {
      passed = true;
      continue;
    }
    before.push_back(expr::call(Expression::Kind::less, {a.operand(0, cell), a.operand(0, other)}));
    if (!passed && a.operands[0].at(other) == a.operands[0].at(cell))
      before.push_back(expr::call(Expression::Kind::equal, {a.operand(0, other), a.operand(0, cell)}));
  }
  Expression count = before.empty() ? expr::number(0) : expr::sum(std::move(before));
  return {symbols, expr::call(Expression::Kind::less, {std::move(count), expr::number(static_cast<double>(k))})};
}
OpCode code_top_k(const Application& a) {
  const auto& [k, along] = a.operands.get<attr::TopK>();
  const std::string axis = axis_code(along), dim = "dim" + axis.substr(4);
  return {
      "$order = np.argsort(-$0, " + axis + ", kind=\"stable\")\n$out = (np.argsort($order, " + axis + ") < " + index_text(k) + ") * 1.0",
      "$order = torch.argsort(-$0, " + dim + ", stable=True)\n$out = (torch.argsort($order, " + dim + ") < " + index_text(k) + ") * 1.0"};
}
std::vector<OpSample> top_k_samples() {
  const Tensor x = sample_tensor(66, {{2}, 3, 4});
  return {OpSample{{x}, attr::TopK{2, Along::rows}}, OpSample{{x}, attr::TopK{1, Along::columns}},
          OpSample{{Tensor::from_rows({{1, 2, 2, 2}})}, attr::TopK{2, Along::rows}}};
}

}  // namespace

namespace ops {
const OpInfo kPick{"pick", "[{0} = max {0}]", same_shape, pick_forward, pick_backward, explain_pick, pick_samples, code_pick};
const OpInfo kTopK{"top_k", "@among_k_largest {0}", top_k_shape, top_k_forward, nullptr, explain_top_k, top_k_samples, code_top_k};
}  // namespace ops

NodeId pick(Tape& tape, NodeId x, Extreme which, Label label) {
  const std::string name(short_name(tape[x].name));
  if (which == Extreme::least && label.formula.empty()) label.formula = "[" + name + " = min " + name + "]";
  return tape.append(ops::kPick, {x}, attr::Pick{which}, std::move(label));
}

NodeId top_k(Tape& tape, NodeId x, Index k, Along along, Label label) {
  if (label.formula.empty()) label.formula = "@among_largest " + std::string(short_name(tape[x].name)) + " " + index_text(k);
  return tape.append(ops::kTopK, {x}, attr::TopK{k, along}, std::move(label));
}

}  // namespace gf

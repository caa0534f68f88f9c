// Which of a row's values is the largest or the least.
#include <algorithm>
#include <cmath>

#include "autograd/op_support.h"
#include "autograd/ops.h"

namespace gf {
namespace {

// ---- pick --------------------------------------------------------------------------------------------------------------

bool picks_least(const Operands& operands) { return operands.get<attr::Pick>().which == Extreme::least; }

// The column that is picked; -1 where the row has a NaN.
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
  // One before it has the same value, and the first one is picked.
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

}  // namespace

namespace ops {
const OpInfo kPick{"pick", "[{0} = max {0}]", same_shape, pick_forward, pick_backward, explain_pick, pick_samples, code_pick};
}  // namespace ops

NodeId pick(Tape& tape, NodeId x, Extreme which, Label label) {
  const std::string name(short_name(tape[x].name));
  if (which == Extreme::least && label.formula.empty()) label.formula = "[" + name + " = min " + name + "]";
  return tape.append(ops::kPick, {x}, attr::Pick{which}, std::move(label));
}

}  // namespace gf

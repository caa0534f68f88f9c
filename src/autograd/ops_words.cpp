// Values of words that are counted: given counts, the edit matrix of two words, and the tokens of rows.
#include <algorithm>

#include "autograd/op_support.h"
#include "autograd/ops.h"
#include "core/nth.h"

namespace gf {
namespace {

// ---- accounted -------------------------------------------------------------------------------------------------------------

Shape accounted_shape(const Operands& operands) { return operands.get<attr::Accounted>().counted->shape(); }
void accounted_forward(const Operands& operands, Tensor& out) {
  const Tensor& counted = *operands.get<attr::Accounted>().counted;
  std::copy_n(counted.data(), counted.size(), out.data());
}
CellArithmetic explain_accounted(const Application& a, const Cell& cell) { return a.operands.get<attr::Accounted>().account(cell); }
OpCode code_accounted(const Application& a) { return a.operands.get<attr::Accounted>().code; }
std::vector<OpSample> accounted_samples() {
  const auto counted = std::make_shared<const Tensor>(Tensor::from_rows({{0, 1, 2}, {1, 2, 3}}));
  const auto account = [](const Cell& cell) {
    return CellArithmetic{"row + column",
                          expr::sum({expr::number(static_cast<double>(cell.row)), expr::number(static_cast<double>(cell.col))})};
  };
  return {OpSample{{}, attr::Accounted{counted, account}}};
}

// ---- edit matrix -------------------------------------------------------------------------------------------------------

Shape edit_matrix_shape(const Operands& operands) {
  const Shape& costs = operands[0].shape();
  return {costs.outer, costs.rows + 1, costs.cols + 1};
}
void edit_matrix_forward(const Operands& operands, Tensor& out) {
  for_each_cell(out, [&](const Cell& cell, float& value) {
    const auto [k, i, j] = cell;
    if (i == 0 || j == 0) {
      value = static_cast<float>(i + j);
      return;
    }
    const float diagonal = out.at(k, i - 1, j - 1) + operands[0].at(k, i - 1, j - 1);
    value = std::min({out.at(k, i - 1, j) + 1, out.at(k, i, j - 1) + 1, diagonal});
  });
}
CellArithmetic explain_edit_matrix(const Application& a, const Cell& cell) {
  const auto [k, i, j] = cell;
  const auto name = [&](Index row, Index col) { return "D" + to_string(Cell{k, row, col}, a.value.shape()); };
  const auto one_more = [&](Index row, Index col) { return expr::sum({a.itself({k, row, col}), expr::number(1)}); };
  if (i == 0 && j == 0) return {"0", expr::number(0)};
  if (i == 0) return {name(0, j - 1) + " + 1", one_more(0, j - 1)};
  if (j == 0) return {name(i - 1, 0) + " + 1", one_more(i - 1, 0)};
  const Cell from{k, i - 1, j - 1};
  return {"min(" + name(i - 1, j) + " + 1, " + name(i, j - 1) + " + 1, " + name(i - 1, j - 1) + " + " + a.reference(0, from) + ")",
          expr::call(Expression::Kind::min, {one_more(i - 1, j), one_more(i, j - 1), expr::sum({a.itself(from), a.operand(0, from)})})};
}
OpCode code_edit_matrix(const Application& a) {
  if (!a.value.shape().outer.empty()) return {};
  const std::string costs =
      "range(" + index_text(a.operands[0].rows()) + "):\n    for $j in range(" + index_text(a.operands[0].cols()) + "):\n";
  return {"$out = np.arange(" + index_text(a.value.rows()) + ")[:, None] + np.arange(" + index_text(a.value.cols()) + ".0)\nfor $i in " +
          costs +
          "        $beside = min($out[$i, $j + 1], $out[$i + 1, $j]) + 1\n        $out[$i + 1, $j + 1] = min($beside, $out[$i, $j] + "
          "$0[$i, $j])"};
}
std::vector<OpSample> edit_matrix_samples() { return {OpSample{{Tensor::from_rows({{1, 1, 0}, {0, 1, 1}, {1, 0.5f, 1}, {1, 1, 1}})}, {}}}; }

// ---- count -------------------------------------------------------------------------------------------------------------

Shape count_shape(const Operands& operands) {
  const auto& [which, shape] = operands.get<attr::Count>();
  if (std::ssize(which) != shape.size()) throw ShapeError("[count] " + to_string(shape) + ": expected an operand, or none, for each cell");
  return shape;
}
int counted(const Operands& operands, Index cell) { return nth(operands.get<attr::Count>().which, cell); }
Index count_of(const Operands& operands, Index cell) {
  const int input = counted(operands, cell);
  return input < 0 ? 0 : nth(operands, input).cols();
}
void count_forward(const Operands& operands, Tensor& out) {
  for (Index i = 0; i < out.size(); ++i) out.data()[i] = static_cast<float>(count_of(operands, i));
}
CellArithmetic explain_count(const Application& a, const Cell& cell) {
  const Index place = cell.row * a.value.cols() + cell.col;
  const int input = counted(a.operands, place);
  return {input < 0 ? "0" : "Σ 1, " + nth(a.names, input) + "[0,t]", expr::number(static_cast<double>(count_of(a.operands, place)))};
}
OpCode code_count(const Application& a) {
  std::string rows = "[";
  for (Index i = 0; i < a.value.size(); ++i) {
    const int input = counted(a.operands, i);
    if (i > 0) rows += i % a.value.cols() == 0 ? "], [" : ", ";
    rows += input < 0 ? "0" : "$" + std::to_string(input) + ".shape[1]";
  }
  return {"$out = np.array([" + rows + "]], dtype=float)"};
}
std::vector<OpSample> count_samples() {
  return {OpSample{{Tensor::from_rows({{4, 5, 6}}), Tensor::from_rows({{7}})}, attr::Count{{1, 0, -1, 0}, {{}, 2, 2}}}};
}

}  // namespace

namespace ops {
const OpInfo kAccounted{"accounted", "", accounted_shape, accounted_forward, nullptr, explain_accounted, accounted_samples, code_accounted};
const OpInfo kEditMatrix{"edit_matrix", "min(↑ + 1, ← + 1, ↖ + {0})", edit_matrix_shape,   edit_matrix_forward,
                         nullptr,       explain_edit_matrix,          edit_matrix_samples, code_edit_matrix};
const OpInfo kCount{"count", "count({0}, …)", count_shape, count_forward, nullptr, explain_count, count_samples, code_count};
}  // namespace ops

NodeId accounted(Tape& tape, Tensor value, std::function<CellArithmetic(const Cell&)> account, OpCode code, Label label) {
  attr::Accounted attributes{std::make_shared<const Tensor>(std::move(value)), std::move(account), std::move(code)};
  return tape.append(ops::kAccounted, {}, std::move(attributes), std::move(label));
}

NodeId edit_matrix(Tape& tape, NodeId costs, Label label) { return tape.append(ops::kEditMatrix, {costs}, {}, std::move(label)); }
NodeId count(Tape& tape, std::vector<NodeId> rows, std::vector<int> which, Shape shape, Label label) {
  return tape.append(ops::kCount, std::move(rows), attr::Count{std::move(which), std::move(shape)}, std::move(label));
}

}  // namespace gf

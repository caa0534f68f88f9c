#include <cmath>

#include "autograd/op_support.h"
#include "autograd/ops.h"
#include "core/nth.h"
#include "core/number_text.h"

namespace gf {
namespace {

// ---- rotate_pairs ------------------------------------------------------------------------------------------------------

Shape rotate_pairs_shape(const Operands& operands) {
  const Shape& x = operands[0].shape();
  const auto positions = static_cast<Index>(operands.get<attr::RotatePairs>().positions.size());
  if (x.cols % 2 != 0 || positions != x.rows)
    throw ShapeError("[rotate_pairs] " + to_string(x) + " x " + std::to_string(positions) +
                     " positions: expected pairs of columns, and one position for each row");
  return x;
}

// Return the cells of the first and of the second column of a pair.
Cell first_of_pair(const Cell& cell) { return {cell.outer, cell.row, cell.col / 2 * 2}; }
Cell second_of_pair(const Cell& cell) { return {cell.outer, cell.row, cell.col / 2 * 2 + 1}; }

int position_of_row(const Operands& operands, Index row) { return nth(operands.get<attr::RotatePairs>().positions, row); }

double angle_of_pair(const Operands& operands, const Cell& cell) {
  const double power = static_cast<double>(cell.col / 2 * 2) / static_cast<double>(operands[0].cols());
  return position_of_row(operands, cell.row) / std::pow(static_cast<double>(operands.get<attr::RotatePairs>().base), power);
}

void rotate_pairs_forward(const Operands& operands, Tensor& out) {
  const Tensor& x = operands[0];
  for_each_cell(out, [&](const Cell& cell, float& value) {
    const double angle = angle_of_pair(operands, cell), first = static_cast<double>(x.at(first_of_pair(cell))),
                 second = static_cast<double>(x.at(second_of_pair(cell)));
    value = static_cast<float>(cell.col % 2 == 0 ? first * std::cos(angle) - second * std::sin(angle)
                                                 : first * std::sin(angle) + second * std::cos(angle));
  });
}

// The gradient turns by the opposite angle.
std::vector<NodeId> rotate_pairs_backward(const BackwardStep& s) {
  attr::RotatePairs back = std::get<attr::RotatePairs>(s.attributes);
  for (int& position : back.positions) position = -position;
  return {s.tape.append(ops::kRotatePairs, {s.gradient}, std::move(back), Label{})};
}

CellArithmetic explain_rotate_pairs(const Application& a, const Cell& cell) {
  using enum Expression::Kind;
  const Cell first_cell = first_of_pair(cell), second_cell = second_of_pair(cell);
  const int position = position_of_row(a.operands, cell.row);
  const double base = static_cast<double>(a.operands.get<attr::RotatePairs>().base), width = static_cast<double>(a.value.cols());
  Expression angle = expr::number(position);
  std::string written = std::to_string(position);
  if (first_cell.col > 0) {
    Expression power = expr::quotient(expr::number(static_cast<double>(first_cell.col)), expr::number(width));
    angle = expr::quotient(std::move(angle), expr::call(Expression::Kind::power, {expr::number(base), std::move(power)}));
    written += " / " + format_number(base) + "^(" + index_text(first_cell.col) + "/" + index_text(a.value.cols()) + ")";
  }
  const auto turned = [&](const Cell& at, Expression::Kind by) { return expr::product({a.operand(0, at), expr::call(by, {angle})}); };
  const std::string first = a.reference(0, first_cell), second = a.reference(0, second_cell), phi = ", φ = " + written;
  if (cell.col % 2 == 0)
    return {first + " · cos φ − " + second + " · sin φ" + phi, expr::difference(turned(first_cell, cosine), turned(second_cell, sine))};
  return {first + " · sin φ + " + second + " · cos φ" + phi, expr::sum({turned(first_cell, sine), turned(second_cell, cosine)})};
}

OpCode code_rotate_pairs(const Application& a) {
  const auto& [positions, base] = a.operands.get<attr::RotatePairs>();
  const std::string width = index_text(a.value.cols());
  OpCode code;
  code.numpy = "$pos, $col = np.array(" + code.list("positions", positions) + ")[:, None], np.arange(" + width +
               ")\n"
               "$angle = $pos / " +
               python_number(base) + " ** ($col // 2 * 2 / " + width +
               ")\n"
               "$turned = $0[..., $col + 1 - $col % 2 * 2] * ($col % 2 * 2 - 1)\n"
               "$out = $0 * np.cos($angle) + $turned * np.sin($angle)";
  return code;
}

std::vector<OpSample> rotate_pairs_samples() {
  return {OpSample{{sample_tensor(64, {{2}, 3, 4})}, attr::RotatePairs{{0, 5, -2}}},
          OpSample{{sample_tensor(65, {{}, 2, 6})}, attr::RotatePairs{{7, 1}, 100}}};
}

}  // namespace

namespace ops {
const OpInfo kRotatePairs{"rotate_pairs",        "rope({0})",          rotate_pairs_shape,   rotate_pairs_forward,
                          rotate_pairs_backward, explain_rotate_pairs, rotate_pairs_samples, code_rotate_pairs};
}  // namespace ops

NodeId rotate_pairs(Tape& tape, NodeId x, std::vector<int> positions, Label label) {
  return tape.append(ops::kRotatePairs, {x}, attr::RotatePairs{std::move(positions)}, std::move(label));
}

}  // namespace gf

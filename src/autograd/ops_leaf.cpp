#include <cmath>

#include "autograd/op_support.h"
#include "autograd/ops.h"
#include "core/nth.h"
#include "core/number_text.h"

namespace gf {
namespace {

constexpr double kBase = 10000.0;

CellArithmetic explain_given(const Application& application, const Cell& cell) {
  return {"", expr::number(static_cast<double>(application.value.at(cell)))};
}

std::vector<OpSample> no_samples() { return {}; }

Shape encoding_shape(const Operands& operands) {
  const auto& [length, exponents] = operands.get<attr::PositionEncoding>();
  const Shape shape{{}, length, std::ssize(exponents.over)};
  if (shape.rows < 1 || shape.cols < 2)
    throw ShapeError("[position_encoding] " + to_string(shape) + ": expected at least one position and a width of 2 or more");
  return shape;
}

void encoding_forward(const Operands& operands, Tensor& out) {
  const PositionExponents& exponents = operands.get<attr::PositionEncoding>().exponents;
  std::vector<double> divisors;  // of the position, for each column
  for (Index col = 0; col < out.cols(); ++col) divisors.push_back(std::pow(kBase, exponents.at(col)));
  for_each_cell(out, [&](const Cell& cell, float& value) {
    const double angle = static_cast<double>(cell.row) / nth(divisors, cell.col);
    value = static_cast<float>(cell.col % 2 == 0 ? std::sin(angle) : std::cos(angle));
  });
}

std::vector<NodeId> encoding_backward(const BackwardStep&) { return {}; }

CellArithmetic explain_encoding(const Application& application, const Cell& cell) {
  const PositionExponents& exponents = application.operands.get<attr::PositionEncoding>().exponents;
  const bool sine = cell.col % 2 == 0;
  Expression power = expr::number(nth(exponents.over, cell.col));
  if (exponents.under != 1) power = expr::quotient(std::move(power), expr::number(exponents.under));
  Expression base = expr::call(Expression::Kind::power, {expr::number(kBase), std::move(power)});
  Expression angle = expr::quotient(expr::number(static_cast<double>(cell.row)), std::move(base));
  return {std::string(sine ? "sin" : "cos") + "(pos / 10000^(" + (sine ? exponents.sine : exponents.cosine) +
              ")), pos = " + index_text(cell.row) + ", i = " + index_text(cell.col / 2),
          expr::call(sine ? Expression::Kind::sine : Expression::Kind::cosine, {std::move(angle)})};
}

// The usual exponents are a short expression; other exponents are a list.
OpCode code_encoding(const Application& a) {
  const PositionExponents& exponents = a.operands.get<attr::PositionEncoding>().exponents;
  const std::string rows = index_text(a.value.rows()), cols = index_text(a.value.cols());
  const bool usual = exponents.over == position_exponents(a.value.cols()).over;
  OpCode code;
  std::string lines = "$pos, $col = np.arange(" + rows + ")[:, None], np.arange(" + cols + ")\n", exponent = "$col // 2 * 2";
  if (!usual) {
    std::vector<std::string> over;
    for (const double value : exponents.over) over.push_back(exact_text(value));
    exponent = "np.array(" + code.list("exponents", over) + ")";
  }
  if (exponents.under != 1) exponent += " / " + exact_text(exponents.under);
  code.numpy = lines + "$angle = $pos / 10000 ** (" + exponent + ")\n$out = np.where($col % 2 == 0, np.sin($angle), np.cos($angle))";
  return code;
}

std::vector<OpSample> encoding_samples() {
  return {OpSample{{}, attr::PositionEncoding{5, position_exponents(6)}},
          OpSample{{}, attr::PositionEncoding{4, {{0, 0.5, 1, 1.5, 2}, 1, "i", "i + ½"}}}};
}

}  // namespace

namespace ops {
const OpInfo kConstant{"constant", "", nullptr, nullptr, nullptr, explain_given, no_samples};
const OpInfo kParameter{"parameter", "", nullptr, nullptr, nullptr, explain_given, no_samples};
const OpInfo kPositionEncoding{"position_encoding", "sin(pos / 10000^(2i/d)), cos(pos / 10000^(2i/d))",
                               encoding_shape,      encoding_forward,
                               encoding_backward,   explain_encoding,
                               encoding_samples,    code_encoding};
}  // namespace ops

NodeId constant(Tape& tape, Tensor value, Label label) { return tape.append_leaf(ops::kConstant, std::move(value), std::move(label)); }
NodeId constant(Tape& tape, std::shared_ptr<const Tensor> value, Label label) {
  return tape.append_leaf(ops::kConstant, std::move(value), std::move(label));
}
NodeId parameter(Tape& tape, std::shared_ptr<const Tensor> value, Label label, std::shared_ptr<const ColumnPanels> panels) {
  return tape.append_leaf(ops::kParameter, std::move(value), std::move(label), std::move(panels));
}
NodeId parameter(Tape& tape, Tensor value, Label label) { return tape.append_leaf(ops::kParameter, std::move(value), std::move(label)); }

PositionExponents position_exponents(Index width) {
  const std::string written = "2i/" + index_text(width);
  PositionExponents exponents{{}, static_cast<double>(width), written, written};
  for (Index col = 0; col < width; ++col) exponents.over.push_back(static_cast<double>(col / 2 * 2));
  return exponents;
}
NodeId position_encoding(Tape& tape, Index length, PositionExponents exponents, Label label) {
  if (label.formula.empty()) label.formula = exponents.formula;
  return tape.append(ops::kPositionEncoding, {}, attr::PositionEncoding{length, std::move(exponents)}, std::move(label));
}

}  // namespace gf

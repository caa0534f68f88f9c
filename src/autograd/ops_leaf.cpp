#include <cmath>

#include "autograd/op_support.h"
#include "autograd/ops.h"

namespace gf {
namespace {

constexpr double kBase = 10000.0;

// Leaves have no operands: their value is given, and their shape with it.
Shape given_shape(const Operands& operands) { return operands.attributes.target; }
void given_value(const Operands&, Tensor&) {}

CellArithmetic explain_given(const Application& application, const Cell& cell) {
  return {"", expr::number(static_cast<double>(application.value.at(cell)))};
}

std::vector<OpSample> no_samples() { return {}; }

// The exponent of 10000 under the angle of one column.
double exponent(Index col, Index width, bool published) {
  const double pair = static_cast<double>(col / 2 * 2);
  if (!published) return pair / static_cast<double>(width);
  return col % 2 == 0 ? pair : pair + 2.0 / static_cast<double>(width);
}

Shape encoding_shape(const Operands& operands) {
  const Shape& shape = operands.attributes.target;
  if (shape.rows < 1 || shape.cols < 2 || shape.cols % 2 != 0)
    throw ShapeError("[position_encoding] " + to_string(shape) + ": expected at least one position and an even width of 2 or more");
  return shape;
}

void encoding_forward(const Operands& operands, Tensor& out) {
  for_each_cell(out, [&](const Cell& cell, float& value) {
    const double angle = static_cast<double>(cell.row) / std::pow(kBase, exponent(cell.col, out.cols(), operands.attributes.flag));
    value = static_cast<float>(cell.col % 2 == 0 ? std::sin(angle) : std::cos(angle));
  });
}

std::vector<NodeId> encoding_backward(const BackwardStep&) { return {}; }

CellArithmetic explain_encoding(const Application& application, const Cell& cell) {
  const Index width = application.value.cols();
  const bool published = application.operands.attributes.flag;
  const bool sine = cell.col % 2 == 0;
  Expression power;
  std::string exponent_text;
  if (published) {
    power = expr::number(exponent(cell.col, width, true));
    exponent_text = sine ? "2i" : "2i + 2/" + index_text(width);
  } else {
    power = expr::quotient(expr::number(static_cast<double>(cell.col / 2 * 2)), expr::number(static_cast<double>(width)));
    exponent_text = "2i/" + index_text(width);
  }
  Expression base = expr::call(Expression::Kind::power, {expr::number(kBase), std::move(power)});
  Expression angle = expr::quotient(expr::number(static_cast<double>(cell.row)), std::move(base));
  return {std::string(sine ? "sin" : "cos") + "(pos / 10000^(" + exponent_text + ")), pos = " + index_text(cell.row) + ", i = " + index_text(cell.col / 2),
          expr::call(sine ? Expression::Kind::sine : Expression::Kind::cosine, {std::move(angle)})};
}

std::vector<OpSample> encoding_samples() {
  OpSample corrected, published;
  corrected.attributes.target = Shape{{}, 5, 6};
  published.attributes.target = Shape{{}, 3, 4};
  published.attributes.flag = true;
  return {corrected, published};
}

}  // namespace

namespace ops {
const OpInfo kConstant{"constant", "", given_shape, given_value, nullptr, explain_given, no_samples};
const OpInfo kParameter{"parameter", "", given_shape, given_value, nullptr, explain_given, no_samples};
const OpInfo kPositionEncoding{"position_encoding", "sin(pos / 10000^(2i/d)), cos(pos / 10000^(2i/d))", encoding_shape, encoding_forward, encoding_backward,
                               explain_encoding, encoding_samples};
}  // namespace ops

NodeId constant(Tape& tape, Tensor value, Label label) { return tape.append_leaf(ops::kConstant, std::move(value), std::move(label)); }
NodeId parameter(Tape& tape, Tensor value, Label label) { return tape.append_leaf(ops::kParameter, std::move(value), std::move(label)); }

NodeId position_encoding(Tape& tape, Index length, Index width, bool published, Label label) {
  Attributes attributes;
  attributes.target = Shape{{}, length, width};
  attributes.flag = published;
  if (published && label.formula.empty()) label.formula = "sin(pos / 10000^(2i)), cos(pos / 10000^(2i + 2/d))";
  return tape.append(ops::kPositionEncoding, {}, std::move(attributes), std::move(label));
}

}  // namespace gf

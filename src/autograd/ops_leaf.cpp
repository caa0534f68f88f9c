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

PositionTable table_of(const Attributes& attributes) { return static_cast<PositionTable>(attributes.begin); }

// The exponent of 10000 under the angle of one column.
double exponent(Index col, Index width, PositionTable table) {
  const double pair = static_cast<double>(col / 2), half = col % 2 == 0 ? 0 : 0.5;
  if (table == PositionTable::printed) return pair + half;
  if (table == PositionTable::as_written) return 2 * pair + half;
  return 2 * pair / static_cast<double>(width);
}

Shape encoding_shape(const Operands& operands) {
  const Shape& shape = operands.attributes.target;
  if (shape.rows < 1 || shape.cols < 2)
    throw ShapeError("[position_encoding] " + to_string(shape) + ": expected at least one position and a width of 2 or more");
  return shape;
}

void encoding_forward(const Operands& operands, Tensor& out) {
  for_each_cell(out, [&](const Cell& cell, float& value) {
    const double angle = static_cast<double>(cell.row) / std::pow(kBase, exponent(cell.col, out.cols(), table_of(operands.attributes)));
    value = static_cast<float>(cell.col % 2 == 0 ? std::sin(angle) : std::cos(angle));
  });
}

std::vector<NodeId> encoding_backward(const BackwardStep&) { return {}; }

CellArithmetic explain_encoding(const Application& application, const Cell& cell) {
  const Index width = application.value.cols();
  const PositionTable table = table_of(application.operands.attributes);
  const bool sine = cell.col % 2 == 0;
  Expression power = expr::number(exponent(cell.col, width, table));
  std::string exponent_text = std::string(table == PositionTable::printed ? "i" : "2i") + (sine ? "" : " + ½");
  if (table == PositionTable::corrected) {
    power = expr::quotient(expr::number(static_cast<double>(cell.col / 2 * 2)), expr::number(static_cast<double>(width)));
    exponent_text = "2i/" + index_text(width);
  }
  Expression base = expr::call(Expression::Kind::power, {expr::number(kBase), std::move(power)});
  Expression angle = expr::quotient(expr::number(static_cast<double>(cell.row)), std::move(base));
  return {std::string(sine ? "sin" : "cos") + "(pos / 10000^(" + exponent_text + ")), pos = " + index_text(cell.row) +
              ", i = " + index_text(cell.col / 2),
          expr::call(sine ? Expression::Kind::sine : Expression::Kind::cosine, {std::move(angle)})};
}

std::vector<OpSample> encoding_samples() {
  std::vector<OpSample> samples;
  for (const PositionTable table : {PositionTable::corrected, PositionTable::printed, PositionTable::as_written}) {
    OpSample sample;
    sample.attributes.target = Shape{{}, 5, 6};
    sample.attributes.begin = static_cast<Index>(table);
    samples.push_back(sample);
  }
  return samples;
}

}  // namespace

namespace ops {
const OpInfo kConstant{"constant", "", given_shape, given_value, nullptr, explain_given, no_samples};
const OpInfo kParameter{"parameter", "", given_shape, given_value, nullptr, explain_given, no_samples};
const OpInfo kPositionEncoding{"position_encoding", "sin(pos / 10000^(2i/d)), cos(pos / 10000^(2i/d))",
                               encoding_shape,      encoding_forward,
                               encoding_backward,   explain_encoding,
                               encoding_samples};
}  // namespace ops

NodeId constant(Tape& tape, Tensor value, Label label) { return tape.append_leaf(ops::kConstant, std::move(value), std::move(label)); }
NodeId parameter(Tape& tape, Tensor value, Label label) { return tape.append_leaf(ops::kParameter, std::move(value), std::move(label)); }

NodeId position_encoding(Tape& tape, Index length, Index width, PositionTable table, Label label) {
  Attributes attributes;
  attributes.target = Shape{{}, length, width};
  attributes.begin = static_cast<Index>(table);
  if (table == PositionTable::printed) label.formula = "sin(pos / 10000^i), cos(pos / 10000^(i + ½))";
  if (table == PositionTable::as_written) label.formula = "sin(pos / 10000^(2i)), cos(pos / 10000^(2i + ½))";
  return tape.append(ops::kPositionEncoding, {}, std::move(attributes), std::move(label));
}

}  // namespace gf

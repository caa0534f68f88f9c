#include <algorithm>
#include <cmath>

#include "autograd/op_support.h"
#include "autograd/ops.h"
#include "core/kernels.h"

namespace gf {
namespace {

// ---- softmax -----------------------------------------------------------------------------------------------------------

// A softmax normalises lines: rows, or columns.
template <typename Body>
void for_each_column(const Tensor& tensor, Body&& body) {
  for (Index k = 0; k < tensor.shape().matrices(); ++k)
    for (Index column = 0; column < tensor.cols(); ++column) body(k, column);
}
Index line_length(const Tensor& tensor, Along along) { return along == Along::columns ? tensor.rows() : tensor.cols(); }

void softmax_forward(const Operands& operands, Tensor& out) {
  const Attributes& attributes = operands.attributes;
  if (attributes.along == Along::rows)
    return softmax_rows(operands[0].data(), out.data(), out.shape().matrices() * out.rows(), out.cols(), attributes.scalar);
  for_each_column(out, [&](Index k, Index column) {
    softmax(operands[0].matrix(k) + column, out.matrix(k) + column, out.rows(), out.cols(), attributes.scalar);
  });
}

std::vector<NodeId> softmax_backward(const BackwardStep& s) {
  return {s.tape.append(ops::kSoftmaxGradient, {computed(s), s.gradient}, s.attributes, Label{})};
}

// The cell of the line of `cell` at position k.
Cell along_line(const Cell& cell, Along along, Index k) {
  return along == Along::columns ? Cell{cell.outer, k, cell.col} : Cell{cell.outer, cell.row, k};
}

std::string line_reference(const Application& a, std::size_t input, const Cell& cell, std::string_view index) {
  const bool columns = a.operands.attributes.along == Along::columns;
  return a.reference(input, cell, columns ? index : std::string_view(index_text(cell.row)),
                     columns ? std::string_view(index_text(cell.col)) : index);
}

// Numbers this large make e^z overflow on paper: there the largest score is subtracted first, which changes nothing.
constexpr double kLargestPlainExponent = 30;

CellArithmetic explain_softmax(const Application& a, const Cell& cell) {
  const Attributes& attributes = a.operands.attributes;
  const double beta = static_cast<double>(attributes.scalar);
  const Index count = line_length(a.value, attributes.along);
  const auto score = [&](Index k) { return static_cast<double>(a.operands[0].at(along_line(cell, attributes.along, k))); };
  double from = score(0);
  for (Index k = 1; k < count; ++k) from = beta < 0 ? std::min(from, score(k)) : std::max(from, score(k));
  const bool shift = std::isfinite(from) && std::abs(beta * from) > kLargestPlainExponent;
  const auto power = [&](const Cell& at) {
    Expression exponent = a.operand(0, at);
    if (shift) exponent = expr::difference(std::move(exponent), expr::number(from));
    if (beta != 1) exponent = expr::product({expr::number(beta), std::move(exponent)});
    return expr::call(Expression::Kind::exp, {std::move(exponent)});
  };
  std::vector<Expression> total;
  for (Index k = 0; k < count; ++k) total.push_back(power(along_line(cell, attributes.along, k)));
  const auto written = [&](const std::string& z) {
    const std::string exponent = shift ? z + (beta < 0 ? " − min" : " − max") : z;
    return beta == 1 ? "exp(" + exponent + ")" : shift ? "exp(β·(" + exponent + "))" : "exp(β·" + exponent + ")";
  };
  return {written(a.reference(0, cell)) + " / Σₖ " + written(line_reference(a, 0, cell, "k")),
          expr::quotient(power(cell), expr::sum(std::move(total)))};
}

std::vector<OpSample> softmax_samples() {
  OpSample rows{{sample_tensor(11, {{2}, 3, 4})}, {}};
  rows.attributes.scalar = 1.5f;
  OpSample columns = rows;
  columns.attributes.along = Along::columns;
  OpSample large{{Tensor::from_rows({{60.0f, 61.0f, 58.5f}})}, {}};
  large.attributes.scalar = 1;
  return {rows, columns, large};
}

Shape gradient_shape(const Operands& operands) {
  if (operands[0].shape() != operands[1].shape())
    shape_mismatch("gradient", operands[0].shape(), operands[1].shape(), "a gradient has the shape of its value");
  return operands[0].shape();
}

void softmax_gradient_forward(const Operands& operands, Tensor& out) {
  const Attributes& attributes = operands.attributes;
  const Tensor &p = operands[0], &dp = operands[1];
  if (attributes.along == Along::rows)
    return softmax_gradient_rows(p.data(), dp.data(), out.data(), out.shape().matrices() * out.rows(), out.cols(), attributes.scalar);
  std::vector<float> p_line(static_cast<std::size_t>(out.rows())), dp_line(p_line), dz_line(p_line);
  for_each_column(out, [&](Index k, Index column) {
    for (Index r = 0; r < out.rows(); ++r)
      p_line[static_cast<std::size_t>(r)] = p.at(k, r, column), dp_line[static_cast<std::size_t>(r)] = dp.at(k, r, column);
    softmax_gradient_rows(p_line.data(), dp_line.data(), dz_line.data(), 1, out.rows(), attributes.scalar);
    for (Index r = 0; r < out.rows(); ++r) out.at(k, r, column) = dz_line[static_cast<std::size_t>(r)];
  });
}

CellArithmetic explain_softmax_gradient(const Application& a, const Cell& cell) {
  const Attributes& attributes = a.operands.attributes;
  std::vector<Expression> dot;
  for (Index k = 0; k < line_length(a.value, attributes.along); ++k) {
    const Cell at = along_line(cell, attributes.along, k);
    dot.push_back(expr::product({a.operand(1, at), a.operand(0, at)}));
  }
  std::vector<Expression> factors;
  if (attributes.scalar != 1) factors.push_back(expr::number(static_cast<double>(attributes.scalar)));
  factors.push_back(a.operand(0, cell));
  factors.push_back(expr::difference(a.operand(1, cell), expr::sum(std::move(dot))));
  return {std::string(attributes.scalar == 1 ? "" : "β · ") + a.reference(0, cell) + " · (" + a.reference(1, cell) + " − Σₖ " +
              line_reference(a, 1, cell, "k") + " · " + line_reference(a, 0, cell, "k") + ")",
          expr::product(std::move(factors))};
}

std::vector<OpSample> softmax_gradient_samples() {
  OpSample rows{{sample_tensor(12, {{2}, 3, 4}), sample_tensor(13, {{2}, 3, 4})}, {}};
  rows.attributes.scalar = 0.5f;
  OpSample columns = rows;
  columns.attributes.along = Along::columns;
  return {rows, columns};
}

// ---- layer norm --------------------------------------------------------------------------------------------------------

void layer_norm_forward(const Operands& operands, Tensor& out) {
  layer_norm_rows(operands[0].data(), out.data(), out.shape().matrices() * out.rows(), out.cols(), operands.attributes.scalar);
}
std::vector<NodeId> layer_norm_backward(const BackwardStep& s) {
  return {s.tape.append(ops::kLayerNormGradient, {s.inputs[0], computed(s), s.gradient}, s.attributes, Label{})};
}
CellArithmetic explain_layer_norm(const Application& a, const Cell& cell) {
  const Moments m = moments(a.operands[0].row(cell.outer, cell.row), a.value.cols());
  const double epsilon = static_cast<double>(a.operands.attributes.scalar);
  Expression deviation = expr::call(Expression::Kind::sqrt, {expr::sum({expr::number(m.variance), expr::number(epsilon)})});
  return {"(" + a.reference(0, cell) + " − mean) / √(variance + ε), mean = " + format_number(m.mean) +
              ", variance = " + format_number(m.variance),
          expr::quotient(expr::difference(a.operand(0, cell), expr::number(m.mean)), std::move(deviation))};
}
std::vector<OpSample> layer_norm_samples() {
  OpSample sample{{sample_tensor(14, {{2}, 3, 5})}, {}};
  sample.attributes.scalar = 1e-5f;
  return {sample};
}

void layer_norm_gradient_forward(const Operands& operands, Tensor& out) {
  layer_norm_gradient_rows(operands[0].data(), operands[1].data(), operands[2].data(), out.data(), out.shape().matrices() * out.rows(),
                           out.cols(), operands.attributes.scalar);
}
CellArithmetic explain_layer_norm_gradient(const Application& a, const Cell& cell) {
  std::vector<Expression> gradients, products;
  for (Index j = 0; j < a.value.cols(); ++j) {
    const Cell at{cell.outer, cell.row, j};
    gradients.push_back(a.operand(2, at));
    products.push_back(expr::product({a.operand(2, at), a.operand(1, at)}));
  }
  const auto mean_of = [&](std::vector<Expression> terms) {
    return expr::quotient(expr::sum(std::move(terms)), expr::number(static_cast<double>(a.value.cols())));
  };
  Expression centred = expr::difference(expr::difference(a.operand(2, cell), mean_of(std::move(gradients))),
                                        expr::product({a.operand(1, cell), mean_of(std::move(products))}));
  const double variance = moments(a.operands[0].row(cell.outer, cell.row), a.value.cols()).variance;
  Expression deviation = expr::call(Expression::Kind::sqrt,
                                    {expr::sum({expr::number(variance), expr::number(static_cast<double>(a.operands.attributes.scalar))})});
  return {"(" + a.reference(2, cell) + " − mean(" + a.names[2] + ") − " + a.reference(1, cell) + " · mean(" + a.names[2] + " ⊙ " +
              a.names[1] + ")) / √(variance + ε)",
          expr::quotient(std::move(centred), std::move(deviation))};
}
std::vector<OpSample> layer_norm_gradient_samples() {
  OpSample sample{{sample_tensor(15, {{2}, 3, 4}), sample_tensor(16, {{2}, 3, 4}), sample_tensor(17, {{2}, 3, 4})}, {}};
  sample.attributes.scalar = 1e-5f;
  return {sample};
}

// ---- cross-entropy -----------------------------------------------------------------------------------------------------

Shape cross_entropy_shape(const Operands& operands) {
  const Shape& logits = operands[0].shape();
  const std::vector<int>& targets = operands.attributes.ids;
  if (static_cast<Index>(targets.size()) != logits.matrices() * logits.rows)
    throw ShapeError("[cross_entropy] " + to_string(logits) + " x " + std::to_string(targets.size()) +
                     " targets: expected one target for each row");
  for (int target : targets)
    if (target < -1 || target >= logits.cols)
      throw ShapeError("[cross_entropy] target " + std::to_string(target) + " is outside the " + std::to_string(logits.cols) +
                       " columns of " + to_string(logits));
  return {logits.outer, logits.rows, 1};
}
int target_of(const Operands& operands, const Tensor& logits, const Cell& cell) {
  return operands.attributes.ids[static_cast<std::size_t>(cell.outer * logits.rows() + cell.row)];
}
void cross_entropy_forward(const Operands& operands, Tensor& out) {
  const Tensor& logits = operands[0];
  cross_entropy_rows(logits.data(), operands.attributes.ids.data(), out.data(), out.size(), logits.cols());
}
std::vector<NodeId> cross_entropy_backward(const BackwardStep& s) {
  return {s.tape.append(ops::kCrossEntropyGradient, {s.inputs[0], s.gradient}, s.attributes, Label{})};
}
CellArithmetic explain_cross_entropy(const Application& a, const Cell& cell) {
  const Tensor& logits = a.operands[0];
  const int target = target_of(a.operands, logits, cell);
  if (target < 0) return {"0  (target = ∅)", expr::number(0)};
  std::vector<Expression> powers;
  for (Index j = 0; j < logits.cols(); ++j) powers.push_back(expr::call(Expression::Kind::exp, {a.operand(0, {cell.outer, cell.row, j})}));
  Expression log_sum = expr::call(Expression::Kind::log, {expr::sum(std::move(powers))});
  const Cell target_cell{cell.outer, cell.row, target};
  return {"−ln softmax(" + a.names[0] + ")" + to_string(target_cell, logits.shape()) + " = ln Σₖ exp(" +
              a.reference(0, cell, index_text(cell.row), "k") + ") − " + a.reference(0, target_cell),
          expr::difference(std::move(log_sum), a.operand(0, target_cell))};
}
std::vector<OpSample> cross_entropy_samples() {
  OpSample sample{{sample_tensor(18, {{2}, 3, 4})}, {}};
  sample.attributes.ids = {0, 3, 1, 2, -1, 2};
  return {sample};
}

// dz_j = dl (softmax(z)_j - [j = target]).
Shape cross_entropy_gradient_shape(const Operands& operands) { return operands[0].shape(); }
void cross_entropy_gradient_forward(const Operands& operands, Tensor& out) {
  cross_entropy_gradient_rows(operands[0].data(), operands.attributes.ids.data(), operands[1].data(), out.data(),
                              out.shape().matrices() * out.rows(), out.cols());
}
CellArithmetic explain_cross_entropy_gradient(const Application& a, const Cell& cell) {
  const Tensor& logits = a.operands[0];
  const int target = target_of(a.operands, logits, cell);
  if (target < 0) return {"0  (target = ∅)", expr::number(0)};
  std::vector<Expression> powers;
  for (Index j = 0; j < logits.cols(); ++j) powers.push_back(expr::call(Expression::Kind::exp, {a.operand(0, {cell.outer, cell.row, j})}));
  Expression probability = expr::quotient(expr::call(Expression::Kind::exp, {a.operand(0, cell)}), expr::sum(std::move(powers)));
  const bool is_target = target == cell.col;
  const Cell line{cell.outer, cell.row, 0};
  return {
      a.reference(1, line) + " · " + (is_target ? "(" : "") + "softmax(" + a.names[0] + ")" + to_string(cell, logits.shape()) +
          (is_target ? " − 1)" : ""),
      expr::product({a.operand(1, line), is_target ? expr::difference(std::move(probability), expr::number(1)) : std::move(probability)})};
}
std::vector<OpSample> cross_entropy_gradient_samples() {
  OpSample sample{{sample_tensor(19, {{2}, 3, 4}), sample_tensor(20, {{2}, 3, 1})}, {}};
  sample.attributes.ids = {0, 3, 1, 2, -1, 2};
  return {sample};
}

}  // namespace

namespace ops {
const OpInfo kSoftmax{"softmax", "softmax({0})", same_shape, softmax_forward, softmax_backward, explain_softmax, softmax_samples};
const OpInfo kSoftmaxGradient{"softmax_gradient",       "{0} ⊙ ({1} − Σ {1} ⊙ {0})", gradient_shape, softmax_gradient_forward, nullptr,
                              explain_softmax_gradient, softmax_gradient_samples};
const OpInfo kLayerNorm{
    "layer_norm",      "({0} − mean) / √(variance + ε)", same_shape, layer_norm_forward, layer_norm_backward, explain_layer_norm,
    layer_norm_samples};
const OpInfo kLayerNormGradient{"layer_norm_gradient",
                                "({2} − mean({2}) − {1} ⊙ mean({2} ⊙ {1})) / √(variance + ε)",
                                same_shape,
                                layer_norm_gradient_forward,
                                nullptr,
                                explain_layer_norm_gradient,
                                layer_norm_gradient_samples};
const OpInfo kCrossEntropy{"cross_entropy",        "−ln softmax({0})[target]", cross_entropy_shape,  cross_entropy_forward,
                           cross_entropy_backward, explain_cross_entropy,      cross_entropy_samples};
const OpInfo kCrossEntropyGradient{"cross_entropy_gradient",
                                   "{1} ⊙ (softmax({0}) − one_hot(target))",
                                   cross_entropy_gradient_shape,
                                   cross_entropy_gradient_forward,
                                   nullptr,
                                   explain_cross_entropy_gradient,
                                   cross_entropy_gradient_samples};
}  // namespace ops

NodeId softmax(Tape& tape, NodeId z, float beta, Along along, Label label) {
  Attributes attributes;
  attributes.scalar = beta;
  attributes.along = along;
  if (along == Along::columns && label.formula.empty()) label.formula = "softmax(" + std::string(short_name(tape[z].name)) + ", axis 0)";
  return tape.append(ops::kSoftmax, {z}, std::move(attributes), std::move(label));
}
NodeId layer_norm(Tape& tape, NodeId x, float epsilon, Label label) {
  Attributes attributes;
  attributes.scalar = epsilon;
  return tape.append(ops::kLayerNorm, {x}, std::move(attributes), std::move(label));
}
NodeId cross_entropy(Tape& tape, NodeId logits, std::vector<int> targets, Label label) {
  Attributes attributes;
  attributes.ids = std::move(targets);
  return tape.append(ops::kCrossEntropy, {logits}, std::move(attributes), std::move(label));
}

}  // namespace gf

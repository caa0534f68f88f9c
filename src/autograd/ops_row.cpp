#include <algorithm>
#include <cmath>

#include "autograd/op_support.h"
#include "autograd/ops.h"
#include "core/kernels.h"
#include "core/nth.h"
#include "core/number_text.h"

namespace gf {
namespace {

// ---- softmax -----------------------------------------------------------------------------------------------------------

template <typename Body>
void for_each_column(const Tensor& tensor, Body&& body) {
  for (Index k = 0; k < tensor.shape().matrices(); ++k)
    for (Index column = 0; column < tensor.cols(); ++column) body(k, column);
}
Index line_length(const Tensor& tensor, Along along) { return along == Along::columns ? tensor.rows() : tensor.cols(); }

Shape softmax_shape(const Operands& operands) { return line_shape("softmax", operands, operands.get<attr::Softmax>().along); }

void softmax_forward(const Operands& operands, Tensor& out) {
  const auto& [beta, along] = operands.get<attr::Softmax>();
  if (along == Along::rows) return softmax_rows(operands[0].data(), out.data(), out.shape().matrices() * out.rows(), out.cols(), beta);
  for_each_column(out, [&](Index k, Index column) {
    softmax(operands[0].matrix(k) + column, out.matrix(k) + column, out.rows(), out.cols(), operands.get<attr::Softmax>().beta);
  });
}

std::vector<NodeId> softmax_backward(const BackwardStep& s) {
  return {s.tape.append(ops::kSoftmaxGradient, {computed(s), s.gradient}, s.attributes, Label{})};
}

// Returns cell k of the line that contains `cell`.
Cell along_line(const Cell& cell, Along along, Index k) {
  return along == Along::columns ? Cell{cell.outer, k, cell.col} : Cell{cell.outer, cell.row, k};
}

std::string line_reference(const Application& a, std::size_t input, const Cell& cell, std::string_view index) {
  const bool columns = a.operands.get<attr::Softmax>().along == Along::columns;
  return a.reference(input, cell, columns ? index : std::string_view(index_text(cell.row)),
                     columns ? std::string_view(index_text(cell.col)) : index);
}

// For larger exponents, the explanation first subtracts the largest score, which does not change the result: e^z would be too large to
// read.
constexpr double kLargestPlainExponent = 30;

CellArithmetic explain_softmax(const Application& a, const Cell& cell) {
  const Along along = a.operands.get<attr::Softmax>().along;
  const double beta = static_cast<double>(a.operands.get<attr::Softmax>().beta);
  const Index count = line_length(a.value, along);
  const auto score = [&](Index k) { return static_cast<double>(a.operands[0].at(along_line(cell, along, k))); };
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
  for (Index k = 0; k < count; ++k) total.push_back(power(along_line(cell, along, k)));
  const auto written = [&](const std::string& z) {
    const std::string exponent = shift ? z + (beta < 0 ? " − min" : " − max") : z;
    if (beta == 1) return "exp(" + exponent + ")";
    return shift ? "exp(β·(" + exponent + "))" : "exp(β·" + exponent + ")";
  };
  return {written(a.reference(0, cell)) + " / Σₖ " + written(line_reference(a, 0, cell, "k")),
          expr::quotient(power(cell), expr::sum(std::move(total)))};
}

bool is_large(const Tensor& scores, double beta) {
  return std::any_of(scores.data(), scores.data() + scores.size(),
                     [&](float z) { return std::isfinite(z) && std::abs(beta * static_cast<double>(z)) > kLargestPlainExponent; });
}

OpCode code_softmax(const Application& a) {
  const auto& [beta, along] = a.operands.get<attr::Softmax>();
  const std::string axis = axis_code(along), factor = beta == 1 ? "" : python_number(beta) + " * ";
  std::string score = "$0";
  if (is_large(a.operands[0], static_cast<double>(beta)))
    score = "($0 - $0." + std::string(beta < 0 ? "min" : "max") + "(" + axis + ", keepdims=True))";
  return {"$e = np.exp(" + factor + score + ")\n$out = $e / $e.sum(" + axis + ", keepdims=True)",
          "$out = torch.softmax(" + factor + "$0, " + axis + ")"};
}

std::vector<OpSample> softmax_samples() {
  const Tensor z = sample_tensor(11, {{2}, 3, 4}), large = Tensor::from_rows({{60.0f, 61.0f, 58.5f}});
  return {OpSample{{z}, attr::Softmax{1.5f, Along::rows}}, OpSample{{z}, attr::Softmax{1.5f, Along::columns}},
          OpSample{{large}, attr::Softmax{}}, OpSample{{large}, attr::Softmax{-2, Along::rows}}};
}

Shape gradient_shape(const Operands& operands) {
  if (operands[0].shape() != operands[1].shape())
    shape_mismatch("gradient", operands[0].shape(), operands[1].shape(), "a gradient has the shape of its value");
  return operands[0].shape();
}

void softmax_gradient_forward(const Operands& operands, Tensor& out) {
  const float beta = operands.get<attr::Softmax>().beta;
  const Tensor &p = operands[0], &dp = operands[1];
  if (operands.get<attr::Softmax>().along == Along::rows)
    return softmax_gradient_rows(p.data(), dp.data(), out.data(), out.shape().matrices() * out.rows(), out.cols(), beta);
  std::vector<float> p_line(static_cast<std::size_t>(out.rows())), dp_line(p_line), dz_line(p_line);
  for_each_column(out, [&](Index k, Index column) {
    for (Index r = 0; r < out.rows(); ++r) {
      nth(p_line, r) = p.at(k, r, column);
      nth(dp_line, r) = dp.at(k, r, column);
    }
    softmax_gradient_rows(p_line.data(), dp_line.data(), dz_line.data(), 1, out.rows(), beta);
    for (Index r = 0; r < out.rows(); ++r) out.at(k, r, column) = nth(dz_line, r);
  });
}

CellArithmetic explain_softmax_gradient(const Application& a, const Cell& cell) {
  const Along along = a.operands.get<attr::Softmax>().along;
  const double beta = static_cast<double>(a.operands.get<attr::Softmax>().beta);
  std::vector<Expression> dot;
  for (Index k = 0; k < line_length(a.value, along); ++k) {
    const Cell at = along_line(cell, along, k);
    dot.push_back(expr::product({a.operand(1, at), a.operand(0, at)}));
  }
  std::vector<Expression> factors;
  if (beta != 1) factors.push_back(expr::number(beta));
  factors.push_back(a.operand(0, cell));
  factors.push_back(expr::difference(a.operand(1, cell), expr::sum(std::move(dot))));
  return {std::string(beta == 1 ? "" : "β · ") + a.reference(0, cell) + " · (" + a.reference(1, cell) + " − Σₖ " +
              line_reference(a, 1, cell, "k") + " · " + line_reference(a, 0, cell, "k") + ")",
          expr::product(std::move(factors))};
}

OpCode code_softmax_gradient(const Application& a) {
  const auto& [beta, along] = a.operands.get<attr::Softmax>();
  return {"$out = " + (beta == 1 ? "" : python_number(beta) + " * ") + "$0 * ($1 - ($1 * $0).sum(" + axis_code(along) +
          ", keepdims=True))"};
}

std::vector<OpSample> softmax_gradient_samples() {
  const std::vector<Tensor> pair{sample_tensor(12, {{2}, 3, 4}), sample_tensor(13, {{2}, 3, 4})};
  return {OpSample{pair, attr::Softmax{0.5f, Along::rows}}, OpSample{pair, attr::Softmax{0.5f, Along::columns}}};
}

// ---- layer norm --------------------------------------------------------------------------------------------------------

void layer_norm_forward(const Operands& operands, Tensor& out) {
  layer_norm_rows(operands[0].data(), out.data(), out.shape().matrices() * out.rows(), out.cols(), operands.get<attr::LayerNorm>().epsilon);
}
std::vector<NodeId> layer_norm_backward(const BackwardStep& s) {
  return {s.tape.append(ops::kLayerNormGradient, {s.inputs[0], computed(s), s.gradient}, s.attributes, Label{})};
}
CellArithmetic explain_layer_norm(const Application& a, const Cell& cell) {
  const Moments m = moments(a.operands[0].row(cell.outer, cell.row), a.value.cols());
  const double epsilon = static_cast<double>(a.operands.get<attr::LayerNorm>().epsilon);
  Expression deviation = expr::call(Expression::Kind::sqrt, {expr::sum({expr::number(m.variance), expr::number(epsilon)})});
  return {"(" + a.reference(0, cell) + " − mean) / √(variance + ε), mean = " + format_number(m.mean) +
              ", variance = " + format_number(m.variance),
          expr::quotient(expr::difference(a.operand(0, cell), expr::number(m.mean)), std::move(deviation))};
}
std::vector<OpSample> layer_norm_samples() { return {OpSample{{sample_tensor(14, {{2}, 3, 5})}, attr::LayerNorm{1e-5f}}}; }

OpCode code_layer_norm(const Application& a) {
  const std::string epsilon = python_number(a.operands.get<attr::LayerNorm>().epsilon);
  return {
      "$mean, $variance = $0.mean(axis=-1, keepdims=True), $0.var(axis=-1, keepdims=True)\n"
      "$out = ($0 - $mean) / np.sqrt($variance + " +
          epsilon + ")",
      "$out = F.layer_norm($0, $0.shape[-1:], eps=" + epsilon + ")"};
}
OpCode code_layer_norm_gradient(const Application& a) {
  const std::string epsilon = python_number(a.operands.get<attr::LayerNorm>().epsilon);
  const std::string rest = " + " + epsilon +
                           ")\n$own, $along = $2.mean(axis=-1, keepdims=True), ($2 * $1).mean(axis=-1, keepdims=True)\n"
                           "$out = ($2 - $own - $1 * $along) / $deviation";
  return {"$deviation = np.sqrt($0.var(axis=-1, keepdims=True)" + rest,
          "$deviation = torch.sqrt($0.var(axis=-1, unbiased=False, keepdims=True)" + rest};
}

void layer_norm_gradient_forward(const Operands& operands, Tensor& out) {
  layer_norm_gradient_rows(operands[0].data(), operands[1].data(), operands[2].data(), out.data(), out.shape().matrices() * out.rows(),
                           out.cols(), operands.get<attr::LayerNorm>().epsilon);
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
  const double epsilon = static_cast<double>(a.operands.get<attr::LayerNorm>().epsilon);
  Expression deviation = expr::call(Expression::Kind::sqrt, {expr::sum({expr::number(variance), expr::number(epsilon)})});
  return {"(" + a.reference(2, cell) + " − mean(" + a.names[2] + ") − " + a.reference(1, cell) + " · mean(" + a.names[2] + " ⊙ " +
              a.names[1] + ")) / √(variance + ε)",
          expr::quotient(std::move(centred), std::move(deviation))};
}
std::vector<OpSample> layer_norm_gradient_samples() {
  return {
      OpSample{{sample_tensor(15, {{2}, 3, 4}), sample_tensor(16, {{2}, 3, 4}), sample_tensor(17, {{2}, 3, 4})}, attr::LayerNorm{1e-5f}}};
}

// ---- RMS norm ----------------------------------------------------------------------------------------------------------

double rms_of_row(const Tensor& x, Index outer, Index row, float epsilon) {
  double squares = 0;
  for (Index c = 0; c < x.cols(); ++c) squares += static_cast<double>(x.at(outer, row, c)) * static_cast<double>(x.at(outer, row, c));
  return std::sqrt(squares / static_cast<double>(x.cols()) + static_cast<double>(epsilon));
}
// Returns √(mean(x²) + ε) of the row of a cell.
Expression rms_expression(const Application& a, const Cell& cell) {
  std::vector<Expression> squares;
  for (Index c = 0; c < a.value.cols(); ++c) {
    const Expression at = a.operand(0, {cell.outer, cell.row, c});
    squares.push_back(expr::product({at, at}));
  }
  Expression mean = expr::quotient(expr::sum(std::move(squares)), expr::number(static_cast<double>(a.value.cols())));
  const double epsilon = static_cast<double>(a.operands.get<attr::LayerNorm>().epsilon);
  return expr::call(Expression::Kind::sqrt, {expr::sum({std::move(mean), expr::number(epsilon)})});
}

void rms_norm_forward(const Operands& operands, Tensor& out) {
  const Tensor& x = operands[0];
  const float epsilon = operands.get<attr::LayerNorm>().epsilon;
  for (Index k = 0; k < x.shape().matrices(); ++k)
    for (Index r = 0; r < x.rows(); ++r) {
      const double rms = rms_of_row(x, k, r, epsilon);
      for (Index c = 0; c < x.cols(); ++c) out.at(k, r, c) = static_cast<float>(static_cast<double>(x.at(k, r, c)) / rms);
    }
}
std::vector<NodeId> rms_norm_backward(const BackwardStep& s) {
  return {s.tape.append(ops::kRmsNormGradient, {s.inputs[0], computed(s), s.gradient}, s.attributes, Label{})};
}
CellArithmetic explain_rms_norm(const Application& a, const Cell& cell) {
  return {a.reference(0, cell) + " / √(mean(" + a.names[0] + "²) + ε)", expr::quotient(a.operand(0, cell), rms_expression(a, cell))};
}
std::vector<OpSample> rms_norm_samples() { return {OpSample{{sample_tensor(66, {{2}, 3, 5})}, attr::LayerNorm{1e-5f}}}; }
OpCode code_rms_norm(const Application& a) {
  return {"$rms = np.sqrt(($0 ** 2).mean(axis=-1, keepdims=True) + " + python_number(a.operands.get<attr::LayerNorm>().epsilon) +
          ")\n$out = $0 / $rms"};
}

void rms_norm_gradient_forward(const Operands& operands, Tensor& out) {
  const Tensor &x = operands[0], &y = operands[1], &gradient = operands[2];
  const float epsilon = operands.get<attr::LayerNorm>().epsilon;
  for (Index k = 0; k < x.shape().matrices(); ++k)
    for (Index r = 0; r < x.rows(); ++r) {
      double along = 0;
      for (Index c = 0; c < x.cols(); ++c) along += static_cast<double>(gradient.at(k, r, c)) * static_cast<double>(y.at(k, r, c));
      along /= static_cast<double>(x.cols());
      const double rms = rms_of_row(x, k, r, epsilon);
      for (Index c = 0; c < x.cols(); ++c)
        out.at(k, r, c) =
            static_cast<float>((static_cast<double>(gradient.at(k, r, c)) - static_cast<double>(y.at(k, r, c)) * along) / rms);
    }
}
CellArithmetic explain_rms_norm_gradient(const Application& a, const Cell& cell) {
  std::vector<Expression> products;
  for (Index j = 0; j < a.value.cols(); ++j) {
    const Cell at{cell.outer, cell.row, j};
    products.push_back(expr::product({a.operand(2, at), a.operand(1, at)}));
  }
  Expression along = expr::quotient(expr::sum(std::move(products)), expr::number(static_cast<double>(a.value.cols())));
  return {
      "(" + a.reference(2, cell) + " − " + a.reference(1, cell) + " · mean(" + a.names[2] + " ⊙ " + a.names[1] + ")) / √(mean(" +
          a.names[0] + "²) + ε)",
      expr::quotient(expr::difference(a.operand(2, cell), expr::product({a.operand(1, cell), std::move(along)})), rms_expression(a, cell))};
}
OpCode code_rms_norm_gradient(const Application& a) {
  return {"$rms = np.sqrt(($0 ** 2).mean(axis=-1, keepdims=True) + " + python_number(a.operands.get<attr::LayerNorm>().epsilon) +
          ")\n$out = ($2 - $1 * ($2 * $1).mean(axis=-1, keepdims=True)) / $rms"};
}

// ---- cross-entropy -----------------------------------------------------------------------------------------------------

Shape cross_entropy_shape(const Operands& operands) {
  const Shape& logits = operands[0].shape();
  const std::vector<int>& targets = operands.get<attr::CrossEntropy>().targets;
  if (std::ssize(targets) != logits.matrices() * logits.rows)
    throw ShapeError("[cross_entropy] " + to_string(logits) + " x " + std::to_string(targets.size()) +
                     " targets: expected one target for each row");
  for (int target : targets)
    if (target < -1 || target >= logits.cols)
      throw ShapeError("[cross_entropy] target " + std::to_string(target) + " is outside the " + std::to_string(logits.cols) +
                       " columns of " + to_string(logits));
  return {logits.outer, logits.rows, 1};
}
int target_of(const Operands& operands, const Tensor& logits, const Cell& cell) {
  return nth(operands.get<attr::CrossEntropy>().targets, cell.outer * logits.rows() + cell.row);
}
void cross_entropy_forward(const Operands& operands, Tensor& out) {
  const Tensor& logits = operands[0];
  cross_entropy_rows(logits.data(), operands.get<attr::CrossEntropy>().targets.data(), out.data(), out.size(), logits.cols());
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
// The code of the logits as rows, less the largest logit of each row if e^z would overflow: its lines, and the name of the result.
struct LogitRows {
  std::string lines, z;
};
LogitRows logit_rows(const Tensor& logits) {
  LogitRows rows{"", "$0"};
  if (!logits.shape().outer.empty()) rows = {"$z = $0.reshape(-1, " + index_text(logits.cols()) + ")\n", "$z"};
  if (is_large(logits, 1)) rows = {rows.lines + "$z = " + rows.z + " - " + rows.z + ".max(axis=-1, keepdims=True)\n", "$z"};
  return rows;
}

OpCode code_cross_entropy(const Application& a) {
  const Tensor& logits = a.operands[0];
  const std::vector<int>& targets = a.operands.get<attr::CrossEntropy>().targets;
  const std::string shape = "reshape" + to_string(a.value.shape());
  const bool some = std::find(targets.begin(), targets.end(), -1) != targets.end();
  const auto [lines, z] = logit_rows(logits);
  OpCode code;
  const std::string list = code.list("targets", targets);
  code.numpy = lines + "$target = np.array(" + list + ")\n$loss = np.log(np.exp(" + z + ").sum(axis=-1)) - " + z + "[range(" +
               std::to_string(targets.size()) + "), $target]\n$out = " + (some ? "np.where($target < 0, 0, $loss)." : "$loss.") + shape;
  code.torch = "$loss = F.cross_entropy(" +
               std::string(logits.shape().outer.empty() ? "$0" : "$0.reshape(-1, " + index_text(logits.cols()) + ")") + ", torch.tensor(" +
               list + "), reduction=\"none\"" + (some ? ", ignore_index=-1" : "") + ")\n$out = $loss." + shape;
  return code;
}

std::vector<OpSample> cross_entropy_samples() {
  return {OpSample{{sample_tensor(18, {{2}, 3, 4})}, attr::CrossEntropy{{0, 3, 1, 2, -1, 2}}}};
}

// dz_j = dl (softmax(z)_j - [j = target]).
Shape cross_entropy_gradient_shape(const Operands& operands) { return operands[0].shape(); }
void cross_entropy_gradient_forward(const Operands& operands, Tensor& out) {
  cross_entropy_gradient_rows(operands[0].data(), operands.get<attr::CrossEntropy>().targets.data(), operands[1].data(), out.data(),
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
OpCode code_cross_entropy_gradient(const Application& a) {
  const std::vector<int>& targets = a.operands.get<attr::CrossEntropy>().targets;
  const Tensor& logits = a.operands[0];
  const bool some = std::find(targets.begin(), targets.end(), -1) != targets.end();
  std::string z = "$0", lines;
  if (is_large(logits, 1)) {
    z = "$z";
    lines = "$z = $0 - $0.max(axis=-1, keepdims=True)\n";
  }
  OpCode code;
  std::string shape = "(";
  for (const Index size : logits.shape().outer) shape += index_text(size) + ", ";
  const std::string list = code.list("targets", targets);
  const std::string target = "$target = np.array(" + list + ")" +
                             (logits.shape().outer.empty() ? "" : ".reshape" + shape + index_text(logits.rows()) + ")") + "\n";
  const std::string rest =
      "$out = $1 * ($p - np.eye(" + index_text(logits.cols()) + ")[$target])" + (some ? " * ($target >= 0)[..., None]" : "");
  code.numpy = target + lines + "$p = np.exp(" + z + ") / np.exp(" + z + ").sum(axis=-1, keepdims=True)\n" + rest;
  code.torch = target + "$p = torch.softmax($0, axis=-1)\n" + rest;
  return code;
}

std::vector<OpSample> cross_entropy_gradient_samples() {
  return {OpSample{{sample_tensor(19, {{2}, 3, 4}), sample_tensor(20, {{2}, 3, 1})}, attr::CrossEntropy{{0, 3, 1, 2, -1, 2}}}};
}

}  // namespace

namespace ops {
const OpInfo kSoftmax{"softmax",        "softmax({0})",  softmax_shape,   softmax_forward,
                      softmax_backward, explain_softmax, softmax_samples, code_softmax};
const OpInfo kSoftmaxGradient{
    "softmax_gradient",       "{0} ⊙ ({1} − Σ {1} ⊙ {0})", gradient_shape,       softmax_gradient_forward, nullptr,
    explain_softmax_gradient, softmax_gradient_samples,    code_softmax_gradient};
const OpInfo kLayerNorm{"layer_norm",
                        "({0} − mean) / √(variance + ε)",
                        same_shape,
                        layer_norm_forward,
                        layer_norm_backward,
                        explain_layer_norm,
                        layer_norm_samples,
                        code_layer_norm,
                        nullptr,
                        each_row_alone};
const OpInfo kLayerNormGradient{"layer_norm_gradient",
                                "({2} − mean({2}) − {1} ⊙ mean({2} ⊙ {1})) / √(variance + ε)",
                                same_shape,
                                layer_norm_gradient_forward,
                                nullptr,
                                explain_layer_norm_gradient,
                                layer_norm_gradient_samples,
                                code_layer_norm_gradient};
const OpInfo kRmsNorm{"rms_norm",        "{0} / √(mean({0}²) + ε)", same_shape,       rms_norm_forward,
                      rms_norm_backward, explain_rms_norm,          rms_norm_samples, code_rms_norm};
const OpInfo kRmsNormGradient{"rms_norm_gradient",
                              "({2} − {1} ⊙ mean({2} ⊙ {1})) / √(mean({0}²) + ε)",
                              same_shape,
                              rms_norm_gradient_forward,
                              nullptr,
                              explain_rms_norm_gradient,
                              layer_norm_gradient_samples,
                              code_rms_norm_gradient};
const OpInfo kCrossEntropy{"cross_entropy",        "−ln softmax({0})[target]", cross_entropy_shape,   cross_entropy_forward,
                           cross_entropy_backward, explain_cross_entropy,      cross_entropy_samples, code_cross_entropy};
const OpInfo kCrossEntropyGradient{"cross_entropy_gradient",
                                   "{1} ⊙ (softmax({0}) − one_hot(target))",
                                   cross_entropy_gradient_shape,
                                   cross_entropy_gradient_forward,
                                   nullptr,
                                   explain_cross_entropy_gradient,
                                   cross_entropy_gradient_samples,
                                   code_cross_entropy_gradient};
}  // namespace ops

NodeId softmax(Tape& tape, NodeId z, float beta, Along along, Label label) {
  if (along == Along::columns && label.formula.empty()) label.formula = "softmax(" + std::string(short_name(tape[z].name)) + ", axis 0)";
  return tape.append(ops::kSoftmax, {z}, attr::Softmax{beta, along}, std::move(label));
}
NodeId layer_norm(Tape& tape, NodeId x, float epsilon, Label label) {
  return tape.append(ops::kLayerNorm, {x}, attr::LayerNorm{epsilon}, std::move(label));
}
NodeId rms_norm(Tape& tape, NodeId x, float epsilon, Label label) {
  return tape.append(ops::kRmsNorm, {x}, attr::LayerNorm{epsilon}, std::move(label));
}
NodeId cross_entropy(Tape& tape, NodeId logits, std::vector<int> targets, Label label) {
  return tape.append(ops::kCrossEntropy, {logits}, attr::CrossEntropy{std::move(targets)}, std::move(label));
}

}  // namespace gf

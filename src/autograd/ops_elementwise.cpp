#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "autograd/op_support.h"
#include "autograd/ops.h"
#include "core/kernels.h"
#include "core/number_text.h"

namespace gf {
namespace {

std::string at(const Application& a, std::size_t input, const Cell& cell) { return a.reference(input, cell); }

// ---- add, multiply -----------------------------------------------------------------------------------------------------

Shape add_shape(const Operands& operands) { return broadcast_shape("add", operands[0].shape(), operands[1].shape()); }
Shape multiply_shape(const Operands& operands) { return broadcast_shape("multiply", operands[0].shape(), operands[1].shape()); }

Broadcast broadcast_of(const Operands& operands, const Tensor& out) {
  const Shape& a = operands[0].shape();
  const Shape& b = operands[1].shape();
  return {.matrices = out.shape().matrices(),
          .rows = out.rows(),
          .cols = out.cols(),
          .a_matrix = a.outer.empty() ? 0 : a.matrix_size(),
          .b_matrix = b.outer.empty() ? 0 : b.matrix_size(),
          .b_row = b.rows == 1 ? 0 : b.cols,
          .b_col = b.cols == 1 ? 0 : 1};
}

void add_forward(const Operands& operands, Tensor& out) {
  add(broadcast_of(operands, out), operands[0].data(), operands[1].data(), out.data());
}
void multiply_forward(const Operands& operands, Tensor& out) {
  multiply(broadcast_of(operands, out), operands[0].data(), operands[1].data(), out.data());
}

std::vector<NodeId> add_backward(const BackwardStep& s) {
  const auto to = [&](std::size_t i) { return s.wants(i) ? reduce_to(s, s.gradient, s.tape.value(s.inputs[i]).shape()) : -1; };
  return {to(0), to(1)};
}

std::vector<NodeId> multiply_backward(const BackwardStep& s) {
  const auto to = [&](std::size_t i) {
    if (!s.wants(i)) return -1;
    const NodeId other = s.inputs[1 - i];
    return reduce_to(s, s.tape.append(ops::kMultiply, {s.gradient, other}, {}, Label{}), s.tape.value(s.inputs[i]).shape());
  };
  return {to(0), to(1)};
}

CellArithmetic explain_add(const Application& a, const Cell& cell) {
  return {at(a, 0, cell) + " + " + at(a, 1, cell), expr::sum({a.operand(0, cell), a.operand(1, cell)})};
}
CellArithmetic explain_multiply(const Application& a, const Cell& cell) {
  return {at(a, 0, cell) + " · " + at(a, 1, cell), expr::product({a.operand(0, cell), a.operand(1, cell)})};
}

std::vector<OpSample> broadcast_samples() {
  const auto sample = [](Shape a, Shape b) { return OpSample{{sample_tensor(3, std::move(a)), sample_tensor(4, std::move(b))}, {}}; };
  return {sample({{}, 3, 4}, {{}, 3, 4}),  sample({{}, 3, 4}, {{}, 1, 4}),   sample({{}, 3, 4}, {{}, 3, 1}), sample({{}, 3, 4}, {{}, 1, 1}),
          sample({{2}, 3, 4}, {{}, 1, 4}), sample({{2}, 3, 4}, {{2}, 3, 4}), sample({{}, 3, 4}, {{2}, 3, 4})};
}

// ---- divide ------------------------------------------------------------------------------------------------------------

Shape divide_shape(const Operands& operands) { return broadcast_shape("divide", operands[0].shape(), operands[1].shape()); }
void divide_forward(const Operands& operands, Tensor& out) {
  for_each_cell(out, [&](const Cell& cell, float& value) {
    const float divisor = operands[1].at(broadcast_cell(operands[1].shape(), cell));
    value = divisor == 0 ? 0 : operands[0].at(broadcast_cell(operands[0].shape(), cell)) / divisor;
  });
}
// d a = g / b,  d b = −g a / b².
std::vector<NodeId> divide_backward(const BackwardStep& s) {
  const auto over = [&](NodeId numerator) { return s.tape.append(ops::kDivide, {numerator, s.inputs[1]}, {}, Label{}); };
  const auto shaped = [&](std::size_t i, NodeId gradient) { return reduce_to(s, gradient, s.tape.value(s.inputs[i]).shape()); };
  const NodeId to_a = s.wants(0) ? shaped(0, over(s.gradient)) : -1;
  if (!s.wants(1)) return {to_a, -1};
  const NodeId weighted = named_step(s, s.tape.append(ops::kMultiply, {s.gradient, s.inputs[0]}, {}, Label{}));
  const NodeId twice_over = named_step(s, over(named_step(s, over(weighted))));
  return {to_a, shaped(1, scale(s.tape, twice_over, -1, Label{}))};
}
CellArithmetic explain_divide(const Application& a, const Cell& cell) {
  const Expression divisor = a.operand(1, cell);
  if (divisor.value == 0) return {"0  (" + at(a, 1, cell) + " = 0)", expr::number(0)};
  return {at(a, 0, cell) + " / " + at(a, 1, cell), expr::quotient(a.operand(0, cell), divisor)};
}

// Samples whose divisors are far from 0, at which the quotient jumps.
std::vector<OpSample> divide_samples() {
  std::vector<OpSample> samples = broadcast_samples();
  for (OpSample& sample : samples)
    for (Index i = 0; i < sample.inputs[1].size(); ++i) sample.inputs[1].data()[i] += 3;
  return samples;
}

OpCode code_divide(const Application& a) {
  const Tensor& divisor = a.operands[1];
  if (std::find(divisor.data(), divisor.data() + divisor.size(), 0.0f) == divisor.data() + divisor.size()) return {"$out = $0 / $1"};
  return {"$out = np.where($1 == 0, 0, $0 / np.where($1 == 0, 1, $1))", "$out = ($0 / $1).masked_fill($1 == 0, 0)"};
}

// ---- scale -------------------------------------------------------------------------------------------------------------

void scale_forward(const Operands& operands, Tensor& out) {
  scale(operands[0].data(), operands.get<attr::Scale>().factor, out.data(), out.size());
}
// Returns "0.5 · x" or "x / √4", and "x" for the factor 1.
std::string scaled(const std::string& name, const attr::Scale& by) {
  if (by.root > 0) return name + " / √" + std::to_string(by.root);
  return by.factor == 1 ? name : format_number(static_cast<double>(by.factor)) + " · " + name;
}
std::string scale_formula(const Tape& tape, NodeId a, const attr::Scale& by) { return scaled(std::string(short_name(tape[a].name)), by); }
std::vector<NodeId> scale_backward(const BackwardStep& s) {
  return {s.tape.append(ops::kScale, {s.gradient}, s.attributes,
                        Label("", scale_formula(s.tape, s.gradient, std::get<attr::Scale>(s.attributes))))};
}
CellArithmetic explain_scale(const Application& a, const Cell& cell) {
  const attr::Scale& by = a.operands.get<attr::Scale>();
  const std::string symbols = scaled(at(a, 0, cell), by);
  if (by.root > 0) {
    Expression root = expr::call(Expression::Kind::sqrt, {expr::number(static_cast<double>(by.root))});
    return {symbols, expr::quotient(a.operand(0, cell), std::move(root))};
  }
  if (by.factor == 1) return {symbols, a.operand(0, cell)};
  return {symbols, expr::product({expr::number(static_cast<double>(by.factor)), a.operand(0, cell)})};
}
attr::Scale by_root(Index d) { return {1 / std::sqrt(static_cast<float>(d)), d}; }
std::vector<OpSample> scale_samples() {
  return {OpSample{{sample_tensor(5, {{2}, 2, 3})}, attr::Scale{-0.75f}}, OpSample{{sample_tensor(5, {{2}, 2, 3})}, by_root(5)}};
}

OpCode code_scale(const Application& a) {
  const attr::Scale& by = a.operands.get<attr::Scale>();
  if (by.root > 0) return {"$out = $0 / " + index_text(by.root) + " ** 0.5"};
  return {by.factor == -1 ? "$out = -$0" : "$out = " + python_number(by.factor) + " * $0"};
}

// ---- power -------------------------------------------------------------------------------------------------------------

void power_forward(const Operands& operands, Tensor& out) {
  const auto exponent = static_cast<double>(operands.get<attr::Power>().exponent);
  const float* x = operands[0].data();
  for (Index i = 0; i < out.size(); ++i) out.data()[i] = static_cast<float>(std::pow(static_cast<double>(x[i]), exponent));
}
std::string power_text(const std::string& name, float exponent) { return name + "^" + format_number(static_cast<double>(exponent)); }
// d x = g p x^(p − 1).
std::vector<NodeId> power_backward(const BackwardStep& s) {
  const float exponent = std::get<attr::Power>(s.attributes).exponent;
  const NodeId lower = named_step(s, power(s.tape, s.inputs[0], exponent - 1, Label{}));
  const NodeId steepness = named_step(s, scale(s.tape, lower, exponent, Label{}));
  return {s.tape.append(ops::kMultiply, {s.gradient, steepness}, {}, Label{})};
}
CellArithmetic explain_power(const Application& a, const Cell& cell) {
  const float exponent = a.operands.get<attr::Power>().exponent;
  return {power_text(at(a, 0, cell), exponent),
          expr::call(Expression::Kind::power, {a.operand(0, cell), expr::number(static_cast<double>(exponent))})};
}
// Samples of numbers above 0, which have every power.
std::vector<OpSample> power_samples() {
  Tensor x = sample_tensor(40, {{2}, 3, 4});
  for (Index i = 0; i < x.size(); ++i) x.data()[i] += 2;
  return {OpSample{{x}, attr::Power{-0.35f}}, OpSample{{x}, attr::Power{2}}};
}
OpCode code_power(const Application& a) { return {"$out = $0 ** " + python_number(a.operands.get<attr::Power>().exponent)}; }

// ---- exp ---------------------------------------------------------------------------------------------------------------

void exp_forward(const Operands& operands, Tensor& out) { exponential(operands[0].data(), out.data(), out.size()); }
std::vector<NodeId> exp_backward(const BackwardStep& s) { return {s.tape.append(ops::kMultiply, {s.gradient, s.node}, {}, Label{})}; }
CellArithmetic explain_exp(const Application& a, const Cell& cell) {
  return {"exp(" + at(a, 0, cell) + ")", expr::call(Expression::Kind::exp, {a.operand(0, cell)})};
}
std::vector<OpSample> one_matrix_sample() { return {OpSample{{sample_tensor(6, {{2}, 3, 4})}, {}}}; }

// ---- square_root -------------------------------------------------------------------------------------------------------

void square_root_forward(const Operands& operands, Tensor& out) {
  for (Index i = 0; i < out.size(); ++i) out.data()[i] = std::sqrt(operands[0].data()[i]);
}
// d a = g / (2 √a).
std::vector<NodeId> square_root_backward(const BackwardStep& s) {
  const NodeId halved = named_step(s, scale(s.tape, s.gradient, 0.5f, Label{}));
  return {s.tape.append(ops::kDivide, {halved, s.node}, {}, Label{})};
}
CellArithmetic explain_square_root(const Application& a, const Cell& cell) {
  return {"√" + at(a, 0, cell), expr::call(Expression::Kind::sqrt, {a.operand(0, cell)})};
}
std::vector<OpSample> square_root_samples() {
  Tensor x = sample_tensor(76, {{2}, 3, 4});
  for (Index i = 0; i < x.size(); ++i) x.data()[i] += 2;
  return {OpSample{{std::move(x)}, {}}};
}

// ---- mask --------------------------------------------------------------------------------------------------------------

// Whether a cell is visible. A mask that lacks the last outer axes, such as a mask for each sequence, serves all matrices of those axes.
bool visible(const Tensor& mask, const Shape& shape, const Cell& cell) {
  return mask.at(cell.outer / (shape.matrices() / mask.shape().matrices()), cell.row, cell.col) != 0;
}

Shape mask_shape(const Operands& operands) {
  const Shape& a = operands[0].shape();
  const Shape& m = operands.get<attr::Mask>().mask->shape();
  const bool leading = m.outer.size() <= a.outer.size() && std::equal(m.outer.begin(), m.outer.end(), a.outer.begin());
  if (m.rows != a.rows || m.cols != a.cols || !leading)
    shape_mismatch("mask", a, m, "the mask must have the shape of the matrix, with all or the first of its outer axes, or none");
  return a;
}
void mask_forward(const Operands& operands, Tensor& out) {
  const auto& [seen, fill] = operands.get<attr::Mask>();
  const Index matrices = out.shape().matrices();
  mask(operands[0].data(), seen->data(), matrices, matrices / seen->shape().matrices(), out.shape().matrix_size(), fill, out.data());
}
std::vector<NodeId> mask_backward(const BackwardStep& s) {
  return {s.tape.append(ops::kMask, {s.gradient}, attr::Mask{std::get<attr::Mask>(s.attributes).mask, 0}, Label{})};
}
CellArithmetic explain_mask(const Application& a, const Cell& cell) {
  const auto& attributes = a.operands.get<attr::Mask>();
  if (visible(*attributes.mask, a.value.shape(), cell)) return {at(a, 0, cell), a.operand(0, cell)};
  const double fill = static_cast<double>(attributes.fill);
  return {format_number(fill) + "  (mask" + to_string(cell, a.value.shape()) + " = 0)", expr::number(fill)};
}
std::vector<OpSample> mask_samples() {
  auto mask = std::make_shared<Tensor>(Tensor::filled({{2}, 2, 2}, 1));
  mask->at(1, 0, 1) = 0;
  mask->at(1, 1, 1) = 0;
  return {OpSample{{sample_tensor(7, {{2}, 3, 3})}, attr::Mask{causal_mask(3), -2}},
          OpSample{{sample_tensor(30, {{2, 3}, 2, 2})}, attr::Mask{mask, 0}}};
}

bool is_causal(const Tensor& mask) {
  return mask.shape().outer.empty() && mask.rows() == mask.cols() && same_values(mask, *causal_mask(mask.rows()));
}

OpCode code_mask(const Application& a) {
  const auto& [mask, fill] = a.operands.get<attr::Mask>();
  const std::string instead = python_number(fill);
  OpCode code;
  std::string seen;
  if (is_causal(*mask)) {
    seen = "np.tri(" + index_text(mask->rows()) + ")";
    code.torch = "torch.ones(" + index_text(mask->rows()) + ", " + index_text(mask->rows()) + ").tril()";
  } else {
    seen = code.array("mask", mask);
    const std::size_t missing = mask->shape().outer.empty() ? 0 : a.value.shape().outer.size() - mask->shape().outer.size();
    if (missing > 0) seen += "[:" + std::string(missing > 1 ? ", None, None]" : ", None]");
    code.torch = seen;
  }
  code.numpy = "$out = np.where(" + seen + " == 1, $0, " + instead + ")";
  code.torch = "$out = $0.masked_fill(" + code.torch + " == 0, " + instead + ")";
  return code;
}

// ---- relu, gelu --------------------------------------------------------------------------------------------------------

void relu_forward(const Operands& operands, Tensor& out) { relu(operands[0].data(), out.data(), out.size()); }
std::vector<NodeId> relu_backward(const BackwardStep& s) {
  return {s.tape.append(ops::kReluGradient, {s.inputs[0], s.gradient}, {}, Label{})};
}
CellArithmetic explain_relu(const Application& a, const Cell& cell) {
  return {"max(" + at(a, 0, cell) + ", 0)", expr::call(Expression::Kind::max, {a.operand(0, cell), expr::number(0)})};
}

Shape second_shape(const Operands& operands) {
  if (operands[0].shape() != operands[1].shape())
    shape_mismatch("gradient", operands[0].shape(), operands[1].shape(), "a gradient has the shape of its value");
  return operands[1].shape();
}
void relu_gradient_forward(const Operands& operands, Tensor& out) {
  relu_gradient(operands[0].data(), operands[1].data(), out.data(), out.size());
}
CellArithmetic explain_relu_gradient(const Application& a, const Cell& cell) {
  const bool passes = a.operands[0].at(cell) > 0;
  return {at(a, 1, cell) + " · [" + at(a, 0, cell) + " > 0]", expr::product({a.operand(1, cell), expr::number(passes ? 1 : 0)})};
}
std::vector<OpSample> pair_samples() { return {OpSample{{sample_tensor(8, {{2}, 3, 4}), sample_tensor(9, {{2}, 3, 4})}, {}}}; }

const double kTanhScale = std::sqrt(2.0 / std::numbers::pi);
constexpr double kCubic = 0.044715;

double gelu_slope(double x, bool tanh_form) {
  if (tanh_form) {
    const double t = std::tanh(kTanhScale * (x + kCubic * x * x * x));
    return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * kTanhScale * (1 + 3 * kCubic * x * x);
  }
  return 0.5 * (1 + std::erf(x / std::numbers::sqrt2)) + x * std::exp(-0.5 * x * x) / std::sqrt(2 * std::numbers::pi);
}

void gelu_forward(const Operands& operands, Tensor& out) {
  gelu(operands[0].data(), out.data(), out.size(), operands.get<attr::Gelu>().tanh_form);
}
std::vector<NodeId> gelu_backward(const BackwardStep& s) {
  return {s.tape.append(ops::kGeluGradient, {s.inputs[0], s.gradient}, s.attributes, Label{})};
}
CellArithmetic explain_gelu(const Application& a, const Cell& cell) {
  const std::string x = at(a, 0, cell);
  const Expression operand = a.operand(0, cell);
  Expression inner;
  std::string symbols;
  if (a.operands.get<attr::Gelu>().tanh_form) {
    Expression cubic = expr::product({expr::number(kCubic), expr::call(Expression::Kind::power, {operand, expr::number(3)})});
    inner = expr::call(Expression::Kind::tanh, {expr::product({expr::number(kTanhScale), expr::sum({operand, std::move(cubic)})})});
    symbols = x + "/2 · (1 + tanh(√(2/π)·(" + x + " + 0.044715·" + x + "³)))";
  } else {
    inner = expr::call(Expression::Kind::erf, {expr::quotient(operand, expr::call(Expression::Kind::sqrt, {expr::number(2)}))});
    symbols = x + "/2 · (1 + erf(" + x + "/√2))";
  }
  return {symbols, expr::product({expr::quotient(operand, expr::number(2)), expr::sum({expr::number(1), std::move(inner)})})};
}
std::vector<OpSample> gelu_samples() {
  const Tensor x = sample_tensor(10, {{}, 3, 4});
  return {OpSample{{x}, attr::Gelu{false}}, OpSample{{x}, attr::Gelu{true}}};
}
void gelu_gradient_forward(const Operands& operands, Tensor& out) {
  gelu_gradient(operands[0].data(), operands[1].data(), out.data(), out.size(), operands.get<attr::Gelu>().tanh_form);
}
CellArithmetic explain_gelu_gradient(const Application& a, const Cell& cell) {
  const double slope = gelu_slope(static_cast<double>(a.operands[0].at(cell)), a.operands.get<attr::Gelu>().tanh_form);
  return {at(a, 1, cell) + " · gelu′(" + at(a, 0, cell) + ")", expr::product({a.operand(1, cell), expr::number(slope)})};
}

OpCode code_gelu(const Application& a) {
  if (a.operands.get<attr::Gelu>().tanh_form)
    return {"$out = $0 / 2 * (1 + np.tanh((2 / np.pi) ** 0.5 * ($0 + 0.044715 * $0 ** 3)))", "$out = F.gelu($0, approximate=\"tanh\")"};
  return {"$out = $0 / 2 * (1 + np.vectorize(math.erf)($0 / 2 ** 0.5))", "$out = F.gelu($0)"};
}
OpCode code_gelu_gradient(const Application& a) {
  if (a.operands.get<attr::Gelu>().tanh_form)
    return {
        "$t = np.tanh((2 / np.pi) ** 0.5 * ($0 + 0.044715 * $0 ** 3))\n"
        "$steep = (2 / np.pi) ** 0.5 * (1 + 3 * 0.044715 * $0 ** 2)\n"
        "$out = $1 * ((1 + $t) / 2 + $0 / 2 * (1 - $t ** 2) * $steep)"};
  return {
      "$below = (1 + np.vectorize(math.erf)($0 / 2 ** 0.5)) / 2\n"
      "$out = $1 * ($below + $0 * np.exp(-$0 ** 2 / 2) / (2 * np.pi) ** 0.5)"};
}

std::vector<OpSample> gelu_gradient_samples() {
  const std::vector<Tensor> pair = pair_samples().front().inputs;
  return {OpSample{pair, attr::Gelu{false}}, OpSample{pair, attr::Gelu{true}}};
}

// ---- silu --------------------------------------------------------------------------------------------------------------

double logistic_share(float x) { return 1 / (1 + std::exp(-static_cast<double>(x))); }

void silu_forward(const Operands& operands, Tensor& out) {
  const float* x = operands[0].data();
  for (Index i = 0; i < out.size(); ++i) out.data()[i] = static_cast<float>(static_cast<double>(x[i]) * logistic_share(x[i]));
}
std::vector<NodeId> silu_backward(const BackwardStep& s) {
  return {s.tape.append(ops::kSiluGradient, {s.inputs[0], s.gradient}, {}, Label{})};
}
CellArithmetic explain_silu(const Application& a, const Cell& cell) {
  const Expression x = a.operand(0, cell);
  return {at(a, 0, cell) + " / (1 + exp(−" + at(a, 0, cell) + "))",
          expr::quotient(x, expr::sum({expr::number(1), expr::call(Expression::Kind::exp, {expr::negate(x)})}))};
}

// silu′(x) = σ (1 + x (1 − σ)), σ = 1 / (1 + e^−x).
void silu_gradient_forward(const Operands& operands, Tensor& out) {
  const float *x = operands[0].data(), *gradient = operands[1].data();
  for (Index i = 0; i < out.size(); ++i) {
    const double share = logistic_share(x[i]);
    out.data()[i] = static_cast<float>(static_cast<double>(gradient[i]) * share * (1 + static_cast<double>(x[i]) * (1 - share)));
  }
}
CellArithmetic explain_silu_gradient(const Application& a, const Cell& cell) {
  const float x = a.operands[0].at(cell);
  const double share = logistic_share(x);
  return {at(a, 1, cell) + " · silu′(" + at(a, 0, cell) + ")",
          expr::product({a.operand(1, cell), expr::number(share * (1 + static_cast<double>(x) * (1 - share)))})};
}

}  // namespace

namespace ops {
const OpInfo kAdd{"add", "{0} + {1}", add_shape, add_forward, add_backward, explain_add, broadcast_samples, "$out = $0 + $1"};
const OpInfo kMultiply{"multiply",        "{0} ⊙ {1}",      multiply_shape,    multiply_forward,
                       multiply_backward, explain_multiply, broadcast_samples, "$out = $0 * $1"};
const OpInfo kDivide{"divide", "{0} / {1}", divide_shape, divide_forward, divide_backward, explain_divide, divide_samples, code_divide};
const OpInfo kScale{"scale", "factor · {0}", same_shape, scale_forward, scale_backward, explain_scale, scale_samples, code_scale};
const OpInfo kPower{"power", "{0}^exponent", same_shape, power_forward, power_backward, explain_power, power_samples, code_power};
const OpInfo kExp{"exp", "exp({0})", same_shape, exp_forward, exp_backward, explain_exp, one_matrix_sample, "$out = np.exp($0)"};
const OpInfo kSquareRoot{
    "square_root",       "√{0}", same_shape, square_root_forward, square_root_backward, explain_square_root, square_root_samples,
    "$out = np.sqrt($0)"};
const OpInfo kMask{"mask", "mask({0})", mask_shape, mask_forward, mask_backward, explain_mask, mask_samples, code_mask};
const OpInfo kRelu{"relu",        "max({0}, 0)", same_shape,        relu_forward,
                   relu_backward, explain_relu,  one_matrix_sample, {"$out = np.maximum($0, 0)", "$out = torch.relu($0)"}};
const OpInfo kGelu{"gelu",       "gelu({0})",  same_shape, gelu_forward, gelu_backward,
                   explain_gelu, gelu_samples, code_gelu,  nullptr,      each_row_alone};
const OpInfo kSilu{"silu",        "silu({0})",   same_shape,        silu_forward,
                   silu_backward, explain_silu,  one_matrix_sample, {"$out = $0 / (1 + np.exp(-$0))", "$out = F.silu($0)"},
                   nullptr,       each_row_alone};
const OpInfo kSiluGradient{
    "silu_gradient", "{1} ⊙ silu′({0})",    second_shape, silu_gradient_forward,
    nullptr,         explain_silu_gradient, pair_samples, "$share = 1 / (1 + np.exp(-$0))\n$out = $1 * $share * (1 + $0 * (1 - $share))"};
const OpInfo kReluGradient{"relu_gradient", "{1} ⊙ [{0} > 0]",     second_shape, relu_gradient_forward,
                           nullptr,         explain_relu_gradient, pair_samples, "$out = $1 * ($0 > 0)"};
const OpInfo kGeluGradient{"gelu_gradient", "{1} ⊙ gelu′({0})",    second_shape,          gelu_gradient_forward,
                           nullptr,         explain_gelu_gradient, gelu_gradient_samples, code_gelu_gradient};
}  // namespace ops

NodeId add(Tape& tape, NodeId a, NodeId b, Label label) { return tape.append(ops::kAdd, {a, b}, {}, std::move(label)); }
NodeId multiply(Tape& tape, NodeId a, NodeId b, Label label) { return tape.append(ops::kMultiply, {a, b}, {}, std::move(label)); }
NodeId divide(Tape& tape, NodeId a, NodeId b, Label label) { return tape.append(ops::kDivide, {a, b}, {}, std::move(label)); }
NodeId scale(Tape& tape, NodeId a, float factor, Label label) {
  if (label.formula.empty()) label.formula = scale_formula(tape, a, {factor});
  return tape.append(ops::kScale, {a}, attr::Scale{factor}, std::move(label));
}
NodeId divide_by_root(Tape& tape, NodeId a, Index d, Label label) {
  if (label.formula.empty()) label.formula = scale_formula(tape, a, by_root(d));
  return tape.append(ops::kScale, {a}, by_root(d), std::move(label));
}
NodeId power(Tape& tape, NodeId a, float exponent, Label label) {
  if (label.formula.empty()) label.formula = power_text(std::string(short_name(tape[a].name)), exponent);
  return tape.append(ops::kPower, {a}, attr::Power{exponent}, std::move(label));
}
NodeId exponential(Tape& tape, NodeId a, Label label) { return tape.append(ops::kExp, {a}, {}, std::move(label)); }
NodeId square_root(Tape& tape, NodeId a, Label label) { return tape.append(ops::kSquareRoot, {a}, {}, std::move(label)); }
NodeId silu(Tape& tape, NodeId x, Label label) { return tape.append(ops::kSilu, {x}, {}, std::move(label)); }
NodeId mask(Tape& tape, NodeId a, std::shared_ptr<const Tensor> mask, float fill, Label label) {
  return tape.append(ops::kMask, {a}, attr::Mask{std::move(mask), fill}, std::move(label));
}
NodeId relu(Tape& tape, NodeId x, Label label) { return tape.append(ops::kRelu, {x}, {}, std::move(label)); }
NodeId gelu(Tape& tape, NodeId x, bool tanh_form, Label label) {
  return tape.append(ops::kGelu, {x}, attr::Gelu{tanh_form}, std::move(label));
}

std::shared_ptr<const Tensor> causal_mask(Index length) {
  auto mask = std::make_shared<Tensor>(Shape{{}, length, length});
  for_each_cell(*mask, [](const Cell& cell, float& value) { value = cell.col <= cell.row ? 1 : 0; });
  return mask;
}

}  // namespace gf

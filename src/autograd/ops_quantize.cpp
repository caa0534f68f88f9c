// Numbers in few bits: integers with a scale, and floats bit by bit. Rounding has no slope, so these ops have no backward.
#include <algorithm>
#include <cmath>

#include "autograd/op_support.h"
#include "autograd/ops.h"
#include "core/half.h"
#include "core/number_text.h"

namespace gf {
namespace {

using attr::Rounding;
using expr::number;

constexpr Index kHalfBits = 16, kHalfExponent = 5, kBfloatExponent = 8;

const Rounding& rounding_of(const Operands& operands) { return operands.get<Rounding>(); }

// Return the largest and the least integer of a rounding.
double most_of(const Rounding& r) { return std::exp2(static_cast<double>(r.symmetric ? r.bits - 1 : r.bits)) - 1; }
double least_of(const Rounding& r) { return r.symmetric ? -most_of(r) : 0; }

Index groups_along(Index size, Index group) { return (size + group - 1) / group; }

Shape shape_of_groups(const Operands& operands) {
  const Shape& w = operands[0].shape();
  const Rounding& r = rounding_of(operands);
  if (!w.outer.empty() || r.bits < 2 || r.group_rows < 1 || r.group_cols < 1)
    throw ShapeError("[quantize] " + to_string(w) + ": expected one matrix, 2 bits or more, and groups of at least one number");
  return {{}, groups_along(w.rows, r.group_rows), groups_along(w.cols, r.group_cols)};
}

Shape shape_of_zeros(const Operands& operands) {
  const Shape groups = shape_of_groups(operands);
  if (operands[1].shape() != groups) shape_mismatch("quantize", operands[1].shape(), groups, "expected a scale for each group");
  return groups;
}

Shape shape_of_numbers(const Operands& operands) {
  const Shape groups = shape_of_groups(operands);
  for (std::size_t i = 1; i < operands.size(); ++i)
    if (operands[i].shape() != groups) shape_mismatch("quantize", operands[i].shape(), groups, "expected one for each group");
  return operands[0].shape();
}

Cell group_of(const Rounding& r, const Cell& cell) { return {0, cell.row / r.group_rows, cell.col / r.group_cols}; }

// ---- the scale, the zero point -----------------------------------------------------------------------------------------

// The cells of a group with the largest value, the least value and the largest size; among equal cells the first.
struct Extremes {
  Cell most, least, size;
};

Extremes extremes_of(const Tensor& w, const Rounding& r, const Cell& group) {
  const Index row = group.row * r.group_rows, col = group.col * r.group_cols;
  Extremes found{{0, row, col}, {0, row, col}, {0, row, col}};
  for (Cell at{0, row, col}; at.row < std::min(w.rows(), row + r.group_rows); ++at.row)
    for (at.col = col; at.col < std::min(w.cols(), col + r.group_cols); ++at.col) {
      if (w.at(at) > w.at(found.most)) found.most = at;
      if (w.at(at) < w.at(found.least)) found.least = at;
      if (std::fabs(w.at(at)) > std::fabs(w.at(found.size))) found.size = at;
    }
  return found;
}

Expression scale_of_group(const Application& a, const Cell& cell) {
  const Tensor& w = a.operands[0];
  const Rounding& r = rounding_of(a.operands);
  const Extremes found = extremes_of(w, r, cell);
  if (r.symmetric) {
    const Expression size = a.operand(0, found.size);
    return expr::quotient(size.value < 0 ? expr::negate(size) : size, number(most_of(r)));
  }
  const Expression most = w.at(found.most) > 0 ? a.operand(0, found.most) : number(0);
  const Expression least = w.at(found.least) < 0 ? a.operand(0, found.least) : number(0);
  return expr::quotient(expr::difference(most, least), number(most_of(r)));
}

void scale_of_group_forward(const Operands& operands, Tensor& out) {
  const Tensor& w = operands[0];
  const Rounding& r = rounding_of(operands);
  for_each_cell(out, [&](const Cell& group, float& value) {
    const Extremes found = extremes_of(w, r, group);
    const double most = static_cast<double>(w.at(found.most)), least = static_cast<double>(w.at(found.least));
    const double width = r.symmetric ? std::fabs(static_cast<double>(w.at(found.size))) : std::max(most, 0.0) - std::min(least, 0.0);
    value = static_cast<float>(width / most_of(r));
  });
}

// Returns the cells of a group in print: "w[0,0…7]".
std::string group_text(const Application& a, const Cell& group) {
  const Rounding& r = rounding_of(a.operands);
  const auto range = [](Index from, Index size, Index end) {
    const Index last = std::min(from * size + size, end) - 1;
    return last == from * size ? index_text(last) : index_text(from * size) + "…" + index_text(last);
  };
  return a.names[0] + "[" + range(group.row, r.group_rows, a.operands[0].rows()) + "," +
         range(group.col, r.group_cols, a.operands[0].cols()) + "]";
}

CellArithmetic explain_scale_of_group(const Application& a, const Cell& cell) {
  const Rounding& r = rounding_of(a.operands);
  const std::string group = group_text(a, cell), levels = format_number(most_of(r));
  return {r.symmetric ? "max |" + group + "| / " + levels : "(max(" + group + ", 0) − min(" + group + ", 0)) / " + levels,
          scale_of_group(a, cell)};
}

// Clamps the value of an expression, if held cells led out of the range of the integers.
Expression within(Expression e, double least, double most) {
  const double value = evaluate(e);
  if (value > most) return expr::call(Expression::Kind::min, {std::move(e), number(most)});
  if (value < least) return expr::call(Expression::Kind::max, {std::move(e), number(least)});
  return e;
}

Expression zero_of(const Application& a, const Cell& cell) {
  const Tensor& w = a.operands[0];
  const Rounding& r = rounding_of(a.operands);
  const Expression scale = a.operand(1, cell);
  const Cell least = extremes_of(w, r, cell).least;
  if (scale.value == 0 || w.at(least) >= 0) return number(0);
  Expression steps = expr::quotient(expr::negate(a.operand(0, least)), scale);
  return within(expr::call(Expression::Kind::round, {std::move(steps)}), least_of(r), most_of(r));
}

void zero_point_forward(const Operands& operands, Tensor& out) {
  const Rounding& r = rounding_of(operands);
  for_each_cell(out, [&](const Cell& group, float& value) {
    const double scale = static_cast<double>(operands[1].at(group));
    const double least = std::min(static_cast<double>(operands[0].at(extremes_of(operands[0], r, group).least)), 0.0);
    value = scale == 0 ? 0.0f : static_cast<float>(std::clamp(std::nearbyint(-least / scale), least_of(r), most_of(r)));
  });
}

CellArithmetic explain_zero_point(const Application& a, const Cell& cell) {
  return {"round(−min(" + group_text(a, cell) + ", 0) / " + a.reference(1, cell) + ")", zero_of(a, cell)};
}

// ---- integers, and back ------------------------------------------------------------------------------------------------

Expression of_group(const Application& a, std::size_t input, const Cell& cell) {
  const Cell group = group_of(rounding_of(a.operands), cell);
  return expr::operand(static_cast<int>(input), group, static_cast<double>(a.operands[input].at(group)));
}
std::string group_reference(const Application& a, std::size_t input, const Cell& cell) {
  return a.names[input] + to_string(group_of(rounding_of(a.operands), cell), a.operands[input].shape());
}
bool has_zero_point(const Application& a) { return a.operands.size() > 2; }

Expression integer_of(const Application& a, const Cell& cell) {
  const Rounding& r = rounding_of(a.operands);
  const Expression scale = of_group(a, 1, cell);
  Expression steps = scale.value == 0 ? number(0) : expr::call(Expression::Kind::round, {expr::quotient(a.operand(0, cell), scale)});
  if (has_zero_point(a)) steps = expr::sum({std::move(steps), of_group(a, 2, cell)});
  return within(std::move(steps), least_of(r), most_of(r));
}

void quantize_forward(const Operands& operands, Tensor& out) {
  const Rounding& r = rounding_of(operands);
  const double most = most_of(r), least = least_of(r);
  for_each_cell(out, [&](const Cell& cell, float& value) {
    const Cell group = group_of(r, cell);
    const double scale = static_cast<double>(operands[1].at(group));
    const double zero = operands.size() > 2 ? static_cast<double>(operands[2].at(group)) : 0;
    const double steps = scale == 0 ? 0 : std::nearbyint(static_cast<double>(operands[0].at(cell)) / scale);
    value = static_cast<float>(std::clamp(steps + zero, least, most));
  });
}

CellArithmetic explain_quantize(const Application& a, const Cell& cell) {
  const bool no_scale = of_group(a, 1, cell).value == 0;
  std::string symbols = no_scale ? "0  (" + group_reference(a, 1, cell) + " = 0)"
                                 : "round(" + a.reference(0, cell) + " / " + group_reference(a, 1, cell) + ")";
  if (has_zero_point(a)) symbols += " + " + group_reference(a, 2, cell);
  return {symbols, integer_of(a, cell)};
}

Expression restored_of(const Application& a, const Cell& cell) {
  Expression steps = a.operand(0, cell);
  if (has_zero_point(a)) steps = expr::difference(std::move(steps), of_group(a, 2, cell));
  return expr::product({of_group(a, 1, cell), std::move(steps)});
}

void dequantize_forward(const Operands& operands, Tensor& out) {
  const Rounding& r = rounding_of(operands);
  for_each_cell(out, [&](const Cell& cell, float& value) {
    const Cell group = group_of(r, cell);
    value = operands[1].at(group) * (operands[0].at(cell) - (operands.size() > 2 ? operands[2].at(group) : 0));
  });
}

CellArithmetic explain_dequantize(const Application& a, const Cell& cell) {
  const std::string steps =
      has_zero_point(a) ? "(" + a.reference(0, cell) + " − " + group_reference(a, 2, cell) + ")" : a.reference(0, cell);
  return {group_reference(a, 1, cell) + " · " + steps, restored_of(a, cell)};
}

// ---- in Python ---------------------------------------------------------------------------------------------------------

bool whole_rows(const Operands& operands) { return groups_along(operands[0].cols(), rounding_of(operands).group_cols) == 1; }

// Returns the code of `measure` for the numbers that share a scale: the matrix, a row, or groups of columns of a row. The arguments of
// `measure` are an operand and the axes that it runs along.
template <typename Measure>
std::string for_groups(const Operands& operands, Measure&& measure) {
  if (!whole_rows(operands)) {
    const std::string group = index_text(rounding_of(operands).group_cols);
    return "np.concatenate([" + measure("$0[:, k:k + " + group + "]", "axis=1") + " for k in range(0, " + index_text(operands[0].cols()) +
           ", " + group + ")], axis=1)";
  }
  return measure("$0", groups_along(operands[0].rows(), rounding_of(operands).group_rows) == 1 ? "axis=(0, 1)" : "axis=1");
}

// Returns the code that repeats the value of each group for each of its numbers.
std::string for_numbers(const Operands& operands, const std::string& of_group) {
  if (whole_rows(operands)) return of_group;
  return "np.repeat(" + of_group + ", " + index_text(rounding_of(operands).group_cols) + ", axis=1)[:, :" + index_text(operands[0].cols()) +
         "]";
}

std::string largest_code(const std::string& values, const std::string& axes) { return "(" + values + ").max(" + axes + ", keepdims=True)"; }

// Returns the code for how far each group reaches below 0.
std::string below_zero(const Operands& operands) {
  return for_groups(operands, [](const std::string& w, const char* axes) { return largest_code("-" + w + " * (" + w + " < 0)", axes); });
}

OpCode code_scale_of_group(const Application& a) {
  const Rounding& r = rounding_of(a.operands);
  const auto sizes = [](const std::string& w, const char* axes) { return "np.abs(" + w + ").max(" + axes + ", keepdims=True)"; };
  if (r.symmetric) return {"$out = " + for_groups(a.operands, sizes) + " / " + exact_text(most_of(r))};
  const auto above = [](const std::string& w, const char* axes) { return largest_code(w + " * (" + w + " > 0)", axes); };
  return {"$above = " + for_groups(a.operands, above) + "\n$below = " + below_zero(a.operands) + "\n$out = ($above + $below) / " +
          exact_text(most_of(r))};
}

bool has_zeros(const Tensor& x) { return std::find(x.data(), x.data() + x.size(), 0.0f) != x.data() + x.size(); }

// Returns the code of round(numerator / scale), which is 0 if the scale is 0. The code computes in double precision like quantize_forward;
// otherwise a number half way between two integers could be rounded to the other one.
std::string rounded_steps(const std::string& numerator, const std::string& scale, bool zeros, const char* as_double) {
  if (!zeros) return "np.round(" + numerator + as_double + " / " + scale + ")";
  return "np.where(" + scale + " == 0, 0, np.round(" + numerator + as_double + " / np.where(" + scale + " == 0, 1, " + scale + ")))";
}

std::string clipped(const Rounding& r, const std::string& steps) {
  return "np.clip(" + steps + ", " + exact_text(least_of(r)) + ", " + exact_text(most_of(r)) + ")";
}

// Returns the same lines for NumPy and PyTorch, whose conversions to double differ.
template <typename Lines>
OpCode in_double(Lines&& lines) {
  return {lines(".astype(float)"), lines(".double()")};
}

OpCode code_zero_point(const Application& a) {
  return in_double([&](const char* as_double) {
    return "$below = " + below_zero(a.operands) +
           "\n$out = " + clipped(rounding_of(a.operands), rounded_steps("$below", "$1", has_zeros(a.operands[1]), as_double));
  });
}

OpCode code_quantize(const Application& a) {
  const bool whole = whole_rows(a.operands);
  return in_double([&](const char* as_double) {
    std::string steps = rounded_steps("$0", whole ? "$1" : "$s", has_zeros(a.operands[1]), as_double);
    if (has_zero_point(a)) steps += " + " + for_numbers(a.operands, "$2");
    const std::string lines = "$out = " + clipped(rounding_of(a.operands), steps);
    return whole ? lines : "$s = " + for_numbers(a.operands, "$1") + "\n" + lines;
  });
}

OpCode code_dequantize(const Application& a) {
  const std::string steps = has_zero_point(a) ? "($0 - " + for_numbers(a.operands, "$2") + ")" : "$0";
  return {"$out = " + for_numbers(a.operands, "$1") + " * " + steps};
}

// ---- floats bit by bit -------------------------------------------------------------------------------------------------

Shape decoded_shape(const Operands& operands) {
  const Shape& bits = operands[0].shape();
  const Index exponent = operands.get<attr::FloatFormat>().exponent_bits;
  if (bits.cols != kHalfBits || !bits.outer.empty() || (exponent != kHalfExponent && exponent != kBfloatExponent))
    throw ShapeError("[decode_float] " + to_string(bits) + " with " + std::to_string(exponent) +
                     " bits of exponent: expected rows of 16 bits, 5 or 8 of them for the exponent");
  return {{}, bits.rows, 1};
}

// Returns a row of bits as a number of 16 bits.
std::uint16_t bits_of(const Tensor& bits, Index row) {
  std::uint32_t all = 0;
  for (Index i = 0; i < kHalfBits; ++i) all = all << 1 | (bits.at(row, i) >= 0.5f ? 1u : 0u);
  return static_cast<std::uint16_t>(all);
}

float decoded(const Operands& operands, Index row) {
  const std::uint16_t bits = bits_of(operands[0], row);
  return operands.get<attr::FloatFormat>().exponent_bits == kHalfExponent ? float_from_half(bits) : float_from_bfloat16(bits);
}

void decode_forward(const Operands& operands, Tensor& out) {
  for (Index row = 0; row < out.rows(); ++row) out.at(row, 0) = decoded(operands, row);
}

CellArithmetic explain_decode(const Application& a, const Cell& cell) {
  const Index exponent_bits = a.operands.get<attr::FloatFormat>().exponent_bits, bias = (Index{1} << (exponent_bits - 1)) - 1;
  const float value = decoded(a.operands, cell.row);
  const auto bit = [&](Index i) { return a.operand(0, {0, cell.row, i}); };
  // Returns Σ bit · weight. The first weight is `weight`, and each further weight is half of the weight before.
  const auto weighted = [&](Index from, Index to, double weight) {
    std::vector<Expression> terms;
    for (Index i = from; i < to; ++i, weight /= 2) terms.push_back(expr::product({number(weight), bit(i)}));
    return expr::sum(std::move(terms));
  };
  Expression exponent = weighted(1, 1 + exponent_bits, std::exp2(static_cast<double>(exponent_bits - 1)));
  const double stored = evaluate(exponent);
  if (!std::isfinite(value)) return {std::isnan(value) ? "@decoded_nan" : "@decoded_infinity", number(static_cast<double>(value))};
  Expression fraction = weighted(1 + exponent_bits, kHalfBits, 0.5);
  // The exponent 0 means that no 1 is added to the fraction.
  Expression power =
      stored == 0 ? number(static_cast<double>(1 - bias)) : expr::difference(std::move(exponent), number(static_cast<double>(bias)));
  if (stored != 0) fraction = expr::sum({number(1), std::move(fraction)});
  const std::string shown_power = stored == 0 ? index_text(1 - bias) : "exponent − " + index_text(bias);
  return {"(1 − 2·sign) · 2^(" + shown_power + ") · " + (stored == 0 ? "fraction" : "(1 + fraction)"),
          expr::product({expr::difference(number(1), expr::product({number(2), bit(0)})),
                         expr::call(Expression::Kind::power, {number(2), std::move(power)}), std::move(fraction)})};
}

// Returns `count` powers of 2 from 2^first down, as floats of Python.
std::string powers_code(Index first, Index count) {
  std::string list;
  for (Index i = 0; i < count; ++i) {
    const std::string power = exact_text(std::exp2(static_cast<double>(first - i)));
    list += (i == 0 ? "" : ", ") + power + (power.find('.') == std::string::npos ? ".0" : "");
  }
  return "np.array([" + list + "])";
}

// Returns no code if a result is infinite or NaN, which follow rules without short code.
OpCode code_decode(const Application& a) {
  for (Index row = 0; row < a.value.rows(); ++row)
    if (!std::isfinite(decoded(a.operands, row))) return {};
  const Index bits = a.operands.get<attr::FloatFormat>().exponent_bits;
  const std::string end = index_text(1 + bits), bias = index_text((Index{1} << (bits - 1)) - 1);
  return {"$exponent = $0[:, 1:" + end + "] @ " + powers_code(bits - 1, bits) + "\n$fraction = $0[:, " + end + ":] @ " +
          powers_code(-1, kHalfBits - 1 - bits) + "\n$power = 2.0 ** ($exponent + 1.0 * ($exponent == 0) - " + bias +
          ")\n$out = ((1 - 2 * $0[:, 0]) * $power * (1.0 * ($exponent > 0) + $fraction))[:, None]"};
}

std::string name_in_formula(const Tape& tape, NodeId id) { return std::string(short_name(tape[id].name)); }

// ---- samples -----------------------------------------------------------------------------------------------------------

// Roundings of the whole matrix, of rows, and of groups whose last group is shorter.
std::vector<Rounding> sample_roundings() { return {{4, 3, 5, true}, {3, 1, 5, true}, {3, 1, 2, true}, {4, 3, 5, false}, {2, 1, 2, false}}; }

// Returns numbers with a row of zeros.
Tensor sample_numbers() {
  Tensor w = sample_tensor(71, {{}, 3, 5});
  for (Index c = 0; c < w.cols(); ++c) w.at(1, c) = 0;
  return w;
}

// Returns samples with at most `operands` operands, which the earlier ops make. The first operand is the numbers or their integers.
std::vector<OpSample> rounding_samples(bool with_numbers, std::size_t operands) {
  std::vector<OpSample> samples;
  for (const Rounding& r : sample_roundings()) {
    Tape tape;
    const NodeId w = constant(tape, sample_numbers(), "w"), scale = quantize_scale(tape, w, r, "scale");
    const NodeId zero = r.symmetric ? -1 : zero_point(tape, w, scale, r, "zero");
    const NodeId first = with_numbers ? w : quantize(tape, w, scale, zero, r, "integers");
    std::vector<Tensor> inputs{tape.value(first)};
    if (operands > 1) inputs.push_back(tape.value(scale));
    if (operands > 2 && !r.symmetric) inputs.push_back(tape.value(zero));
    if (operands != 2 || with_numbers) samples.push_back({std::move(inputs), r});
  }
  return samples;
}
std::vector<OpSample> scale_of_group_samples() { return rounding_samples(true, 1); }
std::vector<OpSample> zero_point_samples() {
  std::vector<OpSample> samples = rounding_samples(true, 2);
  std::erase_if(samples, [](const OpSample& sample) { return std::get<Rounding>(sample.attributes).symmetric; });
  return samples;
}
std::vector<OpSample> quantize_samples() { return rounding_samples(true, 3); }
std::vector<OpSample> dequantize_samples() { return rounding_samples(false, 3); }

// Samples of halves: −1.5, the smallest half above 0, and the half after 1.
std::vector<OpSample> decode_samples() {
  Tensor bits({{}, 3, kHalfBits});
  for (const Index i : {0, 2, 3, 4, 5, 6}) bits.at(0, i) = 1;
  bits.at(1, 15) = 1;
  for (const Index i : {2, 3, 4, 5, 15}) bits.at(2, i) = 1;
  return {OpSample{{bits}, attr::FloatFormat{kHalfExponent}}, OpSample{{bits}, attr::FloatFormat{kBfloatExponent}}};
}

}  // namespace

namespace ops {
const OpInfo kQuantizeScale{"quantize_scale", "scale({0})",           shape_of_groups,        scale_of_group_forward,
                            nullptr,          explain_scale_of_group, scale_of_group_samples, code_scale_of_group};
const OpInfo kZeroPoint{"zero_point", "round(−min({0}, 0) / {1})", shape_of_zeros,     zero_point_forward,
                        nullptr,      explain_zero_point,          zero_point_samples, code_zero_point};
const OpInfo kQuantize{"quantize", "round({0} / {1})", shape_of_numbers, quantize_forward,
                       nullptr,    explain_quantize,   quantize_samples, code_quantize};
const OpInfo kDequantize{"dequantize", "{1} · {0}",        shape_of_numbers,   dequantize_forward,
                         nullptr,      explain_dequantize, dequantize_samples, code_dequantize};
const OpInfo kDecodeFloat{"decode_float", "float({0})",   decoded_shape,  decode_forward,
                          nullptr,        explain_decode, decode_samples, code_decode};
}  // namespace ops

NodeId quantize_scale(Tape& tape, NodeId w, const attr::Rounding& rounding, Label label) {
  if (label.formula.empty()) {
    const std::string name = name_in_formula(tape, w), levels = format_number(most_of(rounding));
    label.formula = rounding.symmetric ? "max |" + name + "| / " + levels : "(max(" + name + ", 0) − min(" + name + ", 0)) / " + levels;
  }
  return tape.append(ops::kQuantizeScale, {w}, rounding, std::move(label));
}

NodeId zero_point(Tape& tape, NodeId w, NodeId scale, const attr::Rounding& rounding, Label label) {
  return tape.append(ops::kZeroPoint, {w, scale}, rounding, std::move(label));
}

NodeId quantize(Tape& tape, NodeId w, NodeId scale, NodeId zero, const attr::Rounding& rounding, Label label) {
  if (zero < 0) return tape.append(ops::kQuantize, {w, scale}, rounding, std::move(label));
  if (label.formula.empty())
    label.formula = "round(" + name_in_formula(tape, w) + " / " + name_in_formula(tape, scale) + ") + " + name_in_formula(tape, zero);
  return tape.append(ops::kQuantize, {w, scale, zero}, rounding, std::move(label));
}

NodeId dequantize(Tape& tape, NodeId integers, NodeId scale, NodeId zero, const attr::Rounding& rounding, Label label) {
  if (zero < 0) return tape.append(ops::kDequantize, {integers, scale}, rounding, std::move(label));
  if (label.formula.empty())
    label.formula = name_in_formula(tape, scale) + " · (" + name_in_formula(tape, integers) + " − " + name_in_formula(tape, zero) + ")";
  return tape.append(ops::kDequantize, {integers, scale, zero}, rounding, std::move(label));
}

NodeId decode_float(Tape& tape, NodeId bits, Index exponent_bits, Label label) {
  return tape.append(ops::kDecodeFloat, {bits}, attr::FloatFormat{exponent_bits}, std::move(label));
}

}  // namespace gf

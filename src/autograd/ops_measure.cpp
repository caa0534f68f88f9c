// Measures of learned values. No gradient goes through them, so they have no backward.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "autograd/op_support.h"
#include "autograd/ops.h"
#include "core/expression_text.h"
#include "core/nth.h"
#include "core/number_text.h"

namespace gf {
namespace {

// ---- unit_rows ---------------------------------------------------------------------------------------------------------

double length_of_row(const Tensor& x, Index outer, Index row) {
  double squares = 0;
  for (Index c = 0; c < x.cols(); ++c) squares += static_cast<double>(x.at(outer, row, c)) * static_cast<double>(x.at(outer, row, c));
  return std::sqrt(squares);
}

void unit_rows_forward(const Operands& operands, Tensor& out) {
  const Tensor& x = operands[0];
  for (Index k = 0; k < x.shape().matrices(); ++k)
    for (Index r = 0; r < x.rows(); ++r) {
      const double length = length_of_row(x, k, r);
      for (Index c = 0; c < x.cols(); ++c)
        out.at(k, r, c) = length == 0 ? 0.0f : static_cast<float>(static_cast<double>(x.at(k, r, c)) / length);
    }
}

CellArithmetic explain_unit_rows(const Application& a, const Cell& cell) {
  const Tensor& x = a.operands[0];
  if (length_of_row(x, cell.outer, cell.row) == 0) return {"0  (|" + a.names[0] + "| = 0)", expr::number(0)};
  std::vector<Expression> squares;
  for (Index c = 0; c < x.cols(); ++c) {
    const Expression at = a.operand(0, {cell.outer, cell.row, c});
    squares.push_back(expr::product({at, at}));
  }
  return {a.reference(0, cell) + " / √Σₖ " + a.reference(0, cell, index_text(cell.row), "k") + "²",
          expr::quotient(a.operand(0, cell), expr::call(Expression::Kind::sqrt, {expr::sum(std::move(squares))}))};
}

std::vector<OpSample> unit_rows_samples() {
  Tensor zero_row = sample_tensor(61, {{2}, 3, 4});
  for (Index c = 0; c < 4; ++c) zero_row.at(0, 1, c) = 0;
  return {OpSample{{std::move(zero_row)}, {}}};
}

OpCode code_unit_rows(const Application& a) {
  const Tensor& x = a.operands[0];
  bool zero = false;
  for (Index k = 0; k < x.shape().matrices(); ++k)
    for (Index r = 0; r < x.rows(); ++r) zero = zero || length_of_row(x, k, r) == 0;
  const std::string length = "$length = np.linalg.norm($0, axis=-1, keepdims=True)\n$out = $0 / ";
  return {length + (zero ? "np.where($length == 0, 1, $length)" : "$length"), "$out = F.normalize($0, dim=-1)"};
}

// ---- principal_directions ----------------------------------------------------------------------------------------------

Shape directions_shape(const Operands& operands) {
  const Shape& s = operands[0].shape();
  const Index count = operands.get<attr::PrincipalDirections>().count;
  if (s.rows != s.cols || !s.outer.empty() || count < 1 || count > s.cols)
    throw ShapeError("[principal_directions] " + to_string(s) + ": expected one square matrix with at least " + std::to_string(count) +
                     " columns");
  return {{}, s.rows, count};
}

// Returns a cell of the symmetric part of a matrix. A symmetric matrix is its symmetric part, unless a cell is held.
double symmetric(const Tensor& s, Index i, Index k) {
  return (static_cast<double>(s.at(0, i, k)) + static_cast<double>(s.at(0, k, i))) / 2;
}

// A symmetric matrix s in double precision, and the product v of the rotations that make it diagonal. The columns of v are eigenvectors.
struct Jacobi {
  std::size_t n;
  std::vector<double> s, v;

  explicit Jacobi(const Tensor& matrix) : n(static_cast<std::size_t>(matrix.rows())), s(n * n), v(n * n) {
    for (std::size_t i = 0; i < n * n; ++i) s[i] = symmetric(matrix, static_cast<Index>(i / n), static_cast<Index>(i % n));
    for (std::size_t i = 0; i < n; ++i) v[i * n + i] = 1;
  }

  // Turns the plane of axes p and q until s[p][q] is 0 (Golub and Van Loan, 8.5).
  void rotate(std::size_t p, std::size_t q) {
    const double across = s[p * n + q];
    if (across == 0) return;
    const double theta = (s[q * n + q] - s[p * n + p]) / (2 * across);
    const double t = (theta >= 0 ? 1 : -1) / (std::abs(theta) + std::sqrt(theta * theta + 1)), c = 1 / std::sqrt(t * t + 1), d = t * c;
    for (std::size_t k = 0; k < n; ++k) turn(s[k * n + p], s[k * n + q], c, d);
    for (std::size_t k = 0; k < n; ++k) turn(s[p * n + k], s[q * n + k], c, d);
    for (std::size_t k = 0; k < n; ++k) turn(v[k * n + p], v[k * n + q], c, d);
  }
  static void turn(double& a, double& b, double c, double d) {
    const double before = a;
    a = c * before - d * b;
    b = d * before + c * b;
  }

  void sweep() {
    for (std::size_t p = 0; p < n; ++p)
      for (std::size_t q = p + 1; q < n; ++q) rotate(p, q);
  }
  double off_diagonal() const {
    double squares = 0;
    for (std::size_t p = 0; p < n; ++p)
      for (std::size_t q = p + 1; q < n; ++q) squares += s[p * n + q] * s[p * n + q];
    return squares;
  }
};

void directions_forward(const Operands& operands, Tensor& out) {
  Jacobi jacobi(operands[0]);
  const std::size_t n = jacobi.n;
  const double first = jacobi.off_diagonal();
  for (int sweep = 0; sweep < 30 && jacobi.off_diagonal() > 1e-20 * first; ++sweep) jacobi.sweep();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return jacobi.s[a * n + a] > jacobi.s[b * n + b]; });
  for (Index col = 0; col < out.cols(); ++col) {
    const std::size_t from = nth(order, col);
    std::size_t largest = 0;
    for (std::size_t k = 0; k < n; ++k)
      if (std::abs(jacobi.v[k * n + from]) > std::abs(jacobi.v[largest * n + from])) largest = k;
    // An eigenvector and its opposite are equally right. The sign makes the largest component positive.
    const double sign = jacobi.v[largest * n + from] < 0 ? -1 : 1;
    for (std::size_t k = 0; k < n; ++k) out.at(0, static_cast<Index>(k), col) = static_cast<float>(sign * jacobi.v[k * n + from]);
  }
}

// Explains a component by S v = λ v.
CellArithmetic explain_direction(const Application& a, const Cell& cell) {
  const Tensor& s = a.operands[0];
  const auto v = [&](Index k) { return static_cast<double>(a.value.at(0, k, cell.col)); };
  double lambda = 0, largest = 0;
  bool whole = true;
  for (Index i = 0; i < s.rows(); ++i)
    for (Index k = 0; k < s.cols(); ++k) {
      lambda += v(i) * static_cast<double>(s.at(0, i, k)) * v(k);
      whole = whole && s.at(0, i, k) == s.at(0, k, i);
      largest = std::max(largest, std::abs(static_cast<double>(s.at(0, i, k))));
    }
  if (!(std::abs(lambda) > 1e-4 * largest)) return {"v, S · v = 0", expr::number(v(cell.row))};
  std::vector<Expression> terms;
  for (Index k = 0; k < s.cols(); ++k) {
    Expression part = a.operand(0, {0, cell.row, k});
    if (!whole) part = expr::quotient(expr::sum({std::move(part), a.operand(0, {0, k, cell.row})}), expr::number(2));
    terms.push_back(expr::product({std::move(part), expr::number(v(k))}));
  }
  const std::string row = index_text(cell.row), across = a.reference(0, cell, row, "k");
  const std::string part = whole ? across : "(" + across + " + " + a.reference(0, cell, "k", row) + ")/2";
  return {"Σₖ " + part + " · v[k] / λ, λ = " + format_number(lambda), expr::quotient(expr::sum(std::move(terms)), expr::number(lambda))};
}

OpCode code_directions(const Application& a) {
  const std::string first = "[:, :" + index_text(a.value.cols()) + "]\n";
  return {"$values, $vectors = np.linalg.eigh(($0 + $0.T).astype(float) / 2)\n$v = $vectors[:, ::-1]" + first +
              "$largest = $v[np.abs($v).argmax(axis=0), range(" + index_text(a.value.cols()) + ")]\n$out = $v * np.sign($largest)",
          "$values, $vectors = torch.linalg.eigh(($0 + $0.T).double() / 2)\n$v = $vectors.flip(1)" + first +
              "$largest = $v[$v.abs().argmax(dim=0), range(" + index_text(a.value.cols()) + ")]\n$out = $v * torch.sign($largest)"};
}

std::vector<OpSample> direction_samples() {
  const Tensor x = sample_tensor(62, {{}, 6, 4});
  Tensor s({{}, 4, 4});
  for (Index i = 0; i < 4; ++i)
    for (Index j = 0; j < 4; ++j) {
      float total = 0;
      for (Index r = 0; r < 6; ++r) total += x.at(0, r, i) * x.at(0, r, j);
      s.at(0, i, j) = total;
    }
  return {OpSample{{std::move(s)}, attr::PrincipalDirections{3}}, OpSample{{Tensor({{}, 3, 3})}, attr::PrincipalDirections{2}}};
}

// ---- is_largest --------------------------------------------------------------------------------------------------------

Shape is_largest_shape(const Operands& operands) {
  const Shape& scores = operands[0].shape();
  const std::vector<int>& ids = operands.get<attr::IsLargest>().places;
  if (std::ssize(ids) != scores.matrices() * scores.rows)
    throw ShapeError("[is_largest] " + to_string(scores) + " x " + std::to_string(ids.size()) + " places: expected one place for each row");
  for (const int id : ids)
    if (id < 0 || id >= scores.cols)
      throw ShapeError("[is_largest] place " + std::to_string(id) + " is outside the " + std::to_string(scores.cols) + " columns of " +
                       to_string(scores));
  return {scores.outer, scores.rows, 1};
}

// Returns the largest of the other values of a row; −∞ for a row of one value.
double largest_other(const Tensor& scores, Index outer, Index row, Index place) {
  double largest = -INFINITY;
  for (Index c = 0; c < scores.cols(); ++c)
    if (c != place) largest = std::max(largest, static_cast<double>(scores.at(outer, row, c)));
  return largest;
}

Index place_of(const Operands& operands, const Cell& cell) {
  return nth(operands.get<attr::IsLargest>().places, cell.outer * operands[0].rows() + cell.row);
}

void is_largest_forward(const Operands& operands, Tensor& out) {
  for_each_cell(out, [&](const Cell& cell, float& value) {
    const Index place = place_of(operands, cell);
    value = static_cast<double>(operands[0].at(cell.outer, cell.row, place)) > largest_other(operands[0], cell.outer, cell.row, place)
                ? 1.0f
                : 0.0f;
  });
}

// Returns the digits with which one number is less than another in print too.
Precision telling_apart(double less, double more) {
  const Expression comparison = expr::call(Expression::Kind::less, {expr::number(less), expr::number(more)});
  return print_arithmetic(comparison, [](double printed, double exact) { return printed == exact; }).precision;
}

CellArithmetic explain_is_largest(const Application& a, const Cell& cell) {
  const Index place = place_of(a.operands, cell);
  const Cell at{cell.outer, cell.row, place};
  const double score = static_cast<double>(a.operands[0].at(at)), other = largest_other(a.operands[0], cell.outer, cell.row, place);
  const Precision precision = telling_apart(std::min(score, other), std::max(score, other));
  return {a.reference(0, at) + " > max(" + a.names[0] + "): " + format_number(score, precision) + (score > other ? " > " : " ≤ ") +
              format_number(other, precision),
          expr::number(score > other ? 1 : 0)};
}

// The code counts the values that are at least as large as the value at the place: it is the largest if the count is 1.
OpCode code_is_largest(const Application& a) {
  const Shape shape = a.value.shape();
  OpCode code;
  const std::string places = "np.array(" + code.list("places", a.operands.get<attr::IsLargest>().places) + ").reshape" + to_string(shape);
  code.numpy = "$own = np.take_along_axis($0, " + places + ", axis=-1)\n$out = 1.0 * (($0 >= $own).sum(axis=-1, keepdims=True) == 1)";
  return code;
}

std::vector<OpSample> is_largest_samples() {
  return {OpSample{{Tensor::from_rows({{0.1f, 0.9f, 0.3f}, {0.1f, 0.9f, 0.3f}, {0.5f, 0.5f, 0.2f}})}, attr::IsLargest{{1, 2, 0}}}};
}

// ---- histogram ---------------------------------------------------------------------------------------------------------

Shape histogram_shape(const Operands& operands) {
  const Index bins = operands.get<attr::Histogram>().bins;
  if (bins < 1) throw ShapeError("[histogram] " + to_string(operands[0].shape()) + ": expected at least one bin");
  return {{}, bins, 1};
}

struct ValueRange {
  double least, most;
};

ValueRange range_of_values(const Tensor& x) {
  const auto [least, most] = std::minmax_element(x.data(), x.data() + x.size());
  return {static_cast<double>(*least), static_cast<double>(*most)};
}

void histogram_forward(const Operands& operands, Tensor& out) {
  const Tensor& x = operands[0];
  const auto [least, most] = range_of_values(x);
  const Index bins = out.rows();
  std::fill_n(out.data(), bins, 0.0f);
  for (Index i = 0; i < x.size(); ++i) {
    const double place = most > least ? (static_cast<double>(x.data()[i]) - least) / (most - least) * static_cast<double>(bins) : 0;
    if (place >= 0) ++out.data()[std::min(static_cast<Index>(place), bins - 1)];  // no bin counts a NaN
  }
}

CellArithmetic explain_histogram(const Application& a, const Cell& cell) {
  const auto [least, most] = range_of_values(a.operands[0]);
  const double width = (most - least) / static_cast<double>(a.value.rows()), from = least + width * static_cast<double>(cell.row);
  const Precision precision = telling_apart(from, from + width);
  return {"@how_many_lie_between " + a.names[0] + " " + format_number(from, precision) + " " + format_number(from + width, precision),
          expr::number(static_cast<double>(a.value.at(cell)))};
}

// If all values are equal, NumPy and PyTorch count them in the middle of another range. So the code names a range whose first bin has them.
OpCode code_histogram(const Application& a) {
  const auto [least, most] = range_of_values(a.operands[0]);
  const std::string from = exact_text(least), to = exact_text(least + std::max(1.0, std::abs(least)));
  const std::string range = least == most ? ", range=(" + from + ", " + to + ")" : "";
  return {"$out = np.histogram($0, bins=" + index_text(a.value.rows()) + range + ")[0][:, None] * 1.0"};
}

std::vector<OpSample> histogram_samples() {
  return {OpSample{{sample_tensor(63, {{}, 5, 7})}, attr::Histogram{4}}, OpSample{{Tensor::filled({{}, 2, 2}, 3)}, attr::Histogram{1}},
          OpSample{{Tensor::filled({{}, 2, 2}, -2e6f)}, attr::Histogram{16}}};
}

}  // namespace

namespace ops {
const OpInfo kHistogram{"histogram", "histogram({0})",  histogram_shape,   histogram_forward,
                        nullptr,     explain_histogram, histogram_samples, code_histogram};
const OpInfo kUnitRows{"unit_rows", "{0} / |{0}|",     same_shape,        unit_rows_forward,
                       nullptr,     explain_unit_rows, unit_rows_samples, code_unit_rows};
const OpInfo kPrincipalDirections{"principal_directions", "eigenvectors({0})", directions_shape, directions_forward, nullptr,
                                  explain_direction,      direction_samples,   code_directions};
const OpInfo kIsLargest{"is_largest", "{0} = max({0})",   is_largest_shape,   is_largest_forward,
                        nullptr,      explain_is_largest, is_largest_samples, code_is_largest};
}  // namespace ops

NodeId unit_rows(Tape& tape, NodeId x, Label label) { return tape.append(ops::kUnitRows, {x}, {}, std::move(label)); }

NodeId principal_directions(Tape& tape, NodeId s, Index count, Label label) {
  return tape.append(ops::kPrincipalDirections, {s}, attr::PrincipalDirections{count}, std::move(label));
}

NodeId histogram(Tape& tape, NodeId x, Index bins, Label label) {
  return tape.append(ops::kHistogram, {x}, attr::Histogram{bins}, std::move(label));
}

NodeId is_largest(Tape& tape, NodeId scores, std::vector<int> places, Label label) {
  return tape.append(ops::kIsLargest, {scores}, attr::IsLargest{std::move(places)}, std::move(label));
}

}  // namespace gf

#include <algorithm>
#include <cmath>

#include "autograd/op_support.h"
#include "autograd/ops.h"
#include "core/nth.h"

namespace gf {
namespace {

// ---- distance ----------------------------------------------------------------------------------------------------------

Shape distance_shape(const Operands& operands) {
  const Shape &a = operands[0].shape(), &b = operands[1].shape();
  if (a != b) shape_mismatch("distance", a, b, "points of equal number and width are compared");
  return {a.outer, a.rows, 1};
}
void distance_forward(const Operands& operands, Tensor& out) {
  const Index width = operands[0].cols();
  for_each_cell(out, [&](const Cell& cell, float& value) {
    const float *a = operands[0].row(cell.outer, cell.row), *b = operands[1].row(cell.outer, cell.row);
    double squares = 0;
    for (Index c = 0; c < width; ++c) {
      const double difference = static_cast<double>(a[c]) - static_cast<double>(b[c]);
      squares += difference * difference;
    }
    value = static_cast<float>(std::sqrt(squares));
  });
}
std::vector<NodeId> distance_backward(const BackwardStep& s) {
  const auto to = [&](std::size_t i) {
    return s.wants(i) ? s.tape.append(ops::kDistanceGradient, {s.inputs[i], s.inputs[1 - i], s.node, s.gradient}, {}, Label{}) : -1;
  };
  return {to(0), to(1)};
}
CellArithmetic explain_distance(const Application& a, const Cell& cell) {
  std::vector<Expression> squares;
  for (Index c = 0; c < a.operands[0].cols(); ++c) {
    const Cell at{cell.outer, cell.row, c};
    squares.push_back(expr::call(Expression::Kind::power, {expr::difference(a.operand(0, at), a.operand(1, at)), expr::number(2)}));
  }
  const std::string row = index_text(cell.row);
  return {"√Σₖ (" + a.reference(0, cell, row, "k") + " − " + a.reference(1, cell, row, "k") + ")²",
          expr::call(Expression::Kind::sqrt, {expr::sum(std::move(squares))})};
}
std::vector<OpSample> distance_samples() { return {OpSample{{sample_tensor(51, {{}, 3, 4}), sample_tensor(52, {{}, 3, 4})}, {}}}; }

// d a = g (a - b) / |a - b|, and 0 if both points are equal, because no direction leads from a to b.
Shape distance_gradient_shape(const Operands& operands) { return operands[0].shape(); }
void distance_gradient_forward(const Operands& operands, Tensor& out) {
  for_each_cell(out, [&](const Cell& cell, float& value) {
    const Cell line{cell.outer, cell.row, 0};
    const float distance = operands[2].at(line);
    value = distance == 0 ? 0 : operands[3].at(line) * (operands[0].at(cell) - operands[1].at(cell)) / distance;
  });
}
CellArithmetic explain_distance_gradient(const Application& a, const Cell& cell) {
  const Cell line{cell.outer, cell.row, 0};
  if (a.operands[2].at(line) == 0) return {"0  (" + a.reference(2, line) + " = 0)", expr::number(0)};
  return {
      a.reference(3, line) + " · (" + a.reference(0, cell) + " − " + a.reference(1, cell) + ") / " + a.reference(2, line),
      expr::quotient(expr::product({a.operand(3, line), expr::difference(a.operand(0, cell), a.operand(1, cell))}), a.operand(2, line))};
}
std::vector<OpSample> distance_gradient_samples() {
  const Shape points{{}, 3, 2}, lines{{}, 3, 1};
  OpSample sample{{sample_tensor(53, points), sample_tensor(54, points), Tensor::from_rows({{1.5f}, {0}, {2}}), sample_tensor(55, lines)},
                  {}};
  return {sample};
}

OpCode code_distance_gradient(const Application& a) {
  const Tensor& distances = a.operands[2];
  if (std::find(distances.data(), distances.data() + distances.size(), 0.0f) == distances.data() + distances.size())
    return {"$out = $3 * ($0 - $1) / $2"};
  return {"$out = np.where($2 == 0, 0, $3 * ($0 - $1) / np.where($2 == 0, 1, $2))", "$out = ($3 * ($0 - $1) / $2).masked_fill($2 == 0, 0)"};
}

// ---- determinant -------------------------------------------------------------------------------------------------------

using Rows = std::vector<std::vector<double>>;

Rows without(const Rows& m, std::size_t row, std::size_t col) {
  Rows rest;
  for (std::size_t r = 0; r < m.size(); ++r) {
    if (r == row) continue;
    rest.push_back(m[r]);
    rest.back().erase(rest.back().begin() + static_cast<std::ptrdiff_t>(col));
  }
  return rest;
}

// Returns the determinant by elimination with the largest pivot. Matrices of up to two rows have a formula, so that a singular matrix of
// round numbers gives exactly 0.
double determinant_of(Rows m) {
  if (m.empty()) return 1;
  if (m.size() == 1) return m[0][0];
  if (m.size() == 2) return m[0][0] * m[1][1] - m[0][1] * m[1][0];
  double result = 1;
  for (std::size_t k = 0; k < m.size(); ++k) {
    std::size_t pivot = k;
    for (std::size_t r = k + 1; r < m.size(); ++r)
      if (std::abs(m[r][k]) > std::abs(m[pivot][k])) pivot = r;
    if (pivot != k) {
      std::swap(m[pivot], m[k]);
      result = -result;
    }
    result *= m[k][k];
    if (m[k][k] == 0) return 0;
    for (std::size_t r = k + 1; r < m.size(); ++r) {
      const double factor = m[r][k] / m[k][k];
      for (std::size_t c = k; c < m.size(); ++c) m[r][c] -= factor * m[k][c];
    }
  }
  return result;
}

Rows rows_of(const Tensor& m) {
  Rows rows(static_cast<std::size_t>(m.rows()));
  for (std::size_t r = 0; r < rows.size(); ++r) rows[r].assign(m.row(0, static_cast<Index>(r)), m.row(0, static_cast<Index>(r)) + m.cols());
  return rows;
}

double cofactor(const Rows& m, std::size_t row, std::size_t col) {
  const double minor = determinant_of(without(m, row, col));
  return (row + col) % 2 == 0 ? minor : -minor;
}

Shape determinant_shape(const Operands& operands) {
  const Shape& m = operands[0].shape();
  if (m.rows != m.cols || !m.outer.empty()) throw ShapeError("[determinant] " + to_string(m) + ": expected one square matrix");
  return {{}, 1, 1};
}
void determinant_forward(const Operands& operands, Tensor& out) {
  out.at(0, 0, 0) = static_cast<float>(determinant_of(rows_of(operands[0])));
}
std::vector<NodeId> determinant_backward(const BackwardStep& s) {
  return {s.tape.append(ops::kDeterminantGradient, {s.inputs[0], s.gradient}, {}, Label{})};
}

// Expands along the first row: Σ m[0,k] times its cofactor. For two rows, the cofactor is a cell.
CellArithmetic explain_determinant(const Application& a, const Cell&) {
  const Tensor& m = a.operands[0];
  const std::string name = a.names[0];
  if (m.rows() == 1) return {a.reference(0, {}), a.operand(0, {})};
  if (m.rows() == 2)
    return {name + "[0,0] · " + name + "[1,1] − " + name + "[0,1] · " + name + "[1,0]",
            expr::difference(expr::product({a.operand(0, {0, 0, 0}), a.operand(0, {0, 1, 1})}),
                             expr::product({a.operand(0, {0, 0, 1}), a.operand(0, {0, 1, 0})}))};
  const Rows rows = rows_of(m);
  std::vector<Expression> terms;
  for (Index k = 0; k < m.cols(); ++k)
    terms.push_back(expr::product({a.operand(0, {0, 0, k}), expr::number(cofactor(rows, 0, static_cast<std::size_t>(k)))}));
  return {"Σₖ " + name + "[0,k] · cofactor(0,k)", expr::sum(std::move(terms))};
}
std::vector<OpSample> determinant_samples() {
  return {OpSample{{sample_tensor(56, {{}, 2, 2})}, {}}, OpSample{{sample_tensor(57, {{}, 3, 3})}, {}},
          OpSample{{sample_tensor(58, {{}, 1, 1})}, {}}, OpSample{{sample_tensor(59, {{}, 4, 4})}, {}}};
}

// d m[i,j] = g times the cofactor of m[i,j] (Jacobi).
Shape determinant_gradient_shape(const Operands& operands) { return operands[0].shape(); }
void determinant_gradient_forward(const Operands& operands, Tensor& out) {
  const Rows rows = rows_of(operands[0]);
  for_each_cell(out, [&](const Cell& cell, float& value) {
    value = static_cast<float>(static_cast<double>(operands[1].at(0, 0, 0)) *
                               cofactor(rows, static_cast<std::size_t>(cell.row), static_cast<std::size_t>(cell.col)));
  });
}
CellArithmetic explain_determinant_gradient(const Application& a, const Cell& cell) {
  const double minor = cofactor(rows_of(a.operands[0]), static_cast<std::size_t>(cell.row), static_cast<std::size_t>(cell.col));
  return {a.reference(1, {}) + " · cofactor(" + index_text(cell.row) + "," + index_text(cell.col) + ")",
          expr::product({a.operand(1, {}), expr::number(minor)})};
}
OpCode code_determinant_gradient(const Application& a) {
  const std::string range = "range(" + index_text(a.value.rows()) + ")";
  return {"$rest = [[$k for $k in " + range + " if $k != $i] for $i in " + range +
          "]\n"
          "$minors = [[np.linalg.det($0[r][:, c]) for c in $rest] for r in $rest]\n"
          "$signs = [[(-1) ** ($i + $k) for $k in " +
          range + "] for $i in " + range +
          "]\n"
          "$out = $1 * np.array($signs) * np.array($minors)"};
}
std::vector<OpSample> determinant_gradient_samples() {
  return {OpSample{{sample_tensor(60, {{}, 3, 3}), sample_tensor(61, {{}, 1, 1})}, {}}};
}

// ---- replace rows ------------------------------------------------------------------------------------------------------

// Returns the source of each row of the result: a row of the second operand, or -1 for the same row of the first operand.
std::vector<Index> sources(const Operands& operands) {
  std::vector<Index> from(static_cast<std::size_t>(operands[0].rows()), -1);
  const std::vector<int>& ids = operands.get<attr::ReplaceRows>().rows;
  for (std::size_t i = 0; i < ids.size(); ++i) nth(from, ids[i]) = static_cast<Index>(i);
  return from;
}

Shape replace_rows_shape(const Operands& operands) {
  const Shape &x = operands[0].shape(), &rows = operands[1].shape();
  const std::vector<int>& ids = operands.get<attr::ReplaceRows>().rows;
  if (!x.outer.empty() || !rows.outer.empty() || x.cols != rows.cols || rows.rows != std::ssize(ids))
    shape_mismatch("replace_rows", x, rows, "expected one matrix and a row of its width for each id");
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (ids[i] < 0 || ids[i] >= x.rows ||
        std::find(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(i), ids[i]) != ids.begin() + static_cast<std::ptrdiff_t>(i))
      throw ShapeError("[replace_rows] id " + std::to_string(ids[i]) + ": expected different rows of " + to_string(x));
  return x;
}
void replace_rows_forward(const Operands& operands, Tensor& out) {
  const std::vector<Index> from = sources(operands);
  for (Index r = 0; r < out.rows(); ++r) {
    const Index source = nth(from, r);
    std::copy_n(source < 0 ? operands[0].row(0, r) : operands[1].row(0, source), out.cols(), out.row(0, r));
  }
}
std::vector<NodeId> replace_rows_backward(const BackwardStep& s) {
  const std::vector<int>& ids = std::get<attr::ReplaceRows>(s.attributes).rows;
  NodeId kept = -1;
  if (s.wants(0)) {
    auto unreplaced = std::make_shared<Tensor>(Tensor::filled(s.tape.value(s.inputs[0]).shape(), 1));
    for (const int id : ids) std::fill_n(unreplaced->row(0, id), unreplaced->cols(), 0.0f);
    kept = mask(s.tape, s.gradient, unreplaced, 0, Label{});
  }
  return {kept, s.wants(1) ? embedding(s.tape, s.gradient, ids, Label{}) : -1};
}
CellArithmetic explain_replace_rows(const Application& a, const Cell& cell) {
  const Index source = nth(sources(a.operands), cell.row);
  if (source < 0) return {a.reference(0, cell), a.operand(0, cell)};
  const Cell at{0, source, cell.col};
  return {a.reference(1, at), a.operand(1, at)};
}
OpCode code_replace_rows(const Application& a) {
  OpCode code;
  code.numpy = "$out = $0.copy()\n$out[" + code.list("rows", a.operands.get<attr::ReplaceRows>().rows) + "] = $1";
  return code;
}
std::vector<OpSample> replace_rows_samples() {
  return {OpSample{{sample_tensor(62, {{}, 4, 3}), sample_tensor(63, {{}, 2, 3})}, attr::ReplaceRows{{2, 0}}}};
}

}  // namespace

namespace ops {
const OpInfo kDistance{"distance",        "‖{0} − {1}‖",    distance_shape,   distance_forward,
                       distance_backward, explain_distance, distance_samples, "$out = np.linalg.norm($0 - $1, axis=-1, keepdims=True)"};
const OpInfo kDistanceGradient{
    "distance_gradient",       "{3} ⊙ ({0} − {1}) / {2}", distance_gradient_shape, distance_gradient_forward, nullptr,
    explain_distance_gradient, distance_gradient_samples, code_distance_gradient};
const OpInfo kDeterminant{"determinant",        "det({0})",          determinant_shape,   determinant_forward,
                          determinant_backward, explain_determinant, determinant_samples, "$out = np.linalg.det($0).reshape(1, 1)"};
const OpInfo kDeterminantGradient{
    "determinant_gradient",       "{1} · cofactors({0})",       determinant_gradient_shape, determinant_gradient_forward, nullptr,
    explain_determinant_gradient, determinant_gradient_samples, code_determinant_gradient};
const OpInfo kReplaceRows{"replace_rows",        "{0} ← {1}",          replace_rows_shape,   replace_rows_forward,
                          replace_rows_backward, explain_replace_rows, replace_rows_samples, code_replace_rows};
}  // namespace ops

NodeId distance(Tape& tape, NodeId a, NodeId b, Label label) { return tape.append(ops::kDistance, {a, b}, {}, std::move(label)); }
NodeId determinant(Tape& tape, NodeId m, Label label) { return tape.append(ops::kDeterminant, {m}, {}, std::move(label)); }
NodeId replace_rows(Tape& tape, NodeId x, NodeId rows, std::vector<int> ids, Label label) {
  return tape.append(ops::kReplaceRows, {x, rows}, attr::ReplaceRows{std::move(ids)}, std::move(label));
}

}  // namespace gf

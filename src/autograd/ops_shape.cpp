#include <algorithm>

#include "autograd/op_support.h"
#include "autograd/ops.h"
#include "core/kernels.h"

namespace gf {
namespace {

// ---- embedding ---------------------------------------------------------------------------------------------------------

Shape embedding_shape(const Operands& operands) {
  const Shape& table = operands[0].shape();
  for (int id : operands.attributes.ids)
    if (id < 0 || id >= table.rows)
      throw ShapeError("[embedding] id " + std::to_string(id) + " is outside the " + std::to_string(table.rows) + " rows of " +
                       to_string(table));
  return {operands.attributes.target.outer,
          static_cast<Index>(operands.attributes.ids.size()) / Shape{operands.attributes.target.outer, 1, 1}.size(), table.cols};
}
int id_of(const Operands& operands, Index rows, const Cell& cell) {
  return operands.attributes.ids[static_cast<std::size_t>(cell.outer * rows + cell.row)];
}

void embedding_forward(const Operands& operands, Tensor& out) {
  float* to = out.data();
  for (const int id : operands.attributes.ids) to = std::copy_n(operands[0].row(0, id), out.cols(), to);
}
std::vector<NodeId> embedding_backward(const BackwardStep& s) {
  Attributes attributes = s.attributes;
  attributes.target = s.tape.value(s.inputs[0]).shape();
  return {s.tape.append(ops::kEmbeddingGradient, {s.gradient}, std::move(attributes), Label{})};
}
CellArithmetic explain_embedding(const Application& a, const Cell& cell) {
  const Cell from{0, id_of(a.operands, a.value.rows(), cell), cell.col};
  return {a.reference(0, from), a.operand(0, from)};
}
std::vector<OpSample> embedding_samples() {
  OpSample sample{{sample_tensor(21, {{}, 5, 3})}, {}};
  sample.attributes.ids = {4, 0, 0, 2};
  return {sample};
}

Shape target_shape(const Operands& operands) { return operands.attributes.target; }
void embedding_gradient_forward(const Operands& operands, Tensor& out) {
  const std::vector<int>& ids = operands.attributes.ids;
  scatter_rows(operands[0].data(), ids.data(), static_cast<Index>(ids.size()), out.data(), out.rows(), out.cols());
}
CellArithmetic explain_embedding_gradient(const Application& a, const Cell& cell) {
  const Tensor& gradient = a.operands[0];
  std::vector<Expression> terms;
  for (Index k = 0; k < gradient.shape().matrices(); ++k)
    for (Index r = 0; r < gradient.rows(); ++r)
      if (id_of(a.operands, gradient.rows(), {k, r, 0}) == cell.row) terms.push_back(a.operand(0, {k, r, cell.col}));
  const std::string symbols = "Σ " + a.names[0] + "[t," + index_text(cell.col) + "], id(t) = " + index_text(cell.row);
  return {symbols, terms.empty() ? expr::number(0) : expr::sum(std::move(terms))};
}
std::vector<OpSample> embedding_gradient_samples() {
  OpSample sample{{sample_tensor(22, {{}, 4, 3})}, {}};
  sample.attributes.ids = {4, 0, 0, 2};
  sample.attributes.target = Shape{{}, 5, 3};
  return {sample};
}

// ---- concat, slice, pad ------------------------------------------------------------------------------------------------

Shape concat_shape(const Operands& operands) {
  Shape shape = operands[0].shape();
  for (std::size_t i = 1; i < operands.size(); ++i) {
    const Shape& part = operands[i].shape();
    if (part.rows != shape.rows || part.outer != shape.outer)
      shape_mismatch("concat", operands[0].shape(), part, "parts must have equally many rows");
    shape.cols += part.cols;
  }
  return shape;
}
void concat_forward(const Operands& operands, Tensor& out) {
  Index start = 0;
  for (const Tensor* part : operands.inputs) {
    for (Index k = 0; k < out.shape().matrices(); ++k)
      for (Index r = 0; r < out.rows(); ++r) std::copy(part->row(k, r), part->row(k, r) + part->cols(), out.row(k, r) + start);
    start += part->cols();
  }
}
std::vector<NodeId> concat_backward(const BackwardStep& s) {
  std::vector<NodeId> gradients;
  Index start = 0;
  for (std::size_t i = 0; i < s.inputs.size(); ++i) {
    const Index width = s.tape.value(s.inputs[i]).cols();
    gradients.push_back(s.wants(i) ? slice(s.tape, s.gradient, start, start + width, Label{}) : -1);
    start += width;
  }
  return gradients;
}
CellArithmetic explain_concat(const Application& a, const Cell& cell) {
  Cell from = cell;
  std::size_t part = 0;
  while (from.col >= a.operands[part].cols()) from.col -= a.operands[part++].cols();
  return {a.reference(part, from), a.operand(part, from)};
}
std::vector<OpSample> concat_samples() {
  return {OpSample{{sample_tensor(23, {{2}, 3, 2}), sample_tensor(24, {{2}, 3, 1}), sample_tensor(25, {{2}, 3, 3})}, {}}};
}

Shape slice_shape(const Operands& operands) {
  const Shape& a = operands[0].shape();
  const Attributes& attributes = operands.attributes;
  if (attributes.begin < 0 || attributes.end <= attributes.begin || attributes.end > a.cols)
    throw ShapeError("[slice] columns " + index_text(attributes.begin) + " to " + index_text(attributes.end) + " of " + to_string(a) +
                     ": expected 0 <= begin < end <= " + index_text(a.cols));
  return {a.outer, a.rows, attributes.end - attributes.begin};
}
void slice_forward(const Operands& operands, Tensor& out) {
  for_each_cell(
      out, [&](const Cell& cell, float& value) { value = operands[0].at(cell.outer, cell.row, cell.col + operands.attributes.begin); });
}
std::vector<NodeId> slice_backward(const BackwardStep& s) {
  Attributes attributes = s.attributes;
  attributes.target = s.tape.value(s.inputs[0]).shape();
  return {s.tape.append(ops::kPad, {s.gradient}, std::move(attributes), Label{})};
}
CellArithmetic explain_slice(const Application& a, const Cell& cell) {
  const Cell from{cell.outer, cell.row, cell.col + a.operands.attributes.begin};
  return {a.reference(0, from), a.operand(0, from)};
}
std::vector<OpSample> slice_samples() {
  OpSample sample{{sample_tensor(26, {{2}, 3, 5})}, {}};
  sample.attributes.begin = 1;
  sample.attributes.end = 4;
  return {sample};
}

void pad_forward(const Operands& operands, Tensor& out) {
  std::fill_n(out.data(), out.size(), 0.0f);
  for (Index k = 0; k < out.shape().matrices(); ++k)
    for (Index r = 0; r < out.rows(); ++r)
      std::copy(operands[0].row(k, r), operands[0].row(k, r) + operands[0].cols(), out.row(k, r) + operands.attributes.begin);
}
CellArithmetic explain_pad(const Application& a, const Cell& cell) {
  const Attributes& attributes = a.operands.attributes;
  if (cell.col < attributes.begin || cell.col >= attributes.end) return {"0", expr::number(0)};
  const Cell from{cell.outer, cell.row, cell.col - attributes.begin};
  return {a.reference(0, from), a.operand(0, from)};
}
std::vector<OpSample> pad_samples() {
  OpSample sample{{sample_tensor(27, {{2}, 3, 3})}, {}};
  sample.attributes.begin = 1;
  sample.attributes.end = 4;
  sample.attributes.target = Shape{{2}, 3, 5};
  return {sample};
}

// ---- sum, mean, spread -------------------------------------------------------------------------------------------------

// A reduction is told by the shape it leads to: every size of 1 (or outer axes left out) there is summed over.
Shape reduced(const Operands& operands) {
  const Shape& a = operands[0].shape();
  const Shape& target = operands.attributes.target;
  if ((target.rows != a.rows && target.rows != 1) || (target.cols != a.cols && target.cols != 1) ||
      (!target.outer.empty() && target.outer != a.outer))
    shape_mismatch("sum", a, target, "a sum keeps an axis or makes it 1");
  return target;
}
// First what is summed inside the rows, then what is summed over rows and matrices: each as columns of a matrix.
void sum_forward(const Operands& operands, Tensor& out) {
  const Tensor& a = operands[0];
  const Shape& target = out.shape();
  const Index rows = a.rows(), matrices = a.shape().matrices();
  const bool over_cols = target.cols != a.cols(), over_rows = target.rows != rows, over_outer = target.matrices() != matrices;
  std::vector<double> totals(static_cast<std::size_t>(out.size()));
  std::vector<double> of_rows;
  if (over_cols) {
    of_rows.resize(static_cast<std::size_t>(matrices * rows));
    sum_rows(a.data(), of_rows.data(), matrices * rows, a.cols());
  }
  const Index cols = over_cols ? 1 : a.cols();
  const auto sum_down = [&](Index first, Index count, Index width, double* to) {
    if (over_cols)
      for (Index i = 0; i < count * width; ++i) to[i % width] += of_rows[static_cast<std::size_t>(first + i)];
    else
      sum_columns(a.data() + first, to, count, width);
  };
  if (over_outer)
    sum_down(0, over_rows ? matrices * rows : matrices, over_rows ? cols : rows * cols, totals.data());
  else
    for (Index k = 0; k < matrices; ++k)
      sum_down(k * rows * cols, over_rows ? rows : 1, over_rows ? cols : rows * cols, totals.data() + k * target.matrix_size());
  const double divisor = operands.attributes.flag ? static_cast<double>(a.size()) / static_cast<double>(out.size()) : 1;
  for (Index i = 0; i < out.size(); ++i) out.data()[i] = static_cast<float>(totals[static_cast<std::size_t>(i)] / divisor);
}
std::vector<NodeId> sum_backward(const BackwardStep& s) {
  const Shape& from = s.tape.value(s.inputs[0]).shape();
  Attributes attributes;
  attributes.target = from;
  attributes.scalar =
      s.attributes.flag ? static_cast<float>(static_cast<double>(s.tape.value(s.node).size()) / static_cast<double>(from.size())) : 1;
  Label label;
  if (s.attributes.flag) {
    const double count = static_cast<double>(from.size()) / static_cast<double>(s.tape.value(s.node).size());
    label.formula = std::string(short_name(s.tape[s.gradient].name)) + " / " + format_number(count);
  }
  return {s.tape.append(ops::kSpread, {s.gradient}, std::move(attributes), std::move(label))};
}
CellArithmetic explain_sum(const Application& a, const Cell& cell) {
  const Tensor& from = a.operands[0];
  const Shape& to = a.value.shape();
  std::vector<Expression> terms;
  for (Index k = 0; k < from.shape().matrices(); ++k)
    for (Index r = 0; r < from.rows(); ++r)
      for (Index c = 0; c < from.cols(); ++c)
        if (broadcast_cell(to, {k, r, c}) == cell) terms.push_back(a.operand(0, {k, r, c}));
  const double count = static_cast<double>(terms.size());
  const std::string row = to.rows == 1 && from.rows() != 1 ? "t" : index_text(cell.row);
  const std::string col = to.cols == 1 && from.cols() != 1 ? "k" : index_text(cell.col);
  const bool over_matrices = from.shape().matrices() > to.matrices();
  std::string symbols = "Σ " + (over_matrices ? a.names[0] + "[n," + row + "," + col + "]" : a.reference(0, cell, row, col));
  Expression total = expr::sum(std::move(terms));
  if (!a.operands.attributes.flag) return {symbols, std::move(total)};
  return {"(" + symbols + ") / " + format_number(count), expr::quotient(std::move(total), expr::number(count))};
}
std::vector<OpSample> sum_samples(bool mean) {
  std::vector<OpSample> samples;
  for (const Shape& target : {Shape{{2}, 3, 1}, Shape{{2}, 1, 4}, Shape{{2}, 1, 1}, Shape{{}, 3, 4}, Shape{{}, 1, 4}}) {
    OpSample sample{{sample_tensor(28, {{2}, 3, 4})}, {}};
    sample.attributes.target = target;
    sample.attributes.flag = mean;
    samples.push_back(sample);
  }
  return samples;
}
std::vector<OpSample> plain_sum_samples() { return sum_samples(false); }
std::vector<OpSample> mean_samples() { return sum_samples(true); }

void spread_forward(const Operands& operands, Tensor& out) {
  const Tensor& a = operands[0];
  for_each_cell(out, [&](const Cell& cell, float& value) { value = operands.attributes.scalar * a.at(broadcast_cell(a.shape(), cell)); });
}
CellArithmetic explain_spread(const Application& a, const Cell& cell) {
  const double factor = static_cast<double>(a.operands.attributes.scalar);
  if (factor == 1) return {a.reference(0, cell), a.operand(0, cell)};
  return {format_number(factor) + " · " + a.reference(0, cell), expr::product({expr::number(factor), a.operand(0, cell)})};
}
std::vector<OpSample> spread_samples() {
  OpSample sample{{sample_tensor(29, {{2}, 3, 1})}, {}};
  sample.attributes.scalar = 0.25f;
  sample.attributes.target = Shape{{2}, 3, 4};
  return {sample};
}

Attributes reduction(const Tensor& from, Along along, bool mean) {
  Attributes attributes;
  attributes.target = {from.shape().outer, along == Along::rows ? from.rows() : 1, along == Along::columns ? from.cols() : 1};
  if (along == Along::all) attributes.target = Shape{{}, 1, 1};
  attributes.flag = mean;
  return attributes;
}

}  // namespace

namespace ops {
const OpInfo kEmbedding{"embedding",        "{0}[ids]",        embedding_shape,  embedding_forward,
                        embedding_backward, explain_embedding, embedding_samples};
const OpInfo kEmbeddingGradient{"embedding_gradient",       "Σ_{t: id} {0}",           target_shape, embedding_gradient_forward, nullptr,
                                explain_embedding_gradient, embedding_gradient_samples};
const OpInfo kConcat{"concat", "concat({0}, …)", concat_shape, concat_forward, concat_backward, explain_concat, concat_samples};
const OpInfo kSlice{"slice", "{0}[:, begin:end]", slice_shape, slice_forward, slice_backward, explain_slice, slice_samples};
const OpInfo kPad{"pad", "pad({0})", target_shape, pad_forward, nullptr, explain_pad, pad_samples};
const OpInfo kSum{"sum", "Σ {0}", reduced, sum_forward, sum_backward, explain_sum, plain_sum_samples};
const OpInfo kMean{"mean", "mean({0})", reduced, sum_forward, sum_backward, explain_sum, mean_samples};
const OpInfo kSpread{"spread", "broadcast({0})", target_shape, spread_forward, nullptr, explain_spread, spread_samples};
}  // namespace ops

NodeId embedding(Tape& tape, NodeId table, std::vector<int> ids, Label label, std::vector<Index> outer) {
  Attributes attributes;
  attributes.target.outer = std::move(outer);
  attributes.ids = std::move(ids);
  return tape.append(ops::kEmbedding, {table}, std::move(attributes), std::move(label));
}
NodeId concat(Tape& tape, std::vector<NodeId> parts, Label label) {
  if (parts.empty()) throw ShapeError("[concat] expected at least one part");
  return tape.append(ops::kConcat, std::move(parts), {}, std::move(label));
}
NodeId slice(Tape& tape, NodeId a, Index begin, Index end, Label label) {
  Attributes attributes;
  attributes.begin = begin;
  attributes.end = end;
  return tape.append(ops::kSlice, {a}, std::move(attributes), std::move(label));
}
NodeId sum(Tape& tape, NodeId a, Along along, Label label) {
  return tape.append(ops::kSum, {a}, reduction(tape.value(a), along, false), std::move(label));
}
NodeId mean(Tape& tape, NodeId a, Along along, Label label) {
  return tape.append(ops::kMean, {a}, reduction(tape.value(a), along, true), std::move(label));
}
NodeId mean_of_matrices(Tape& tape, NodeId a, Label label) {
  Attributes attributes;
  attributes.target = {{}, tape.value(a).rows(), tape.value(a).cols()};
  attributes.flag = true;
  return tape.append(ops::kMean, {a}, std::move(attributes), std::move(label));
}

}  // namespace gf

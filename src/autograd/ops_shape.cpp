#include <algorithm>

#include "autograd/op_support.h"
#include "autograd/ops.h"
#include "core/kernels.h"
#include "core/nth.h"
#include "core/number_text.h"

namespace gf {
namespace {

// ---- embedding ---------------------------------------------------------------------------------------------------------

Shape embedding_shape(const Operands& operands) {
  const Shape& table = operands[0].shape();
  const auto& [ids, outer] = operands.get<attr::Embedding>();
  for (int id : ids)
    if (id < 0 || id >= table.rows)
      throw ShapeError("[embedding] id " + std::to_string(id) + " is outside the " + std::to_string(table.rows) + " rows of " +
                       to_string(table));
  const auto count = std::ssize(ids), matrices = Shape{outer, 1, 1}.size();
  if (matrices == 0 || count % matrices != 0)
    throw ShapeError("[embedding] " + std::to_string(count) + " ids do not fill " + std::to_string(matrices) + " matrices");
  return {outer, count / matrices, table.cols};
}
int id_of(const std::vector<int>& ids, Index rows, const Cell& cell) { return nth(ids, cell.outer * rows + cell.row); }

void embedding_forward(const Operands& operands, Tensor& out) {
  float* to = out.data();
  for (const int id : operands.get<attr::Embedding>().ids) to = std::copy_n(operands[0].row(0, id), out.cols(), to);
}
std::vector<NodeId> embedding_backward(const BackwardStep& s) {
  attr::EmbeddingGradient attributes{std::get<attr::Embedding>(s.attributes).ids, s.tape.value(s.inputs[0]).shape()};
  return {s.tape.append(ops::kEmbeddingGradient, {s.gradient}, std::move(attributes), Label{})};
}
CellArithmetic explain_embedding(const Application& a, const Cell& cell) {
  const Cell from{0, id_of(a.operands.get<attr::Embedding>().ids, a.value.rows(), cell), cell.col};
  return {a.reference(0, from), a.operand(0, from)};
}
std::vector<OpSample> embedding_samples() {
  return {OpSample{{sample_tensor(21, {{}, 5, 3})}, attr::Embedding{{4, 0, 0, 2}}},
          OpSample{{sample_tensor(21, {{}, 5, 3})}, attr::Embedding{{4, 0, 0, 2}, {2}}}};
}
OpCode code_embedding(const Application& a) {
  const auto& [ids, outer] = a.operands.get<attr::Embedding>();
  OpCode code;
  const std::string list = code.list("ids", ids), shape = outer.empty() ? "" : ".reshape" + to_string(a.value.shape());
  code.numpy = "$out = $0[" + list + "]" + shape;
  code.torch = "$out = F.embedding(torch.tensor(" + list + "), $0)" + shape;
  return code;
}
MatrixAxes embedding_axes(std::span<const MatrixAxes> operands) { return {nullptr, operands[0].cols}; }

Shape embedding_gradient_shape(const Operands& operands) { return operands.get<attr::EmbeddingGradient>().shape; }
void embedding_gradient_forward(const Operands& operands, Tensor& out) {
  const std::vector<int>& ids = operands.get<attr::EmbeddingGradient>().ids;
  scatter_rows(operands[0].data(), ids.data(), std::ssize(ids), out.data(), out.rows(), out.cols());
}
CellArithmetic explain_embedding_gradient(const Application& a, const Cell& cell) {
  const Tensor& gradient = a.operands[0];
  std::vector<Expression> terms;
  for (Index k = 0; k < gradient.shape().matrices(); ++k)
    for (Index r = 0; r < gradient.rows(); ++r)
      if (id_of(a.operands.get<attr::EmbeddingGradient>().ids, gradient.rows(), {k, r, 0}) == cell.row)
        terms.push_back(a.operand(0, {k, r, cell.col}));
  const std::string symbols = "Σ " + a.names[0] + "[t," + index_text(cell.col) + "], id(t) = " + index_text(cell.row);
  return {symbols, terms.empty() ? expr::number(0) : expr::sum(std::move(terms))};
}
std::vector<OpSample> embedding_gradient_samples() {
  return {OpSample{{sample_tensor(22, {{}, 4, 3})}, attr::EmbeddingGradient{{4, 0, 0, 2}, {{}, 5, 3}}}};
}

OpCode code_embedding_gradient(const Application& a) {
  OpCode code;
  const std::string list = code.list("ids", a.operands.get<attr::EmbeddingGradient>().ids), shape = to_string(a.value.shape());
  const std::string rows = a.operands[0].shape().outer.empty() ? "$0" : "$0.reshape(-1, " + index_text(a.value.cols()) + ")";
  code.numpy = "$out = np.zeros(" + shape + ")\nnp.add.at($out, " + list + ", " + rows + ")";
  code.torch = "$out = torch.zeros(" + shape + ").index_add(0, torch.tensor(" + list + "), " + rows + ")";
  return code;
}

// ---- concat, slice, pad ------------------------------------------------------------------------------------------------

// Return the length of an axis, the cell that is `by` places further along the axis, and the place of a cell on the axis.
Index length_along(const Shape& shape, Along along) { return along == Along::rows ? shape.rows : shape.cols; }
Index& length_along(Shape& shape, Along along) { return along == Along::rows ? shape.rows : shape.cols; }
Cell moved_along(Cell cell, Along along, Index by) {
  (along == Along::rows ? cell.row : cell.col) += by;
  return cell;
}
Index place_along(const Cell& cell, Along along) { return along == Along::rows ? cell.row : cell.col; }

// Copies all matrices of a part into the result, with the first cell of the part at `at`.
void copy_part(const Tensor& part, const Cell& at, Tensor& out) {
  for (Index k = 0; k < part.shape().matrices(); ++k)
    for (Index r = 0; r < part.rows(); ++r) std::copy_n(part.row(k, r), part.cols(), out.row(k, at.row + r) + at.col);
}

Shape concat_shape(const Operands& operands) {
  const Along along = operands.get<attr::Concat>().along;
  const bool rows = along == Along::rows;
  Shape shape = operands[0].shape();
  for (std::size_t i = 1; i < operands.size(); ++i) {
    const Shape& part = operands[i].shape();
    if ((rows ? part.cols != shape.cols : part.rows != shape.rows) || part.outer != shape.outer)
      shape_mismatch("concat", operands[0].shape(), part,
                     rows ? "parts must have equally many columns" : "parts must have equally many rows");
    length_along(shape, along) += length_along(part, along);
  }
  return shape;
}
void concat_forward(const Operands& operands, Tensor& out) {
  const Along along = operands.get<attr::Concat>().along;
  Cell at;
  for (const Tensor* part : operands.inputs) {
    copy_part(*part, at, out);
    at = moved_along(at, along, length_along(part->shape(), along));
  }
}
std::vector<NodeId> concat_backward(const BackwardStep& s) {
  const Along along = std::get<attr::Concat>(s.attributes).along;
  std::vector<NodeId> gradients;
  Index start = 0;
  for (std::size_t i = 0; i < s.inputs.size(); ++i) {
    const Index length = length_along(s.tape.value(s.inputs[i]).shape(), along);
    gradients.push_back(s.wants(i) ? slice(s.tape, s.gradient, start, start + length, Label{}, along) : -1);
    start += length;
  }
  return gradients;
}
CellArithmetic explain_concat(const Application& a, const Cell& cell) {
  const Along along = a.operands.get<attr::Concat>().along;
  Cell from = cell;
  std::size_t part = 0;
  for (Index length = 0; place_along(from, along) >= (length = length_along(a.operands[part].shape(), along)); ++part)
    from = moved_along(from, along, -length);
  return {a.reference(part, from), a.operand(part, from)};
}
std::vector<OpSample> concat_samples() {
  return {OpSample{{sample_tensor(23, {{2}, 3, 2}), sample_tensor(24, {{2}, 3, 1}), sample_tensor(25, {{2}, 3, 3})}, attr::Concat{}},
          OpSample{{sample_tensor(23, {{2}, 2, 3}), sample_tensor(24, {{2}, 1, 3})}, attr::Concat{Along::rows}}};
}

OpCode code_concat(const Application& a) {
  std::string parts;
  for (std::size_t i = 0; i < a.operands.size(); ++i) parts += (i == 0 ? "$" : ", $") + std::to_string(i);
  return {"$out = np.concatenate([" + parts + "], axis=" + (a.operands.get<attr::Concat>().along == Along::rows ? "-2" : "-1") + ")"};
}

Shape slice_shape(const Operands& operands) {
  const auto& [begin, end, along] = operands.get<attr::Slice>();
  Shape shape = operands[0].shape();
  Index& length = length_along(shape, along);
  if (begin < 0 || end <= begin || end > length)
    throw ShapeError(std::string("[slice] ") + (along == Along::rows ? "rows " : "columns ") + index_text(begin) + " to " +
                     index_text(end) + " of " + to_string(operands[0].shape()) + ": expected 0 <= begin < end <= " + index_text(length));
  length = end - begin;
  return shape;
}
Cell sliced_cell(const Operands& operands, const Cell& cell) {
  const attr::Slice& attributes = operands.get<attr::Slice>();
  return moved_along(cell, attributes.along, attributes.begin);
}
void slice_forward(const Operands& operands, Tensor& out) {
  for_each_cell(out, [&](const Cell& cell, float& value) { value = operands[0].at(sliced_cell(operands, cell)); });
}
std::vector<NodeId> slice_backward(const BackwardStep& s) {
  const auto& attributes = std::get<attr::Slice>(s.attributes);
  return {
      s.tape.append(ops::kPad, {s.gradient}, attr::Pad{attributes.begin, s.tape.value(s.inputs[0]).shape(), attributes.along}, Label{})};
}
CellArithmetic explain_slice(const Application& a, const Cell& cell) {
  const Cell from = sliced_cell(a.operands, cell);
  return {a.reference(0, from), a.operand(0, from)};
}
std::vector<OpSample> slice_samples() {
  return {OpSample{{sample_tensor(26, {{2}, 3, 5})}, attr::Slice{1, 4}},
          OpSample{{sample_tensor(26, {{2}, 5, 3})}, attr::Slice{1, 3, Along::rows}}};
}

OpCode code_slice(const Application& a) {
  const auto& [begin, end, along] = a.operands.get<attr::Slice>();
  const std::string range = index_text(begin) + ":" + index_text(end);
  const std::string matrices = a.value.shape().outer.empty() ? "" : "..., ";
  if (along == Along::rows) return {"$out = $0[" + matrices + range + (matrices.empty() ? "]" : ", :]")};
  return {"$out = $0[" + (matrices.empty() ? std::string(":, ") : matrices) + range + "]"};
}

Shape pad_shape(const Operands& operands) { return operands.get<attr::Pad>().shape; }

void pad_forward(const Operands& operands, Tensor& out) {
  const attr::Pad& attributes = operands.get<attr::Pad>();
  std::fill_n(out.data(), out.size(), 0.0f);
  copy_part(operands[0], moved_along({}, attributes.along, attributes.begin), out);
}
CellArithmetic explain_pad(const Application& a, const Cell& cell) {
  const attr::Pad& attributes = a.operands.get<attr::Pad>();
  const Cell from = moved_along(cell, attributes.along, -attributes.begin);
  if (place_along(from, attributes.along) < 0 || !a.operands[0].contains(from)) return {"0", expr::number(0)};
  return {a.reference(0, from), a.operand(0, from)};
}
std::vector<OpSample> pad_samples() {
  return {OpSample{{sample_tensor(27, {{2}, 3, 3})}, attr::Pad{1, {{2}, 3, 5}}},
          OpSample{{sample_tensor(27, {{2}, 3, 3})}, attr::Pad{1, {{2}, 5, 3}, Along::rows}}};
}

OpCode code_pad(const Application& a) {
  const attr::Pad& attributes = a.operands.get<attr::Pad>();
  const Index after =
      length_along(a.value.shape(), attributes.along) - attributes.begin - length_along(a.operands[0].shape(), attributes.along);
  const std::string before_after = index_text(attributes.begin) + ", " + index_text(after);
  std::string others;
  for (std::size_t i = 0; i < a.value.shape().outer.size(); ++i) others += "(0, 0), ";
  if (attributes.along == Along::rows)
    return {"$out = np.pad($0, (" + others + "(" + before_after + "), (0, 0)))", "$out = F.pad($0, (0, 0, " + before_after + "))"};
  return {"$out = np.pad($0, (" + others + "(0, 0), (" + before_after + ")))", "$out = F.pad($0, (" + before_after + "))"};
}

// ---- sum, mean, spread -------------------------------------------------------------------------------------------------

enum class Reduction { sum, mean };

Shape reduced(const Operands& operands) {
  const Shape& a = operands[0].shape();
  const Shape& target = operands.get<attr::Reduce>().shape;
  if ((target.rows != a.rows && target.rows != 1) || (target.cols != a.cols && target.cols != 1) ||
      (!target.outer.empty() && target.outer != a.outer))
    shape_mismatch("sum", a, target, "a sum keeps an axis or makes it 1");
  return target;
}
// Sums inside the rows first, then over rows and matrices as sums of the columns of a matrix.
template <Reduction reduction>
void reduce_forward(const Operands& operands, Tensor& out) {
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
      for (Index i = 0; i < count * width; ++i) to[i % width] += nth(of_rows, first + i);
    else
      sum_columns(a.data() + first, to, count, width);
  };
  if (over_outer)
    sum_down(0, over_rows ? matrices * rows : matrices, over_rows ? cols : rows * cols, totals.data());
  else
    for (Index k = 0; k < matrices; ++k)
      sum_down(k * rows * cols, over_rows ? rows : 1, over_rows ? cols : rows * cols, totals.data() + k * target.matrix_size());
  const double divisor = reduction == Reduction::mean ? static_cast<double>(a.size()) / static_cast<double>(out.size()) : 1;
  for (Index i = 0; i < out.size(); ++i) out.data()[i] = static_cast<float>(nth(totals, i) / divisor);
}
template <Reduction reduction>
std::vector<NodeId> reduce_backward(const BackwardStep& s) {
  const Shape& from = s.tape.value(s.inputs[0]).shape();
  attr::Spread attributes{from, 1};
  Label label;
  if (reduction == Reduction::mean) {
    const double parts = static_cast<double>(s.tape.value(s.node).size()), count = static_cast<double>(from.size()) / parts;
    attributes.factor = static_cast<float>(parts / static_cast<double>(from.size()));
    label.formula = std::string(short_name(s.tape[s.gradient].name)) + " / " + format_number(count);
  }
  return {s.tape.append(ops::kSpread, {s.gradient}, std::move(attributes), std::move(label))};
}
template <Reduction reduction>
CellArithmetic explain_reduce(const Application& a, const Cell& cell) {
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
  if (reduction == Reduction::sum) return {symbols, std::move(total)};
  return {"(" + symbols + ") / " + format_number(count), expr::quotient(std::move(total), expr::number(count))};
}
template <Reduction reduction>
OpCode code_reduce(const Application& a) {
  return {"$out = $0" + reduction_code(reduction == Reduction::sum ? "sum" : "mean", a.operands[0].shape(), a.value.shape())};
}
std::vector<OpSample> reduce_samples() {
  std::vector<OpSample> samples;
  for (const Shape& target : {Shape{{2}, 3, 1}, Shape{{2}, 1, 4}, Shape{{2}, 1, 1}, Shape{{}, 3, 4}, Shape{{}, 1, 4}})
    samples.push_back(OpSample{{sample_tensor(28, {{2}, 3, 4})}, attr::Reduce{target}});
  return samples;
}

Shape spread_shape(const Operands& operands) { return operands.get<attr::Spread>().shape; }

void spread_forward(const Operands& operands, Tensor& out) {
  const Tensor& a = operands[0];
  const float factor = operands.get<attr::Spread>().factor;
  for_each_cell(out, [&](const Cell& cell, float& value) { value = factor * a.at(broadcast_cell(a.shape(), cell)); });
}
CellArithmetic explain_spread(const Application& a, const Cell& cell) {
  const double factor = static_cast<double>(a.operands.get<attr::Spread>().factor);
  if (factor == 1) return {a.reference(0, cell), a.operand(0, cell)};
  return {format_number(factor) + " · " + a.reference(0, cell), expr::product({expr::number(factor), a.operand(0, cell)})};
}
OpCode code_spread(const Application& a) {
  const float factor = a.operands.get<attr::Spread>().factor;
  return {"$out = " + (factor == 1 ? "" : python_number(factor) + " * ") + "$0 * np.ones(" + to_string(a.value.shape()) + ")"};
}
std::vector<OpSample> spread_samples() { return {OpSample{{sample_tensor(29, {{2}, 3, 1})}, attr::Spread{{{2}, 3, 4}, 0.25f}}}; }

}  // namespace

namespace ops {
const OpInfo kEmbedding{"embedding",       "{0}[ids]",        embedding_shape, embedding_forward, embedding_backward,
                        explain_embedding, embedding_samples, code_embedding,  embedding_axes};
const OpInfo kEmbeddingGradient{"embedding_gradient",
                                "Σ_{t: id} {0}",
                                embedding_gradient_shape,
                                embedding_gradient_forward,
                                nullptr,
                                explain_embedding_gradient,
                                embedding_gradient_samples,
                                code_embedding_gradient};
const OpInfo kConcat{"concat",        "concat({0}, …)", concat_shape,   concat_forward,
                     concat_backward, explain_concat,   concat_samples, code_concat};
const OpInfo kSlice{"slice", "{0}[:, begin:end]", slice_shape, slice_forward, slice_backward, explain_slice, slice_samples, code_slice};
const OpInfo kPad{"pad", "pad({0})", pad_shape, pad_forward, nullptr, explain_pad, pad_samples, code_pad};
const OpInfo kSum{"sum",
                  "Σ {0}",
                  reduced,
                  reduce_forward<Reduction::sum>,
                  reduce_backward<Reduction::sum>,
                  explain_reduce<Reduction::sum>,
                  reduce_samples,
                  code_reduce<Reduction::sum>};
const OpInfo kMean{"mean",
                   "mean({0})",
                   reduced,
                   reduce_forward<Reduction::mean>,
                   reduce_backward<Reduction::mean>,
                   explain_reduce<Reduction::mean>,
                   reduce_samples,
                   code_reduce<Reduction::mean>};
const OpInfo kSpread{"spread", "broadcast({0})", spread_shape, spread_forward, nullptr, explain_spread, spread_samples, code_spread};
}  // namespace ops

NodeId embedding(Tape& tape, NodeId table, std::vector<int> ids, Label label, std::vector<Index> outer) {
  return tape.append(ops::kEmbedding, {table}, attr::Embedding{std::move(ids), std::move(outer)}, std::move(label));
}
NodeId concat(Tape& tape, std::vector<NodeId> parts, Label label, Along along) {
  if (parts.empty()) throw ShapeError("[concat] expected at least one part");
  return tape.append(ops::kConcat, std::move(parts), attr::Concat{along}, std::move(label));
}
NodeId slice(Tape& tape, NodeId a, Index begin, Index end, Label label, Along along) {
  return tape.append(ops::kSlice, {a}, attr::Slice{begin, end, along}, std::move(label));
}
NodeId sum(Tape& tape, NodeId a, Along along, Label label) {
  return tape.append(ops::kSum, {a}, attr::Reduce{reduced_shape(tape.value(a).shape(), along)}, std::move(label));
}
NodeId mean(Tape& tape, NodeId a, Along along, Label label) {
  return tape.append(ops::kMean, {a}, attr::Reduce{reduced_shape(tape.value(a).shape(), along)}, std::move(label));
}
NodeId mean_of_matrices(Tape& tape, NodeId a, Label label) {
  return tape.append(ops::kMean, {a}, attr::Reduce{{{}, tape.value(a).rows(), tape.value(a).cols()}}, std::move(label));
}

}  // namespace gf

// Joins rows of tokens into one row, in a computed order, and looks up the rows of a table for computed tokens.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "autograd/op_support.h"
#include "autograd/ops.h"
#include "core/nth.h"

namespace gf {
namespace {

// Returns the source cell of each token of the joined row.
std::vector<Cell> joined_from(const Operands& operands) {
  const Tensor &rows = operands[0], &shares = operands[1];
  std::vector<Index> order(static_cast<std::size_t>(rows.rows()));
  std::iota(order.begin(), order.end(), Index{0});
  std::erase_if(order, [&](Index row) { return !(shares.at(row, 0) > 0); });
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return shares.at(a, 0) > shares.at(b, 0); });
  std::vector<Cell> cells;
  for (const Index row : order)
    for (Index c = 0; c < rows.cols() && rows.at(row, c) >= 0; ++c) cells.push_back({0, row, c});
  return cells;
}

Shape join_shape(const Operands& operands) {
  const Shape &rows = operands[0].shape(), &shares = operands[1].shape();
  if (!rows.outer.empty() || !shares.outer.empty() || shares.rows != rows.rows || shares.cols != 1)
    shape_mismatch("join_rows", rows, shares, "expected one share for each row");
  return {{}, 1, static_cast<Index>(joined_from(operands).size())};
}
void join_forward(const Operands& operands, Tensor& out) {
  const std::vector<Cell> cells = joined_from(operands);
  for (std::size_t t = 0; t < cells.size(); ++t) out.at(0, static_cast<Index>(t)) = operands[0].at(cells[t]);
}
CellArithmetic explain_join(const Application& a, const Cell& cell) {
  const Cell from = nth(joined_from(a.operands), cell.col);
  return {a.reference(0, from), a.operand(0, from)};
}
OpCode code_join(const Application&) {
  const std::string parts = "[$0[$i][$0[$i] >= 0] for $i in $order if $1[$i, 0] > 0]";
  return {"$order = np.argsort(-$1[:, 0], kind=\"stable\")\n$out = np.concatenate(" + parts + ")[None]",
          "$order = torch.argsort(-$1[:, 0], stable=True)\n$out = torch.cat(" + parts + ")[None]"};
}
std::vector<OpSample> join_samples() {
  const Tensor rows = Tensor::from_rows({{5, 6, -1}, {7, 8, 9}, {4, -1, -1}, {3, 2, -1}});
  return {OpSample{{rows, Tensor::from_rows({{0.2f}, {0.5f}, {0}, {0.3f}})}, {}},
          OpSample{{rows, Tensor::from_rows({{0}, {0.5f}, {0.5f}, {0}})}, {}}};
}

MatrixAxes join_axes(std::span<const MatrixAxes>) { return {}; }

// ---- table_rows --------------------------------------------------------------------------------------------------------

// Returns the row of the table for token t; -1 if the table has no such row.
Index row_of_token(const Operands& operands, Index t) {
  const float id = operands[1].at(0, t);
  return id >= 0 && id < static_cast<float>(operands[0].rows()) ? static_cast<Index>(id) : -1;
}

Shape table_rows_shape(const Operands& operands) {
  const Shape &table = operands[0].shape(), &row = operands[1].shape();
  if (!table.outer.empty() || !row.outer.empty() || row.rows != 1) shape_mismatch("table_rows", table, row, "expected one row of tokens");
  return {{}, row.cols, table.cols};
}
void table_rows_forward(const Operands& operands, Tensor& out) {
  for (Index t = 0; t < out.rows(); ++t)
    if (const Index row = row_of_token(operands, t); row >= 0)
      std::copy_n(operands[0].row(row), out.cols(), out.row(t));
    else
      std::fill_n(out.row(t), out.cols(), NAN);
}
CellArithmetic explain_table_rows(const Application& a, const Cell& cell) {
  const Index row = row_of_token(a.operands, cell.row);
  if (row < 0) return {a.names[0] + "[" + a.reference(1, {0, 0, cell.row}) + "]", expr::number(static_cast<double>(NAN))};
  const Cell from{0, row, cell.col};
  return {a.reference(0, from), a.operand(0, from)};
}
std::vector<OpSample> table_rows_samples() { return {OpSample{{sample_tensor(67, {{}, 5, 3}), Tensor::from_rows({{4, 0, 0, 2}})}, {}}}; }
MatrixAxes table_rows_axes(std::span<const MatrixAxes> operands) { return {operands[1].cols, operands[0].cols}; }

}  // namespace

namespace ops {
const OpInfo kJoinRows{"join_rows", "join({0}, {1})", join_shape, join_forward, nullptr, explain_join, join_samples, code_join, join_axes};
const OpInfo kTableRows{"table_rows",   "{0}[{1}]",         table_rows_shape,   table_rows_forward,
                        nullptr,        explain_table_rows, table_rows_samples, {"$out = $0[$1[0].astype(int)]", "$out = $0[$1[0].int()]"},
                        table_rows_axes};
}  // namespace ops

NodeId join_rows(Tape& tape, NodeId rows, NodeId shares, Label label) {
  return tape.append(ops::kJoinRows, {rows, shares}, {}, std::move(label));
}
NodeId table_rows(Tape& tape, NodeId table, NodeId row, Label label) {
  return tape.append(ops::kTableRows, {table, row}, {}, std::move(label));
}

}  // namespace gf

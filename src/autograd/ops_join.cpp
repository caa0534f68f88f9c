// Rows of tokens joined into one, in an order that is computed.
#include <algorithm>
#include <numeric>

#include "autograd/op_support.h"
#include "autograd/ops.h"

namespace gf {
namespace {

// Where each token of the joined row comes from.
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
  const Cell from = joined_from(a.operands)[static_cast<std::size_t>(cell.col)];
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

}  // namespace

namespace ops {
const OpInfo kJoinRows{"join_rows", "join({0}, {1})", join_shape, join_forward, nullptr, explain_join, join_samples, code_join, join_axes};
}  // namespace ops

NodeId join_rows(Tape& tape, NodeId rows, NodeId shares, Label label) {
  return tape.append(ops::kJoinRows, {rows, shares}, {}, std::move(label));
}

}  // namespace gf

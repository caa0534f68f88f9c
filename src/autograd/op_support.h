// Shared helpers of the ops: broadcasting, shape rules, sample operands.
#pragma once

#include <cstdint>

#include "autograd/op_table.h"
#include "autograd/tape.h"

namespace gf {

/// The name of an index in symbols: 2 -> "2".
inline std::string index_text(Index i) { return std::to_string(i); }

/// A tensor in general position for op tests: values in (-1.5, 1.5), reproducible.
Tensor sample_tensor(std::uint32_t seed, Shape shape);

/// The operand cell that serves `cell` of a result, where the operand's size is 1 or it has no outer axes.
inline Cell broadcast_cell(const Shape& operand, const Cell& cell) {
  return {operand.outer.empty() ? 0 : cell.outer, operand.rows == 1 ? 0 : cell.row, operand.cols == 1 ? 0 : cell.col};
}

/// The shape of a cell-by-cell result, where B may be a row, a column or a single cell, or lack outer axes.
Shape broadcast_shape(std::string_view op, const Shape& a, const Shape& b);

/// Returns the shape after a reduction of each row, of each column or of all cells.
inline Shape reduced_shape(const Shape& from, Along along) {
  if (along == Along::all) return {{}, 1, 1};
  return {from.outer, along == Along::rows ? from.rows : 1, along == Along::columns ? from.cols : 1};
}

/// Calls `body(Cell, float& out)` for every cell.
template <typename Body>
void for_each_cell(Tensor& out, Body&& body) {
  Cell cell;
  for (cell.outer = 0; cell.outer < out.shape().matrices(); ++cell.outer)
    for (cell.row = 0; cell.row < out.rows(); ++cell.row) {
      float* row = out.row(cell.outer, cell.row);
      for (cell.col = 0; cell.col < out.cols(); ++cell.col) body(cell, row[cell.col]);
    }
}

/// Returns the method call by which Python reduces `from` to `to`: ".sum(axis=-1, keepdims=True)".
std::string reduction_code(std::string_view method, const Shape& from, const Shape& to);
/// "axis=-1", of the lines that a softmax or the like runs along.
inline std::string axis_code(Along along) { return along == Along::columns ? "axis=-2" : "axis=-1"; }
/// An operand with rows and columns exchanged: "$1.T".
std::string transposed_code(const std::string& operand, const Shape& shape);

/// The shape of the only operand.
inline Shape same_shape(const Operands& operands) { return operands[0].shape(); }

/// OpInfo::by_rows of an op with one operand that takes each row by itself.
inline bool each_row_alone(const Operands&) { return true; }

/// The node's value as its op gave it, before pins: the node itself, or where a cell of it is held the same op once more,
/// "<name>_unpinned". For derivatives that mix the cells of a line; where a cell stands for itself alone, its gradient is 0 while it is
/// held.
NodeId computed(const BackwardStep& step);

/// Names a node on the way to a gradient ("d_<name>_step1"), before another one reads it.
NodeId named_step(const BackwardStep& step, NodeId made);

/// Appends the sum of a gradient down to the shape of the operand that it is for, where that operand was broadcast.
NodeId reduce_to(const BackwardStep& step, NodeId gradient, const Shape& shape);

}  // namespace gf

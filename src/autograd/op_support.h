// Functions that several ops use: broadcasting, shape rules, sample operands, code, steps of a gradient.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "autograd/op_table.h"
#include "autograd/tape.h"

namespace gf {

/// Returns an index as text: "2" for 2.
inline std::string index_text(Index i) { return std::to_string(i); }

/// Returns a tensor of random values in [-1.5, 1.5), for tests of ops.
Tensor sample_tensor(std::uint32_t seed, Shape shape);

/// Returns the cell of an operand that serves `cell` of the result: index 0 on an axis of size 1, and matrix 0 without outer axes.
inline Cell broadcast_cell(const Shape& operand, const Cell& cell) {
  return {operand.outer.empty() ? 0 : cell.outer, operand.rows == 1 ? 0 : cell.row, operand.cols == 1 ? 0 : cell.col};
}

/// Returns the shape of a cell-by-cell result. B may be a row, a column or a single cell, and A or B may lack outer axes. Throws ShapeError
/// if A and B do not fit.
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
/// Returns the axis of the lines of a softmax or the like: "axis=-1".
inline std::string axis_code(Along along) { return along == Along::columns ? "axis=-2" : "axis=-1"; }
/// Returns an operand with rows and columns exchanged: "$1.T".
std::string transposed_code(const std::string& operand, const Shape& shape);

/// Returns the shape of the first operand.
inline Shape same_shape(const Operands& operands) { return operands[0].shape(); }

/// Returns the shape of the first operand, for an op that works line by line. Throws ShapeError unless the lines are rows or columns.
inline Shape line_shape(std::string_view op, const Operands& operands, Along along) {
  if (along == Along::all)
    throw ShapeError("[" + std::string(op) + "] " + to_string(operands[0].shape()) + ": expected rows or columns, got all cells");
  return operands[0].shape();
}

/// OpInfo::by_rows of an op with one operand whose rows do not depend on each other.
inline bool each_row_alone(const Operands&) { return true; }

/// Returns a node with the value that the op computed, before pins. If a cell of the node is held, appends the op again as
/// "<name>_unpinned". Derivatives that mix the cells of a line need the computed value; other derivatives do not, since the gradient of a
/// held cell is 0.
NodeId computed(const BackwardStep& step);

/// Names a step towards a gradient ("d_<name>_step1"), so that another node can read it, and returns it.
NodeId named_step(const BackwardStep& step, NodeId id);

/// Appends the sum of a gradient over the axes along which its operand was broadcast. Returns the gradient itself if it has the shape of
/// the operand.
NodeId reduce_to(const BackwardStep& step, NodeId gradient, const Shape& shape);

}  // namespace gf

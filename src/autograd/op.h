// The definition of an op: its shape rule, forward, backward, explanation and code, side by side in one table. ops_*.cpp fill the table,
// and tape.h applies ops.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "autograd/attributes.h"
#include "core/expression.h"
#include "core/op_code.h"
#include "core/tensor.h"

namespace gf {

class ColumnPanels;  // core/kernels.h
class Tape;
using NodeId = int;

/// The operands of one application.
struct Operands {
  std::vector<const Tensor*> inputs;
  const Attributes& attributes;
  std::vector<const ColumnPanels*> panels = {};  // of each operand, or null; empty if no operand has panels

  const Tensor& operator[](std::size_t i) const { return *inputs[i]; }
  std::size_t size() const { return inputs.size(); }
  const ColumnPanels* panels_of(std::size_t i) const { return panels.empty() ? nullptr : panels[i]; }
  /// Returns the attributes of the op: `operands.get<attr::Softmax>().beta`.
  template <typename Values>
  const Values& get() const {
    return std::get<Values>(attributes);
  }
};

/// One application with its value and the names of its inputs, for the explanation and the code of the op.
struct Application {
  Operands operands;
  std::vector<std::string> names;  // short names of the inputs: "input", "w_q"
  const Tensor& value;             // before pins

  /// Returns the cell of an input that serves `cell` of the result (broadcast_cell of op_support.h).
  Expression operand(std::size_t input, const Cell& cell) const;
  /// Returns a cell of the result, for a cell that is made from cells before it.
  Expression itself(const Cell& cell) const;
  /// Return a cell of an input in print. Example: `reference(1, cell)` is "w_q[0,2]", and `reference(1, cell, "k", "2")` is "w_q[k,2]".
  std::string reference(std::size_t input, const Cell& cell) const;
  std::string reference(std::size_t input, const Cell& cell, std::string_view row, std::string_view col) const;
};

/// One backward step of a node.
struct BackwardStep {
  Tape& tape;       // the tape to append to
  NodeId node;      // the node whose inputs get gradients
  NodeId gradient;  // the gradient of the value of `node`
  std::vector<NodeId> inputs;
  const Attributes& attributes;

  /// Whether an input wants a gradient.
  bool wants(std::size_t input) const;
};

/// A small generated application that tests an op.
struct OpSample {
  std::vector<Tensor> inputs;
  Attributes attributes = {};
};

/// The axes of the rows and of the columns of a matrix; null: an axis without a name.
struct MatrixAxes {
  const Axis* rows = nullptr;
  const Axis* cols = nullptr;
};

/// The code of an op: fixed lines, or a function that writes lines for one application.
struct CodeRule {
  std::string_view numpy = {}, torch = {};  // an empty `torch` is the NumPy in PyTorch's spelling
  OpCode (*write)(const Application&) = nullptr;

  constexpr CodeRule() = default;
  constexpr CodeRule(const char* numpy_text, const char* torch_text = "") : numpy(numpy_text), torch(torch_text) {}
  constexpr CodeRule(OpCode (*write_it)(const Application&)) : write(write_it) {}
};

/// The definition of an op, as functions.
struct OpInfo {
  std::string_view name;
  /// The formula with {0}, {1}, ... for the names of the inputs. A formula in words is a key: "@running_sums {0}" (study/trace_words.h).
  std::string_view formula;
  /// Returns the shape of the result. Throws ShapeError with the shapes if the operands do not fit. Null for a given value.
  Shape (*shape)(const Operands&);
  /// Writes every value of `out`, which has the shape of the result and undefined values. Null for a given value.
  void (*forward)(const Operands&, Tensor& out);
  /// Appends the gradients for the inputs, and returns them; -1 for an input without a gradient. Null for an op without gradients.
  std::vector<NodeId> (*backward)(const BackwardStep&);
  /// Returns the arithmetic of one cell.
  CellArithmetic (*explain)(const Application&, const Cell&);
  /// Returns operands and attributes to test the op with.
  std::vector<OpSample> (*samples)();
  /// The op in NumPy and PyTorch; empty for a given value.
  CodeRule code = {};
  /// Returns the axes of the result. If null, the rows and the columns take the axis of the first operand of the same size.
  MatrixAxes (*axes)(std::span<const MatrixAxes> operands) = nullptr;
  /// Whether each row of the result depends on the same row of the first operand, and on all of the other operands. A row computed alone
  /// must have the same bits. Null if rows do not stand alone, or are too cheap to be worth the rule.
  bool (*by_rows)(const Operands&) = nullptr;
};

/// Returns all ops.
std::span<const OpInfo* const> op_table();

/// Throws ShapeError: "[matmul] (3, 4) x (5, 2): inner dimensions differ".
[[noreturn]] void shape_mismatch(std::string_view op, const Shape& a, const Shape& b, std::string_view fault);

/// Returns the outer axes of the result of two operands. An operand without outer axes serves every matrix of the other operand. Throws
/// ShapeError if both operands have outer axes that differ.
std::vector<Index> common_outer(std::string_view op, const Shape& a, const Shape& b);

}  // namespace gf

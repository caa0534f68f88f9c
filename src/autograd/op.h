// The definition of an op: its shape rule, forward, backward and explanation, side by side in one table.
#pragma once

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
  std::vector<const ColumnPanels*> panels = {};  // of each, null where it has none; empty where none has

  const Tensor& operator[](std::size_t i) const { return *inputs[i]; }
  std::size_t size() const { return inputs.size(); }
  const ColumnPanels* panels_of(std::size_t i) const { return panels.empty() ? nullptr : panels[i]; }
  /// The attributes of the op: `operands.get<attr::Softmax>().beta`.
  template <typename Told>
  const Told& get() const {
    return std::get<Told>(attributes);
  }
};

/// One application as its explanation sees it. `names` are the short names of the inputs ("input", "w_q").
struct Application {
  Operands operands;
  std::vector<std::string> names;
  const Tensor& value;

  Expression operand(std::size_t input, const Cell& cell) const;
  /// Another cell of the result, where a cell is made from those before it.
  Expression itself(const Cell& cell) const;
  /// "w_q[0,2]", with the indices as text: `reference(1, cell, "k", "2")` is "w_q[k,2]".
  std::string reference(std::size_t input, const Cell& cell) const;
  std::string reference(std::size_t input, const Cell& cell, std::string_view row, std::string_view col) const;
};

/// One backward step: the tape to append to, the node, the gradient of the loss for its value.
struct BackwardStep {
  Tape& tape;
  NodeId node;
  NodeId gradient;
  std::vector<NodeId> inputs;
  const Attributes& attributes;

  bool wants(std::size_t input) const;
};

/// An application to test an op with: generated, small, in general position.
struct OpSample {
  std::vector<Tensor> inputs;
  Attributes attributes = {};
};

/// The axes that the rows and the columns of a matrix run over; null: nothing that has a name.
struct MatrixAxes {
  const Axis* rows = nullptr;
  const Axis* cols = nullptr;
};

/// How an op's code is found: the same lines always, or written for what the op was told.
struct CodeRule {
  std::string_view numpy = {}, torch = {};
  OpCode (*write)(const Application&) = nullptr;

  constexpr CodeRule() = default;
  constexpr CodeRule(const char* numpy_text, const char* torch_text = "") : numpy(numpy_text), torch(torch_text) {}
  constexpr CodeRule(OpCode (*write_it)(const Application&)) : write(write_it) {}
};

struct OpInfo {
  std::string_view name;
  /// The formula with {0}, {1}, ... for the inputs' names. One in words is a key: "@running_sums {0}" (study/trace_words.h).
  std::string_view formula;
  /// The result's shape; throws ShapeError that says both shapes where the operands do not fit. Null for a leaf, which is given its value.
  Shape (*shape)(const Operands&);
  /// Writes every value of `out`, which is of the right shape and holds anything. Null for a leaf.
  void (*forward)(const Operands&, Tensor& out);
  /// Appends the gradients for the inputs; -1 for one that has none. Null where an op is itself a gradient, a leaf or a measure.
  std::vector<NodeId> (*backward)(const BackwardStep&);
  CellArithmetic (*explain)(const Application&, const Cell&);
  std::vector<OpSample> (*samples)();
  /// The op in NumPy and PyTorch; none for a leaf, which is given.
  CodeRule code = {};
  /// The result's axes, from those of its operands. Null where rows and columns follow the first operand that has as many of them.
  MatrixAxes (*axes)(std::span<const MatrixAxes> operands) = nullptr;
  /// Whether each row of the result is made of that row of the first operand, and of all of the others: with the same bits alone as beside
  /// other rows. Null where it is not, or where a row costs so little that it is not worth a rule.
  bool (*by_rows)(const Operands&) = nullptr;
};

/// All ops, in the order of the docs.
std::span<const OpInfo* const> op_table();

/// "[matmul] (3, 4) x (5, 2): inner dimensions differ"
[[noreturn]] void shape_mismatch(std::string_view op, const Shape& a, const Shape& b, std::string_view what);

/// The outer axes of a result of two operands: equal, or one has none and is used for every matrix of the other.
std::vector<Index> common_outer(std::string_view op, const Shape& a, const Shape& b);

}  // namespace gf

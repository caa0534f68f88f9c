// The record of one computation: each op runs as it is appended, and each result is a named node. ops.h appends nodes, `backward` appends
// their gradients, and `explain` and `code_of` describe a node.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "autograd/op.h"
#include "autograd/trace_memo.h"
#include "core/gradient_of.h"
#include "core/node_name.h"
#include "core/nth.h"
#include "core/replay.h"

namespace gf {

struct Explanation;  // core/explanation.h

/// The name of a node, and optionally its formula and its axes.
struct Label {
  std::string name;                       // last part; the scope of the tape is put before it; empty: Tape::name gives the name later
  std::string formula;                    // empty: the formula of the op with the names of the inputs; in words: a key of the texts
  std::optional<Axis> rows, cols, outer;  // none: the axes follow from the op and its inputs

  Label() = default;
  Label(const char* text) : name(text) {}
  Label(std::string text) : name(std::move(text)) {}
  Label(std::string text, std::string formula_text) : name(std::move(text)), formula(std::move(formula_text)) {}
  Label&& with_rows(Axis axis) && {
    rows = std::move(axis);
    return std::move(*this);
  }
  Label&& with_cols(Axis axis) && {
    cols = std::move(axis);
    return std::move(*this);
  }
};

struct Node {
  const OpInfo* op = nullptr;
  std::vector<NodeId> inputs;
  Attributes attributes;
  std::shared_ptr<const Tensor> value;
  std::shared_ptr<const Tensor> computed;      // the value before pins; null without pins
  std::shared_ptr<const ColumnPanels> panels;  // the value in panels, for a weight that many short products read; null with pins
  std::string name;
  std::string formula;
  Axis outer, rows, cols;
  std::vector<Pin> pins;
  bool wants_gradient = false;  // the node is a parameter, or depends on a parameter
  GradientOf gradient;
};

/// Example:
///   Tape tape;
///   NodeId x = parameter(tape, Tensor::from_rows({{1, 2}}), "x");
///   NodeId y = matmul(tape, x, constant(tape, Tensor::from_rows({{3}, {4}}), "w"), "y");
///   tape[y].value->at(0, 0, 0) == 11;
class Tape {
 public:
  Tape() = default;
  /// Makes a tape that holds the cells of `pins` at their values as soon as their nodes are named. With a replay, every op is one of its
  /// steps, so that `append` may throw Paused. With a memo, `append` does not compute a node that is the same as in the memo.
  explicit Tape(std::vector<Pin> pins, Replay* replay = nullptr, MemoPlace place = {})
      : pins_(std::move(pins)), replay_(replay), place_(std::move(place)) {}

  /// Checks the shapes, runs the op, and appends the node. Throws ShapeError if the operands do not fit, and std::invalid_argument if
  /// another node has the name. Throws std::logic_error if an operand has no name yet, because its pins would come too late for this node.
  NodeId append(const OpInfo& op, std::vector<NodeId> inputs, Attributes attributes, Label label);
  /// Appends a leaf with a given value.
  NodeId append_leaf(const OpInfo& op, Tensor value, Label label);
  /// Appends a leaf whose value, and its panels if given, have other owners too.
  NodeId append_leaf(const OpInfo& op, std::shared_ptr<const Tensor> value, Label label,
                     std::shared_ptr<const ColumnPanels> panels = nullptr);
  /// Names a node that has no name yet, with the scope before the name, and applies its pins. Throws std::invalid_argument if the node has
  /// a name, or another node has this name.
  void name(NodeId id, const std::string& name);
  /// Sets which gradient a node is. The backward pass calls it.
  void set_gradient(NodeId id, GradientOf gradient) { (*nth(nodes_, id)).gradient = gradient; }
  /// Gives a node the axes of another node of the same shape, such as a gradient the axes of its value.
  void set_axes(NodeId id, const Node& like);

  const Node& operator[](NodeId id) const { return *nth(nodes_, id); }
  const Tensor& value(NodeId id) const { return *(*this)[id].value; }
  NodeId size() const { return static_cast<NodeId>(nodes_.size()); }
  /// Adds a pin for a node that is not on the tape yet, unless the tape has a pin of that cell.
  void hold(Pin pin);
  /// Returns the node of a full name; -1 if no node has the name.
  NodeId find(std::string_view name) const;
  /// Returns the pins whose node is not on the tape or lacks the cell.
  std::vector<Pin> untaken_pins() const;

  /// Puts "part." before every name until the returned value is destroyed.
  class Scope {
   public:
    Scope(Tape& tape, const std::string& part) : tape_(tape), before_(tape.scope_) { tape.scope_ += part + "."; }
    ~Scope() { tape_.scope_ = before_; }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Tape& tape_;
    std::string before_;
  };
  Scope scope(const std::string& part) { return Scope(*this, part); }
  /// Returns the scope that a new name gets: "encoder.0.", or an empty text.
  const std::string& prefix() const { return scope_; }

 private:
  /// Gives the node the axes of the label, appends it and names it.
  NodeId keep(std::unique_ptr<Node> node, Label label);
  /// Applies the pins of a node that has its name.
  void pin(Node& node);
  /// Computes the value of a new node, or takes it from the memo or the replay.
  std::shared_ptr<const Tensor> value_of(const Node& node, const std::string& name);
  /// Returns the name of a new node in the memo.
  std::string memo_name(const std::string& name) const;
  std::vector<std::unique_ptr<Node>> nodes_;
  std::unordered_map<std::string, NodeId> by_name_;
  std::vector<Pin> pins_;
  std::string scope_;
  Replay* replay_ = nullptr;
  MemoPlace place_;
};

/// Appends the gradient of the sum of the values of `output` for every node upstream that wants a gradient. The gradient of the node
/// "query" is named "d_query", in the same scope. If several nodes use a value, each contribution is a node, and the gradient is their sum.
/// No gradient goes through a pinned cell, which is a constant while it is held. Throws std::invalid_argument if an op upstream has no
/// gradient.
void backward(Tape& tape, NodeId output);

/// Returns the arithmetic of one cell of one node; `Explanation::operands` refers to nodes of this tape.
Explanation explain(const Tape& tape, NodeId id, const Cell& cell);

/// Returns the op of a node in Python, written for its operands and attributes.
OpCode code_of(const Tape& tape, NodeId id);

}  // namespace gf

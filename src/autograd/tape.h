// The record of one computation: ops run as they are appended, every result is a named node.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "autograd/op.h"
#include "autograd/trace_memo.h"
#include "core/gradient_of.h"
#include "core/node_name.h"
#include "core/replay.h"

namespace gf {

struct Explanation;  // core/explanation.h

/// The name, and where they say more than the defaults, the formula and axes of a node.
struct Label {
  std::string name;     // last part; the tape's scope is put before it
  std::string formula;  // default: the op's formula with the inputs' names; in words, a key of the texts ("@right_answers")
  std::optional<Axis> rows, cols, outer;

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
  std::shared_ptr<const Tensor> computed;  // before pins; null where nothing is pinned
  std::shared_ptr<const ColumnPanels>
      panels;  // the value in panels, where it is a weight that many short products read; null where it is pinned
  std::string name;
  std::string formula;
  Axis outer, rows, cols;
  std::vector<Pin> pins;
  bool wants_gradient = false;  // a parameter stands upstream
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
  /// Cells of nodes that are held at a value as soon as the node is named.
  /// With a replay, every op is a step of it: append may throw Paused. With a memo, a node that is the same there is not computed.
  explicit Tape(std::vector<Pin> pins, Replay* replay = nullptr, MemoPlace place = {})
      : pins_(std::move(pins)), replay_(replay), place_(std::move(place)) {}

  /// Checks shapes, runs the op, appends the node. Throws ShapeError where the operands do not fit, std::invalid_argument where
  /// the name is taken, std::logic_error where an operand has no name yet: its pins would come too late for this node.
  NodeId append(const OpInfo& op, std::vector<NodeId> inputs, Attributes attributes, Label label);
  /// A leaf with a given value.
  NodeId append_leaf(const OpInfo& op, Tensor value, Label label);
  /// The same of a value that others hold as well, maybe in panels, too.
  NodeId append_leaf(const OpInfo& op, std::shared_ptr<const Tensor> value, Label label,
                     std::shared_ptr<const ColumnPanels> panels = nullptr);
  /// Names a node that has no name yet, with the scope put before it, and applies its pins.
  void name(NodeId id, const std::string& name);
  /// Says of which node a node is the gradient. The backward pass calls it.
  void set_gradient(NodeId id, GradientOf gradient) { (*nodes_[static_cast<std::size_t>(id)]).gradient = gradient; }
  /// Gives a node the axes of another one of the same shape (a gradient those of its value).
  void set_axes(NodeId id, const Node& like);

  const Node& operator[](NodeId id) const { return *nodes_[static_cast<std::size_t>(id)]; }
  const Tensor& value(NodeId id) const { return *(*this)[id].value; }
  NodeId size() const { return static_cast<NodeId>(nodes_.size()); }
  /// Holds a cell of a node that is not on the tape yet, unless it is held already.
  void hold(Pin pin);
  /// The node of a full name; -1 where there is none.
  NodeId find(std::string_view name) const;
  /// The pins that no node took, because it does not exist or has no such cell.
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
  /// The prefix of a name that is given now: "encoder.0.", or nothing.
  const std::string& prefix() const { return scope_; }

 private:
  /// Takes the label's axes over, appends the node and names it.
  NodeId keep(std::unique_ptr<Node> node, Label label);
  void pin(Node& node);
  /// The value of a node that is to be appended under a name.
  std::shared_ptr<const Tensor> value_of(const Node& node, const std::string& name);
  std::string memo_name(const std::string& name) const;
  std::vector<std::unique_ptr<Node>> nodes_;
  std::unordered_map<std::string, NodeId> by_name_;
  std::vector<Pin> pins_;
  std::string scope_;
  Replay* replay_ = nullptr;
  MemoPlace place_;
};

/// Appends the gradient of the sum of `output`'s values for every node upstream that wants one, as nodes named "d_<name>"
/// (`encoder.0.d_query`). If several nodes use a value, their contributions are nodes too, and the gradient is their sum.
/// A pinned cell passes nothing on: it is a constant while it is held.
void backward(Tape& tape, NodeId output);

/// The arithmetic of one cell of one node; `Explanation::operands` refer to nodes of this tape.
Explanation explain(const Tape& tape, NodeId id, const Cell& cell);

/// The op of a node in Python, as it is with these operands and attributes.
OpCode code_of(const Tape& tape, NodeId id);

}  // namespace gf

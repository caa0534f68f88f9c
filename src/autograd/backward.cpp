#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "autograd/op_table.h"
#include "autograd/ops.h"
#include "core/node_name.h"

namespace gf {
namespace {

// Returns the last part of the name of a node that uses a value. If the node stands in another scope, returns its whole name with _ for
// dots.
std::string user_name(const std::string& user, const std::string& value) {
  if (scope_of(user) == scope_of(value)) return std::string(short_name(user));
  std::string name = user;
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

// Returns the gradient that a node passes on: 0 at its pinned cells, which depend on no other cell.
NodeId without_pins(Tape& tape, NodeId id, NodeId gradient) {
  const Node& node = tape[id];
  if (node.pins.empty()) return gradient;
  auto unpinned = std::make_shared<Tensor>(Tensor::filled(node.value->shape(), 1));
  for (const Pin& pin : node.pins) unpinned->at(pin.cell) = 0;
  const NodeId passed = mask(tape, gradient, unpinned, 0, gradient_name(node.name) + "_unpinned");
  tape.set_gradient(passed, {id, true});
  return passed;
}

// The backward pass: visits the nodes from the output to the inputs, and collects the contributions to the gradient of each node.
class Sweep {
 public:
  explicit Sweep(Tape& tape) : tape_(tape) {}

  void run(NodeId output) {
    Label seed;
    seed.formula = "1";
    contributions_[output].push_back({constant(tape_, Tensor::filled(tape_.value(output).shape(), 1), std::move(seed)), output});
    for (NodeId id = output; id >= 0; --id) {
      const auto found = contributions_.find(id);
      if (found != contributions_.end()) visit(id, total(id, found->second));
    }
  }

 private:
  struct Contribution {
    NodeId gradient;
    NodeId from;  // the node that used the value
  };

  void visit(NodeId id, NodeId gradient) {
    const Node& node = tape_[id];
    if (node.inputs.empty()) return;
    if (!node.op->backward)
      throw std::invalid_argument("[backward] " + node.name + ": no gradient is computed through " + std::string(node.op->name));
    const std::vector<NodeId> inputs = node.inputs;
    if (std::none_of(inputs.begin(), inputs.end(), [&](NodeId input) { return tape_[input].wants_gradient; })) return;
    const NodeId passed = without_pins(tape_, id, gradient);
    const std::vector<NodeId> gradients = node.op->backward({tape_, id, passed, inputs, node.attributes});
    for (std::size_t i = 0; i < inputs.size(); ++i)
      if (gradients[i] >= 0 && tape_[inputs[i]].wants_gradient) contributions_[inputs[i]].push_back({gradients[i], id});
  }

  // Returns the gradient of a node. A single contribution is the gradient; several are named after the nodes that use the value, and added.
  NodeId total(NodeId id, const std::vector<Contribution>& parts) {
    const std::string name = gradient_name(tape_[id].name);
    NodeId sum = parts.front().gradient;
    if (parts.size() == 1 && tape_[sum].name.empty()) return named(sum, {id}, name);
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (tape_[parts[i].gradient].name.empty())
        named(parts[i].gradient, {id, true},
              name + "_through_" + user_name(tape_[parts[i].from].name, tape_[id].name) + (is_again(parts, i) ? std::to_string(i) : ""));
    if (parts.size() == 1) return marked(scale(tape_, sum, 1, Label(name)), {id});  // another node shares the contribution and has named it
    for (std::size_t i = 1; i < parts.size(); ++i) {
      const bool whole = i + 1 == parts.size();
      sum = marked(add(tape_, sum, parts[i].gradient, whole ? name : name + "_sum" + std::to_string(i)), {id, !whole});
    }
    return sum;
  }

  static bool is_again(const std::vector<Contribution>& parts, std::size_t i) {
    for (std::size_t k = 0; k < i; ++k)
      if (parts[k].from == parts[i].from) return true;
    return false;
  }

  NodeId named(NodeId id, GradientOf gradient, const std::string& name) {
    tape_.name(id, name);
    tape_.set_axes(id, tape_[gradient.node]);
    return marked(id, gradient);
  }

  NodeId marked(NodeId id, GradientOf gradient) {
    tape_.set_gradient(id, gradient);
    return id;
  }

  Tape& tape_;
  std::map<NodeId, std::vector<Contribution>> contributions_;
};

}  // namespace

void backward(Tape& tape, NodeId output) { Sweep(tape).run(output); }

}  // namespace gf

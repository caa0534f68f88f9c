#include "model/side_by_side.h"

#include <string>

#include "autograd/ops.h"

namespace gf {

NodeId total_loss(Tape& tape, const std::vector<NodeId>& losses) {
  NodeId total = losses.front();
  for (std::size_t i = 1; i < losses.size(); ++i) {
    const std::string so_far = i == 1 ? "loss_so_far" : "loss_so_far_" + std::to_string(i);
    total = add(tape, total, losses[i], i + 1 == losses.size() ? "total_loss" : so_far);
  }
  return total;
}

ParameterNodes weights_of(const ParameterNodes& all, const std::string& prefix) {
  ParameterNodes weights;
  for (const auto& [name, node] : all.all())
    if (name.starts_with(prefix)) weights.set(name.substr(prefix.size()), node);
  return weights;
}

}  // namespace gf

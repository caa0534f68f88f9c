// The weights of a model: their names, shapes and first values, and their nodes on a tape.
//
// Names of a transformer's:  [encoder.|decoder.]token_table (V, C), position_table (longest, C)
//         encoder.L.self_attention.{w_q,w_k,w_v,w_o (C, C), b_q,b_k,b_v,b_o (1, C)}   decoder.L.{self_attention,cross_attention}. likewise
//         *.feed_forward.{w_1 (C, F), b_1 (1, F), w_2 (F, C), b_2 (1, C)}
//         <sublayer>.{norm_gain, norm_bias} (1, C), {encoder,decoder}.{norm_gain, norm_bias}
//         output.{w (C, V), b (1, V)}
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "autograd/tape.h"
#include "core/named_tensors.h"
#include "model/config.h"
#include "model/initialisation.h"

namespace gf {

enum class ParameterRole {
  table,
  weight,
  bias,
  gain,
  zero  // a weight that begins at 0
};

struct ParameterSpec {
  std::string name;
  Index rows = 0, cols = 0;
  ParameterRole role = ParameterRole::weight;
  Axis row_axis, col_axis;
  bool fixed = false;         // no step moves it: a constant on the tape
  std::string drawn_as = {};  // its first values are those of a weight of this name; empty: of its own
};

/// All weights of a model, in the order of the forward pass. Throws like check_config.
std::vector<ParameterSpec> parameter_specs(const TransformerConfig& config);

/// How many numbers a model learns.
Index parameter_count(const TransformerConfig& config);

/// First values: weights by `how`, tables normal with deviation 1/√C, biases 0, gains 1. Each draws from a stream of its own, made of
/// the seed and its name, so that a layer more does not change the others.
NamedTensors initial_parameters(const TransformerConfig& config, Initialisation how, std::uint32_t seed);
NamedTensors initial_parameters(const std::vector<ParameterSpec>& specs, Initialisation how, std::uint32_t seed);

/// Throws std::invalid_argument where a tensor is missing, has another shape, or belongs to no part of the model:
/// "output.w is (32, 12), expected (32, 10)".
void check_parameters(const TransformerConfig& config, const NamedTensors& values);
void check_parameters(const std::vector<ParameterSpec>& specs, const NamedTensors& values);

/// Weights in panels (core/kernels.h), by name.
using NamedPanels = std::map<std::string, std::shared_ptr<const ColumnPanels>>;
/// Those of a model's weights for which panels are worth it.
NamedPanels panels_of(const TransformerConfig& config, const NamedTensors& values);

/// The nodes of the weights on a tape, by full name.
class ParameterNodes {
 public:
  /// Appends a parameter node for each. A lesson can append its own node for some of them instead.
  ParameterNodes(Tape& tape, const TransformerConfig& config, const NamedTensors& values);
  ParameterNodes(Tape& tape, const std::vector<ParameterSpec>& specs, const NamedTensors& values);
  /// The same without a copy: the tape holds on to the weights, and to those of them in panels.
  ParameterNodes(Tape& tape, const TransformerConfig& config, const std::shared_ptr<const NamedTensors>& values,
                 const NamedPanels& panels = {});
  ParameterNodes() = default;
  void set(const std::string& name, NodeId node) { nodes_[name] = node; }
  /// -1 where the model has no such weight.
  NodeId find(const std::string& name) const {
    const auto found = nodes_.find(name);
    return found == nodes_.end() ? -1 : found->second;
  }
  /// Throws std::invalid_argument where there is none.
  NodeId at(const std::string& name) const;
  const std::map<std::string, NodeId>& all() const { return nodes_; }

 private:
  std::map<std::string, NodeId> nodes_;
};

}  // namespace gf

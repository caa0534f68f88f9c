// The weights of a model: names, shapes, first values, and nodes on a tape. parameter_specs lists them, initial_parameters draws their
// values, and ParameterNodes puts them on a tape.
//
// Names of the weights of a transformer:
//         {encoder,decoder}.token_table (V, C), {encoder,decoder}.position_table (longest, C)
//         encoder.L.self_attention.{w_q,w_k,w_v,w_o (C, C), b_q,b_k,b_v,b_o (1, C)}   decoder.L.{self_attention,cross_attention}. likewise
//         *.feed_forward.{w_1 (C, F), b_1 (1, F), w_2 (F, C), b_2 (1, C)}
//         <sublayer>.{norm_gain, norm_bias} (1, C), {encoder,decoder}.{norm_gain, norm_bias}
//         output.{w (C, V), b (1, V)}
#pragma once

#include <cstdint>
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
  zero  // a weight whose first value is 0
};

struct ParameterSpec {
  std::string name;
  Index rows = 0, cols = 0;
  ParameterRole role = ParameterRole::weight;
  Axis row_axis, col_axis;
  bool fixed = false;         // not trained: a constant on the tape
  std::string drawn_as = {};  // the name whose stream draws the first values; empty: `name`
};

/// Returns all weights of a model, in the order of the forward pass. Throws like check_config.
std::vector<ParameterSpec> parameter_specs(const TransformerConfig& config);

/// Returns how many numbers a model learns.
Index parameter_count(const TransformerConfig& config);

/// Return first values: weights by `how`, biases 0, gains 1, tables normal with deviation 1/√C (0.02 for Initialisation::normal). The seed
/// and the name of a weight make its stream of random numbers, so that another layer does not change the values of a weight.
NamedTensors initial_parameters(const TransformerConfig& config, Initialisation how, std::uint32_t seed);
NamedTensors initial_parameters(const std::vector<ParameterSpec>& specs, Initialisation how, std::uint32_t seed);

/// Throw std::invalid_argument if a tensor is missing, has another shape, or belongs to no part of the model: "output.w is (32, 12),
/// expected (32, 10)".
void check_parameters(const TransformerConfig& config, const NamedTensors& values);
void check_parameters(const std::vector<ParameterSpec>& specs, const NamedTensors& values);

/// Weights in panels (core/kernels.h), by name.
using NamedPanels = std::map<std::string, std::shared_ptr<const ColumnPanels>>;
/// Returns panels for the weights that gain from them (ColumnPanels::worth_it).
NamedPanels panels_of(const TransformerConfig& config, const NamedTensors& values);

/// The nodes of the weights of a model on a tape, by full name.
class ParameterNodes {
 public:
  /// Append a node for each weight: a parameter, or a constant if it is fixed. Throw like check_parameters. A lesson can append other
  /// nodes, and name them with `set`.
  ParameterNodes(Tape& tape, const TransformerConfig& config, const NamedTensors& values);
  ParameterNodes(Tape& tape, const std::vector<ParameterSpec>& specs, const NamedTensors& values);
  /// Appends a parameter for each weight without a copy: the tape shares `values` and `panels`.
  ParameterNodes(Tape& tape, const TransformerConfig& config, const std::shared_ptr<const NamedTensors>& values,
                 const NamedPanels& panels = {});
  ParameterNodes() = default;
  /// Sets or replaces the node of a weight.
  void set(const std::string& name, NodeId node) { nodes_[name] = node; }
  /// Returns the node of a weight; -1 if the model has no such weight.
  NodeId find(const std::string& name) const {
    const auto found = nodes_.find(name);
    return found == nodes_.end() ? -1 : found->second;
  }
  /// Returns the node of a weight. Throws std::invalid_argument if the model has no such weight.
  NodeId at(const std::string& name) const;
  const std::map<std::string, NodeId>& all() const { return nodes_; }

 private:
  std::map<std::string, NodeId> nodes_;
};

}  // namespace gf

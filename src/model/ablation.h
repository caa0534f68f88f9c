// Ablation shows the purpose of each part of a transformer: the whole model, and models without one part, are trained side by side.
//
// Weights: MODEL.<weight of the transformer>. A weight begins with the same numbers in all models.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/transformer.h"

namespace gf {

/// The part that is left out of every block.
enum class LeftOut {
  residual,      // sublayer(x) in place of x + sublayer(x)
  norm,          // every layer norm of the model
  feed_forward,  // attention remains
  bend,          // the activation function of feed-forward, whose two products then equal one product
  nothing,       // the whole model
};

/// The configuration of a transformer that is trained whole and without each of its parts.
struct AblationConfig {
  TransformerConfig whole;
  bool operator==(const AblationConfig&) const = default;
};

/// Returns the name of a model: "no_residual", "no_norm", "no_feed_forward", "no_bend" or "whole".
std::string_view name_of(LeftOut part);

/// Returns the models, the whole model last.
const std::vector<LeftOut>& models_of(const AblationConfig& config);

/// Returns the configuration without one part.
/// Example: without({.norm = NormPlacement::before}, LeftOut::norm).norm is NormPlacement::none.
TransformerConfig without(TransformerConfig whole, LeftOut part);

/// Returns all weights; `tokens` are the tokens of the vocabulary, as labels, or empty. Throws like check_config.
std::vector<ParameterSpec> parameter_specs(const AblationConfig& config, const Labels& tokens = {});

/// Appends the forward pass of one model, in the scope of its name. Throws like `transformer`.
TransformerNodes ablated_model(Tape& tape, const AblationConfig& config, LeftOut part, const ParameterNodes& parameters, const Batch& batch,
                               const ForwardOptions& options);
/// Appends the forward passes of all models.
std::vector<TransformerNodes> ablation(Tape& tape, const AblationConfig& config, const ParameterNodes& parameters, const Batch& batch,
                                       const ForwardOptions& options);

}  // namespace gf

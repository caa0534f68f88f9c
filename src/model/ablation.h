// The purpose of each part of a block, by training without it: the same transformer whole and with one part left out, side by side.
//
// Weights: MODEL.<weight of the transformer>. All models begin with the same numbers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/transformer.h"

namespace gf {

/// The part that is left out of every block.
enum class LeftOut {
  residual,      // sublayer(x) in place of x + sublayer(x)
  norm,          // no layer norm anywhere
  feed_forward,  // attention alone
  bend,          // the activation of feed-forward: its two products are then one
  nothing,
};

/// A transformer that is trained whole and without each of its parts.
struct AblationConfig {
  TransformerConfig whole;
  bool operator==(const AblationConfig&) const = default;
};

/// "no_residual", "no_norm", "no_feed_forward", "no_bend", "whole".
std::string_view name_of(LeftOut part);

/// The models, the whole one last.
const std::vector<LeftOut>& models_of(const AblationConfig& config);

/// Example: without({.norm = NormPlacement::before}, LeftOut::norm).norm is NormPlacement::none.
TransformerConfig without(TransformerConfig whole, LeftOut part);

/// All weights. With `tokens`, names of the vocabulary's, for display. Throws like check_config.
std::vector<ParameterSpec> parameter_specs(const AblationConfig& config, const Labels& tokens = {});

/// Appends the forward pass of every model, each in the scope of its name.
std::vector<TransformerNodes> ablation(Tape& tape, const AblationConfig& config, const ParameterNodes& parameters, const Batch& batch,
                                       const ForwardOptions& options);

}  // namespace gf

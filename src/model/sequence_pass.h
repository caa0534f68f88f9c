// The pass of a decoder over one sequence of tokens.
#pragma once

#include <vector>

#include "model/transformer.h"

namespace gf {

/// Appends the pass of a decoder_only model over the T tokens of one sequence, up to the logits (T, V), without probabilities and loss.
/// `options` holds all other options. Throws like `transformer`.
/// Example: tape.value(pass_over(tape, config, weights, {1, 5, 7}).logits) has three rows.
TransformerNodes pass_over(Tape& tape, const TransformerConfig& config, const ParameterNodes& weights, std::vector<int> ids,
                           ForwardOptions options = {});

}  // namespace gf

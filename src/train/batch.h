// Examples as the ids that a transformer reads.
#pragma once

#include <vector>

#include "model/transformer.h"
#include "train/dataset.h"

namespace gf {

/// Pads examples to one batch for this architecture. Labels ask only for the answer and its <end>.
///   encoder_decoder  source: question                  target: <start> answer             labels: answer <end>
///   decoder_only     target: question <start> answer   labels: nothing for the question, then answer <end>
///   encoder_only     target: question, then longest_answer + 1 times <start>, places to be filled in; labels: answer <end> there
/// Throws std::invalid_argument for a token that the vocabulary lacks.
Batch make_batch(const Dataset& dataset, const TransformerConfig& config, const std::vector<const Example*>& examples);

/// Returns options that name the tokens of a batch of one example, and of its vocabularies, on the axes of what transformer() appends.
ForwardOptions named_tokens(const Dataset& dataset, const TransformerConfig& config, const Batch& batch);

}  // namespace gf

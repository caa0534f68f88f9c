// Examples as the ids that a transformer reads.
#pragma once

#include <vector>

#include "model/transformer.h"
#include "train/dataset.h"

namespace gf {

/// Pads examples to one batch for this architecture. Labels ask for the answer and its <end> alone; -1 asks for no token.
///   encoder_decoder  source: question                  target: <start> answer             labels: answer <end>
///   decoder_only     target: question <start> answer   labels: -1 for each token of the question, then answer <end>
///   encoder_only     target: question, then longest_answer + 1 times <start>   labels: answer <end> in the order of the target's places
/// In a conversation of a decoder_only, the labels ask only for the tokens that the assistant says.
/// Throws std::invalid_argument for a token that the vocabulary lacks.
Batch make_batch(const Dataset& dataset, const TransformerConfig& config, const std::vector<const Example*>& examples);

/// Returns options with the tokens of a batch of one example and of the vocabularies. transformer() labels the axes of its nodes with them.
ForwardOptions named_tokens(const Dataset& dataset, const TransformerConfig& config, const Batch& batch);

}  // namespace gf

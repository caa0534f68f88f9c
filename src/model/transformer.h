// The transformer: encoder stack, decoder stack, output layer, loss, for lessons, training and inference. A decoder that only says what
// comes next computes the same without a tape (decoding.h).
//
// Nodes of a stack: {encoder,decoder}.{embedding, position, input}, and <stack>.norm after the last block.
// Sublayers of a block: <stack>.<L>.{self_attention, cross_attention, feed_forward}, each with residual and norm around it.
// Nodes of attention: query, key, value, dot_products, scores, masked_scores, weights, output, concat, projection.
// Nodes of feed_forward: hidden_input, hidden, output.
// Nodes of the output layer: logits, probabilities, losses (a row each), loss.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "autograd/ops.h"
#include "model/parameters.h"

namespace gf {

/// Padded sequences of token ids, sequence after sequence. decoder_only and encoder_only read `target` alone.
struct Batch {
  Index size = 1;                                     // B
  Index source_length = 0;                            // S, of the longest source
  Index target_length = 0;                            // T, of the longest target
  std::vector<int> source;                            // (B, S)
  std::vector<int> target;                            // (B, T): what the decoder reads, shifted right
  std::vector<int> labels;                            // (B, T): what it is to say there; -1 where nothing is asked (padding, the question)
  std::vector<Index> source_lengths, target_lengths;  // without padding; empty: all full
};

/// The keys and values that a decoder's block made of P tokens, (H, P, D) each, or (P, D) with one head.
struct KeyValues {
  std::shared_ptr<const Tensor> key, value;
};

struct ForwardOptions {
  std::optional<std::uint32_t> dropout_seed;  // set: dropout is on, with masks drawn from it
  bool probabilities = true;                  // append softmax(logits)
  bool loss = true;                           // append losses and loss, where the batch has labels
  // Keys and values of each block, if a decoder_only model has read tokens before those of the batch (of one sequence).
  std::vector<KeyValues> past = {};
  bool one_source_row = false;  // of the source, cross-attention sees the last word's row alone
  // Other exponents under sinusoidal positions; none: 2i/width.
  std::optional<PositionExponents> position_exponents;
  // If the queries of a self-attention read another input than its keys and values: appends that input, in the scope of that part. It is
  // given the part's place in the model, "encoder.0.self_attention", and the input of the part.
  std::function<NodeId(Tape& tape, std::string_view part, NodeId input)> query_input;
  // A row of tokens (1, T) on the tape that a decoder_only model reads: those of the batch, but seen to come from what they were made of.
  NodeId target_row = -1;
  // Names of the places, for display; may be empty.
  Labels source_tokens, target_tokens;
  Labels source_vocabulary, target_vocabulary;
};

struct TransformerNodes {
  NodeId encoder_output = -1;  // (B, S, C)
  NodeId decoder_output = -1;  // (B, T, C)
  NodeId logits = -1;          // (B, T, V)
  NodeId probabilities = -1;   // (B, T, V)
  NodeId losses = -1;          // (B, T, 1): -ln p(label), 0 where nothing is asked
  NodeId loss = -1;            // (1, 1): the mean over what is asked
};

/// Appends the forward pass; the tape's present scope stands before all its names. Throws std::invalid_argument or ShapeError where
/// config, weights and batch do not fit together.
TransformerNodes transformer(Tape& tape, const TransformerConfig& config, const ParameterNodes& parameters, const Batch& batch,
                             const ForwardOptions& options);

}  // namespace gf

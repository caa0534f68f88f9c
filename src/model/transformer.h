// The transformer on a tape: encoder stack, decoder stack, output layer, loss, for lessons, training and inference. decoding.h computes the
// logits of a decoder without a tape.
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
  std::vector<int> labels;                            // (B, T): the token to predict; -1: no loss (padding, the question); may be empty
  std::vector<Index> source_lengths, target_lengths;  // lengths without padding; empty: no padding
};

/// The keys and values of P tokens in one block of a decoder, (H, P, D) each, or (P, D) with one head.
struct KeyValues {
  std::shared_ptr<const Tensor> key, value;
};

struct ForwardOptions {
  std::optional<std::uint32_t> dropout_seed;  // set: dropout is on, and the seed draws its masks
  bool probabilities = true;                  // append softmax(logits)
  bool loss = true;                           // append losses and loss if the batch has labels
  // Keys and values of each block, for tokens that a decoder_only model read before the batch of one sequence; empty: none.
  std::vector<KeyValues> past = {};
  bool one_source_row = false;  // cross-attention attends to the last token of the source alone
  // Exponents of the sinusoidal positions; none: 2i/width.
  std::optional<PositionExponents> position_exponents;
  // Appends another input for the queries of a self-attention, in its scope; empty: queries, keys and values have one input. The arguments
  // are the place in the model, "encoder.0.self_attention", and the input of the keys and values.
  std::function<NodeId(Tape& tape, std::string_view part, NodeId input)> query_input;
  // A node (1, T) with the tokens of the batch, so that the embedding depends on the node that made them; -1: the ids of the batch.
  NodeId target_row = -1;
  // Labels of tokens, for display; may be empty.
  Labels source_tokens, target_tokens;
  Labels source_vocabulary, target_vocabulary;
};

struct TransformerNodes {
  NodeId encoder_output = -1;  // (B, S, C), for encoder_only (B, T, C); -1 without an encoder
  NodeId decoder_output = -1;  // (B, T, C); -1 without a decoder
  NodeId logits = -1;          // (B, T, V)
  NodeId probabilities = -1;   // (B, T, V); -1 unless asked for
  NodeId losses = -1;          // (B, T, 1): -ln p(label), 0 without a label; -1 if the batch has no labels
  NodeId loss = -1;            // (1, 1): the mean over the labelled tokens; -1 if the batch has no labels
};

/// Appends the forward pass in the current scope of the tape. Throws std::invalid_argument or ShapeError if configuration, weights and
/// batch do not fit.
TransformerNodes transformer(Tape& tape, const TransformerConfig& config, const ParameterNodes& parameters, const Batch& batch,
                             const ForwardOptions& options);

}  // namespace gf

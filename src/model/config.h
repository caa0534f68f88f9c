// The configuration of a transformer: one plain struct, and the glossary of shapes.
//
//   B batch: sequences at once        T target tokens (all tokens of a model with one stack)   S source tokens
//   C width: channels of a token      H heads      D = C / H channels of one head
//   F hidden width of feed-forward    V vocabulary
//
// A batch of one has no batch axis, and one head has no head axis: a matrix is then (T, C), and attention weights are (T, S).
#pragma once

#include <string>
#include <string_view>

#include "core/tensor.h"

namespace gf {

enum class Architecture {
  encoder_only,     // every token attends to every token; logits for each token
  decoder_only,     // a token attends to itself and to earlier tokens; logits for the next token
  encoder_decoder,  // tokens of the decoder also attend to the output of the encoder (Vaswani et al. 2017)
};
enum class Positions { none, sinusoidal, learned };
enum class NormPlacement {
  none,
  before,  // x + sublayer(norm(x)) (GPT-2)
  after,   // norm(x + sublayer(x)) (Vaswani et al. 2017)
};
enum class Activation {
  relu,
  gelu,
  none,  // two products without an activation function, which equal one product
};

struct TransformerConfig {
  Architecture architecture = Architecture::decoder_only;
  Index vocabulary = 0;         // V: rows of the token table, which is the source's if the target has its own
  Index target_vocabulary = 0;  // V of the target and of the logits; 0: the tokens and the table of the source
  Index width = 32;             // C
  Index heads = 4;              // H; divides C
  Index hidden = 64;            // F
  Index encoder_layers = 2;     // blocks of the encoder; not read by decoder_only
  Index decoder_layers = 2;     // blocks of the decoder; not read by encoder_only
  Index longest = 64;           // rows of a learned position table: the longest sequence

  Positions positions = Positions::sinusoidal;
  NormPlacement norm = NormPlacement::before;
  bool final_norm = true;    // a norm after the last block of each stack
  bool norm_gain = true;     // the norm has a learned gain and bias, (1, C) each
  bool feed_forward = true;  // each block has a feed-forward layer; off: attention alone
  Activation activation = Activation::relu;
  bool gelu_tanh = false;          // GPT-2's approximation of GELU
  bool residual = true;            // x + sublayer(x); off: sublayer(x)
  bool causal = true;              // a token of the decoder does not attend to later tokens
  bool output_projection = true;   // W_O (C, C) after the heads; off: the concatenated heads are the result
  bool biases = true;              // the projections and the feed-forward layer have biases, one row each
  bool output_bias = true;         // the logits have a bias (1, V)
  bool tied = false;               // logits = x Eᵀ with the token table E of the target; off: a separate matrix (C, V)
  bool scaled_embeddings = false;  // rows of tokens times √C
  float dropout = 0;               // part of the values that are dropped during training, below 1
  float norm_epsilon = 1e-5f;

  /// Returns V of the logits.
  Index logits() const { return target_vocabulary > 0 ? target_vocabulary : vocabulary; }
  bool has_encoder() const { return architecture != Architecture::decoder_only; }
  bool has_decoder() const { return architecture != Architecture::encoder_only; }
  bool operator==(const TransformerConfig&) const = default;
};

/// Return the names of enumerators, such as "encoder-decoder" and "sinusoidal".
std::string_view name_of(Architecture architecture);
std::string_view name_of(Positions positions);
std::string_view name_of(NormPlacement placement);
std::string_view name_of(Activation activation);

/// Throws std::invalid_argument that names the fault if the fields do not fit: "[transformer] width 30 is not a multiple of 4 heads".
void check_config(const TransformerConfig& config);

}  // namespace gf

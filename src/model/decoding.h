// A decoder that reads token after token. It keeps keys and values of the tokens that it has read (the key/value cache). So a new token
// costs one row of every product. It computes the logits of `transformer` without a tape, and keeps no matrix of scores.
#pragma once

#include <memory>
#include <vector>

#include "core/named_tensors.h"
#include "model/decoder_weights.h"
#include "model/transformer.h"

namespace gf {

/// The weights that the products of a decoder take.
enum class WeightFormat {
  float32,  // as they are
  int8,     // rounded to 8 bits (core/kernels.h): tokens are read faster, and few of the likeliest next tokens change
};

/// A decoder with the tokens that it has read. Copies share their caches until they read different tokens.
class Decoding {
 public:
  /// Takes a causal decoder_only model. Throws std::invalid_argument for any other model.
  Decoding(TransformerConfig config, std::shared_ptr<const NamedTensors> weights, WeightFormat format = WeightFormat::float32);

  /// Reads tokens behind the tokens read so far, and returns their logits (T, V): the same rows as one pass over all tokens, up to
  /// rounding, which WeightFormat::int8 makes coarse. Throws std::invalid_argument for no token, for more tokens than a learned position
  /// table has, and if a weight does not fit. Throws ShapeError for an unknown token.
  Tensor read(const std::vector<int>& tokens);

  /// Returns how many tokens were read.
  Index length() const { return length_; }
  /// Forgets all tokens but the first `length`. Throws std::invalid_argument if fewer were read.
  void keep_first(Index length);
  /// Forgets all tokens.
  void forget() { keep_first(0); }
  /// Returns the keys and values of the tokens read so far, for each block; no block if no token was read.
  std::vector<KeyValues> kept() const;

 private:
  /// Keys and values of a block. A Decoding uses the first `length_` rows of each head.
  struct Cache {
    Tensor keys, values;  // (H, room, D)
    Index filled = 0;     // rows that some Decoding has written
  };

  void check(const std::vector<int>& tokens) const;
  void prepare(Index rows);
  Tensor input(const std::vector<int>& tokens) const;
  void self_attention(Index layer, Tensor& x);
  void feed_forward(Index layer, Tensor& x) const;
  Tensor logits(const Tensor& x) const;
  /// Returns a cache of a block with room for `tokens` tokens, in which no other Decoding reads rows behind `length_`.
  Cache& writable(Index layer, Index tokens);
  template <typename Body>
  void sublayer(const NormWeights& norm, Tensor& x, Body&& body) const;

  TransformerConfig config_;
  std::shared_ptr<const NamedTensors> weights_;
  WeightFormat format_;
  std::shared_ptr<const DecoderWeights> by_place_;  // `weights_` by place; null before the first read
  bool packed_ = false;                             // `by_place_` has panels, which a later short read makes
  std::vector<std::shared_ptr<Cache>> kept_;        // of each block; among copies, the first to read on writes to the shared cache
  Index length_ = 0;                                // tokens read so far
};

/// Returns how many multiplications the products of a pass over `rows` tokens take, if the tokens attend to `seen` tokens in all.
/// Example: one token behind 9 others costs about a tenth of a pass over 10.
double multiplications(const TransformerConfig& config, Index rows, Index seen);

}  // namespace gf

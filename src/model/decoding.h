// A decoder that reads token after token and keeps the keys and values of all that it has read (the KV cache), so that a new token costs
// one row of every product. It computes what `transformer` does without the record of a tape, and keeps no matrix of scores: for who only
// wants the logits.
#pragma once

#include <memory>
#include <vector>

#include "core/named_tensors.h"
#include "model/decoder_weights.h"
#include "model/transformer.h"

namespace gf {

class Decoding {
 public:
  /// A decoder_only model that sees no later token. Throws std::invalid_argument for another one.
  Decoding(TransformerConfig config, std::shared_ptr<const NamedTensors> weights);

  /// Reads tokens behind those read so far: their logits (T, V). Bit for bit what one pass over all tokens gives in these rows, up to the
  /// order in which kernels sum. Throws std::invalid_argument for no token, where the table of positions ends and where a weight does not
  /// fit, ShapeError for a token that there is not.
  Tensor read(const std::vector<int>& tokens);

  /// Tokens read so far.
  Index length() const { return length_; }
  /// As if only the first of them had been read. Throws std::invalid_argument for more than there are.
  void keep_first(Index length);
  /// As if nothing had been read.
  void forget() { keep_first(0); }
  /// The keys and values that each block keeps of them.
  std::vector<KeyValues> kept() const;

 private:
  /// Keys and values of a block: of each head `room` rows, the first `length_` of which are in use.
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
  /// The cache of a block for so many tokens in all. No other Decoding reads rows behind `length_` there.
  Cache& writable(Index layer, Index tokens);
  template <typename Body>
  void sublayer(const NormWeights& norm, Tensor& x, Body&& body) const;

  TransformerConfig config_;
  std::shared_ptr<const NamedTensors> weights_;
  std::shared_ptr<const DecoderWeights> by_place_;  // the same, where they are used; null before anything was read
  bool packed_ = false;                             // whether they are in panels as well, from the second time on that little is read
  std::vector<std::shared_ptr<Cache>> kept_;        // of each block; copies of a Decoding share it, and the first to read on goes on in it
  Index length_ = 0;
};

/// How many multiplications the products of a pass over `rows` tokens take that see `seen` tokens in all (weights and attention alike).
/// Example: one token behind 9 others costs about a tenth of a pass over 10.
double multiplications(const TransformerConfig& config, Index rows, Index seen);

}  // namespace gf

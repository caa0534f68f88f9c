// A decoder that reads token after token and keeps the keys and values of all that it has read (the KV cache), so that a new token costs
// one row of every product.
#pragma once

#include <memory>
#include <vector>

#include "core/named_tensors.h"
#include "model/parameters.h"
#include "model/transformer.h"

namespace gf {

class Decoding {
 public:
  /// A decoder_only model that sees no later token. Throws std::invalid_argument for another one.
  Decoding(TransformerConfig config, std::shared_ptr<const NamedTensors> weights);

  /// Reads tokens behind those read so far: their logits (T, V). Bit for bit what one pass over all tokens gives in these rows, up to the
  /// order in which kernels sum. Throws std::invalid_argument where the table of positions ends.
  Tensor read(const std::vector<int>& tokens);

  /// Tokens read so far.
  Index length() const { return length_; }
  /// As if nothing had been read.
  void forget();
  /// What each block keeps of them.
  const std::vector<KeyValues>& kept() const { return kept_; }

 private:
  TransformerConfig config_;
  std::shared_ptr<const NamedTensors> weights_;
  NamedPanels panels_;  // of the weights, from the second time on that little is read
  bool packed_ = false;
  std::vector<KeyValues> kept_;
  Index length_ = 0;
};

/// How many multiplications the products of a pass over `rows` tokens take that see `seen` tokens in all (weights and attention alike).
/// Example: one token behind 9 others costs about a tenth of a pass over 10.
double multiplications(const TransformerConfig& config, Index rows, Index seen);

}  // namespace gf

// The weights of a decoder, found by name once, and the products and norms that they make with rows of numbers. decoding.h uses them.
#pragma once

#include <memory>
#include <vector>

#include "core/named_tensors.h"
#include "model/parameters.h"

namespace gf {

/// The weights of x w + b.
struct LinearWeights {
  const Tensor* w = nullptr;                        // (in, out)
  const Tensor* b = nullptr;                        // (1, out); null: no bias
  std::shared_ptr<const ColumnPanels> panels = {};  // of w; may be null
  /// Writes out (T, out) = x w + b for x (T, in).
  void apply(const Tensor& x, Tensor& out) const;
};

/// The weights of a layer norm, (1, C) each; both null if it has no gain and bias.
struct NormWeights {
  const Tensor* gain = nullptr;
  const Tensor* bias = nullptr;
  /// Writes the normalised rows of x (T, C) to out (T, C).
  void apply(const Tensor& x, Tensor& out, float epsilon) const;
};

/// The weights of a decoder by their places in the model.
struct DecoderWeights {
  /// Throws std::invalid_argument if a tensor is missing, has another shape, or belongs to no part of the model.
  DecoderWeights(const TransformerConfig& config, std::shared_ptr<const NamedTensors> named_values, const NamedPanels& panels);

  struct Block {
    LinearWeights q, k, v, o, w_1, w_2;
    NormWeights attention_norm, feed_forward_norm;
  };
  std::shared_ptr<const NamedTensors> values;  // the owner of all tensors below
  const Tensor* token_table = nullptr;         // (V, C)
  const Tensor* position_table = nullptr;      // (longest, C); null: positions are not learned
  std::vector<Block> blocks;
  NormWeights norm;      // after the last block
  LinearWeights output;  // w is null if the token table serves as output matrix
};

}  // namespace gf

// The weights of a decoder by their places, and what is done with them to rows of numbers.
#pragma once

#include <memory>
#include <vector>

#include "core/named_tensors.h"
#include "model/parameters.h"

namespace gf {

/// x w + b.
struct LinearWeights {
  const Tensor* w = nullptr;
  const Tensor* b = nullptr;                        // null: none
  std::shared_ptr<const ColumnPanels> panels = {};  // of w; may be null
  /// out (T, cols) for the rows of x.
  void apply(const Tensor& x, Tensor& out) const;
};

/// A layer norm with its gain and bias, both null where it has none.
struct NormWeights {
  const Tensor* gain = nullptr;
  const Tensor* bias = nullptr;
  void apply(const Tensor& x, Tensor& out, float epsilon) const;
};

struct DecoderWeights {
  /// Throws std::invalid_argument where a tensor is missing, has another shape, or belongs to no part of the model.
  DecoderWeights(const TransformerConfig& config, std::shared_ptr<const NamedTensors> values, const NamedPanels& panels);

  struct Block {
    LinearWeights q, k, v, o, w_1, w_2;
    NormWeights attention_norm, feed_forward_norm;
  };
  std::shared_ptr<const NamedTensors> values;  // that all others point into
  const Tensor* token_table = nullptr;
  const Tensor* position_table = nullptr;  // null: none
  std::vector<Block> blocks;
  NormWeights norm;      // after the last block
  LinearWeights output;  // without a matrix where the token table is that, too
};

}  // namespace gf

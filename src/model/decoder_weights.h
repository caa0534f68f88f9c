// The weights of a decoder, found by name once, and the products and norms that they make with rows of numbers. decoding.h uses them.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/named_tensors.h"
#include "model/parameters.h"

namespace gf {

class Int8Panels;  // core/kernels.h

/// The weights of x w + b.
struct LinearWeights {
  const Tensor* w = nullptr;                        // (in, out)
  const Tensor* b = nullptr;                        // (1, out); null: no bias
  std::shared_ptr<const ColumnPanels> panels = {};  // of w; may be null
  std::shared_ptr<const Int8Panels> rounded = {};   // of w, which they replace; null: products take w as it is
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

/// Matrices with 8 bits a weight (core/kernels.h), by name.
using NamedInt8Panels = std::map<std::string, std::shared_ptr<const Int8Panels>>;
/// Returns all matrices of a decoder's products with 8 bits a weight. A token table that serves as output matrix is among them, transposed.
/// Throws like check_parameters.
NamedInt8Panels int8_panels_of(const TransformerConfig& config, const NamedTensors& values);

/// The weights of a decoder by their places in the model.
struct DecoderWeights {
  /// Takes panels of some weights, and rounded matrices of all products or of none. Throws std::invalid_argument if a tensor is missing,
  /// has another shape, or belongs to no part of the model.
  DecoderWeights(const TransformerConfig& config, std::shared_ptr<const NamedTensors> named_values, const NamedPanels& panels,
                 const NamedInt8Panels& rounded = {});

  struct Block {
    LinearWeights q, k, v, o, w_1, w_2;
    NormWeights attention_norm, feed_forward_norm;
  };
  std::shared_ptr<const NamedTensors> values;  // the owner of all tensors below
  const Tensor* token_table = nullptr;         // (V, C)
  const Tensor* position_table = nullptr;      // (longest, C); null: positions are not learned
  std::vector<Block> blocks;
  NormWeights norm;      // after the last block
  LinearWeights output;  // w is null if the token table serves as output matrix; `rounded` may be the table's
};

}  // namespace gf

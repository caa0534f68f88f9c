// Dot-product attention, scaled or not, one head or several: softmax(Q Kᵀ / √D) V.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "autograd/ops.h"

namespace gf {

/// The weights of an attention; -1 for one that there is not. w_q and w_k (C, H·D), w_v (C, H·E), w_o (H·E, C); biases are rows.
/// Without w_q, w_k or w_v the inputs themselves are the queries, keys or values: softmax(X Xᵀ) X has none of them.
struct AttentionWeights {
  NodeId w_q = -1, w_k = -1, w_v = -1, w_o = -1;
  NodeId b_q = -1, b_k = -1, b_v = -1, b_o = -1;
};

/// Zeros a part of the values while training and scales the others up, so that the mean stays (Srivastava et al. 2014).
struct Dropout {
  float part = 0;
  std::optional<std::uint32_t> seed;  // none: off
};

struct AttentionOptions {
  Index heads = 1;                        // H
  std::shared_ptr<const Tensor> visible;  // 1 where a query may look at a key, (T, S) or (B, T, S); null: everywhere
  Dropout dropout;                        // of the weights
  bool scaled = true;                     // by 1/√D; else the dot products are the scores
  NodeId past_key = -1, past_value = -1;  // (H, P, D) of P tokens read before, above the rows of this pass; -1: there are none
};

/// T query tokens, S key tokens (T = S in self-attention), D the width of a head's queries and keys, E that of its values. With several
/// heads all but `concat` and `projection` have the outer axis `head`.
struct AttentionNodes {
  NodeId query = -1;          // (H, T, D)
  NodeId key = -1;            // (H, S, D)
  NodeId value = -1;          // (H, S, E)
  NodeId dot_products = -1;   // (H, T, S) Q Kᵀ
  NodeId scores = -1;         // (H, T, S) divided by √D; the dot products where they are not scaled
  NodeId masked_scores = -1;  // (H, T, S) hidden ones at -infinity; -1 without a mask
  NodeId weights = -1;        // (H, T, S) each row sums to 1
  NodeId output = -1;         // (H, T, E)
  NodeId concat = -1;         // (T, H·E) the heads side by side; -1 with one head
  NodeId projection = -1;     // (T, C) times W_O; -1 without one
  NodeId result = -1;         // the last of output, concat and projection

  NodeId visible_scores() const { return masked_scores >= 0 ? masked_scores : scores; }
};

/// Appends an attention (Vaswani et al. 2017, 3.2). `query_input` (T, C) asks, `key_input` (S, C) answers; both may have a batch axis.
/// Throws ShapeError where they do not fit.
AttentionNodes attention(Tape& tape, NodeId query_input, NodeId key_input, const AttentionWeights& weights,
                         const AttentionOptions& options);

/// The half before the softmax: all up to the scores, and the masked ones where there is a mask.
AttentionNodes score_tokens(Tape& tape, NodeId query_input, NodeId key_input, const AttentionWeights& weights,
                            const AttentionOptions& options);
/// The half after it, from `nodes.weights` on.
void mix_values(Tape& tape, const AttentionWeights& weights, const AttentionOptions& options, AttentionNodes& nodes);

/// x w + b, or x w where `b` is -1.
NodeId linear(Tape& tape, NodeId x, NodeId w, NodeId b, Label label);

/// x ⊙ mask, with the mask as a node "<what>_mask" of 0 and 1 / (1 - part), drawn from the seed and the node's name; x itself where
/// dropout is off. `what` names the result.
NodeId dropout(Tape& tape, NodeId x, const Dropout& dropout, const std::string& what);

}  // namespace gf

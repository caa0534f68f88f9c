// Dot-product attention, softmax(Q Kᵀ / √D) V: scaled or not, with one head or several. `attention` appends all of it; score_tokens and
// mix_values append its halves, around a softmax of the caller.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "autograd/ops.h"

namespace gf {

/// The weights of an attention, or -1: w_q and w_k (C, H·D), w_v (C, H·E), w_o (H·E, C); biases are rows. Without w_q, w_k or w_v, the
/// inputs are the queries, keys or values: softmax(X Xᵀ) X has no weights.
struct AttentionWeights {
  NodeId w_q = -1, w_k = -1, w_v = -1, w_o = -1;
  NodeId b_q = -1, b_k = -1, b_v = -1, b_o = -1;
};

/// Dropout: zeros a part of the values during training, and scales the other values up, so that the mean stays (Srivastava et al. 2014).
struct Dropout {
  float part = 0;                     // p, below 1
  std::optional<std::uint32_t> seed;  // none: off
};

struct AttentionOptions {
  Index heads = 1;                        // H
  std::shared_ptr<const Tensor> visible;  // 1 if a query attends to a key, (T, S) or (B, T, S); null: every query attends to every key
  Dropout dropout;                        // of the attention weights
  bool scaled = true;                     // the scores are the dot products times 1/√D; off: the dot products
  NodeId past_key = -1, past_value = -1;  // (H, P, D) of P tokens that an earlier pass read; -1: none
};

/// The nodes of an attention. T are the query tokens, S the key tokens with the P tokens of the past. D is the width of a query or key of
/// one head, E the width of a value. With one head, no node has the axis H.
struct AttentionNodes {
  NodeId query = -1;          // (H, T, D)
  NodeId key = -1;            // (H, S, D)
  NodeId value = -1;          // (H, S, E)
  NodeId dot_products = -1;   // (H, T, S): Q Kᵀ
  NodeId scores = -1;         // (H, T, S): dot_products / √D; dot_products if not scaled
  NodeId masked_scores = -1;  // (H, T, S): the scores, -infinity in hidden cells; -1 without a mask
  NodeId weights = -1;        // (H, T, S): each row sums to 1
  NodeId output = -1;         // (H, T, E): weights · value
  NodeId concat = -1;         // (T, H·E): the heads side by side; -1 with one head
  NodeId projection = -1;     // (T, C): times W_O, plus b_o; -1 without W_O
  NodeId result = -1;         // the last of output, concat and projection

  /// Returns the scores that the softmax reads.
  NodeId visible_scores() const { return masked_scores >= 0 ? masked_scores : scores; }
};

/// Appends an attention (Vaswani et al. 2017, 3.2). `query_input` (T, C) makes the queries, `key_input` (S, C) the keys and values; both
/// may have a batch axis. Throws ShapeError if they do not fit.
AttentionNodes attention(Tape& tape, NodeId query_input, NodeId key_input, const AttentionWeights& weights,
                         const AttentionOptions& options);

/// Appends the half before the softmax: query, key, value and scores, and the masked scores if `options` has a mask.
AttentionNodes score_tokens(Tape& tape, NodeId query_input, NodeId key_input, const AttentionWeights& weights,
                            const AttentionOptions& options);
/// Appends the half after the softmax, from `nodes.weights` on.
void mix_values(Tape& tape, const AttentionWeights& weights, const AttentionOptions& options, AttentionNodes& nodes);

/// Appends x w + b, or x w if `b` is -1.
NodeId linear(Tape& tape, NodeId x, NodeId w, NodeId b, Label label);

/// Appends x ⊙ mask as the node `name`, or returns x if dropout is off. The mask is a node "<name>_mask" of 0 and 1 / (1 - part), drawn
/// from the seed and the name with its scope.
NodeId dropout(Tape& tape, NodeId x, const Dropout& dropout, const std::string& name);

}  // namespace gf

// Scaled dot-product attention: softmax(Q Kᵀ / √d) V.
#pragma once

#include "autograd/ops.h"

namespace gf {

struct AttentionOptions {
  bool causal = false;                // a token attends only to itself and earlier ones
  Along softmax_along = Along::rows;  // columns only to show that slip
};

/// T query tokens, S key tokens (T = S in self-attention), D the width of queries and keys, E that of values.
struct AttentionNodes {
  NodeId query = -1;          // (T, D)
  NodeId key = -1;            // (S, D)
  NodeId value = -1;          // (S, E)
  NodeId dot_products = -1;   // (T, S) Q Kᵀ
  NodeId scores = -1;         // (T, S) divided by √D
  NodeId masked_scores = -1;  // (T, S) hidden ones at -infinity; -1 without a mask
  NodeId weights = -1;        // (T, S) each row sums to 1
  NodeId output = -1;         // (T, E)
};

/// Appends one head of attention (Vaswani et al. 2017, 3.2.1). `query_input` (T, C), `key_input` (S, C), `w_q` and `w_k` (C, D), `w_v` (C,
/// E). Throws ShapeError where they do not fit.
AttentionNodes attention(Tape& tape, NodeId query_input, NodeId key_input, NodeId w_q, NodeId w_k, NodeId w_v,
                         const AttentionOptions& options);

}  // namespace gf

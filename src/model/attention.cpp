#include "model/attention.h"

#include <cmath>
#include <limits>

namespace gf {

AttentionNodes attention(Tape& tape, NodeId query_input, NodeId key_input, NodeId w_q, NodeId w_k, NodeId w_v,
                         const AttentionOptions& options) {
  AttentionNodes nodes;
  nodes.query = matmul(tape, query_input, w_q, "query");
  nodes.key = matmul(tape, key_input, w_k, "key");
  nodes.value = matmul(tape, key_input, w_v, "value");
  nodes.dot_products = matmul_nt(tape, nodes.query, nodes.key, "dot_products");
  const Index width = tape.value(nodes.query).cols();
  nodes.scores = scale(tape, nodes.dot_products, 1.0f / std::sqrt(static_cast<float>(width)),
                       Label("scores", "dot_products / √" + std::to_string(width)));
  NodeId visible = nodes.scores;
  if (options.causal) {
    visible = nodes.masked_scores = mask(tape, nodes.scores, causal_mask(tape.value(nodes.scores).rows()),
                                         -std::numeric_limits<float>::infinity(), Label("masked_scores", "mask(scores)"));
  }
  const bool columns = options.softmax_along == Along::columns;
  const std::string of = options.causal ? "masked_scores" : "scores";
  nodes.weights = softmax(tape, visible, 1, options.softmax_along,
                          Label("weights", columns ? "softmax(" + of + ", axis 0)" : "softmax(" + of + ")"));
  nodes.output = matmul(tape, nodes.weights, nodes.value, "output");
  return nodes;
}

}  // namespace gf

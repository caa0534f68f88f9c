#include "model/attention.h"

#include <limits>
#include <utility>

#include "core/random.h"

namespace gf {
namespace {

// Appends "query", from "query_channels" with all heads side by side if there are several heads. Without weights, x is the query.
NodeId project(Tape& tape, NodeId x, NodeId w, NodeId b, Index heads, const std::string& name) {
  if (heads == 1) return w < 0 ? x : linear(tape, x, w, b, name);
  Label label = Label(name).with_cols({"features", {}});
  label.outer = Axis{"head", {}};
  return split_heads(tape, w < 0 ? x : linear(tape, x, w, b, name + "_channels"), heads, std::move(label));
}

// Appends the rows of the new tokens, below the rows of the tokens that an earlier pass read.
NodeId project_after(Tape& tape, NodeId past, NodeId x, NodeId w, NodeId b, Index heads, const std::string& name) {
  if (past < 0) return project(tape, x, w, b, heads, name);
  const NodeId added = project(tape, x, w, b, heads, "new_" + name);
  Label label = Label(name).with_cols({"features", {}});
  if (heads > 1) label.outer = Axis{"head", {}};
  return concat(tape, {past, added}, std::move(label), Along::rows);
}

void score(Tape& tape, bool scaled, AttentionNodes& nodes) {
  nodes.dot_products = matmul_nt(tape, nodes.query, nodes.key, "dot_products");
  nodes.scores = nodes.dot_products;
  if (!scaled) return;
  const Index width = tape.value(nodes.query).cols();
  nodes.scores = divide_by_root(tape, nodes.dot_products, width, "scores");
}

}  // namespace

NodeId linear(Tape& tape, NodeId x, NodeId w, NodeId b, Label label) {
  if (b < 0) return matmul(tape, x, w, std::move(label));
  const NodeId product = matmul(tape, x, w, label.name + "_without_bias");
  return add(tape, product, b, std::move(label));
}

NodeId dropout(Tape& tape, NodeId x, const Dropout& dropout, const std::string& name) {
  if (!dropout.seed || dropout.part <= 0) return x;
  NumpyRandom random(seed_of_word(*dropout.seed, tape.prefix() + name));
  Tensor mask(tape.value(x).shape());
  const float kept = 1 / (1 - dropout.part);
  for (Index i = 0; i < mask.size(); ++i) mask.data()[i] = random.uniform() < static_cast<double>(dropout.part) ? 0 : kept;
  const NodeId drawn = constant(tape, std::move(mask), Label(name + "_mask", "0, 1 / (1 − p)"));
  tape.set_axes(drawn, tape[x]);
  return multiply(tape, x, drawn, name);
}

AttentionNodes score_tokens(Tape& tape, NodeId query_input, NodeId key_input, const AttentionWeights& w, const AttentionOptions& options) {
  AttentionNodes nodes;
  nodes.query = project(tape, query_input, w.w_q, w.b_q, options.heads, "query");
  nodes.key = project_after(tape, options.past_key, key_input, w.w_k, w.b_k, options.heads, "key");
  nodes.value = project_after(tape, options.past_value, key_input, w.w_v, w.b_v, options.heads, "value");
  score(tape, options.scaled, nodes);
  if (options.visible)
    nodes.masked_scores = mask(tape, nodes.scores, options.visible, -std::numeric_limits<float>::infinity(), "masked_scores");
  return nodes;
}

void mix_values(Tape& tape, const AttentionWeights& w, const AttentionOptions& options, AttentionNodes& nodes) {
  nodes.output = matmul(tape, dropout(tape, nodes.weights, options.dropout, "dropped_weights"), nodes.value, "output");
  nodes.result = nodes.output;
  if (options.heads > 1) {
    nodes.concat = merge_heads(tape, nodes.output, Label("concat").with_cols({"features", {}}));
    nodes.result = nodes.concat;
  }
  if (w.w_o >= 0) {
    nodes.projection = linear(tape, nodes.result, w.w_o, w.b_o, "projection");
    nodes.result = nodes.projection;
  }
}

AttentionNodes attention(Tape& tape, NodeId query_input, NodeId key_input, const AttentionWeights& w, const AttentionOptions& options) {
  AttentionNodes nodes = score_tokens(tape, query_input, key_input, w, options);
  nodes.weights = softmax(tape, nodes.visible_scores(), 1, Along::rows, "weights");
  mix_values(tape, w, options, nodes);
  return nodes;
}

}  // namespace gf

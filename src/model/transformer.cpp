#include "model/transformer.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "core/nth.h"
#include "model/attention.h"

namespace gf {
namespace {

using Outer = std::vector<Index>;

Index length_of(const std::vector<Index>& lengths, Index sequence, Index longest) {
  return lengths.empty() ? longest : nth(lengths, sequence);
}

// Returns the mask (rows, past + rows) of tokens behind `past` earlier tokens: each token attends to earlier tokens and to itself. Null for
// one row, which attends to all tokens.
std::shared_ptr<const Tensor> causal_mask_after(Index past, Index rows) {
  if (rows == 1) return nullptr;
  auto mask = std::make_shared<Tensor>(matrix_shape(rows, past + rows));
  for (Index r = 0; r < rows; ++r) std::fill_n(mask->row(r), past + r + 1, 1.0f);
  return mask;
}

// Returns a mask with 1 if row t attends to column s: not to padding and, with `causal`, not to later tokens. Null if all are visible.
std::shared_ptr<const Tensor> visible_cells(const Batch& batch, Index rows, Index cols, const std::vector<Index>& lengths, bool causal) {
  const bool padded = std::any_of(lengths.begin(), lengths.end(), [&](Index length) { return length < cols; });
  if (causal && rows < cols) return causal_mask_after(cols - rows, rows);
  if (causal) return causal_mask(rows);  // padding stands behind all labelled tokens, which do not attend to later tokens
  if (!padded) return nullptr;
  auto mask = std::make_shared<Tensor>(Shape{batch.size > 1 ? Outer{batch.size} : Outer{}, rows, cols});
  for (Index b = 0; b < batch.size; ++b)
    for (Index r = 0; r < rows; ++r) std::fill_n(mask->row(b, r), length_of(lengths, b, cols), 1.0f);
  return mask;
}

// Returns a mask with 1 at the last token of each source, for every row: a sentence in one vector.
std::shared_ptr<const Tensor> last_cells(const Batch& batch, Index rows) {
  auto mask = std::make_shared<Tensor>(Shape{batch.size > 1 ? Outer{batch.size} : Outer{}, rows, batch.source_length});
  for (Index b = 0; b < batch.size; ++b)
    for (Index r = 0; r < rows; ++r) mask->row(b, r)[length_of(batch.source_lengths, b, batch.source_length) - 1] = 1;
  return mask;
}

// The sequence that one stack reads.
struct Sequence {
  const std::vector<int>& ids;
  Index length;
  const Labels& tokens;
};

class TransformerBuilder {
 public:
  TransformerBuilder(Tape& tape, const TransformerConfig& config, const ParameterNodes& parameters, const Batch& batch,
                     const ForwardOptions& options)
      : tape_(tape),
        config_(config),
        parameters_(parameters),
        batch_(batch),
        options_(options),
        dropout_{config.dropout, options.dropout_seed},
        around_(tape.prefix().size()),
        past_(options.past.empty() ? 0 : options.past.front().key->rows()) {}

  TransformerNodes build() {
    TransformerNodes nodes;
    const Sequence source{batch_.source, batch_.source_length, options_.source_tokens};
    const Sequence target{batch_.target, batch_.target_length, options_.target_tokens};
    NodeId last = -1;
    if (config_.architecture == Architecture::encoder_only) {
      nodes.encoder_output = encode(target, batch_.target_lengths);
      last = nodes.encoder_output;
    } else {
      if (config_.has_encoder()) nodes.encoder_output = encode(source, batch_.source_lengths);
      nodes.decoder_output = decode(target, nodes.encoder_output);
      last = nodes.decoder_output;
    }
    answer(last, nodes);
    return nodes;
  }

 private:
  // Returns the current place in the model, "encoder.0.", without the scope around the model.
  std::string place() const { return tape_.prefix().substr(around_); }
  NodeId parameter(const std::string& name) const { return parameters_.at(place() + name); }
  NodeId bias(const std::string& name) const { return config_.biases ? parameter(name) : -1; }

  NodeId encode(const Sequence& sequence, const std::vector<Index>& lengths) {
    const auto scope = tape_.scope("encoder");
    NodeId x = input(sequence);
    const auto visible = visible_cells(batch_, sequence.length, sequence.length, lengths, false);
    for (Index layer = 0; layer < config_.encoder_layers; ++layer) {
      const auto block = tape_.scope(std::to_string(layer));
      x = self_attention(x, visible);
      x = feed_forward(x);
    }
    return final_norm(x);
  }

  NodeId decode(const Sequence& sequence, NodeId memory) {
    const auto scope = tape_.scope("decoder");
    NodeId x = input(sequence);
    const auto visible = visible_cells(batch_, sequence.length, past_ + sequence.length, batch_.target_lengths, config_.causal);
    const auto crossed = memory < 0 ? nullptr : visible_source(sequence.length);
    for (Index layer = 0; layer < config_.decoder_layers; ++layer) {
      const auto block = tape_.scope(std::to_string(layer));
      x = self_attention(x, visible, options_.past.empty() ? nullptr : &nth(options_.past, layer));
      if (memory >= 0) x = sublayer("cross_attention", x, [&](NodeId in) { return attend(in, memory, crossed); });
      x = feed_forward(x);
    }
    return final_norm(x);
  }

  std::shared_ptr<const Tensor> visible_source(Index rows) const {
    if (options_.one_source_row) return last_cells(batch_, rows);
    return visible_cells(batch_, rows, batch_.source_length, batch_.source_lengths, false);
  }

  // Appends the input of a stack: the embeddings of the tokens, plus positions.
  NodeId input(const Sequence& sequence) {
    const bool shared = place() == "decoder." && config_.architecture == Architecture::encoder_decoder && config_.target_vocabulary == 0;
    const NodeId table = shared ? parameters_.at("encoder.token_table") : parameter("token_table");
    Label label("embedding", std::string(short_name(tape_[table].name)) + "[tokens]");
    label.rows = Axis{"tokens", sequence.tokens};
    NodeId x = options_.target_row >= 0
                   ? table_rows(tape_, table, options_.target_row, std::move(label))
                   : embedding(tape_, table, sequence.ids, std::move(label), batch_.size > 1 ? Outer{batch_.size} : Outer{});
    if (config_.scaled_embeddings)
      x = scale(tape_, x, std::sqrt(static_cast<float>(config_.width)),
                Label("scaled_embedding", "embedding · √" + std::to_string(config_.width)));
    if (const NodeId where = positions(sequence); where >= 0) x = add(tape_, x, where, "input");
    return dropout(tape_, x, dropout_, "dropped_input");
  }

  // Appends the positions; returns -1 for Positions::none.
  NodeId positions(const Sequence& sequence) {
    const Label label = Label("position").with_rows({"tokens", sequence.tokens}).with_cols({"features", {}});
    const Index read = past_ + sequence.length;
    if (config_.positions == Positions::sinusoidal) {
      const auto exponents = options_.position_exponents.value_or(position_exponents(config_.width));
      if (past_ == 0) return position_encoding(tape_, read, exponents, label);
      return slice(tape_, position_encoding(tape_, read, exponents, "positions_so_far"), past_, read, label, Along::rows);
    }
    if (config_.positions == Positions::none) return -1;
    if (read > config_.longest)
      throw std::invalid_argument("[transformer] " + std::to_string(read) + " tokens, but the position table ends at " +
                                  std::to_string(config_.longest));
    std::vector<int> places(static_cast<std::size_t>(sequence.length));
    for (std::size_t t = 0; t < places.size(); ++t) places[t] = static_cast<int>(past_) + static_cast<int>(t);
    return embedding(tape_, parameter("position_table"), std::move(places), label);
  }

  // Appends x + body(norm(x)), or norm(x + body(x)), without the parts that `config_` switches off.
  template <typename Body>
  NodeId sublayer(const std::string& name, NodeId x, Body&& body) {
    const auto scope = tape_.scope(name);
    const NodeId in = config_.norm == NormPlacement::before ? norm(x) : x;
    NodeId out = dropout(tape_, body(in), dropout_, "dropped");
    if (config_.residual) out = add(tape_, x, out, "residual");
    return config_.norm == NormPlacement::after ? norm(out) : out;
  }

  NodeId self_attention(NodeId x, const std::shared_ptr<const Tensor>& visible, const KeyValues* past = nullptr) {
    return sublayer("self_attention", x, [&](NodeId in) {
      const std::string part = place();
      const NodeId query_input = options_.query_input ? options_.query_input(tape_, part.substr(0, part.size() - 1), in) : in;
      return attend(query_input, in, visible, past);
    });
  }

  NodeId attend(NodeId query_input, NodeId key_input, const std::shared_ptr<const Tensor>& visible, const KeyValues* past = nullptr) {
    const bool projected = config_.output_projection;
    const AttentionWeights weights{parameter("w_q"), parameter("w_k"), parameter("w_v"), projected ? parameter("w_o") : -1,
                                   bias("b_q"),      bias("b_k"),      bias("b_v"),      projected ? bias("b_o") : -1};
    AttentionOptions options{config_.heads, visible, dropout_};
    if (past) {
      options.past_key = constant(tape_, past->key, Label("past_key", "@key_read_before"));
      options.past_value = constant(tape_, past->value, Label("past_value", "@value_read_before"));
    }
    return attention(tape_, query_input, key_input, weights, options).result;
  }

  NodeId feed_forward(NodeId x) {
    if (!config_.feed_forward) return x;
    return sublayer("feed_forward", x, [&](NodeId in) {
      const NodeId hidden_input = linear(tape_, in, parameter("w_1"), bias("b_1"), "hidden_input");
      const NodeId hidden = activated(hidden_input);
      return linear(tape_, dropout(tape_, hidden, dropout_, "dropped_hidden"), parameter("w_2"), bias("b_2"), "output");
    });
  }

  NodeId activated(NodeId x) {
    if (config_.activation == Activation::none) return x;
    return config_.activation == Activation::relu ? relu(tape_, x, "hidden") : gelu(tape_, x, config_.gelu_tanh, "hidden");
  }

  NodeId norm(NodeId x) {
    if (!config_.norm_gain) return layer_norm(tape_, x, config_.norm_epsilon, "norm");
    const NodeId normalised = layer_norm(tape_, x, config_.norm_epsilon, "normalised");
    const NodeId gained = multiply(tape_, normalised, parameter("norm_gain"), "gained");
    return add(tape_, gained, parameter("norm_bias"), "norm");
  }

  NodeId final_norm(NodeId x) { return config_.final_norm && config_.norm != NormPlacement::none ? norm(x) : x; }

  NodeId token_table_of_target() const {
    const NodeId table = parameters_.find("decoder.token_table");
    return table >= 0 ? table : parameters_.at("encoder.token_table");
  }

  NodeId logits(NodeId x) {
    const NodeId b = config_.output_bias ? parameters_.at("output.b") : -1;
    Label label = Label("logits").with_cols({"vocabulary", options_.target_vocabulary});
    if (!config_.tied) return linear(tape_, x, parameters_.at("output.w"), b, std::move(label));
    if (b < 0) return matmul_nt(tape_, x, token_table_of_target(), std::move(label));
    return add(tape_, matmul_nt(tape_, x, token_table_of_target(), "logits_without_bias"), b, std::move(label));
  }

  // Appends the logits, the probabilities and the loss.
  void answer(NodeId x, TransformerNodes& nodes) {
    nodes.logits = logits(x);
    if (options_.probabilities) nodes.probabilities = softmax(tape_, nodes.logits, 1, Along::rows, "probabilities");
    if (!options_.loss || batch_.labels.empty()) return;
    const auto asked = std::count_if(batch_.labels.begin(), batch_.labels.end(), [](int label) { return label >= 0; });
    if (asked == 0) throw std::invalid_argument("[transformer] no token of the batch has a label");
    nodes.losses = cross_entropy(tape_, nodes.logits, batch_.labels, "losses");
    const NodeId total = sum(tape_, nodes.losses, Along::all, "loss_sum");
    nodes.loss = scale(tape_, total, 1.0f / static_cast<float>(asked), Label("loss", "loss_sum / " + std::to_string(asked)));
  }

  Tape& tape_;
  const TransformerConfig& config_;
  const ParameterNodes& parameters_;
  const Batch& batch_;
  const ForwardOptions& options_;
  Dropout dropout_;
  std::size_t around_;  // length of the scope around the model
  Index past_;          // tokens that were read before the batch
};

void check_batch(const TransformerConfig& config, const Batch& batch) {
  const auto fits = [&](const std::vector<int>& ids, Index length) { return std::ssize(ids) == batch.size * length; };
  if (batch.size < 1 || batch.target_length < 1 || !fits(batch.target, batch.target_length))
    throw std::invalid_argument("[transformer] expected (B, T) target tokens, at least one");
  if (config.architecture == Architecture::encoder_decoder && (batch.source_length < 1 || !fits(batch.source, batch.source_length)))
    throw std::invalid_argument("[transformer] expected (B, S) source tokens, at least one");
  if (!batch.labels.empty() && !fits(batch.labels, batch.target_length))
    throw std::invalid_argument("[transformer] expected a label for each of the (B, T) target tokens");
}

void check_past(const TransformerConfig& config, const Batch& batch, const std::vector<KeyValues>& past) {
  if (past.empty()) return;
  const Shape& first = past.front().key->shape();
  const bool alike = std::all_of(past.begin(), past.end(),
                                 [&](const KeyValues& block) { return block.key->shape() == first && block.value->shape() == first; });
  if (config.architecture != Architecture::decoder_only || batch.size != 1 || !config.causal || !alike ||
      std::ssize(past) != config.decoder_layers)
    throw std::invalid_argument(
        "[transformer] only a causal decoder with one sequence goes on from what it has read, with keys and values of each block");
}

}  // namespace

TransformerNodes transformer(Tape& tape, const TransformerConfig& config, const ParameterNodes& parameters, const Batch& batch,
                             const ForwardOptions& options) {
  check_config(config);
  check_batch(config, batch);
  check_past(config, batch, options.past);
  return TransformerBuilder(tape, config, parameters, batch, options).build();
}

}  // namespace gf

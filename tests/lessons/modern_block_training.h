// Trains the small models whose runs two lessons record: a model of one block learns tales letter by letter. The lesson `modern-block`
// records it with the parts of 2017 and with those of today, the lesson `scaling` in six widths. A test calls recorded_losses.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "autograd/ops.h"
#include "core/random.h"
#include "train/optimizer.h"
#include "train/tasks/tales_grammar.h"

namespace gf::test::recorded_block {

inline constexpr Index kReadLetters = 48, kReadTexts = 4;
inline constexpr std::uint32_t kSeedOfTales = 5;

// Says which parts of the block are those of today, and how large the block is. Both feed-forward layers have nearly as many parameters:
// the three matrices of SwiGLU are two thirds as wide as the two of ReLU.
struct BlockParts {
  bool rope = false, rms = false, gate = false, shared = false;
  Index width = 32, heads = 4;

  Index hidden() const { return gate ? 4 * width / 3 : 2 * width; }
  Index key_heads() const { return shared ? heads / 2 : heads; }
};

// The training steps, how often and on how many texts the loss is measured, the tales to learn from, and the learning rate.
struct BlockRecipe {
  int steps = 150, measured_every = 10, tales = 80;
  Index measured_texts = 8;
  double rate = 0.01;
};

using Letters = std::vector<int>;

// Tales as numbers of letters: the text that the model learns from, and the texts on which its loss is measured.
struct LetterTexts {
  std::string letters;  // the vocabulary: each letter once
  Letters read;
  std::vector<Letters> measured;
};

inline std::shared_ptr<const LetterTexts> letter_texts(const BlockRecipe& recipe = {}) {
  NumpyRandom random(kSeedOfTales);
  std::string read, measured;
  while (std::ssize(measured) <= recipe.measured_texts * (kReadLetters + 1)) measured += tales_grammar().draw("tale", random) + " ";
  for (int tale = 0; tale < recipe.tales; ++tale) read += tales_grammar().draw("tale", random) + " ";
  auto texts = std::make_shared<LetterTexts>();
  const std::string all = read + measured;
  for (const char letter : all)
    if (texts->letters.find(letter) == std::string::npos) texts->letters += letter;
  const auto number = [&](char letter) { return static_cast<int>(texts->letters.find(letter)); };
  std::transform(read.begin(), read.end(), std::back_inserter(texts->read), number);
  for (Index text = 0; text < recipe.measured_texts; ++text) {
    const auto from = measured.begin() + text * (kReadLetters + 1);
    texts->measured.emplace_back();
    std::transform(from, from + kReadLetters + 1, std::back_inserter(texts->measured.back()), number);
  }
  return texts;
}

inline NamedTensors first_weights(const BlockParts& parts, Index letters, std::uint32_t seed) {
  NumpyRandom random(seed);
  NamedTensors weights;
  const auto drawn = [&](const char* name, Index rows, Index cols) {
    weights.tensors.push_back({name, random.normal(matrix_shape(rows, cols), 1 / std::sqrt(static_cast<double>(rows)))});
  };
  const auto filled = [&](const std::string& name, float value) {
    weights.tensors.push_back({name, Tensor::filled(matrix_shape(1, parts.width), value)});
  };
  const Index keys = parts.width * parts.key_heads() / parts.heads;
  weights.tensors.push_back({"letters", random.normal(matrix_shape(letters, parts.width), 1)});
  drawn("w_q", parts.width, parts.width);
  drawn("w_k", parts.width, keys);
  drawn("w_v", parts.width, keys);
  drawn("w_o", parts.width, parts.width);
  if (parts.gate) drawn("w_gate", parts.width, parts.hidden());
  drawn("w_1", parts.width, parts.hidden());
  drawn("w_2", parts.hidden(), parts.width);
  drawn("w_out", parts.width, letters);
  for (const std::string norm : {"norm_1", "norm_2", "norm_3"}) {
    filled(norm + "_gain", 1);
    if (!parts.rms) filled(norm + "_bias", 0);
  }
  return weights;
}

class BlockPass {
 public:
  BlockPass(Tape& tape, const NamedTensors& weights, const BlockParts& parts) : tape_(tape), parts_(parts) {
    for (const NamedTensor& weight : weights.tensors) parameter(tape, weight.value, weight.name);
  }

  // Returns −ln p of each letter but the first: a text of T + 1 letters -> (T, 1).
  NodeId losses(const Letters& text) {
    const auto count = std::ssize(text) - 1;
    const Letters read(text.begin(), text.end() - 1), next(text.begin() + 1, text.end());
    NodeId x = embedding(tape_, weight("letters"), read, "x");
    if (!parts_.rope) x = add(tape_, x, position_encoding(tape_, count, position_exponents(parts_.width), "position"), "with_position");
    const NodeId seen = add(tape_, x, attention_of(norm(x, "norm_1"), count), "seen");
    const NodeId out = add(tape_, seen, feed_forward_of(norm(seen, "norm_2")), "out");
    return cross_entropy(tape_, matmul(tape_, norm(out, "norm_3"), weight("w_out"), "logits"), next, "losses");
  }

 private:
  NodeId weight(const std::string& name) const { return tape_.find(name); }

  NodeId norm(NodeId x, const std::string& name) {
    constexpr float kEpsilon = 1e-5f;
    const NodeId even = parts_.rms ? rms_norm(tape_, x, kEpsilon, name + "_even") : layer_norm(tape_, x, kEpsilon, name + "_even");
    const NodeId gained = multiply(tape_, even, weight(name + "_gain"), name + "_gained");
    return parts_.rms ? gained : add(tape_, gained, weight(name + "_bias"), name);
  }

  // Multiplies by a weight and splits the columns among the heads: (T, C) -> (H, T, D). Query heads of a group share a key head.
  NodeId heads_of(NodeId x, const char* weight_name, const std::string& name) {
    NodeId channels = matmul(tape_, x, weight(weight_name), name + "_channels");
    const Index each = parts_.width / parts_.heads;
    const Index heads = tape_.value(channels).cols() / each;
    if (heads < parts_.heads) {
      std::vector<NodeId> parts;
      for (Index head = 0; head < parts_.heads; ++head) {
        const Index from = head * heads / parts_.heads * each;
        parts.push_back(slice(tape_, channels, from, from + each, name + "_of_head_" + std::to_string(head)));
      }
      channels = concat(tape_, std::move(parts), name + "_of_heads");
    }
    return split_heads(tape_, channels, parts_.heads, name);
  }

  NodeId attention_of(NodeId x, Index count) {
    NodeId query = heads_of(x, "w_q", "query");
    NodeId key = heads_of(x, "w_k", "key");
    const NodeId value = heads_of(x, "w_v", "value");
    if (parts_.rope) {
      std::vector<int> positions;
      for (int position = 0; position < static_cast<int>(count); ++position) positions.push_back(position);
      query = rotate_pairs(tape_, query, positions, "query_turned");
      key = rotate_pairs(tape_, key, positions, "key_turned");
    }
    const NodeId scores = divide_by_root(tape_, matmul_nt(tape_, query, key, "dot_products"), parts_.width / parts_.heads, "scores");
    const NodeId masked = mask(tape_, scores, causal_mask(count), -std::numeric_limits<float>::infinity(), "masked");
    const NodeId mixed = matmul(tape_, softmax(tape_, masked, 1, Along::rows, "weights"), value, "mixed");
    return matmul(tape_, merge_heads(tape_, mixed, "merged"), weight("w_o"), "attended");
  }

  NodeId feed_forward_of(NodeId x) {
    const NodeId up = matmul(tape_, x, weight("w_1"), "up");
    const NodeId hidden = parts_.gate ? multiply(tape_, silu(tape_, matmul(tape_, x, weight("w_gate"), "gate_input"), "gate"), up, "hidden")
                                      : relu(tape_, up, "hidden");
    return matmul(tape_, hidden, weight("w_2"), "fed_forward");
  }

  Tape& tape_;
  BlockParts parts_;
};

// Returns the mean loss over all letters of the texts.
inline NodeId mean_loss(Tape& tape, BlockPass& pass, const std::vector<Letters>& texts) {
  std::vector<NodeId> all;
  for (const Letters& text : texts) {
    const auto scope = tape.scope("text_" + std::to_string(all.size()));
    all.push_back(pass.losses(text));
  }
  return mean(tape, concat(tape, std::move(all), "all_losses", Along::rows), Along::all, "loss");
}

// A model while it learns: its weights, the state of the optimiser, and the losses so far.
struct TrainedBlock {
  BlockParts parts;
  NamedTensors weights;
  OptimizerState state;
  std::vector<float> losses;  // on the measured text, at each record
};

inline void measure(const LetterTexts& texts, TrainedBlock& block) {
  Tape tape;
  BlockPass pass(tape, block.weights, block.parts);
  block.losses.push_back(tape.value(mean_loss(tape, pass, texts.measured)).at(0, 0));
}

// Takes one step of Adam on the texts.
inline void learn(const std::vector<Letters>& read, double rate, TrainedBlock& block) {
  Tape tape;
  BlockPass pass(tape, block.weights, block.parts);
  backward(tape, mean_loss(tape, pass, read));
  std::vector<const Tensor*> gradients;
  for (const NamedTensor& weight : block.weights.tensors) gradients.push_back(&tape.value(tape.find("d_" + weight.name)));
  optimizer_step({.kind = OptimizerKind::adam}, rate, block.weights, gradients, block.state);
}

/// Returns the mean losses of three runs after 0, 10, ..., 150 steps, or after the steps that the recipe names.
inline std::vector<double> recorded_losses(const BlockParts& parts, const BlockRecipe& recipe = {}) {
  const std::shared_ptr<const LetterTexts> texts = letter_texts(recipe);
  std::vector<double> means(static_cast<std::size_t>(recipe.steps / recipe.measured_every) + 1);
  for (const std::uint32_t seed : {1u, 2u, 3u}) {
    TrainedBlock block{parts, first_weights(parts, std::ssize(texts->letters), seed), {}, {}};
    NumpyRandom random(seed + 100);
    for (int step = 0; step <= recipe.steps; ++step) {
      if (step % recipe.measured_every == 0) measure(*texts, block);
      std::vector<Letters> read;
      for (Index k = 0; k < kReadTexts; ++k) {
        const auto from = texts->read.begin() +
                          static_cast<std::ptrdiff_t>(random.uniform() * static_cast<double>(std::ssize(texts->read) - kReadLetters - 1));
        read.emplace_back(from, from + kReadLetters + 1);
      }
      if (step < recipe.steps) learn(read, recipe.rate, block);
    }
    for (std::size_t i = 0; i < means.size(); ++i) means[i] += static_cast<double>(block.losses[i]) / 3;
  }
  return means;
}

}  // namespace gf::test::recorded_block

// Tasks whose attention means something: each makes pairs of question and answer, as tokens, and says what is held out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/transformer.h"

namespace gf {

/// One pair in words: {"3 1 4", "4 1 3"} of reverse, {"le chat", "the cat"} of a translation.
struct Example {
  std::vector<std::string> question, answer;
  bool operator==(const Example&) const = default;
};

/// The tokens of one side, and their ids. The first three are always <pad>, <start>, <end>.
class Vocabulary {
 public:
  static constexpr int kPad = 0, kStart = 1, kEnd = 2;
  Vocabulary();
  int add(const std::string& token);  // its id, new or known
  /// -1 where the token is unknown.
  int find(std::string_view token) const;
  const std::string& token(int id) const { return tokens_[static_cast<std::size_t>(id)]; }
  const std::vector<std::string>& tokens() const { return tokens_; }
  Index size() const { return static_cast<Index>(tokens_.size()); }

 private:
  std::vector<std::string> tokens_;
};

/// A task, ready to train on. Held-out examples never occur in training, nor do their sentences or word combinations.
struct Dataset {
  std::string task;
  Vocabulary source, target;  // alike where the architecture has one stack
  std::vector<Example> training, held_out;
  std::vector<std::string> shown;  // a few questions to look at while it learns
};

/// The names of the tasks: copy, reverse, sort, add, brackets, agreement, french-english, english-spanish, own.
const std::vector<std::string>& task_names();

/// Makes the examples of a task, drawn from the seed. `own` reads lines "question<tab>answer" (or " = ", or "|") from `pairs`.
/// Throws InputError for an unknown task, pairs of unequal count, an empty task.
Dataset make_dataset(const std::string& task, std::uint32_t seed, const std::string& pairs = {});

/// Splits a typed question as the task does, words or single signs. Throws InputError where a token is unknown.
std::vector<std::string> question_tokens(const Dataset& dataset, const std::string& text);

/// Pads examples to one batch for this architecture. Labels ask only for the answer and its <end>; with one stack the sequence is
/// question <start> answer <end>.
Batch make_batch(const Dataset& dataset, const TransformerConfig& config, const std::vector<const Example*>& examples);

}  // namespace gf

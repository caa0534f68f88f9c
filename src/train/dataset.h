// Tasks whose attention means something: each makes pairs of question and answer, as tokens, and says what is held out.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/config.h"
#include "train/vocabulary.h"

namespace gf {

struct BpeTokenizer;  // text/bpe_tokenizer.h

/// One pair in words: {"3 1 4", "4 1 3"} of reverse, {"le chat", "the cat"} of a translation.
struct Example {
  std::vector<std::string> question, answer;
  bool operator==(const Example&) const = default;
};

/// A task, ready to train on. Held-out examples never occur in training, nor do their sentences or word combinations.
struct Dataset {
  std::string task;
  Vocabulary source, target;  // alike where the architecture has one stack
  std::vector<Example> training, held_out;
  std::vector<std::string> shown;                 // a few questions to look at while it learns
  Index longest_answer = 0;                       // in tokens
  std::shared_ptr<const BpeTokenizer> tokenizer;  // of texts that are cut into pieces; null where tokens are words or signs
};

/// The names of the tasks of a transformer: copy, reverse, sort, add, brackets, agreement, french-english, english-spanish, own. A
/// next-word model has phrases and windows, and a language model has tales, conversations and novel.
const std::vector<std::string>& task_names();

/// Makes the examples of a task, drawn from the seed. `own` reads lines "question<tab>answer" (or " = ", or "|") from `pairs`, `novel` a
/// book, `phrases` lines whose last word is the answer, `windows` a text (empty: the shipped corpus): two words and the one after them.
/// Throws InputError for an unknown task, pairs of unequal count, an empty task.
Dataset make_dataset(const std::string& task, std::uint32_t seed, const std::string& pairs = {});

/// Sets the sizes of the vocabularies in `config` (`target_vocabulary` 0 where the sides have the same tokens, so that they share a table).
void fit_sizes(const Dataset& dataset, TransformerConfig& config);

/// Gives both sides one vocabulary, of the tokens of both.
void join_vocabularies(Dataset& dataset);

/// Splits a typed question as the task does, words or single signs. Throws InputError where a token is unknown.
std::vector<std::string> question_tokens(const Dataset& dataset, const std::string& text);

}  // namespace gf

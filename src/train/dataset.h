// The examples of a task: pairs of question and answer, as tokens, in a training side and a held-out side.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/config.h"
#include "train/vocabulary.h"

namespace gf {

struct BpeTokenizer;  // text/bpe_tokenizer.h

/// A question and its answer, as tokens: "3 1 4" and "4 1 3" of the task reverse, "le chat" and "the cat" of a translation.
struct Example {
  std::vector<std::string> question, answer;
  bool operator==(const Example&) const = default;
};

/// A task, ready to train on. Held-out examples never occur in training, nor do their sentences or word combinations.
struct Dataset {
  std::string task;
  Vocabulary source, target;  // the same tokens if the architecture has one stack
  std::vector<Example> training, held_out;
  std::vector<std::string> shown;                 // a few questions whose answers are shown during training
  Index longest_answer = 0;                       // in tokens
  std::shared_ptr<const BpeTokenizer> tokenizer;  // of texts in byte pairs; null if tokens are words or signs
};

/// Returns the names of the tasks that a lesson offers for a transformer: copy, reverse, sort, add, brackets, agreement, french-english,
/// english-spanish, own. tasks() (tasks/tasks.h) has all tasks.
const std::vector<std::string>& task_names();

/// Makes the examples of a task, drawn from the seed. Four tasks read `pairs`:
///   own      lines "question<tab>answer", or with " = " or "|" between the sides
///   novel    a book
///   phrases  lines whose last word is the answer
///   windows  a text, cut into two words and the word after them; empty: the shipped corpus
/// Throws InputError for an unknown task, a line without two sides, and a task without examples.
Dataset make_dataset(const std::string& task, std::uint32_t seed, const std::string& pairs = {});

/// Returns the dataset of a task without its examples: the vocabularies alone, which are those of make_dataset for every seed. Throws
/// InputError for an unknown task, and std::invalid_argument if only the examples of the task tell its tokens (Task::vocabulary).
/// Example: vocabularies_of_task("add").source.tokens() is {"<pad>", "<start>", "<end>", "+", "0", ..., "9"}.
Dataset vocabularies_of_task(const std::string& task);

/// Sets the sizes of the vocabularies in `config`. If both sides have the same tokens, `target_vocabulary` is 0, and they share a table.
void fit_sizes(const Dataset& dataset, TransformerConfig& config);

/// Gives both sides one vocabulary, of the tokens of both.
void join_vocabularies(Dataset& dataset);

/// Splits a typed question into tokens as the task does, words or single signs. Throws InputError if a token is unknown.
std::vector<std::string> question_tokens(const Dataset& dataset, const std::string& text);

}  // namespace gf

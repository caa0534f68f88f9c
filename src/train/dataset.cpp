#include "train/dataset.h"

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "core/join.h"
#include "core/problem.h"
#include "text/letters.h"
#include "text/near_words.h"
#include "text/tokenizer.h"
#include "train/tasks/tasks.h"

namespace gf {
namespace {

// Returns the tokens in alphabetical order, so that ids do not depend on the order of the examples.
Vocabulary vocabulary_of(const Dataset& dataset, std::vector<std::string> Example::*side, const std::vector<std::string>& words) {
  std::unordered_set<std::string_view> found(words.begin(), words.end());  // faster than a std::set: most tokens are known already
  std::array<bool, 256> found_signs{};                                     // faster still: tokens of one byte that are in `found`
  for (const auto* examples : {&dataset.training, &dataset.held_out})
    for (const Example& example : *examples)
      for (const std::string_view token : example.*side)
        if (token.size() != 1 || !std::exchange(found_signs[static_cast<unsigned char>(token.front())], true)) found.insert(token);
  Vocabulary vocabulary;
  for (const std::string_view token : std::set(found.begin(), found.end())) vocabulary.add(std::string(token));
  return vocabulary;
}

void take_vocabularies(Dataset& dataset, const Task& task, const std::vector<std::string>& words) {
  dataset.source = vocabulary_of(dataset, &Example::question, words);
  dataset.target = vocabulary_of(dataset, &Example::answer, words);
  // Signs mean the same on both sides: one table for both, as digits are digits.
  if (task.splitting == Splitting::signs) join_vocabularies(dataset);
}

// Returns the vocabulary's token that is the same but for capitals, or an empty text if the vocabulary has none.
std::string known_token(const Vocabulary& vocabulary, const std::string& token) {
  if (vocabulary.find(token) >= 0) return token;
  for (const std::string& known : vocabulary.tokens())
    if (lower_case(known) == lower_case(token)) return known;
  return {};
}

}  // namespace

Dataset make_dataset(const std::string& task, std::uint32_t seed, const std::string& pairs) {
  const Task& found = task_named(task);
  TaskExamples examples = found.make ? found.make(seed) : found.read(seed, pairs);
  Dataset dataset;
  dataset.task = task;
  dataset.training = std::move(examples.training);
  dataset.held_out = std::move(examples.held_out);
  dataset.shown = std::move(examples.shown);
  dataset.tokenizer = std::move(examples.tokenizer);
  take_vocabularies(dataset, found, found.vocabulary ? found.vocabulary() : examples.words);
  for (const auto* side : {&dataset.training, &dataset.held_out})
    for (const Example& example : *side) dataset.longest_answer = std::max(dataset.longest_answer, std::ssize(example.answer));
  return dataset;
}

Dataset vocabularies_of_task(const std::string& task) {
  const Task& found = task_named(task);
  if (!found.vocabulary) throw std::invalid_argument("[dataset] the task " + task + " lists no tokens");
  Dataset dataset;
  dataset.task = task;
  take_vocabularies(dataset, found, found.vocabulary());
  return dataset;
}

void join_vocabularies(Dataset& dataset) {
  std::set<std::string> tokens(dataset.source.tokens().begin(), dataset.source.tokens().end());
  tokens.insert(dataset.target.tokens().begin(), dataset.target.tokens().end());
  dataset.source = Vocabulary();
  for (const std::string& token : tokens) dataset.source.add(token);
  dataset.target = dataset.source;
}

void fit_sizes(const Dataset& dataset, TransformerConfig& config) {
  config.vocabulary = dataset.source.size();
  config.target_vocabulary = dataset.source.tokens() == dataset.target.tokens() ? 0 : dataset.target.size();
}

std::vector<std::string> question_tokens(const Dataset& dataset, const std::string& text) {
  const Task& task = task_named(dataset.task);
  if (task.tokens) return task.tokens(text);
  const bool words = task.splitting == Splitting::words;
  std::vector<std::string> tokens = words ? word_tokens(text) : signs_of(text);
  if (words && tokens.size() > 1 && (tokens.back() == "." || tokens.back() == "!") && dataset.source.find(tokens.back()) < 0)
    tokens.pop_back();
  if (tokens.empty()) throw InputError({"no_tokens", {{"where", "question"}}});
  for (std::string& token : tokens) {
    const std::string known = known_token(dataset.source, token);
    if (known.empty())
      throw InputError({"unknown_token",
                        {{"where", "question"},
                         {"task", dataset.task},
                         {"got", token},
                         {"near", joined(near_words(dataset.source.tokens(), token), " ")}}});
    token = known;
  }
  return tokens;
}

}  // namespace gf

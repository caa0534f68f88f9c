#include "train/answers.h"

#include <algorithm>

namespace gf {
namespace {

// The row that asks for what comes after all that was said: the example's last one with a label.
std::size_t row_of_next(const BatchRun& run, std::size_t example) {
  const std::size_t first = example * static_cast<std::size_t>(run.places);
  std::size_t row = first + static_cast<std::size_t>(run.places) - 1;
  while (row > first && run.labels[row] < 0) --row;
  return row;
}

// The likeliest next token of each, as an id of the target vocabulary.
std::vector<int> next_tokens(const Dataset& dataset, const ModelConfig& config, const NamedTensors& weights,
                             const std::vector<const Example*>& examples) {
  Tape tape;
  const BatchRun run = run_batch(tape, config, weights, dataset, examples, false);
  const Tensor& logits = tape.value(run.models.back().logits);
  std::vector<int> tokens;
  for (std::size_t b = 0; b < examples.size(); ++b) {
    const float* row = logits.data() + static_cast<Index>(row_of_next(run, b)) * logits.cols();
    tokens.push_back(static_cast<int>(std::max_element(row, row + logits.cols()) - row) + run.first_token);
  }
  return tokens;
}

}  // namespace

std::vector<std::vector<std::string>> answers_of(const Dataset& dataset, const ModelConfig& config, const NamedTensors& weights,
                                                 const std::vector<std::vector<std::string>>& questions, std::vector<bool>* ended) {
  std::vector<Example> said;
  for (const auto& question : questions) said.push_back({question, {}});
  std::vector<bool> over(said.size(), false);
  for (Index length = dataset.longest_answer + 1; length > 0; --length) {
    std::vector<std::size_t> open;
    std::vector<const Example*> examples;
    for (std::size_t i = 0; i < said.size(); ++i)
      if (!over[i]) open.push_back(i), examples.push_back(&said[i]);
    if (open.empty()) break;
    const std::vector<int> next = next_tokens(dataset, config, weights, examples);
    for (std::size_t i = 0; i < open.size(); ++i) {
      const bool one_word = std::holds_alternative<NextWordConfig>(config);
      over[open[i]] = next[i] == Vocabulary::kEnd || one_word;
      if (one_word || (next[i] != Vocabulary::kEnd && length > 1)) said[open[i]].answer.push_back(dataset.target.token(next[i]));
    }
  }
  std::vector<std::vector<std::string>> answers;
  for (Example& one : said) answers.push_back(std::move(one.answer));
  if (ended) *ended = std::move(over);
  return answers;
}

std::vector<std::string> answer_of(const Dataset& dataset, const ModelConfig& config, const NamedTensors& weights,
                                   const std::vector<std::string>& question) {
  return answers_of(dataset, config, weights, {question}).front();
}

}  // namespace gf

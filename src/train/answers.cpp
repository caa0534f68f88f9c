#include "train/answers.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace gf {
namespace {

// Returns the row whose logits are those of the next token: the last row of the example that has a label.
std::size_t row_of_next(const BatchRun& run, std::size_t example) {
  const std::size_t first = example * static_cast<std::size_t>(run.places);
  std::size_t row = first + static_cast<std::size_t>(run.places) - 1;
  while (row > first && run.labels[row] < 0) --row;
  return row;
}

// Returns the likeliest next token of each example, as an id of the target vocabulary.
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
  std::vector<Example> pairs;
  for (const auto& question : questions) pairs.push_back({question, {}});
  std::vector<bool> over(pairs.size(), false);
  for (Index length = dataset.longest_answer + 1; length > 0; --length) {
    std::vector<std::size_t> open;
    std::vector<const Example*> examples;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (over[i]) continue;
      open.push_back(i);
      examples.push_back(&pairs[i]);
    }
    if (open.empty()) break;
    const std::vector<int> next = next_tokens(dataset, config, weights, examples);
    for (std::size_t i = 0; i < open.size(); ++i) {
      const bool one_word = std::holds_alternative<NextWordConfig>(config);
      over[open[i]] = next[i] == Vocabulary::kEnd || one_word;
      if (one_word || (next[i] != Vocabulary::kEnd && length > 1)) pairs[open[i]].answer.push_back(dataset.target.token(next[i]));
    }
  }
  std::vector<std::vector<std::string>> answers;
  for (Example& pair : pairs) answers.push_back(std::move(pair.answer));
  if (ended) *ended = std::move(over);
  return answers;
}

std::vector<std::string> answer_of(const Dataset& dataset, const ModelConfig& config, const NamedTensors& weights,
                                   const std::vector<std::string>& question) {
  return answers_of(dataset, config, weights, {question}).front();
}

}  // namespace gf

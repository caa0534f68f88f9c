// What a model says by itself.
#include <algorithm>

#include "train/trainer.h"

namespace gf {
namespace {

// The place that asks for what comes after all that was said: the last one with a label.
Index place_of_next(const Batch& batch, Index sequence) {
  Index place = batch.target_length - 1;
  while (place > 0 && batch.labels[static_cast<std::size_t>(sequence * batch.target_length + place)] < 0) --place;
  return place;
}

// The likeliest next token of each.
std::vector<int> next_tokens(const Dataset& dataset, const TransformerConfig& config, const NamedTensors& weights,
                             const std::vector<const Example*>& examples) {
  const Batch batch = make_batch(dataset, config, examples);
  Tape tape;
  const ParameterNodes parameters(tape, config, weights);
  ForwardOptions options;
  options.loss = options.probabilities = false;
  const Tensor& logits = tape.value(transformer(tape, config, parameters, batch, options).logits);
  std::vector<int> tokens;
  for (Index b = 0; b < batch.size; ++b) {
    const float* row = logits.row(b, place_of_next(batch, b));
    tokens.push_back(static_cast<int>(std::max_element(row, row + logits.cols()) - row));
  }
  return tokens;
}

}  // namespace

std::vector<std::vector<std::string>> answers_of(const Dataset& dataset, const TransformerConfig& config, const NamedTensors& weights,
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
      over[open[i]] = next[i] == Vocabulary::kEnd;
      if (!over[open[i]] && length > 1) said[open[i]].answer.push_back(dataset.target.token(next[i]));
    }
  }
  std::vector<std::vector<std::string>> answers;
  for (Example& one : said) answers.push_back(std::move(one.answer));
  if (ended) *ended = std::move(over);
  return answers;
}

std::vector<std::string> answer_of(const Dataset& dataset, const TransformerConfig& config, const NamedTensors& weights,
                                   const std::vector<std::string>& question) {
  return answers_of(dataset, config, weights, {question}).front();
}

}  // namespace gf

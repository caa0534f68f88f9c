#include "train/evaluation.h"

#include <algorithm>
#include <cmath>

#include "train/answers.h"

namespace gf {
namespace {

constexpr Index kEvaluationBatch = 16;  // small: the tensors fit the cache, and the next batch reuses their memory

// Returns at most `limit` examples, evenly spread.
std::vector<const Example*> spread(const std::vector<Example>& examples, Index limit) {
  const std::size_t total = examples.size(), count = std::min(total, static_cast<std::size_t>(std::max<Index>(limit, 0)));
  std::vector<const Example*> chosen;
  for (std::size_t i = 0; i < count; ++i) chosen.push_back(&examples[i * total / count]);
  return chosen;
}

// The counts of one model over several batches.
struct Tally {
  double loss = 0;
  Index tokens = 0, right_tokens = 0, right_answers = 0;
};

// Adds the counts of a batch to the tallies, one for each model that is trained side by side.
void count_batch(const Dataset& dataset, const ModelConfig& config, const NamedTensors& weights,
                 const std::vector<const Example*>& examples, std::vector<Tally>& tallies) {
  Tape tape;
  const BatchRun run = run_batch(tape, config, weights, dataset, examples);
  tallies.resize(run.models.size());
  for (std::size_t m = 0; m < run.models.size(); ++m) {
    const Tensor &logits = tape.value(run.models[m].logits), &losses = tape.value(run.models[m].losses);
    Tally& tally = tallies[m];
    for (std::size_t example = 0, place = 0; example < examples.size(); ++example) {
      bool all_right = true;
      for (const std::size_t end = place + static_cast<std::size_t>(run.places); place < end; ++place) {
        const int label = run.labels[place];
        if (label < 0) continue;
        const float* row = logits.data() + static_cast<Index>(place) * logits.cols();
        const bool right = std::max_element(row, row + logits.cols()) - row == label;
        tally.loss += static_cast<double>(losses.data()[place]);
        ++tally.tokens;
        tally.right_tokens += right ? 1 : 0;
        all_right = all_right && right;
      }
      tally.right_answers += all_right ? 1 : 0;
    }
  }
}

double share(Index part, Index whole) { return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0; }

// Returns the share of generated answers that are right and came to their end.
double generated_share(const Dataset& dataset, const ModelConfig& config, const NamedTensors& weights,
                       const std::vector<const Example*>& examples) {
  Index right = 0;
  for (std::size_t begin = 0; begin < examples.size(); begin += kEvaluationBatch) {
    const std::size_t end = std::min(examples.size(), begin + static_cast<std::size_t>(kEvaluationBatch));
    std::vector<std::vector<std::string>> questions;
    for (std::size_t i = begin; i < end; ++i) questions.push_back(examples[i]->question);
    std::vector<bool> ended;
    const auto answers = answers_of(dataset, config, weights, questions, &ended);
    for (std::size_t i = begin; i < end; ++i) right += ended[i - begin] && answers[i - begin] == examples[i]->answer ? 1 : 0;
  }
  return share(right, std::ssize(examples));
}

}  // namespace

Evaluation evaluate(const Dataset& dataset, const ModelConfig& config, const NamedTensors& weights, bool held_out, Index limit,
                    Index answers) {
  const std::vector<Example>& all = held_out ? dataset.held_out : dataset.training;
  const std::vector<const Example*> examples = spread(all, limit);
  std::vector<Tally> tallies;
  for (std::size_t begin = 0; begin < examples.size(); begin += kEvaluationBatch) {
    const std::size_t end = std::min(examples.size(), begin + static_cast<std::size_t>(kEvaluationBatch));
    count_batch(dataset, config, weights, {examples.begin() + static_cast<Index>(begin), examples.begin() + static_cast<Index>(end)},
                tallies);
  }
  const auto mean_loss = [](const Tally& tally) { return tally.tokens > 0 ? tally.loss / static_cast<double>(tally.tokens) : 0; };
  if (tallies.empty()) tallies.resize(1);
  const Tally& last = tallies.back();
  Evaluation result;
  result.examples = std::ssize(examples);
  for (const Tally& tally : tallies) result.loss += mean_loss(tally);
  result.token_accuracy = share(last.right_tokens, last.tokens);
  for (const Tally& tally : tallies) {
    if (tallies.size() == 1) break;
    result.losses.push_back(mean_loss(tally));
    result.accuracies.push_back(share(tally.right_tokens, tally.tokens));
  }
  if (answers <= 0) {
    result.exact_match = std::nan("");
  } else if (sees_no_later_token(config)) {
    result.exact_match = share(last.right_answers, result.examples);
  } else {
    result.exact_match = generated_share(dataset, config, weights, spread(all, std::min(limit, answers)));
  }
  return result;
}

}  // namespace gf

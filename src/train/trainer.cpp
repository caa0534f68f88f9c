#include "train/trainer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "core/node_name.h"
#include "core/problem.h"
#include "core/random.h"

namespace gf {
namespace {

constexpr Index kMostParameters = 1 << 26;
constexpr Index kEvaluationBatch = 64;

// A loss is out of hand when it is far above where it began and far above that of guessing at random, ln V.
constexpr double kExplodedTimesFirst = 10, kExplodedTimesGuessing = 5;

// "encoder.0.self_attention" of "encoder.0.self_attention.w_q"
std::string part_of(const std::string& name) { return name.substr(0, name.rfind('.')); }

// An exponent of all ones is infinity or NaN.
bool all_finite(const Tensor& tensor) {
  std::uint32_t bad = 0;
  for (Index i = 0; i < tensor.size(); ++i) {
    const auto bits = std::bit_cast<std::uint32_t>(tensor.data()[i]);
    bad |= static_cast<std::uint32_t>((bits & 0x7f800000u) == 0x7f800000u);
  }
  return bad == 0;
}

bool all_finite(const std::vector<NamedTensor>& tensors) {
  return std::all_of(tensors.begin(), tensors.end(), [](const NamedTensor& one) { return all_finite(one.value); });
}

void check_longest(const TransformerConfig& model, const Dataset& dataset) {
  if (model.positions != Positions::learned) return;
  Index longest = 0;
  for (const auto* examples : {&dataset.training, &dataset.held_out})
    for (const Example& example : *examples) {
      const Batch batch = make_batch(dataset, model, {&example});
      longest = std::max({longest, batch.source_length, batch.target_length});
    }
  if (longest > model.longest)
    throw InputError(
        {"table_too_short", {{"where", "model.longest"}, {"least", std::to_string(longest)}, {"got", std::to_string(model.longest)}}});
}

void check_sizes(const ModelConfig& model, const Dataset& dataset) {
  const Index parameters = learned_numbers(model);
  if (parameters > kMostParameters)
    throw InputError(
        {"model_too_large", {{"where", "model"}, {"most", std::to_string(kMostParameters)}, {"got", std::to_string(parameters)}}});
  if (const auto* transformer = std::get_if<TransformerConfig>(&model)) check_longest(*transformer, dataset);
}

// `count` of them, evenly spread.
std::vector<const Example*> spread(const std::vector<Example>& examples, Index limit) {
  const std::size_t total = examples.size(), count = std::min(total, static_cast<std::size_t>(std::max<Index>(limit, 0)));
  std::vector<const Example*> chosen;
  for (std::size_t i = 0; i < count; ++i) chosen.push_back(&examples[i * total / count]);
  return chosen;
}

// What is counted over several batches, for each of the models trained side by side.
struct Tally {
  double loss = 0;
  Index tokens = 0, right_tokens = 0, right_answers = 0;
};

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
  return share(right, static_cast<Index>(examples.size()));
}

}  // namespace

Trainer::Trainer(TrainSettings settings) : settings_(std::move(settings)) {
  check_settings(settings_);
  dataset_ = make_dataset(settings_.task, settings_.seed, settings_.pairs);
  fit_model(dataset_, settings_.model);
  check_sizes(settings_.model, dataset_);
  weights_ = initial_parameters(weight_specs(settings_.model), settings_.initialisation, settings_.seed);
}

Index Trainer::steps_per_epoch() const {
  const auto examples = static_cast<Index>(dataset_.training.size());
  return (examples + settings_.batch - 1) / settings_.batch;
}

// Each epoch has an order of its own, drawn from the seed and its number; its last batch is what is left.
std::vector<const Example*> Trainer::batch_of(Index step) {
  const Index epoch = step / steps_per_epoch(), place = step % steps_per_epoch();
  if (epoch != epoch_) {
    order_.resize(dataset_.training.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    NumpyRandom random(seed_of_word(settings_.seed, "epoch " + std::to_string(epoch)));
    for (std::size_t i = order_.size(); i > 1; --i)
      std::swap(order_[i - 1], order_[static_cast<std::size_t>(random.uniform() * static_cast<double>(i))]);
    epoch_ = epoch;
  }
  const auto begin = static_cast<std::size_t>(place * settings_.batch);
  const std::size_t end = std::min(order_.size(), begin + static_cast<std::size_t>(settings_.batch));
  std::vector<const Example*> examples;
  for (std::size_t i = begin; i < end; ++i) examples.push_back(&dataset_.training[order_[i]]);
  return examples;
}

bool Trainer::exploded(double loss) const {
  if (!std::isfinite(loss)) return true;
  return step_ > 0 && loss > kExplodedTimesFirst * first_loss_ && loss > kExplodedTimesGuessing * guessing_loss(settings_.model);
}

StepReport Trainer::advance() {
  StepReport report{step_};
  report.learning_rate = settings_.optimizer.learning_rate * schedule_factor(settings_.schedule, step_, settings_.steps);
  report.diverged = true;
  Tape tape;
  std::optional<std::uint32_t> seed;
  if (const auto* model = std::get_if<TransformerConfig>(&settings_.model); model && model->dropout > 0)
    seed = dropout_seed(settings_, step_);
  const NodeId loss = run_batch(tape, settings_.model, weights_, dataset_, batch_of(step_), true, seed).loss;
  report.loss = static_cast<double>(tape.value(loss).at(0, 0, 0));
  if (exploded(report.loss)) return report;

  backward(tape, loss);
  std::vector<Tensor> zeros;  // of weights that the loss does not depend on
  zeros.reserve(weights_.tensors.size());
  std::vector<const Tensor*> gradients;
  for (const NamedTensor& weight : weights_.tensors) {
    const NodeId gradient = tape.find(gradient_name(weight.name));
    gradients.push_back(gradient >= 0 ? &tape.value(gradient) : &zeros.emplace_back(weight.value.shape()));
  }
  note_gradients(gradients);
  report.gradient_norm = global_norm(gradients);
  if (!std::isfinite(report.gradient_norm)) return report;

  NamedTensors weights = weights_;
  OptimizerState state = optimizer_;
  optimizer_step(settings_.optimizer, report.learning_rate, weights, gradients, state, held_,
                 clip_factor(report.gradient_norm, settings_.clip));
  if (!all_finite(weights.tensors) || !all_finite(state.first) || !all_finite(state.second)) return report;
  weights_ = std::move(weights);
  optimizer_ = std::move(state);
  if (step_ == 0) first_loss_ = report.loss;
  report.step = ++step_;
  report.diverged = false;
  return report;
}

void Trainer::note_gradients(const std::vector<const Tensor*>& gradients) {
  gradient_norms_.clear();
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    const std::string part = part_of(weights_.tensors[i].name);
    const auto known = std::find_if(gradient_norms_.begin(), gradient_norms_.end(), [&](const auto& one) { return one.first == part; });
    const double squares = squared_norm(*gradients[i]);
    if (known != gradient_norms_.end()) {
      known->second += squares;
    } else {
      gradient_norms_.emplace_back(part, squares);
    }
  }
  for (auto& [part, norm] : gradient_norms_) norm = std::sqrt(norm);
}

std::uint32_t dropout_seed(const TrainSettings& settings, Index step) {
  return seed_of_word(settings.seed, "dropout " + std::to_string(step));
}

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
  const auto mean_loss = [](const Tally& one) { return one.tokens > 0 ? one.loss / static_cast<double>(one.tokens) : 0; };
  if (tallies.empty()) tallies.resize(1);
  const Tally& tally = tallies.back();  // of several models the last one stands for all where one share has to
  Evaluation result;
  result.examples = static_cast<Index>(examples.size());
  for (const Tally& one : tallies) result.loss += mean_loss(one);
  result.token_accuracy = share(tally.right_tokens, tally.tokens);
  for (const Tally& one : tallies) {
    if (tallies.size() == 1) break;
    result.losses.push_back(mean_loss(one));
    result.accuracies.push_back(share(one.right_tokens, one.tokens));
  }
  if (answers <= 0) {
    result.exact_match = std::nan("");
  } else if (sees_no_later_token(config)) {
    result.exact_match = share(tally.right_answers, result.examples);
  } else {
    result.exact_match = generated_share(dataset, config, weights, spread(all, std::min(limit, answers)));
  }
  return result;
}

Evaluation Trainer::evaluate(bool held_out, Index limit, Index answers) const {
  return gf::evaluate(dataset_, settings_.model, weights_, held_out, limit, answers);
}

std::vector<std::string> Trainer::answer(const std::vector<std::string>& question) const {
  return answer_of(dataset_, settings_.model, weights_, question);
}

void Trainer::set_weight(const std::string& name, const Cell& cell, float value) {
  Tensor* weight = weights_.find(name);
  if (!weight || !weight->contains(cell))
    throw std::invalid_argument("[trainer] there is no weight " + name + " with a cell in row " + std::to_string(cell.row) +
                                " and column " + std::to_string(cell.col));
  weight->at(cell) = value;
}

}  // namespace gf

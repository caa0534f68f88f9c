#include "train/trainer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include "core/node_name.h"
#include "core/problem.h"
#include "core/random.h"
#include "train/answers.h"
#include "train/batch.h"
#include "train/run_model.h"

namespace gf {
namespace {

constexpr Index kMostParameters = 1 << 26;

// A loss has exploded if it is above ten times the first loss and above five times the loss of guessing at random, ln V.
constexpr double kExplodedTimesFirst = 10, kExplodedTimesGuessing = 5;

// Returns "encoder.0.self_attention" for "encoder.0.self_attention.w_q".
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
  return std::all_of(tensors.begin(), tensors.end(), [](const NamedTensor& tensor) { return all_finite(tensor.value); });
}

void check_longest(const TransformerConfig& model, const Dataset& dataset) {
  if (model.positions != Positions::learned) return;
  Index longest = 0;
  std::set<std::pair<std::size_t, std::size_t>> lengths;  // of question and answer: examples of the same lengths make the same shapes
  for (const auto* examples : {&dataset.training, &dataset.held_out})
    for (const Example& example : *examples) {
      if (!lengths.emplace(example.question.size(), example.answer.size()).second) continue;
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

}  // namespace

Trainer::Trainer(TrainSettings settings, std::shared_ptr<const Dataset> dataset)
    : settings_(std::move(settings)), dataset_(std::move(dataset)) {
  check_settings(settings_);
  if (!dataset_) dataset_ = dataset_of(settings_);
  fit_model(*dataset_, settings_.model);
  check_sizes(settings_.model, *dataset_);
  state_.weights = initial_parameters(weight_specs(settings_.model), settings_.initialisation, settings_.seed);
  if (settings_.base.weights) begin_with(settings_.base.weights);
}

void Trainer::begin_with(std::shared_ptr<const NamedTensors> base) {
  state_.weights = with_base(std::move(state_.weights), *base);
  settings_.base.weights = std::move(base);
}

Index Trainer::steps_per_epoch() const {
  const auto examples = std::ssize(dataset_->training);
  return (examples + settings_.batch - 1) / settings_.batch;
}

// Returns the examples of a step. Each epoch has its own order, drawn from the seed and the epoch's number. Its last batch has the examples
// that are left.
std::vector<const Example*> Trainer::batch_of(Index step) {
  const Index epoch = step / steps_per_epoch(), place = step % steps_per_epoch();
  if (epoch != epoch_) {
    order_.resize(dataset_->training.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    NumpyRandom random(seed_of_word(settings_.seed, "epoch " + std::to_string(epoch)));
    shuffle(order_, random);
    epoch_ = epoch;
  }
  const auto begin = static_cast<std::size_t>(place * settings_.batch);
  const std::size_t end = std::min(order_.size(), begin + static_cast<std::size_t>(settings_.batch));
  std::vector<const Example*> examples;
  for (std::size_t i = begin; i < end; ++i) examples.push_back(&dataset_->training[order_[i]]);
  return examples;
}

bool Trainer::exploded(double loss) const {
  if (!std::isfinite(loss)) return true;
  return state_.step > 0 && loss > kExplodedTimesFirst * state_.first_loss &&
         loss > kExplodedTimesGuessing * guessing_loss(settings_.model);
}

StepReport Trainer::advance() {
  StepReport report{state_.step};
  report.learning_rate = settings_.optimizer.learning_rate * schedule_factor(settings_.schedule, state_.step, settings_.steps);
  report.diverged = true;
  Tape tape;
  std::optional<std::uint32_t> seed;
  if (const auto* model = std::get_if<TransformerConfig>(&settings_.model); model && model->dropout > 0)
    seed = dropout_seed(settings_, state_.step);
  const NodeId loss = run_batch(tape, settings_.model, state_.weights, *dataset_, batch_of(state_.step), true, seed).loss;
  report.loss = static_cast<double>(tape.value(loss).at(0, 0));
  if (exploded(report.loss)) return report;

  backward(tape, loss);
  std::vector<Tensor> zeros;  // gradients of weights that the loss does not depend on; reserved, so that pointers to them stay valid
  zeros.reserve(state_.weights.tensors.size());
  std::vector<const Tensor*> gradients;
  for (const NamedTensor& weight : state_.weights.tensors) {
    const NodeId gradient = tape.find(gradient_name(weight.name));
    gradients.push_back(gradient >= 0 ? &tape.value(gradient) : &zeros.emplace_back(weight.value.shape()));
  }
  note_gradients(gradients);
  report.gradient_norm = global_norm(gradients);
  if (!std::isfinite(report.gradient_norm)) return report;

  NamedTensors weights = state_.weights;
  OptimizerState state = state_.optimizer;
  optimizer_step(settings_.optimizer, report.learning_rate, weights, gradients, state, held_,
                 clip_factor(report.gradient_norm, settings_.clip));
  if (!all_finite(weights.tensors) || !all_finite(state.first) || !all_finite(state.second)) return report;
  state_.weights = std::move(weights);
  state_.optimizer = std::move(state);
  if (state_.step == 0) state_.first_loss = report.loss;
  report.step = ++state_.step;
  report.diverged = false;
  return report;
}

void Trainer::note_gradients(const std::vector<const Tensor*>& gradients) {
  gradient_norms_.clear();
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    const std::string part = part_of(state_.weights.tensors[i].name);
    const auto known = std::find_if(gradient_norms_.begin(), gradient_norms_.end(), [&](const auto& norm) { return norm.first == part; });
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

NamedTensors Trainer::checkpoint() const { return checkpoint_of(settings_, state_); }

Trainer Trainer::resume(TrainSettings settings, const NamedTensors& checkpoint, const std::string& where) {
  check_checkpoint(checkpoint, settings, where);
  Trainer trainer(std::move(settings));
  trainer.state_ = state_of(checkpoint, trainer.settings_, trainer.state_.weights, where);
  // A restart needs the weights that the run began with. No step moves those of an adapted model.
  if (const auto* adapters = std::get_if<AdapterConfig>(&trainer.settings_.model))
    trainer.settings_.base.weights = base_of(*adapters, trainer.state_.weights);
  return trainer;
}

Evaluation Trainer::evaluate(bool held_out, Index limit, Index answers) const {
  return gf::evaluate(*dataset_, settings_.model, state_.weights, held_out, limit, answers);
}

std::vector<std::string> Trainer::answer(const std::vector<std::string>& question) const {
  return answer_of(*dataset_, settings_.model, state_.weights, question);
}

void Trainer::set_weight(const std::string& name, const Cell& cell, float value) {
  Tensor* weight = state_.weights.find(name);
  if (!weight || !weight->contains(cell))
    throw std::invalid_argument("[trainer] there is no weight " + name + " with a cell in row " + std::to_string(cell.row) +
                                " and column " + std::to_string(cell.col));
  weight->at(cell) = value;
}

}  // namespace gf

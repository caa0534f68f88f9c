#include "session/runs/run.h"

#include <algorithm>
#include <cstdlib>

#include "core/join.h"
#include "core/nth.h"
#include "core/number_text.h"
#include "model/parameters.h"
#include "train/answers.h"

namespace gf {
namespace {

// A record must cost little compared to the steps between two records. A forward pass of 96 examples costs about as much as one step of 32,
// and later records are 20 steps apart. At the end of the run, there is time for more examples.
constexpr Index kMeasured = 32, kHeldOutMeasured = 64, kHeldOutAtTheEnd = 512;
constexpr Index kWidestStride = 20;
constexpr double kSamplesEvery_ms = 1000, kSpeedWindow_ms = 500;

// Returns the steps to the next record: 1 at first, when much changes, and up to 20 later.
Index stride_at(Index step) { return std::clamp(step / 16, Index{1}, kWidestStride); }

std::size_t bytes_of(const TrainState& state) {
  std::size_t bytes = 0;
  for (const auto* tensors : {&state.weights.tensors, &state.optimizer.first, &state.optimizer.second})
    for (const NamedTensor& tensor : *tensors) bytes += static_cast<std::size_t>(tensor.value.size()) * sizeof(float);
  return bytes;
}

std::string expected_answer(const Dataset& dataset, const std::vector<std::string>& question) {
  for (const auto* examples : {&dataset.held_out, &dataset.training})
    for (const Example& example : *examples)
      if (example.question == question) return joined(example.answer, " ");
  return {};
}

}  // namespace

std::vector<RunMoment> every_second(const std::vector<RunMoment>& moments) {
  std::vector<RunMoment> kept;
  for (std::size_t i = 0; i < moments.size(); ++i)
    if (i % 2 == 0 || i + 1 == moments.size()) kept.push_back(moments[i]);
  return kept;
}

TrainingRun::TrainingRun(Inputs inputs, TrainSettings settings, std::vector<Pin> holds, RecordLimits limits,
                         std::shared_ptr<const Dataset> dataset)
    : inputs_(std::move(inputs)),
      limits_(limits),
      trainer_(std::move(settings), std::move(dataset)),
      dataset_(trainer_.shared_dataset()),
      holds_(std::move(holds)) {
  start_over();
}

void TrainingRun::start_over() {
  status_ = RunStatus::ready;
  problem_.reset();
  moments_.clear();
  edits_.clear();
  viewed_ = -1;
  until_ = -1;
  stride_factor_ = 1;
  loss_sum_ = 0;
  loss_count_ = 0;
  last_ = {};
  steps_per_second_ = 0;
  apply_holds();
  record(false);
}

void TrainingRun::play() {
  if (status_ != RunStatus::ready && status_ != RunStatus::paused) return;
  status_ = RunStatus::playing;
  until_ = -1;
  speed_since_ = SteadyClock::now();
  speed_steps_ = 0;
}

void TrainingRun::pause() {
  if (!playing()) return;
  status_ = trainer_.step() > 0 ? RunStatus::paused : RunStatus::ready;
  if (moments_.back().record.step != trainer_.step()) record(false);
}

void TrainingRun::step() {
  pause();
  if (status_ == RunStatus::finished || status_ == RunStatus::diverged) return;
  status_ = RunStatus::playing;
  make_step();
  pause();
}

void TrainingRun::epoch() {
  play();
  if (playing()) until_ = trainer_.step() + trainer_.steps_per_epoch();
}

void TrainingRun::until(Index step) {
  const bool ended = status_ == RunStatus::finished || status_ == RunStatus::diverged;
  if (ended || trainer_.step() >= step) {
    pause();
    view_nearest(step);
    if (viewed_ + 1 == static_cast<int>(moments_.size())) viewed_ = -1;  // at the last record, follow the run
    return;
  }
  play();
  viewed_ = -1;
  until_ = step;
}

std::size_t TrainingRun::bytes() const { return moments_.size() * bytes_of(trainer_.state()); }

void TrainingRun::restart() {
  trainer_ = Trainer(trainer_.settings(), dataset_);
  start_over();
}

void TrainingRun::view(int record) { viewed_ = record >= 0 && record < static_cast<int>(moments_.size()) ? record : -1; }

void TrainingRun::view_nearest(Index step) {
  const auto farther = [&](const RunMoment& a, const RunMoment& b) {
    return std::abs(a.record.step - step) < std::abs(b.record.step - step);
  };
  viewed_ = static_cast<int>(std::min_element(moments_.begin(), moments_.end(), farther) - moments_.begin());
}

void TrainingRun::set_weights(const std::string& name, const std::vector<std::pair<Cell, float>>& cells, int number) {
  if (looks_back()) branch();
  WeightEdit edit{number, name, {}, cells};
  const Tensor* weight = trainer_.weights().find(name);
  for (const auto& [cell, value] : cells)
    if (weight && weight->contains(cell)) edit.before.emplace_back(cell, weight->at(cell));
  set_cells(name, cells);
  record(true, number);
  if (number == 0) return;
  if (edits_.empty() || edits_.back().number != number) return edits_.push_back(std::move(edit));
  // A drag goes on, so the values from before the drag stay.
  edits_.back().after = std::move(edit.after);
}

void TrainingRun::branch() {
  pause();
  moments_.resize(static_cast<std::size_t>(viewed_) + 1);
  trainer_.go_back(*moments_.back().state);
  viewed_ = -1;
  until_ = -1;
  status_ = trainer_.step() > 0 ? RunStatus::paused : RunStatus::ready;
  problem_.reset();
  loss_sum_ = 0;
  loss_count_ = 0;
}

void TrainingRun::set_cells(const std::string& name, const std::vector<std::pair<Cell, float>>& cells) {
  for (const auto& [cell, value] : cells) trainer_.set_weight(name, cell, value);
}

void TrainingRun::take_back(int number) {
  for (const WeightEdit& edit : edits_) {
    if (edit.number != number) continue;
    set_cells(edit.name, edit.before);
    record(true);
  }
}

void TrainingRun::do_again(int number) {
  for (const WeightEdit& edit : edits_) {
    if (edit.number != number) continue;
    set_cells(edit.name, edit.after);
    record(true, number);
  }
}

void TrainingRun::hold(std::vector<Pin> pins) {
  holds_ = std::move(pins);
  if (apply_holds()) record(true);
}

// Gives the held cells their values. Returns whether a weight changed. Pins of other nodes are not for the trainer.
bool TrainingRun::apply_holds() {
  std::map<std::string, Tensor> held;
  bool changed = false;
  for (const Pin& pin : holds_) {
    const Tensor* weight = trainer_.weights().find(pin.node);
    if (!weight || !weight->contains(pin.cell)) continue;
    held.try_emplace(pin.node, Tensor(weight->shape())).first->second.at(pin.cell) = 1;
    if (weight->at(pin.cell) == pin.value) continue;
    trainer_.set_weight(pin.node, pin.cell, pin.value);
    changed = true;
  }
  trainer_.hold(std::move(held));
  return changed;
}

void TrainingRun::advance(double budget_ms) {
  if (!playing()) return;
  const SteadyClock::time_point began = SteadyClock::now();
  do make_step();
  while (playing() && elapsed_ms(began) < budget_ms);
  count_speed();
}

void TrainingRun::count_speed() {
  const double window_ms = elapsed_ms(speed_since_);
  if (window_ms < kSpeedWindow_ms) return;
  steps_per_second_ = static_cast<double>(speed_steps_) * 1000 / window_ms;
  speed_since_ = SteadyClock::now();
  speed_steps_ = 0;
}

void TrainingRun::make_step() {
  const StepReport report = trainer_.advance();
  if (report.diverged) return stop_diverged(report);
  last_ = report;
  loss_sum_ += report.loss;
  ++loss_count_;
  ++speed_steps_;
  const bool ends = trainer_.step() >= trainer_.settings().steps;
  const bool pauses = trainer_.step() == until_;
  if (ends || pauses) status_ = ends ? RunStatus::finished : RunStatus::paused;
  if (ends || pauses || trainer_.step() >= next_record_) record(false);
}

// The weights are still those from before the diverged step, and the last record has them.
void TrainingRun::stop_diverged(const StepReport& report) {
  status_ = RunStatus::diverged;
  if (moments_.back().record.step != trainer_.step()) record(false);
  problem_ = Problem{"diverged",
                     {{"step", std::to_string(trainer_.step() + 1)},
                      {"loss", format_number(report.loss)},
                      {"rate", format_number(trainer_.settings().optimizer.learning_rate)}}};
}

RunRecord TrainingRun::measure(bool edited) const {
  const Index held_out_measured = status_ == RunStatus::finished ? kHeldOutAtTheEnd : kHeldOutMeasured;
  const Evaluation training = trainer_.evaluate(false, kMeasured, 0);
  const Evaluation held_out = trainer_.evaluate(true, held_out_measured, held_out_measured);
  RunRecord record;
  record.step = trainer_.step();
  record.loss = loss_count_ > 0 ? loss_sum_ / static_cast<double>(loss_count_) : training.loss;
  record.held_out_loss = held_out.loss;
  record.accuracy = training.token_accuracy;
  record.held_out_accuracy = held_out.token_accuracy;
  record.exact_match = held_out.exact_match;
  record.learning_rate = last_.learning_rate;
  record.gradient_norm = last_.gradient_norm;
  for (const auto& [part, norm] : trainer_.gradient_norms()) record.part_norms.push_back(norm);
  record.model_losses = training.losses;
  record.model_accuracies = training.accuracies;
  record.edited = edited;
  return record;
}

// A drag changes a weight many times at one step: the last change replaces the record of the change before.
void TrainingRun::record(bool edited, int edit) {
  const auto state = std::make_shared<const TrainState>(trainer_.state());
  RunMoment moment{measure(edited), {state, &state->weights}, state, edit};
  const bool replaces = edit != 0 && !moments_.empty() && moments_.back().edit == edit && moments_.back().record.step == moment.record.step;
  if (replaces) moments_.pop_back();
  moments_.push_back(std::move(moment));
  ++recorded_;
  if (edited) viewed_ = -1;
  loss_sum_ = 0;
  loss_count_ = 0;
  thin_out();
  next_record_ = trainer_.step() + stride_at(trainer_.step()) * stride_factor_;
}

void TrainingRun::thin_out() {
  const std::size_t by_memory = limits_.bytes / std::max(bytes_of(trainer_.state()), std::size_t{1});
  if (moments_.size() <= std::max(std::min(limits_.records, by_memory), std::size_t{8})) return;
  const Index viewed_step = viewed_ >= 0 ? nth(moments_, viewed_).record.step : -1;
  moments_ = every_second(moments_);
  stride_factor_ *= 2;
  if (viewed_ >= 0) view_nearest(viewed_step);
}

const RunMoment& TrainingRun::viewed() const { return viewed_ >= 0 ? nth(moments_, viewed_) : moments_.back(); }

std::shared_ptr<const RunModel> TrainingRun::viewed_model() const {
  return std::make_shared<const RunModel>(
      RunModel{trainer_.model(), dataset_, viewed().weights, dropout_seed(trainer_.settings(), viewed().record.step)});
}

void TrainingRun::answer_samples() {
  const RunMoment& moment = viewed();
  if (sampled_ == moment.weights || (sampled_ && playing() && viewed_ < 0 && elapsed_ms(sampled_at_) < kSamplesEvery_ms)) return;
  std::vector<std::vector<std::string>> questions;
  for (const std::string& text : dataset_->shown) questions.push_back(question_tokens(*dataset_, text));
  const auto answers = answers_of(*dataset_, trainer_.model(), *moment.weights, questions);
  std::vector<RunSample> samples;
  for (std::size_t i = 0; i < questions.size(); ++i)
    samples.push_back({joined(questions[i], " "), expected_answer(*dataset_, questions[i]), joined(answers[i], " ")});
  samples_ = std::move(samples);
  sampled_ = moment.weights;
  sampled_at_ = SteadyClock::now();
}

RunView TrainingRun::view() const {
  RunView view;
  view.inputs = inputs_;
  view.status = status_;
  view.step = trainer_.step();
  view.steps = trainer_.settings().steps;
  view.steps_per_epoch = trainer_.steps_per_epoch();
  view.parameters = learned_numbers(trainer_.model());
  view.training_examples = std::ssize(dataset_->training);
  view.held_out_examples = std::ssize(dataset_->held_out);
  view.steps_per_second = playing() ? steps_per_second_ : 0;
  view.parts = parts();
  view.models = names_of_models(trainer_.model());
  for (const RunMoment& moment : moments_) view.records.push_back(moment.record);
  view.viewed = viewed_;
  view.samples = samples_;
  return view;
}

}  // namespace gf

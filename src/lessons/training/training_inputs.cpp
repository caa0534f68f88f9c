#include "lessons/training/training_inputs.h"

#include <algorithm>

#include "core/number.h"
#include "core/problem.h"
#include "train/default_settings.h"

namespace gf {
namespace {

constexpr Architecture kArchitectures[] = {Architecture::encoder_decoder, Architecture::decoder_only, Architecture::encoder_only};
constexpr Positions kPositions[] = {Positions::sinusoidal, Positions::learned, Positions::none};
constexpr NormPlacement kNorms[] = {NormPlacement::before, NormPlacement::after, NormPlacement::none};
constexpr Activation kActivations[] = {Activation::relu, Activation::gelu};
constexpr Initialisation kInitialisations[] = {Initialisation::xavier, Initialisation::he, Initialisation::normal};
constexpr OptimizerKind kOptimizers[] = {OptimizerKind::sgd, OptimizerKind::momentum, OptimizerKind::rmsprop, OptimizerKind::adam,
                                         OptimizerKind::adamw};
constexpr ScheduleKind kSchedules[] = {ScheduleKind::constant, ScheduleKind::linear, ScheduleKind::cosine};

template <typename T, std::size_t N>
T value_named(const T (&values)[N], const std::string& name) {
  return *std::find_if(values, values + N, [&](T value) { return name_of(value) == name; });  // check_input allows known names alone
}

InputValue name(std::string_view text) { return std::string(text); }
InputValue whole(Index value) { return static_cast<double>(value); }

// Returns the inputs that stand for these settings.
Inputs inputs_of(const TrainSettings& s) {
  return {{"task", s.task},
          {"architecture", name(name_of(s.transformer().architecture))},
          {"layers", whole(s.transformer().has_decoder() ? s.transformer().decoder_layers : s.transformer().encoder_layers)},
          {"width", whole(s.transformer().width)},
          {"heads", whole(s.transformer().heads)},
          {"hidden", whole(s.transformer().hidden)},
          {"positions", name(name_of(s.transformer().positions))},
          {"norm", name(name_of(s.transformer().norm))},
          {"activation", name(name_of(s.transformer().activation))},
          {"dropout", shortest(s.transformer().dropout)},
          {"initialisation", name(name_of(s.initialisation))},
          {"optimizer", name(name_of(s.optimizer.kind))},
          {"learning_rate", s.optimizer.learning_rate},
          {"weight_decay", s.optimizer.weight_decay},
          {"schedule", name(name_of(s.schedule.kind))},
          {"warm_up", whole(s.schedule.warm_up)},
          {"clip", s.clip},
          {"batch", whole(s.batch)},
          {"steps", whole(s.steps)}};
}

void check_heads(const TransformerConfig& model) {
  if (model.width % model.heads == 0) return;
  throw InputError(
      {"heads_do_not_divide", {{"where", "heads"}, {"width", std::to_string(model.width)}, {"got", std::to_string(model.heads)}}});
}

void read_model(const InputReader& in, TransformerConfig& model) {
  model.architecture = value_named(kArchitectures, in.text("architecture"));
  model.encoder_layers = in.whole("layers");
  model.decoder_layers = model.encoder_layers;
  model.width = in.whole("width");
  model.heads = in.whole("heads");
  model.hidden = in.whole("hidden");
  model.positions = value_named(kPositions, in.text("positions"));
  model.norm = value_named(kNorms, in.text("norm"));
  model.activation = value_named(kActivations, in.text("activation"));
  model.dropout = static_cast<float>(in.number("dropout"));
  check_heads(model);
}

}  // namespace

Inputs inputs_of_task(const std::string& task) { return inputs_of(default_settings(task)); }

TrainSettings training_settings(const InputReader& in) {
  TrainSettings s = default_settings(in.text("task"));
  s.pairs = in.text("pairs");
  read_model(in, s.transformer());
  s.initialisation = value_named(kInitialisations, in.text("initialisation"));
  s.optimizer.kind = value_named(kOptimizers, in.text("optimizer"));
  s.optimizer.learning_rate = in.number("learning_rate");
  s.optimizer.weight_decay = in.number("weight_decay");
  s.schedule.kind = value_named(kSchedules, in.text("schedule"));
  s.schedule.warm_up = in.whole("warm_up");
  s.clip = in.number("clip");
  s.batch = in.whole("batch");
  s.steps = in.whole("steps");
  s.seed = in.seed();
  return s;
}

void adapt_training_inputs(const LessonInfo& lesson, const Inputs&, std::string_view changed, Inputs& after) {
  if (changed != "task") return;
  after.erase("question");
  for (auto& [input, value] : inputs_of_task(InputReader(lesson, after).text("task"))) {
    if (same_value(value, input_value(known_input(lesson, input).initial)))
      after.erase(input);
    else
      after.insert_or_assign(input, value);
  }
}

}  // namespace gf

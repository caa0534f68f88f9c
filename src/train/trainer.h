// Trains a model step by step, a transformer or one of the others of trained_model.h. The same settings give the same run, bit for bit, for
// any number of threads, interrupted or not: step k draws its batch and its dropout from the seed and k alone.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/memory.h"
#include "train/optimizer.h"
#include "train/trained_model.h"

namespace gf {

/// All that decides a run. The sizes of the vocabularies in `model` come from the task.
struct TrainSettings {
  std::string task = "reverse";
  std::string pairs;  // the pairs of task "own"
  ModelConfig model;
  Initialisation initialisation = Initialisation::xavier;
  OptimizerSettings optimizer;
  ScheduleSettings schedule;
  double clip = 1;     // gradients are scaled down to this norm; 0: never
  Index batch = 32;    // B
  Index steps = 2000;  // a run ends here
  std::uint32_t seed = 1;
  bool operator==(const TrainSettings&) const = default;

  /// The model, where it is a transformer. Throws std::bad_variant_access where it is none.
  TransformerConfig& transformer() { return std::get<TransformerConfig>(model); }
  const TransformerConfig& transformer() const { return std::get<TransformerConfig>(model); }
};

/// What one step did.
struct StepReport {
  Index step = 0;            // steps done after it; the first is 1
  double loss = 0;           // of its batch, before the step
  double gradient_norm = 0;  // before clipping
  double learning_rate = 0;
  bool diverged = false;  // loss, gradient or weights are not finite, or the loss exploded: the step was not taken over
};

/// How good the weights are on a set of examples.
struct Evaluation {
  double loss = 0;
  double token_accuracy = 0;  // share of the answer's tokens that are the likeliest, the right ones before them given
  double exact_match = 0;     // share of answers that are right from start to end when said by itself; NaN where none was asked for
  Index examples = 0;         // that loss and token accuracy were taken from
  std::vector<double> losses, accuracies;  // of each of the models that are trained side by side; empty where there is one
};

class Trainer {
 public:
  /// Makes the task and the first weights. Throws InputError where a setting is out of its range or the task is none, or
  /// std::invalid_argument.
  explicit Trainer(TrainSettings settings);

  const TrainSettings& settings() const { return settings_; }
  /// With the sizes of the task's vocabularies.
  const ModelConfig& model() const { return settings_.model; }
  const Dataset& dataset() const { return dataset_; }
  const NamedTensors& weights() const { return weights_; }
  Index step() const { return step_; }
  Index steps_per_epoch() const;

  /// One optimisation step. Where it diverges, weights and state stay as they were.
  StepReport advance();

  /// The norm of the last step's gradient of each part ("encoder.0.self_attention"), in the order of the parts.
  const std::vector<std::pair<std::string, double>>& gradient_norms() const { return gradient_norms_; }

  /// Loss and token accuracy of at most `limit` examples, evenly spread and always the same. With `answers` (0: not asked for), how many
  /// of them are answered rightly: where no token sees a later one, an answer is right exactly if each of its tokens is the likeliest after
  /// the right ones before it, so that is known of all of them at no cost; else at most `answers` are generated. The numbers are small
  /// while a run is watched, since its steps wait for them.
  Evaluation evaluate(bool held_out, Index limit, Index answers) const;

  /// Answers a question by itself, token by token.
  std::vector<std::string> answer(const std::vector<std::string>& question) const;

  /// Sets one weight by hand; the optimiser's means stay.
  void set_weight(const std::string& name, const Cell& cell, float value);
  /// Cells of weights that no step moves, by name of the weight.
  void hold(std::map<std::string, Tensor> held) { held_ = std::move(held); }

  /// All of it as tensors and words: weights, means ("m.", "v." before the name), settings, step. `Trainer::resume` goes on from it as if
  /// never interrupted.
  NamedTensors checkpoint() const;
  /// Throws InputError where it is no checkpoint (`where` names it), or one of other settings or shapes.
  static Trainer resume(TrainSettings settings, const NamedTensors& checkpoint, const std::string& where = "checkpoint");

 private:
  std::vector<const Example*> batch_of(Index step);
  bool exploded(double loss) const;
  void note_gradients(const std::vector<const Tensor*>& gradients);
  void restore(const NamedTensors& checkpoint, const std::string& where);

  MemoryReuse memory_;  // every step makes the same tensors; declared first, so that it goes last
  TrainSettings settings_;
  Dataset dataset_;
  NamedTensors weights_;
  OptimizerState optimizer_;
  Index step_ = 0;
  double first_loss_ = 0;
  std::vector<std::pair<std::string, double>> gradient_norms_;
  std::map<std::string, Tensor> held_;
  Index epoch_ = -1;                // that order_ is of
  std::vector<std::size_t> order_;  // of the training examples in this epoch
};

/// What the dropout masks of step `step` (the first is 0) are drawn from.
std::uint32_t dropout_seed(const TrainSettings& settings, Index step);

/// As Trainer::evaluate, for any weights. `config` has the sizes of its vocabularies.
Evaluation evaluate(const Dataset& dataset, const ModelConfig& config, const NamedTensors& weights, bool held_out, Index limit,
                    Index answers);

/// What a model says to a question by itself, token by token, the likeliest each time. `config` has the sizes of its vocabularies.
std::vector<std::string> answer_of(const Dataset& dataset, const ModelConfig& config, const NamedTensors& weights,
                                   const std::vector<std::string>& question);
/// The same for several questions at once. `ended`, where given, says of each whether the answer came to its end, or was cut at the longest
/// length of the task.
std::vector<std::vector<std::string>> answers_of(const Dataset& dataset, const ModelConfig& config, const NamedTensors& weights,
                                                 const std::vector<std::vector<std::string>>& questions,
                                                 std::vector<bool>* ended = nullptr);

/// JSON of a configuration file (src/train/README.md) and back; unknown names and wrong types throw InputError that names the field.
TrainSettings settings_from_json(const std::string& json);
std::string settings_to_json(const TrainSettings& settings);
/// Throws InputError that names a field which is out of its range.
void check_settings(const TrainSettings& settings);

}  // namespace gf

// Trains a model step by step, a transformer or one of the others of trained_model.h. The same settings give the same run, bit for bit, for
// any number of threads, interrupted or not: step k draws its batch and its dropout from the seed and k alone.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/memory.h"
#include "train/checkpoint.h"
#include "train/evaluation.h"
#include "train/settings.h"
#include "train/trained_model.h"

namespace gf {

/// The report of one step.
struct StepReport {
  Index step = 0;            // steps done after it; the first is 1
  double loss = 0;           // of its batch, before the step
  double gradient_norm = 0;  // before clipping
  double learning_rate = 0;
  bool diverged = false;  // loss, gradient or weights are not finite, or the loss exploded: the step was not taken over
};

class Trainer {
 public:
  /// Makes the first weights, and the dataset (dataset_of) unless it is there already. Throws InputError where a setting is out of its
  /// range or the task is none, or std::invalid_argument.
  explicit Trainer(TrainSettings settings, std::shared_ptr<const Dataset> dataset = nullptr);

  /// Takes the weights of another model as the first weights, as the constructor takes those of the settings. Throws std::invalid_argument
  /// if a weight has another shape.
  void begin_with(std::shared_ptr<const NamedTensors> base);

  const TrainSettings& settings() const { return settings_; }
  /// With the sizes of the task's vocabularies.
  const ModelConfig& model() const { return settings_.model; }
  const Dataset& dataset() const { return *dataset_; }
  const std::shared_ptr<const Dataset>& shared_dataset() const { return dataset_; }
  const NamedTensors& weights() const { return state_.weights; }
  Index step() const { return state_.step; }
  Index steps_per_epoch() const;

  /// One optimisation step. If it diverges, weights and state stay as they were.
  StepReport advance();

  /// The norm of the last step's gradient of each part ("encoder.0.self_attention"), in the order of the parts.
  const std::vector<std::pair<std::string, double>>& gradient_norms() const { return gradient_norms_; }

  /// Evaluates the weights as they are (evaluation.h).
  Evaluation evaluate(bool held_out, Index limit, Index answers) const;

  /// Answers a question by itself, token by token.
  std::vector<std::string> answer(const std::vector<std::string>& question) const;

  /// Sets one weight by hand; the optimiser's means stay.
  void set_weight(const std::string& name, const Cell& cell, float value);
  /// Cells of weights that no step moves, by name of the weight.
  void hold(std::map<std::string, Tensor> held) { held_ = std::move(held); }

  /// The present state, and back to an earlier one: as if the steps in between had not been made.
  const TrainState& state() const { return state_; }
  void go_back(TrainState state) { state_ = std::move(state); }

  /// All of it as tensors and words (checkpoint.h). `Trainer::resume` goes on from it as if never interrupted.
  NamedTensors checkpoint() const;
  /// Throws InputError where it is no checkpoint (`where` names it), or one of other settings or shapes.
  static Trainer resume(TrainSettings settings, const NamedTensors& checkpoint, const std::string& where = "checkpoint");

 private:
  std::vector<const Example*> batch_of(Index step);
  bool exploded(double loss) const;
  void note_gradients(const std::vector<const Tensor*>& gradients);

  MemoryReuse memory_;  // every step makes the same tensors; declared first, so that it goes last
  TrainSettings settings_;
  std::shared_ptr<const Dataset> dataset_;
  TrainState state_;
  std::vector<std::pair<std::string, double>> gradient_norms_;
  std::map<std::string, Tensor> held_;
  Index epoch_ = -1;                // that order_ is of
  std::vector<std::size_t> order_;  // of the training examples in this epoch
};

/// The seed of the dropout masks of step `step` (the first is 0).
std::uint32_t dropout_seed(const TrainSettings& settings, Index step);

}  // namespace gf

// Trains a model of any kind (trained_model.h), step by step. The same settings give the same run, bit for bit, for any number of threads,
// interrupted or not: step k draws its batch and its dropout from the seed and k alone.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/memory.h"
#include "core/named_tensors.h"
#include "train/checkpoint.h"
#include "train/evaluation.h"
#include "train/settings.h"
#include "train/trained_model.h"

namespace gf {

/// The report of one step.
struct StepReport {
  Index step = 0;            // steps done so far, with this step
  double loss = 0;           // of the step's batch, with the weights before the step
  double gradient_norm = 0;  // before clipping
  double learning_rate = 0;
  bool diverged = false;  // loss, gradient or weights are not finite, or the loss exploded: weights and state are as before
};

class Trainer {
 public:
  /// Makes the first weights, and the dataset (dataset_of) if `dataset` is null. Throws InputError if a setting is out of its range, the
  /// task is unknown, or the model cannot learn the task. Throws std::invalid_argument if the base weights do not fit.
  explicit Trainer(TrainSettings settings, std::shared_ptr<const Dataset> dataset = nullptr);

  /// Takes the weights of another model as the first weights, as the constructor takes those of the settings. Throws std::invalid_argument
  /// if a weight has another shape.
  void begin_with(std::shared_ptr<const NamedTensors> base);

  const TrainSettings& settings() const { return settings_; }
  /// Returns the config, with the sizes of the task's vocabularies.
  const ModelConfig& model() const { return settings_.model; }
  const Dataset& dataset() const { return *dataset_; }
  const std::shared_ptr<const Dataset>& shared_dataset() const { return dataset_; }
  const NamedTensors& weights() const { return state_.weights; }
  Index step() const { return state_.step; }
  Index steps_per_epoch() const;

  /// Takes one training step. If the step diverges, weights and state stay as they were.
  StepReport advance();

  /// Returns the gradient norm of each part ("encoder.0.self_attention") in the last step, in the order of the parts.
  const std::vector<std::pair<std::string, double>>& gradient_norms() const { return gradient_norms_; }

  /// Evaluates the weights as they are (evaluation.h).
  Evaluation evaluate(bool held_out, Index limit, Index answers) const;

  /// Returns the model's own answer to a question, token by token.
  std::vector<std::string> answer(const std::vector<std::string>& question) const;

  /// Sets one cell of a weight by hand; the optimiser's means stay. Throws std::invalid_argument if the cell does not exist.
  void set_weight(const std::string& name, const Cell& cell, float value);
  /// Keeps cells of weights from moving. `held` has a tensor of its shape for a weight, with a number other than 0 in each held cell.
  void hold(std::map<std::string, Tensor> held) { held_ = std::move(held); }

  /// Returns the present state.
  const TrainState& state() const { return state_; }
  /// Goes back to an earlier state, as if the steps after it had not been taken.
  void go_back(TrainState state) { state_ = std::move(state); }

  /// Returns the run as tensors with metadata (checkpoint.h).
  NamedTensors checkpoint() const;
  /// Continues from a checkpoint as if the run had never been interrupted. Throws InputError if the tensors are no checkpoint, or a
  /// checkpoint of other settings or shapes. `where` names the checkpoint in messages.
  static Trainer resume(TrainSettings settings, const NamedTensors& checkpoint, const std::string& where = "checkpoint");

 private:
  std::vector<const Example*> batch_of(Index step);
  bool exploded(double loss) const;
  void note_gradients(const std::vector<const Tensor*>& gradients);

  MemoryReuse memory_;  // every step makes the same tensors; declared first, so that it is destroyed last
  TrainSettings settings_;
  std::shared_ptr<const Dataset> dataset_;
  TrainState state_;
  std::vector<std::pair<std::string, double>> gradient_norms_;
  std::map<std::string, Tensor> held_;
  Index epoch_ = -1;                // the epoch of order_
  std::vector<std::size_t> order_;  // of the training examples in this epoch
};

/// Returns the seed of the dropout masks of step `step`; the first step is 0.
std::uint32_t dropout_seed(const TrainSettings& settings, Index step);

}  // namespace gf

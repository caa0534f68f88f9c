// A training run between two steps, as tensors with metadata, and back.
#pragma once

#include <string>

#include "core/named_tensors.h"
#include "train/optimizer.h"
#include "train/settings.h"

namespace gf {

/// The state that a training step changes.
struct TrainState {
  NamedTensors weights;
  OptimizerState optimizer;
  Index step = 0;         // steps done
  double first_loss = 0;  // the loss of the first step
};

/// Returns the weights and the optimiser's means, with the settings and the step in the metadata. The names of the means begin with "m."
/// and "v.".
NamedTensors checkpoint_of(const TrainSettings& settings, const TrainState& state);

/// Throws InputError if the tensors are no checkpoint, or a checkpoint of other settings. `where` names the checkpoint in messages.
void check_checkpoint(const NamedTensors& checkpoint, const TrainSettings& settings, const std::string& where);

/// Returns the state that a checkpoint holds. Its tensors must have the names and shapes of the weights `like`. Throws InputError if one
/// is missing or has another shape, or if the metadata is broken.
TrainState state_of(const NamedTensors& checkpoint, const TrainSettings& settings, const NamedTensors& like, const std::string& where);

}  // namespace gf

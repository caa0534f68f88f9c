// A training between two steps, as tensors and words, and back.
#pragma once

#include <string>

#include "train/optimizer.h"
#include "train/settings.h"

namespace gf {

/// The state that a step changes.
struct TrainState {
  NamedTensors weights;
  OptimizerState optimizer;
  Index step = 0;         // steps done
  double first_loss = 0;  // of the first step
};

/// Weights, means ("m.", "v." before the name), settings and step.
NamedTensors checkpoint_of(const TrainSettings& settings, const TrainState& state);

/// Throws InputError where it is no checkpoint (`where` names it), or one of other settings.
void check_checkpoint(const NamedTensors& checkpoint, const TrainSettings& settings, const std::string& where);

/// The state that a checkpoint holds, its tensors named and shaped as the weights `like`. Throws InputError where it has none such.
TrainState state_of(const NamedTensors& checkpoint, const TrainSettings& settings, const NamedTensors& like, const std::string& where);

}  // namespace gf

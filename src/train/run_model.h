// A model as a training run has it at one moment: enough to run it on a question.
#pragma once

#include <cstdint>
#include <memory>

#include "core/named_tensors.h"
#include "train/settings.h"

namespace gf {

struct RunModel {
  ModelConfig config;  // with the sizes of the task's vocabularies
  std::shared_ptr<const Dataset> dataset;
  std::shared_ptr<const NamedTensors> weights;
  std::uint32_t dropout_seed = 0;  // of the training step that comes next
};

/// The model that a run with these settings begins with. Throws as Trainer.
RunModel first_model(const TrainSettings& settings);

}  // namespace gf

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

/// All that the dataset of a run is made of.
struct DatasetSource {
  std::string task, pairs;
  Book book;
  std::uint32_t seed = 1;
  bool one_vocabulary = false;
  bool operator==(const DatasetSource&) const = default;
};
DatasetSource dataset_source(const TrainSettings& settings);
/// Makes it. Throws InputError as make_dataset, and for a book where the task reads none; std::invalid_argument for a book without text.
std::shared_ptr<const Dataset> dataset_of(const TrainSettings& settings);

/// The settings that a first model is made of; the others, which say how it is trained, are left as they are by default.
TrainSettings settings_of_first(const TrainSettings& settings);
/// The model that a run with these settings begins with, with their dataset. Throws as Trainer.
RunModel first_model(const TrainSettings& settings, const std::shared_ptr<const Dataset>& dataset);
inline RunModel first_model(const TrainSettings& settings) { return first_model(settings, dataset_of(settings)); }

}  // namespace gf

// A model at one moment of a training run, with all that answering a question needs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/named_tensors.h"
#include "train/settings.h"

namespace gf {

struct RunModel {
  ModelConfig config;  // with the sizes of the task's vocabularies
  std::shared_ptr<const Dataset> dataset;
  std::shared_ptr<const NamedTensors> weights;
  std::uint32_t dropout_seed = 0;  // of the next training step
};

/// All that decides the dataset of a run.
struct DatasetSource {
  std::string task, pairs;
  Book book;
  std::uint32_t seed = 1;
  bool one_vocabulary = false;
  bool operator==(const DatasetSource&) const = default;
};
DatasetSource dataset_source(const TrainSettings& settings);
/// Makes the dataset of a run. Throws InputError as make_dataset does, and if a book is given to a task that reads none. Throws
/// std::invalid_argument if the book was not read.
std::shared_ptr<const Dataset> dataset_of(const TrainSettings& settings);

/// Returns the settings that decide the first model. The others, which say how the model is trained, have their defaults.
TrainSettings settings_of_first(const TrainSettings& settings);
/// Returns the model that a run with these settings begins with. `dataset` is their dataset. Throws as Trainer.
RunModel first_model(const TrainSettings& settings, const std::shared_ptr<const Dataset>& dataset);
inline RunModel first_model(const TrainSettings& settings) { return first_model(settings, dataset_of(settings)); }

}  // namespace gf

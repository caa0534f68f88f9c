// All that decides a training run, and its JSON.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "model/initialisation.h"
#include "train/optimizer.h"
#include "train/trained_model.h"

namespace gf {

/// A trained transformer that a run begins with, an AdapterConfig or another transformer of its shapes, which `name` stands for: a file.
/// If the weights are not there, they are drawn: those of a run that is resumed stand in its checkpoint.
struct BaseWeights {
  std::string name;
  std::shared_ptr<const NamedTensors> weights = nullptr;
  bool operator==(const BaseWeights& other) const { return name == other.name; }
};

/// A text of somebody else's that a task reads: a file, which `name` stands for.
struct Book {
  std::string name;
  std::shared_ptr<const std::string> text = nullptr;
  bool operator==(const Book& other) const { return name == other.name; }
};

/// All that decides a run. The sizes of the vocabularies in `model` come from the task.
struct TrainSettings {
  std::string task = "reverse";
  std::string pairs;  // the pairs of task "own"
  Book book;          // of task "novel"
  ModelConfig model;
  BaseWeights base;  // none: all weights are drawn
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

/// JSON of a configuration file (src/train/README.md) and back; unknown names and wrong types throw InputError that names the field.
TrainSettings settings_from_json(const std::string& json);
std::string settings_to_json(const TrainSettings& settings);
/// Throws InputError that names a field which is out of its range.
void check_settings(const TrainSettings& settings);

}  // namespace gf

// The settings that decide a training run, and their JSON.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>

#include "core/named_tensors.h"
#include "model/initialisation.h"
#include "train/optimizer.h"
#include "train/trained_model.h"

namespace gf {

/// The weights of a trained transformer that a run begins with. The run trains an AdapterConfig, or a transformer of the same shapes.
/// If `weights` is null, the first weights are drawn: a resumed run has its weights in the checkpoint.
struct BaseWeights {
  std::string name;  // of the file
  std::shared_ptr<const NamedTensors> weights = nullptr;
  bool operator==(const BaseWeights& other) const { return name == other.name; }
};

/// A text that a task reads from a file.
struct Book {
  std::string name;  // of the file
  std::shared_ptr<const std::string> text = nullptr;
  bool operator==(const Book& other) const { return name == other.name; }
};

/// All that decides a run. The sizes of the vocabularies in `model` come from the task.
struct TrainSettings {
  std::string task = "reverse";
  std::string pairs;  // the pairs of task "own"
  Book book;          // of task "novel"
  ModelConfig model;
  BaseWeights base;  // an empty name: all weights are drawn
  Initialisation initialisation = Initialisation::xavier;
  OptimizerSettings optimizer;
  ScheduleSettings schedule;
  double clip = 1;     // gradients are scaled down to this norm; 0: never
  Index batch = 32;    // B
  Index steps = 2000;  // of the whole run
  std::uint32_t seed = 1;
  bool operator==(const TrainSettings&) const = default;

  /// Returns the config of a transformer. Throws std::bad_variant_access if the model is of another kind.
  TransformerConfig& transformer() { return std::get<TransformerConfig>(model); }
  const TransformerConfig& transformer() const { return std::get<TransformerConfig>(model); }
};

/// Returns the settings of a configuration file (src/train/README.md). Throws InputError that names the field for an unknown name, a
/// wrong type and a number out of its range.
TrainSettings settings_from_json(const std::string& json);
/// Returns the settings as JSON, with the fields that have their defaults.
std::string settings_to_json(const TrainSettings& settings);
/// Throws InputError that names a field which is out of its range.
void check_settings(const TrainSettings& settings);

}  // namespace gf

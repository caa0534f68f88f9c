// Model files: `glassformer train` writes them, and lessons read them.
#pragma once

#include <string>
#include <string_view>

#include "core/named_tensors.h"
#include "train/dataset.h"
#include "train/settings.h"

namespace gf {

struct ShippedModel {
  TrainSettings settings;  // with the sizes of the vocabularies
  NamedTensors weights;    // with the file's metadata, such as the measured losses
  Vocabulary source, target;
  Index longest_answer = 0;  // in tokens; answers are cut at this length
};

/// Returns the weights with metadata: format, settings, source_vocabulary, target_vocabulary, merges (of a language model),
/// longest_answer, steps. The caller adds the measured results.
NamedTensors model_file(const TrainSettings& settings, const Dataset& dataset, NamedTensors weights, Index steps);

/// Reads the bytes of a file in the safetensors format. `where` names the file in messages. Throws InputError if the bytes are no such
/// file, if metadata is missing or broken, or if the weights have other shapes than the settings say.
ShippedModel shipped_model(std::string_view bytes, const std::string& where);

/// Reads a model that comes with the program. Such a file has the name of the model's task. Throws InputError as shipped_model does, and
/// InputError "model_of_other_task" if the file holds the model of another task.
/// Example: model_of_task(bytes, "assets/models/tales.safetensors").settings.task == "tales"
ShippedModel model_of_task(std::string_view bytes, const std::string& path);

/// Returns a dataset of the model's task without examples. Its vocabularies are enough for question_tokens, make_batch and answer_of.
Dataset words_of(const ShippedModel& model);

}  // namespace gf

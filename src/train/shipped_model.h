// A model as a file: `glassformer train` writes it, lessons use it.
#pragma once

#include <string_view>

#include "train/dataset.h"
#include "train/settings.h"

namespace gf {

struct ShippedModel {
  TrainSettings settings;  // with the sizes of the vocabularies
  NamedTensors weights;    // metadata: what it achieved, as `glassformer train` wrote it
  Vocabulary source, target;
  Index longest_answer = 0;  // in tokens; what the model says is cut there
};

/// The weights with words about them: format, settings, source_vocabulary, target_vocabulary, merges (of a language model), longest_answer,
/// steps. The measured results are for whoever measures them to add.
NamedTensors model_file(const TrainSettings& settings, const Dataset& dataset, NamedTensors weights, Index steps);

/// Reads the bytes of a file in the safetensors format. `where` names it in messages. Throws InputError where it is no such file, where the
/// words about the weights are missing or broken, or where they are of another shape than the settings say.
ShippedModel shipped_model(std::string_view bytes, const std::string& where);

/// Reads a model that comes with the program. Such a file has the name of the model's task. Throws InputError as shipped_model does, and
/// InputError "model_of_other_task" if the file holds the model of another task.
/// Example: model_of_task(bytes, "assets/models/tales.safetensors").settings.task == "tales"
ShippedModel model_of_task(std::string_view bytes, const std::string& path);

/// The task with its vocabularies and without examples: enough for question_tokens, make_batch and answer_of.
Dataset words_of(const ShippedModel& model);

}  // namespace gf

// A model that `glassformer train` wrote, as lessons use it.
#pragma once

#include "train/trainer.h"

namespace gf {

struct ShippedModel {
  TrainSettings settings;  // with the sizes of the vocabularies
  NamedTensors weights;    // metadata: what it achieved, as `glassformer train` wrote it
  Vocabulary source, target;
  Index longest_answer = 0;  // in tokens; what the model says is cut there
};

/// Reads what decode_safetensors gave. `where` names the file in messages. Throws InputError where the words about the weights are
/// missing or broken, or where they are of another shape than the settings say.
ShippedModel shipped_model(NamedTensors file, const std::string& where);

/// The task with its vocabularies and without examples: enough for question_tokens, make_batch and answer_of.
Dataset words_of(const ShippedModel& model);

}  // namespace gf

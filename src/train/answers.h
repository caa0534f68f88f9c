// Answers that a model says by itself.
#pragma once

#include <string>
#include <vector>

#include "train/trained_model.h"

namespace gf {

/// Returns the model's own answer to a question, token by token, the likeliest each time. `config` has the sizes of its vocabularies.
std::vector<std::string> answer_of(const Dataset& dataset, const ModelConfig& config, const NamedTensors& weights,
                                   const std::vector<std::string>& question);
/// The same for several questions at once. `ended`, where given, says of each whether the answer came to its end, or was cut at the longest
/// length of the task.
std::vector<std::vector<std::string>> answers_of(const Dataset& dataset, const ModelConfig& config, const NamedTensors& weights,
                                                 const std::vector<std::vector<std::string>>& questions,
                                                 std::vector<bool>* ended = nullptr);

}  // namespace gf

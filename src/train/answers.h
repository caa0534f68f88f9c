// Answers that a model generates by itself, greedily.
#pragma once

#include <string>
#include <vector>

#include "core/named_tensors.h"
#include "train/trained_model.h"

namespace gf {

/// Returns the tokens of the model's own answer to a question. Each token is the likeliest one after those before it. `config` has the
/// sizes of its vocabularies.
std::vector<std::string> answer_of(const Dataset& dataset, const ModelConfig& config, const NamedTensors& weights,
                                   const std::vector<std::string>& question);
/// Returns the answers to several questions, generated in one batch. If `ended` is not null, it receives for each answer whether the
/// answer came to its end. The other answers are cut at the longest length of the task.
std::vector<std::vector<std::string>> answers_of(const Dataset& dataset, const ModelConfig& config, const NamedTensors& weights,
                                                 const std::vector<std::vector<std::string>>& questions,
                                                 std::vector<bool>* ended = nullptr);

}  // namespace gf

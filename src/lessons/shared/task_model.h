// Shared parts of the lessons about a model of a task: its question, one of its weights by name, and its share of right answers.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "autograd/tape.h"
#include "core/named_tensors.h"
#include "model/parameters.h"
#include "train/dataset.h"

namespace gf {

/// Returns the tokens of a question to a model of the task. Throws InputError for a question that the task does not have, and for more than
/// `most` tokens.
std::vector<std::string> limited_question(const Dataset& data, const std::string& question, std::size_t most);

/// One of a model's weights as a choice of a lesson.
struct WeightChoice {
  const char* choice;
  const char* weight;
};
/// Returns the name of the weight; empty if no row has this choice.
std::string weight_of(std::span<const WeightChoice> choices, std::string_view choice);

/// Returns copies of the weights on a tape.
NamedTensors values_of(const Tape& tape, const std::vector<ParameterSpec>& specs, const ParameterNodes& nodes);

/// Returns the weights on a tape without copying. With a memo, the next trace has the same tensors unless they changed.
std::vector<std::shared_ptr<const Tensor>> shared_values(const Tape& tape, const std::vector<ParameterSpec>& specs,
                                                         const ParameterNodes& nodes);

/// Returns how many of the first held-out examples a model answers rightly.
Index answered_rightly(const Dataset& data, const TransformerConfig& config, const NamedTensors& weights, Index examples);

/// Appends "right_answers": right[i] / examples, a row for each model, with the counts in the arithmetic of each cell.
/// `models` names the rows.
NodeId append_right_answers(Tape& tape, const std::vector<Index>& right, Index examples, Axis models);

}  // namespace gf

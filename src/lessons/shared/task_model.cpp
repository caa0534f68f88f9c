#include "lessons/shared/task_model.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "autograd/ops.h"
#include "core/join.h"
#include "core/problem.h"
#include "train/evaluation.h"

namespace gf {

std::vector<std::string> limited_question(const Dataset& data, const std::string& question, std::size_t most) {
  std::vector<std::string> tokens = question_tokens(data, question);
  if (tokens.size() > most)
    throw InputError({"too_many_tokens", {{"where", "question"}, {"got", std::to_string(tokens.size())}, {"most", std::to_string(most)}}});
  return tokens;
}

std::string weight_of(std::span<const WeightChoice> choices, std::string_view choice) {
  const auto found = std::find_if(choices.begin(), choices.end(), [&](const WeightChoice& row) { return choice == row.choice; });
  return found == choices.end() ? std::string() : found->weight;
}

NamedTensors values_of(const Tape& tape, const std::vector<ParameterSpec>& specs, const ParameterNodes& nodes) {
  NamedTensors values;
  for (const ParameterSpec& spec : specs) values.tensors.push_back({spec.name, tape.value(nodes.at(spec.name))});
  return values;
}

std::vector<std::shared_ptr<const Tensor>> shared_values(const Tape& tape, const std::vector<ParameterSpec>& specs,
                                                         const ParameterNodes& nodes) {
  std::vector<std::shared_ptr<const Tensor>> values;
  for (const ParameterSpec& spec : specs) values.push_back(tape[nodes.at(spec.name)].value);
  return values;
}

Index answered_rightly(const Dataset& data, const TransformerConfig& config, const NamedTensors& weights, Index examples) {
  return std::lround(evaluate(data, config, weights, true, examples, examples).exact_match * static_cast<double>(examples));
}

NodeId append_right_answers(Tape& tape, const std::vector<Index>& right, Index examples, Axis models) {
  auto counts = std::make_shared<Tensor>(matrix_shape(std::ssize(right), 1));
  std::vector<std::string> texts;
  for (const Index count : right) {
    counts->at(std::ssize(texts), 0) = static_cast<float>(count);
    texts.push_back(std::to_string(count));
  }
  Tensor shares = *counts;
  for (Index i = 0; i < shares.size(); ++i) shares.data()[i] /= static_cast<float>(examples);
  const auto account = [counts, examples](const Cell& cell) {
    return CellArithmetic{"@right_answers",
                          expr::quotient(expr::number(static_cast<double>(counts->at(cell))), expr::number(static_cast<double>(examples)))};
  };
  const OpCode code{"$out = np.array([" + joined(texts) + "])[:, None] / " + std::to_string(examples)};
  return accounted(tape, std::move(shares), account, code,
                   Label("right_answers", "@right_answers").with_rows(std::move(models)).with_cols({"share", {}}));
}

}  // namespace gf

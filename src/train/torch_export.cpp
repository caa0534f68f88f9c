#include "train/torch_export.h"

#include <nlohmann/json.hpp>

#include "core/number.h"
#include "core/problem.h"
#include "train/batch.h"

namespace gf {
namespace {

using nlohmann::json;

[[noreturn]] void not_for_torch(const char* where, std::string got) {
  throw InputError({"not_for_torch", {{"where", where}, {"got", std::move(got)}}});
}

json rows_json(const Dataset& dataset, const std::vector<Example>& examples) {
  json rows = json::array(), questions = json::array();
  TransformerConfig config;  // a decoder
  for (const Example& example : examples) {
    const Batch batch = make_batch(dataset, config, {&example});
    std::vector<int> row = batch.target;
    row.push_back(Vocabulary::kEnd);
    rows.push_back(std::move(row));
    questions.push_back(example.question.size());
  }
  return {{"rows", std::move(rows)}, {"questions", std::move(questions)}};
}

}  // namespace

void check_torch_export(const TrainSettings& settings) {
  const auto* model = std::get_if<TransformerConfig>(&settings.model);
  if (!model) not_for_torch("settings", "another kind of model");
  if (model->architecture != Architecture::decoder_only) not_for_torch("model.architecture", std::string(name_of(model->architecture)));
  if (!model->causal) not_for_torch("model.causal", "false");
  if (model->dropout > 0) not_for_torch("model.dropout", json(shortest(model->dropout)).dump());
}

std::string examples_json(const Dataset& dataset) {
  return json{{"training", rows_json(dataset, dataset.training)}, {"held_out", rows_json(dataset, dataset.held_out)}}.dump();
}

}  // namespace gf

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

// Returns the spans of labels that ask for a token: [1, 3) and [4, 5) of {-1, 4, 3, -1, 5}.
json spans_asked(const std::vector<int>& labels) {
  json spans = json::array();
  for (std::size_t begin = 0, end = 0; begin < labels.size(); begin = end + 1) {
    for (end = begin; end < labels.size() && labels[end] >= 0;) ++end;
    if (end > begin) spans.push_back({begin, end});
  }
  return spans;
}

json rows_json(const Dataset& dataset, const std::vector<Example>& examples) {
  json rows = json::array(), asked = json::array();
  TransformerConfig config;  // a decoder
  for (const Example& example : examples) {
    const Batch batch = make_batch(dataset, config, {&example});
    std::vector<int> row = batch.target;
    row.push_back(Vocabulary::kEnd);
    rows.push_back(std::move(row));
    asked.push_back(spans_asked(batch.labels));
  }
  return {{"rows", std::move(rows)}, {"asked", std::move(asked)}};
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

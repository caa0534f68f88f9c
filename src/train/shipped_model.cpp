#include "train/shipped_model.h"

#include <charconv>
#include <nlohmann/json.hpp>

#include "core/json_reader.h"
#include "core/problem.h"
#include "model/safetensors.h"
#include "train/pieces.h"

namespace gf {
namespace {

using nlohmann::json;

constexpr const char* kModelFormat = "glassformer model 1";

InputError broken(const std::string& where, const std::string& detail) {
  return InputError({"not_a_model", {{"where", where}, {"detail", detail}}});
}

const std::string& word_about(const NamedTensors& file, const char* name, const std::string& where) {
  const auto found = file.metadata.find(name);
  if (found == file.metadata.end()) throw broken(where, name);
  return found->second;
}

Vocabulary read_vocabulary(const NamedTensors& file, const char* name, const std::string& where) {
  const json tokens = json_or_null(word_about(file, name, where));
  Vocabulary vocabulary;
  if (!tokens.is_array()) throw broken(where, name);
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (!tokens[i].is_string() || vocabulary.add(tokens[i].get<std::string>()) != static_cast<int>(i)) throw broken(where, name);
  return vocabulary;
}

}  // namespace

NamedTensors model_file(const TrainSettings& settings, const Dataset& dataset, NamedTensors weights, Index steps) {
  weights.metadata["format"] = kModelFormat;
  weights.metadata["settings"] = settings_to_json(settings);
  weights.metadata["source_vocabulary"] = json(dataset.source.tokens().list()).dump();
  weights.metadata["target_vocabulary"] = json(dataset.target.tokens().list()).dump();
  if (dataset.tokenizer) weights.metadata["merges"] = merges_text(*dataset.tokenizer);
  weights.metadata["longest_answer"] = std::to_string(dataset.longest_answer);
  weights.metadata["steps"] = std::to_string(steps);
  return weights;
}

ShippedModel shipped_model(std::string_view bytes, const std::string& where) {
  NamedTensors file = decode_safetensors(bytes, where);
  if (word_about(file, "format", where) != kModelFormat) throw broken(where, "format");
  ShippedModel model;
  model.settings = settings_from_json(word_about(file, "settings", where));
  if (!std::holds_alternative<TransformerConfig>(model.settings.model)) throw broken(where, "settings");
  model.source = read_vocabulary(file, "source_vocabulary", where);
  model.target = read_vocabulary(file, "target_vocabulary", where);
  model.settings.transformer().vocabulary = model.source.size();
  model.settings.transformer().target_vocabulary = model.source.tokens() == model.target.tokens() ? 0 : model.target.size();
  const std::string& longest = word_about(file, "longest_answer", where);
  const auto [end, error] = std::from_chars(longest.data(), longest.data() + longest.size(), model.longest_answer);
  if (error != std::errc() || end != longest.data() + longest.size() || model.longest_answer < 0) throw broken(where, "longest_answer");
  try {
    check_parameters(model.settings.transformer(), file);
  } catch (const std::invalid_argument& misfit) {
    throw broken(where, misfit.what());
  }
  model.weights = std::move(file);
  return model;
}

ShippedModel model_of_task(std::string_view bytes, const std::string& path) {
  ShippedModel model = shipped_model(bytes, path);
  const std::string name = path.substr(path.rfind('/') + 1), task = name.substr(0, name.rfind('.'));
  if (model.settings.task != task)
    throw InputError({"model_of_other_task", {{"where", path}, {"expected", task}, {"got", model.settings.task}}});
  return model;
}

Dataset words_of(const ShippedModel& model) {
  Dataset dataset;
  dataset.task = model.settings.task;
  dataset.source = model.source;
  dataset.target = model.target;
  dataset.longest_answer = model.longest_answer;
  return dataset;
}

}  // namespace gf

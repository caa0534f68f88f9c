#include "session/runs/kept_runs.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/json_fields.h"
#include "core/json_reader.h"
#include "model/safetensors.h"
#include "protocol/value_json.h"
#include "session/kept_json.h"

namespace gf {
namespace {

using nlohmann::json;

constexpr const char* kFormat = "glassformer runs 1";
// The tensor with a row for each record: the weights, then both means of the optimiser. A mean that does not exist is zeros.
constexpr const char* kRecords = "records";
constexpr const char* kCheckpoint = "checkpoint.";  // before the names of its tensors
constexpr std::size_t kFewestRecords = 3;

constexpr std::pair<const char*, double RunRecord::*> kFigures[] = {{"loss", &RunRecord::loss},
                                                                    {"held_out_loss", &RunRecord::held_out_loss},
                                                                    {"accuracy", &RunRecord::accuracy},
                                                                    {"held_out_accuracy", &RunRecord::held_out_accuracy},
                                                                    {"exact_match", &RunRecord::exact_match},
                                                                    {"learning_rate", &RunRecord::learning_rate},
                                                                    {"gradient_norm", &RunRecord::gradient_norm}};
constexpr std::pair<const char*, std::vector<double> RunRecord::*> kLists[] = {
    {"part_norms", &RunRecord::part_norms}, {"model_losses", &RunRecord::model_losses}, {"model_accuracies", &RunRecord::model_accuracies}};
constexpr std::pair<const char*, double RunState::*> kSums[] = {
    {"loss_sum", &RunState::loss_sum}, {"learning_rate", &RunState::learning_rate}, {"gradient_norm", &RunState::gradient_norm}};
constexpr std::pair<const char*, Index RunState::*> kCounts[] = {
    {"stride", &RunState::stride_factor}, {"next_record", &RunState::next_record}, {"loss_count", &RunState::loss_count}};

// ---- writing -----------------------------------------------------------------------------------------------------------

json figures_to_json(const std::vector<double>& values) {
  json list = json::array();
  for (const double value : values) list.push_back(figure_to_json(value));
  return list;
}

json figures_of(const RunRecord& record) {
  json result{{"step", record.step}, {"edited", record.edited}};
  for (const auto& [name, figure] : kFigures) result[name] = figure_to_json(record.*figure);
  for (const auto& [name, list] : kLists) result[name] = figures_to_json(record.*list);
  return result;
}

// Unlike to_json, keeps the order of the words.
json problem_to_json(const std::optional<Problem>& problem) {
  if (!problem) return nullptr;
  json words = json::array();
  for (const auto& [word, text] : problem->words) words.push_back(json::array({word, text}));
  return {{"id", problem->id}, {"words", words}};
}

json words_of(const RunState& state) {
  json result{{"settings", to_json(Document{"", state.inputs, state.holds})},
              {"checkpoint", state.checkpoint.metadata},
              {"parts", state.parts},
              {"status", static_cast<int>(state.status)},
              {"viewed", state.viewed},
              {"problem", problem_to_json(state.problem)},
              {"records", json::array()}};
  for (const auto& [name, sum] : kSums) result[name] = figure_to_json(state.*sum);
  for (const auto& [name, count] : kCounts) result[name] = state.*count;
  for (const RunMoment& moment : state.moments) {
    const OptimizerState& means = moment.state->optimizer;
    json record = figures_of(moment.record);
    record["first"] = !means.first.empty();
    record["second"] = !means.second.empty();
    record["optimizer_steps"] = means.steps;
    record["first_loss"] = figure_to_json(moment.state->first_loss);
    result["records"].push_back(std::move(record));
  }
  return result;
}

Index size_of(const std::vector<NamedTensor>& tensors) {
  Index size = 0;
  for (const NamedTensor& tensor : tensors) size += tensor.value.size();
  return size;
}

Tensor records_of(const RunState& state) {
  const Index size = size_of(state.moments.front().weights->tensors);
  Tensor rows(Shape{{}, std::ssize(state.moments), 3 * size});
  for (std::size_t i = 0; i < state.moments.size(); ++i) {
    const TrainState& moment = *state.moments[i].state;
    float* part = rows.row(0, static_cast<Index>(i));
    for (const auto* tensors : {&moment.weights.tensors, &moment.optimizer.first, &moment.optimizer.second}) {
      float* to = part;
      for (const NamedTensor& tensor : *tensors) to = std::copy(tensor.value.data(), tensor.value.data() + tensor.value.size(), to);
      part += size;
    }
  }
  return rows;
}

std::size_t bytes_of(const RunState& state) {
  const Index records = 3 * std::ssize(state.moments) * size_of(state.moments.front().weights->tensors);
  return static_cast<std::size_t>(size_of(state.checkpoint.tensors) + records) * sizeof(float);
}

// Removes every second record, but not the first and the last, until the state fits. Returns whether it fits.
bool thin_out(RunState& state, std::size_t most) {
  while (bytes_of(state) > most && state.moments.size() > kFewestRecords) {
    state.moments = every_second(state.moments);
    state.stride_factor *= 2;
    state.viewed = -1;
  }
  return bytes_of(state) <= most;
}

void append(NamedTensors& to, const RunState& state, const std::string& prefix) {
  for (const NamedTensor& tensor : state.checkpoint.tensors) to.tensors.push_back({prefix + kCheckpoint + tensor.name, tensor.value});
  to.tensors.push_back({prefix + kRecords, records_of(state)});
  to.metadata[prefix] = json_to_keep(words_of(state));
}

// ---- reading -----------------------------------------------------------------------------------------------------------

double figure_from(const json& value) {
  if (value.is_null()) return std::numeric_limits<double>::quiet_NaN();
  if (!value.is_number()) refuse_kept();
  return value.get<double>();
}

RunRecord record_from(const json& value) {
  RunRecord record;
  record.step = index_from_json(kept_field(value, "step"), "step");
  record.edited = kept_field(value, "edited") == true;
  for (const auto& [name, figure] : kFigures) record.*figure = figure_from(kept_field(value, name));
  for (const auto& [name, list] : kLists)
    for (const json& figure : kept_list(value, name)) (record.*list).push_back(figure_from(figure));
  return record;
}

std::optional<Problem> problem_from(const json& value) {
  if (value.is_null()) return std::nullopt;
  Problem problem{kept_word(kept_field(value, "id")), {}};
  for (const json& pair : kept_list(value, "words")) {
    if (!pair.is_array() || pair.size() != 2) refuse_kept();
    problem.words.emplace_back(kept_word(pair[0]), kept_word(pair[1]));
  }
  return problem;
}

RunState state_from(const json& words) {
  RunState state;
  Document settings = document_from_json(kept_field(words, "settings"));
  state.inputs = std::move(settings.inputs);
  state.holds = std::move(settings.pins);
  if (!kept_field(words, "checkpoint").is_object()) refuse_kept();
  for (const auto& [word, text] : words["checkpoint"].items()) state.checkpoint.metadata[word] = kept_word(text);
  for (const json& part : kept_list(words, "parts")) state.parts.push_back(kept_word(part));
  const Index status = index_from_json(kept_field(words, "status"), "status");
  if (status > static_cast<Index>(RunStatus::diverged) || status == static_cast<Index>(RunStatus::playing)) refuse_kept();
  state.status = static_cast<RunStatus>(status);
  const json& viewed = kept_field(words, "viewed");
  if (viewed != -1) state.viewed = static_cast<int>(std::min<Index>(index_from_json(viewed, "viewed"), 1 << 20));
  state.problem = problem_from(kept_field(words, "problem"));
  for (const auto& [name, sum] : kSums) state.*sum = figure_from(kept_field(words, name));
  for (const auto& [name, count] : kCounts) state.*count = index_from_json(kept_field(words, name), name);
  for (const json& record : kept_list(words, "records")) state.moments.push_back({.record = record_from(record)});
  return state;
}

std::vector<NamedTensor> tensors_from(const float* from, const NamedTensors& like) {
  std::vector<NamedTensor> tensors = like.tensors;
  for (NamedTensor& tensor : tensors) {
    std::copy(from, from + tensor.value.size(), tensor.value.data());
    from += tensor.value.size();
  }
  return tensors;
}

// Reads the training state of each record. Its tensors have the names and shapes of the weights `like`.
void take_states(RunState& state, const json& records, const Tensor& rows, const NamedTensors& like) {
  const Index size = size_of(like.tensors);
  if (rows.rows() != std::ssize(state.moments) || rows.cols() != 3 * size) refuse_kept();
  for (std::size_t i = 0; i < state.moments.size(); ++i) {
    const float* row = rows.row(0, static_cast<Index>(i));
    const json& record = records[i];
    TrainState moment;
    moment.weights.tensors = tensors_from(row, like);
    if (kept_field(record, "first") == true) moment.optimizer.first = tensors_from(row + size, like);
    if (kept_field(record, "second") == true) moment.optimizer.second = tensors_from(row + 2 * size, like);
    moment.optimizer.steps = index_from_json(kept_field(record, "optimizer_steps"), "optimizer_steps");
    moment.step = state.moments[i].record.step;
    moment.first_loss = figure_from(kept_field(record, "first_loss"));
    state.moments[i].state = std::make_shared<const TrainState>(std::move(moment));
    state.moments[i].weights = {state.moments[i].state, &state.moments[i].state->weights};
  }
}

std::optional<TrainingRun> run_from(const NamedTensors& file, const std::string& prefix) {
  const auto text = file.metadata.find(prefix);
  if (text == file.metadata.end()) return std::nullopt;
  const json words = json_or_null(text->second);
  RunState state = state_from(words);
  for (const NamedTensor& tensor : file.tensors)
    if (tensor.name.starts_with(prefix + kCheckpoint))
      state.checkpoint.tensors.push_back({tensor.name.substr(prefix.size() + std::string_view(kCheckpoint).size()), tensor.value});
  const Tensor* rows = file.find(prefix + kRecords);
  const auto settings = state.checkpoint.metadata.find("settings");
  if (!rows || settings == state.checkpoint.metadata.end()) refuse_kept();
  take_states(state, words["records"], *rows, Trainer(settings_from_json(settings->second)).weights());
  return TrainingRun::resumed(std::move(state));
}

}  // namespace

KeptRuns kept_runs(const std::string& lesson, const TrainingRun* run, const TrainingRun* compared, std::size_t most) {
  NamedTensors file;
  file.metadata["format"] = kFormat;
  for (const auto& [each, prefix] : {std::pair(run, "run."), std::pair(compared, "kept.")}) {
    if (!each) continue;
    RunState state = each->state();
    if (!thin_out(state, most / 2))
      return {lesson,
              {},
              Problem{"run_too_large_to_keep", {{"got", std::to_string(bytes_of(state) >> 20)}, {"most", std::to_string(most / 2 >> 20)}}}};
    append(file, state, prefix);
  }
  return {lesson, encode_safetensors(file, StoredAs::f32), {}};
}

RestoredRuns restored_runs(std::string_view bytes) try {
  const NamedTensors file = decode_safetensors(bytes, "run");
  const auto format = file.metadata.find("format");
  if (format == file.metadata.end()) refuse_kept();
  if (format->second != kFormat) throw InputError({"kept_of_other_version", {}});
  return {run_from(file, "run."), run_from(file, "kept.")};
} catch (const InputError& error) {
  if (error.problem().id == "kept_of_other_version") throw;
  refuse_kept();  // a reader cannot mend the part that another problem would name
}

}  // namespace gf

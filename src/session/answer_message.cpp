#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/json_fields.h"
#include "core/json_reader.h"
#include "protocol/trace.h"
#include "session/problem_of.h"
#include "session/session.h"

namespace gf {
namespace {

using nlohmann::json;

json to_json(const Problem& problem) {
  json words = json::object();
  for (const auto& [word, value] : problem.words) words[word] = value;
  return {{"id", problem.id}, {"words", words}};
}

// What is not finite, such as a loss that exploded, is null.
json figure(double value) { return std::isfinite(value) ? json(value) : json(); }

json to_json(const RunRecord& record) {
  return {{"step", record.step},
          {"loss", figure(record.loss)},
          {"held_out_loss", figure(record.held_out_loss)},
          {"accuracy", figure(record.accuracy)},
          {"held_out_accuracy", figure(record.held_out_accuracy)},
          {"exact_match", figure(record.exact_match)},
          {"learning_rate", figure(record.learning_rate)},
          {"gradient_norm", figure(record.gradient_norm)},
          {"model_losses", record.model_losses},
          {"model_accuracies", record.model_accuracies},
          {"edited", record.edited}};
}

json to_json(const RunView& run) {
  json samples = json::array();
  for (const RunSample& sample : run.samples)
    samples.push_back({{"question", sample.question}, {"expected", sample.expected}, {"said", sample.said}, {"right", sample.right()}});
  return {
      {"status", name_of(run.status)},
      {"step", run.step},
      {"steps", run.steps},
      {"steps_per_epoch", run.steps_per_epoch},
      {"steps_per_second", run.steps_per_second},
      {"parameters", run.parameters},
      {"records", run.records.size()},
      {"viewed", run.viewed},
      {"record",
       run.records.empty() ? json() : to_json(run.records[run.viewed < 0 ? run.records.size() - 1 : static_cast<std::size_t>(run.viewed)])},
      {"samples", samples}};
}

json to_json(const TrainingView& training) {
  json result = to_json(training.run);
  result["differing"] = training.differing;
  result["kept"] = training.kept.empty() ? json() : to_json(training.kept.front());
  return result;
}

json to_json(const GradientEstimate& estimate) {
  return {{"node", estimate.node},
          {"cell", {estimate.cell.outer, estimate.cell.row, estimate.cell.col}},
          {"gradient", figure(static_cast<double>(estimate.gradient))},
          {"estimate", figure(estimate.estimate)},
          {"h", estimate.h}};
}

json snapshot_to_json(const Snapshot& snapshot) {
  json result{{"revision", snapshot.revision},
              {"document", gf::to_json(snapshot.document)},
              {"computing", snapshot.computing},
              {"can_undo", snapshot.can_undo},
              {"can_redo", snapshot.can_redo}};
  result["trace"] = snapshot.trace ? gf::to_json(*snapshot.trace) : json();
  result["problem"] = snapshot.problem ? to_json(*snapshot.problem) : json();
  result["training"] = snapshot.training ? to_json(*snapshot.training) : json();
  result["estimate"] = snapshot.estimate ? to_json(*snapshot.estimate) : json();
  return result;
}

TrainingCommand::Kind kind_named(const std::string& name) {
  using enum TrainingCommand::Kind;
  constexpr std::pair<std::string_view, TrainingCommand::Kind> kNames[] = {{"play", play},   {"pause", pause},        {"step", step},
                                                                           {"epoch", epoch}, {"restart", restart},    {"view", view},
                                                                           {"keep", keep},   {"drop_kept", drop_kept}};
  std::string known;
  for (const auto& [one, kind] : kNames) {
    if (one == name) return kind;
    known += (known.empty() ? "" : ", ") + std::string(one);
  }
  throw InputError({"unknown_choice", {{"where", "command"}, {"choices", known}, {"got", name}}});
}

std::string text_of(const json& message, const char* field) {
  const auto found = message.is_object() ? message.find(field) : message.end();
  if (found == message.end()) return "";
  if (!found->is_string()) wrong_type(field, "@text", *found);
  return found->get<std::string>();
}

int record_of(const json& message) {
  const auto found = message.find("record");
  if (found == message.end()) return -1;
  const bool fits = found->is_number_integer() && *found >= -1 && *found <= std::numeric_limits<int>::max();
  if (!fits) wrong_type("record", "@record", *found);
  return found->get<int>();
}

json command(Session& session, const json& message) {
  const TrainingCommand::Kind kind = kind_named(text_of(message, "command"));
  session.execute(TrainingCommand{kind, record_of(message)});
  return snapshot_to_json(*session.snapshot());
}

json load(Session& session, const json& message) {
  if (message.contains("link") && message["link"].is_string())
    session.execute(LoadLink{message["link"].get<std::string>()});
  else if (message.contains("document"))
    session.execute(LoadDocument{document_from_json(message["document"])});
  else
    throw InputError({"missing_field", {{"where", "message"}, {"field", "document"}}});
  return snapshot_to_json(*session.snapshot());
}

json answer(Session& session, const json& message) {
  const std::string type = text_of(message, "type");
  if (type == "snapshot") return snapshot_to_json(*session.snapshot());
  if (type == "load") return load(session, message);
  if (type == "command") return command(session, message);
  if (type == "link") return {{"link", encode_link(session.snapshot()->document)}};
  throw InputError({"unknown_message", {{"got", type}}});
}

// Whoever asked gets an answer whatever bytes a problem quotes.
std::string dumped(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

}  // namespace

std::string answer_message(Session& session, std::string_view message) {
  std::string text;
  std::optional<Problem> problem = problem_of([&] { text = dumped(answer(session, parse_json(message, "message"))); });
  return problem ? dumped({{"problem", to_json(*problem)}}) : text;
}

}  // namespace gf

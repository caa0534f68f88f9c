#include "session/answer_message.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/json_fields.h"
#include "protocol/link.h"
#include "protocol/trace.h"

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

json to_json(const ShownRuns& training) {
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

json command(Session& session, const json& message) {
  const json& record = message.value("record", json(-1));
  if (!record.is_number_integer()) wrong_type("record", "@number", record);
  session.execute(TrainingCommand{kind_named(message.value("command", std::string())), record.get<int>()});
  return snapshot_to_json(*session.snapshot());
}

json load(Session& session, const json& message) {
  if (message.contains("link") && message["link"].is_string())
    session.execute(LoadLink{message["link"].get<std::string>()});
  else if (message.contains("document"))
    session.execute(LoadDocument{document_from_json(message["document"])});
  else
    throw InputError({"missing_field", {{"where", "message"}, {"field", "document"}}});
  const Snapshot& snapshot = *session.snapshot();
  return {{"problem", snapshot.problem ? to_json(*snapshot.problem) : json()}, {"revision", snapshot.revision}};
}

json answer(Session& session, const json& message) {
  const std::string type = message.is_object() ? message.value("type", std::string()) : std::string();
  if (type == "snapshot") return snapshot_to_json(*session.snapshot());
  if (type == "load") return load(session, message);
  if (type == "command") return command(session, message);
  if (type == "link") return {{"link", encode_link(session.snapshot()->document)}};
  throw InputError({"unknown_message", {{"got", type}}});
}

}  // namespace

std::string answer_message(Session& session, std::string_view message) {
  try {
    return answer(session, json::parse(message)).dump();
  } catch (const InputError& error) {
    return json{{"problem", to_json(error.problem())}}.dump();
  } catch (const json::exception& error) {
    return json{{"problem", to_json(Problem{"not_json", {{"where", "message"}, {"detail", error.what()}}})}}.dump();
  }
}

}  // namespace gf

#include "protocol/snapshot.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "protocol/step.h"
#include "protocol/value_json.h"

namespace gf {
namespace {

using nlohmann::json;

json to_json(const RunRecord& record) {
  return {{"step", record.step},
          {"loss", figure_to_json(record.loss)},
          {"held_out_loss", figure_to_json(record.held_out_loss)},
          {"accuracy", figure_to_json(record.accuracy)},
          {"held_out_accuracy", figure_to_json(record.held_out_accuracy)},
          {"exact_match", figure_to_json(record.exact_match)},
          {"learning_rate", figure_to_json(record.learning_rate)},
          {"gradient_norm", figure_to_json(record.gradient_norm)},
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
  result["kept"] = training.kept ? to_json(*training.kept) : json();
  return result;
}

json to_json(const GradientEstimate& estimate) {
  return {{"node", estimate.node},
          {"cell", cell_to_json(estimate.cell, true)},
          {"gradient", figure_to_json(static_cast<double>(estimate.gradient))},
          {"estimate", figure_to_json(estimate.estimate)},
          {"h", estimate.h},
          {"uncertainty", figure_to_json(estimate.uncertainty)},
          {"verdict", name_of(estimate.verdict)}};
}

}  // namespace

const LessonInfo& Snapshot::lesson() const {
  const LessonInfo* found = find_lesson(*catalogue, document.lesson);
  if (!found) throw std::invalid_argument("[snapshot] no lesson named " + document.lesson);
  return *found;
}

json to_json(const Snapshot& snapshot, const std::optional<TraceExtent>& trace) {
  const LessonInfo& lesson = snapshot.lesson();
  const Step* step = step_of(lesson, snapshot.document);
  json result{{"revision", snapshot.revision},
              {"document", gf::to_json(snapshot.document)},
              {"computing", snapshot.computing || snapshot.ordering},
              {"can_undo", snapshot.can_undo},
              {"can_redo", snapshot.can_redo},
              {"step", {{"index", step ? step - lesson.steps.data() : 0}, {"applied", snapshot.step_applied}}},
              {"has_own", snapshot.has_own},
              {"guesses", to_json(written_answers(snapshot.answers))}};
  for (const auto& [id, progress] : snapshot.progress) result["progress"][id] = {{"answered", progress.answered}, {"of", progress.total}};
  result["answers"] = snapshot.log ? to_json(*snapshot.log) : json::object();
  result["route"] = name_of(snapshot.route);
  if (trace) result["trace"] = snapshot.trace ? gf::to_json(*snapshot.trace, *trace) : json();
  result["problem"] = snapshot.problem ? to_json(*snapshot.problem) : json();
  result["notice"] = snapshot.notice ? to_json(*snapshot.notice) : json();
  result["training"] = snapshot.training ? to_json(*snapshot.training) : json();
  result["estimate"] = snapshot.estimate ? to_json(*snapshot.estimate) : json();
  return result;
}

}  // namespace gf

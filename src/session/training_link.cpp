#include "session/training_link.h"

#include <algorithm>

namespace gf {
namespace {

constexpr double kTracesEvery_ms = 500;

Inputs deciding_inputs(const Lesson& lesson, const Document& document) {
  Inputs inputs = all_inputs(lesson.info, document.inputs);
  for (const std::string& looking : lesson.looking) inputs.erase(looking);
  return inputs;
}

using Model = std::shared_ptr<const RunModel>;

bool same_weights(const Model& a, const Model& b) { return a && b ? a->weights == b->weights : !a && !b; }

}  // namespace

bool TrainingLink::is_of(const Document& document) const {
  return run_ != 0 && lesson_ == document.lesson && same_inputs(inputs_, deciding_inputs(lesson_named(lesson_), document));
}

void TrainingLink::follow(const Document& document) {
  const Lesson& lesson = lesson_named(document.lesson);
  if (!lesson.settings) return;
  if (is_of(document)) {
    if (holds_ != document.pins) worker_.tell(HoldWeights{document.pins});
  } else {
    lesson_ = document.lesson;
    inputs_ = deciding_inputs(lesson, document);
    worker_.tell(NewRun{++run_, inputs_, lesson.settings(InputReader(lesson.info, document.inputs)), document.pins});
  }
  holds_ = document.pins;
}

void TrainingLink::leave() {
  if (report_.view && report_.view->run.status == RunStatus::playing) press({TrainingCommand::Kind::pause});
}

std::optional<Problem> TrainingLink::accept(TrainingReport report) {
  std::optional<Problem> problem = std::move(report.problem);
  if (report.view) report_ = std::move(report);
  return problem;
}

void TrainingLink::give(const Document& document, LessonContext& context) const {
  if (!report_.view || lesson_ != document.lesson) return;
  context.kept = report_.kept_model;
  if (report_.run == run_ && is_of(document)) context.run = report_.run_model;
}

bool TrainingLink::wants_trace(const Document& document, const LessonContext& made_with) const {
  LessonContext now;
  give(document, now);
  const bool same_run = !now.run || same_weights(now.run, made_with.run) || (!made_with.run && report_.untouched);
  if (same_run && same_weights(now.kept, made_with.kept)) return false;
  const double since_ms = std::chrono::duration<double, std::milli>(Clock::now() - trace_asked_).count();
  return report_.view->run.status != RunStatus::playing || since_ms >= kTracesEvery_ms;
}

std::shared_ptr<const TrainingView> TrainingLink::view(const Document& document) const {
  return lesson_ == document.lesson ? report_.view : nullptr;
}

bool is_trained_weight(const Trace& trace, const std::string& node) {
  const int index = trace.find(node);
  if (index < 0 || !lesson_named(trace.lesson).settings) return false;
  const TraceNode& found = trace.nodes[static_cast<std::size_t>(index)];
  return found.op == "parameter" && found.input.empty() && !found.name.starts_with("kept.");
}

}  // namespace gf

#include "session/runs/run_client.h"

#include "lessons/lesson.h"

namespace gf {
namespace {

constexpr double kTracesEvery_ms = 500, kKeepsEvery_ms = 1000;
constexpr int kWaitsMost = 16;

Inputs deciding_inputs(const Lesson& lesson, const Document& document) {
  Inputs inputs = all_inputs(lesson.info, document.inputs);
  for (const std::string& looking : lesson.looking) inputs.erase(looking);
  return inputs;
}

using Model = std::shared_ptr<const RunModel>;

bool same_weights(const Model& a, const Model& b) { return a && b ? a->weights == b->weights : !a && !b; }

}  // namespace

void RunClient::enter(const Lesson& lesson) {
  if (lesson.info.id == lesson_) return;
  leave();
  if (!lesson.settings) return;
  std::string entered = lesson.info.id;
  tell(OtherRuns{entered});
  lesson_ = std::move(entered);
  restore_before();
}

void RunClient::restore(const std::string& lesson, std::string bytes) {
  known_[lesson].before = std::move(bytes);
  if (lesson == lesson_) restore_before();
}

void RunClient::restore_before() {
  const auto found = known_.find(lesson_);
  if (found == known_.end() || found->second.run == 0 || !found->second.before) return;
  tell(RestoreRuns{*found->second.before});
  found->second.before.reset();
}

// A run that plays counts as kept, because it changes before it is written. A run that has not begun counts as kept, too.
bool RunClient::Known::is_kept() const {
  if (!report.view || report.view->run.status == RunStatus::playing || report.version == kept) return true;
  return report.view->run.records.size() < 2 && !report.view->kept;
}

bool RunClient::keep(bool now) {
  const auto found = known_.find(lesson_);
  if (found == known_.end() || found->second.is_kept()) return false;
  if (!now && elapsed_ms(kept_at_) < kKeepsEvery_ms) return true;
  tell(KeepRuns{});
  found->second.kept = found->second.report.version;
  kept_at_ = SteadyClock::now();
  return false;
}

const RunClient::Known* RunClient::known(const Document& document) const {
  const auto found = known_.find(document.lesson);
  return found == known_.end() ? nullptr : &found->second;
}

bool RunClient::is_of(const Lesson& lesson, const Document& document) const {
  const Known* runs = known(document);
  return runs && runs->run != 0 && same_inputs(runs->inputs, deciding_inputs(lesson, document));
}

bool RunClient::follow(const Lesson& lesson, const Document& document, const LessonContext& made_with) {
  if (document.lesson != lesson_) return false;
  Known& runs = known_[lesson_];
  const bool same = is_of(lesson, document);
  std::vector<Pin> holds = document.pins;
  if (same) {
    if (runs.holds != document.pins) tell(HoldWeights{document.pins});
  } else {
    Inputs inputs = deciding_inputs(lesson, document);
    const bool first = !runs.report.view;
    tell(NewRun{ordered_runs_ + 1, inputs, lesson.settings(InputReader(lesson.info, document.inputs, made_with)), document.pins}, !first);
    runs.inputs = std::move(inputs);
    ++ordered_runs_;
    runs.run = ordered_runs_;
  }
  runs.holds = std::move(holds);
  restore_before();
  return !same;
}

void RunClient::leave() {
  const auto found = known_.find(lesson_);
  if (found == known_.end() || !found->second.report.view) return;
  const bool plays = found->second.report.view->run.status == RunStatus::playing;
  if (plays) press({TrainingCommand::Kind::pause});
  if (plays || !found->second.is_kept()) tell(KeepRuns{});
}

void RunClient::tell(TrainingOrder order, bool puts_off) {
  if (puts_off && put_off_.empty()) {
    waited_ = 0;
    drawn_ = false;
  }
  if (puts_off || !put_off_.empty())
    put_off_.push_back(std::move(order));
  else
    worker_.tell(std::move(order));
  ++ordered_;
}

// A step of a lesson presses `until` as it opens. All other buttons are the reader's.
void RunClient::press(TrainingCommand command) {
  if (command.kind != TrainingCommand::Kind::until) begin();
  tell(command);
}

void RunClient::set_weights(SetWeights order) {
  begin();
  tell(std::move(order));
}

void RunClient::take_back(TakeBackWeights order) {
  begin();
  tell(order);
}

void RunClient::begin_drawn() {
  if (drawn_ || (puts_off() && ++waited_ >= kWaitsMost)) begin();
}

void RunClient::begin() {
  for (; puts_off(); put_off_.pop_front()) worker_.tell(put_off_.front());
  drawn_ = false;
}

std::optional<Problem> RunClient::accept(TrainingReport report) {
  reported_ = report.orders;
  std::optional<Problem> problem = std::move(report.problem);
  if (report.at_once) trace_asked_ = {};
  if (report.restored) known_[report.lesson].kept = report.version;
  if (report.view) known_[report.lesson].report = std::move(report);
  return problem;
}

bool RunClient::awaits_first(const Document& document) const {
  const Known* runs = known(document);
  return runs && runs->run != 0 && !runs->report.view && waits();
}

void RunClient::give(const Lesson& lesson, const Document& document, LessonContext& context) const {
  const Known* runs = known(document);
  if (!runs || !runs->report.view) return;
  context.kept = runs->report.kept_model;
  if (run_of(lesson, document)) context.run = runs->report.run_model;
}

const RunView* RunClient::run_of(const Lesson& lesson, const Document& document) const {
  const Known* runs = known(document);
  return runs && runs->report.view && runs->report.run == runs->run && is_of(lesson, document) ? &runs->report.view->run : nullptr;
}

bool RunClient::wants_trace(const Lesson& lesson, const Document& document, const LessonContext& made_with) const {
  LessonContext now;
  give(lesson, document, now);
  const Known* runs = known(document);
  if (!runs) return false;
  const bool same_run = !now.run || same_weights(now.run, made_with.run) || (!made_with.run && runs->report.untouched);
  if (same_run && same_weights(now.kept, made_with.kept)) return false;
  const double since_ms = elapsed_ms(trace_asked_);
  return runs->report.view->run.status != RunStatus::playing || since_ms >= kTracesEvery_ms;
}

std::shared_ptr<const ShownRuns> RunClient::view(const Document& document) const {
  const Known* runs = known(document);
  return runs ? runs->report.view : nullptr;
}

}  // namespace gf

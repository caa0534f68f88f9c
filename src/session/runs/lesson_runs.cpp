#include "session/runs/lesson_runs.h"

#include <algorithm>

#include "core/overloaded.h"
#include "lessons/lesson.h"
#include "session/problem_of.h"

namespace gf {
namespace {

constexpr std::size_t kMostAside = 4, kMostBytesAside = std::size_t{64} << 20;
constexpr double kReportsEvery_ms = 250;  // each report is drawn, and a software renderer draws with the cores that train

std::vector<std::string> differing_inputs(const Inputs& a, const Inputs& b) {
  std::vector<std::string> names;
  for (const auto& [name, value] : a) {
    const auto other = b.find(name);
    if (other == b.end() || !same_value(value, other->second)) names.push_back(name);
  }
  return names;
}

bool is_untouched(const RunMoment& moment, const std::vector<RunMoment>& all) { return &moment == &all.front() && !moment.record.edited; }

}  // namespace

void LessonRuns::carry_out(const TrainingOrder& order, const TraceMemo& memo) {
  const Overloaded carry_out_one{[&](const OtherRuns& o) { enter(o.lesson); },
                                 [&](const NewRun& o) { begin(o, memo); },
                                 [&](const SetWeights& o) { set_weights(o); },
                                 [&](const TakeBackWeights& o) {
                                   if (!run_) return;
                                   if (o.again)
                                     run_->do_again(o.edit);
                                   else
                                     run_->take_back(o.edit);
                                 },
                                 [&](const HoldWeights& o) {
                                   if (run_) run_->hold(o.holds);
                                 },
                                 [&](const KeepRuns&) { keep_for_later(); },
                                 [&](const RestoreRuns& o) { restore(o.bytes); },
                                 [&](const TrainingCommand& o) { press(o); }};
  problem_ = problem_of([&] { std::visit(carry_out_one, order); });
  ++orders_;
  changed_ = at_once_ = true;
}

void LessonRuns::enter(const std::string& lesson) {
  if (lesson == lesson_) return;
  if (run_) run_->pause();
  std::string entered = lesson;
  Runs& before = waiting_[lesson_];
  Runs& now = waiting_[lesson];  // the last allocation: nothing below throws
  before = {number_, std::move(run_), std::move(kept_), std::move(aside_)};
  number_ = now.number;
  run_ = std::move(now.run);
  kept_ = std::move(now.kept);
  aside_ = std::move(now.aside);
  waiting_.erase(entered);
  lesson_ = std::move(entered);
}

void LessonRuns::keep_for_later() { kept_runs_.push_back(kept_runs(lesson_, run_ ? &*run_ : nullptr, kept_ ? &*kept_ : nullptr)); }

void LessonRuns::restore(const std::string& bytes) {
  RestoredRuns found;
  unreadable_ = problem_of([&] { found = restored_runs(bytes); });
  if (unreadable_) return;
  const bool same = run_ && found.run && same_inputs(found.run->inputs(), run_->inputs()) && found.run->settings() == run_->settings();
  const auto got_to = [](const TrainingRun& run) { return std::pair(run.step_count(), run.moments().size()); };
  if (same && got_to(*found.run) > got_to(*run_)) {
    found.run->hold(run_->holds());
    run_ = std::move(found.run);
    restored_ = true;
  } else if (found.run && !same) {
    put_aside(*std::move(found.run));
  }
  if (!kept_ && found.kept) kept_ = std::move(found.kept);
}

// If the run branches, a copy of the run is kept to compare with, unless there is one already.
void LessonRuns::set_weights(const SetWeights& order) {
  if (!run_) return;
  if (run_->looks_back() && !kept_) keep();
  run_->set_weights(order.name, order.cells, order.edit);
}

void LessonRuns::keep() {
  TrainingRun copy = *run_;
  copy.pause();
  kept_ = std::move(copy);
  ++compared_;
}

void LessonRuns::begin(const NewRun& order, const TraceMemo& memo) {
  const auto same =
      std::find_if(aside_.begin(), aside_.end(), [&](const TrainingRun& run) { return same_inputs(run.inputs(), order.inputs); });
  const bool continues = same != aside_.end();
  TrainingRun next =
      continues ? std::move(*same) : TrainingRun(order.inputs, order.settings, order.holds, {}, kept_dataset(memo, order.settings));
  if (continues) {
    aside_.erase(same);
    next.hold(order.holds);
  }
  if (run_ && run_->moments().size() > 1) {
    run_->pause();
    aside_.reserve(aside_.size() + 1);
    put_aside(*std::move(run_));
  }
  run_ = std::move(next);
  number_ = order.run;
}

void LessonRuns::put_aside(TrainingRun run) {
  run.pause();
  aside_.push_back(std::move(run));
  std::size_t bytes = 0;
  for (const TrainingRun& replaced : aside_) bytes += replaced.bytes();
  while (aside_.size() > kMostAside || (bytes > kMostBytesAside && !aside_.empty())) {
    bytes -= aside_.front().bytes();
    aside_.erase(aside_.begin());
  }
}

void LessonRuns::press(const TrainingCommand& command) {
  using Kind = TrainingCommand::Kind;
  if (command.kind == Kind::drop_kept) ++compared_;
  if (command.kind == Kind::drop_kept) kept_.reset();
  if (!run_) return;
  if (command.kind == Kind::play) run_->play();
  if (command.kind == Kind::pause) run_->pause();
  if (command.kind == Kind::step) run_->step();
  if (command.kind == Kind::epoch) run_->epoch();
  if (command.kind == Kind::restart) run_->restart();
  if (command.kind == Kind::view) run_->view(command.record);
  if (command.kind == Kind::until) run_->until(command.step);
  if (command.kind == Kind::keep) keep();
  const bool goes_on = command.kind == Kind::play || command.kind == Kind::step || command.kind == Kind::epoch;
  if (goes_on) run_->view(-1);  // follow the run, so that the reader sees the training
  // If the run has stopped with a problem, the button shows the problem again.
  if (goes_on && run_->problem()) throw InputError(*run_->problem());
}

void LessonRuns::advance(double budget_ms) {
  if (!playing()) return;
  problem_ = problem_of([&] { run_->advance(budget_ms); });
  if (problem_) run_->pause();
  if (run_->problem()) problem_ = run_->problem();
  changed_ = true;
  at_once_ = at_once_ || !playing();
}

std::optional<TrainingReport> LessonRuns::report() {
  const double since_ms = elapsed_ms(reported_at_);
  if (!changed_ || (!at_once_ && since_ms < kReportsEvery_ms)) return std::nullopt;
  reported_at_ = SteadyClock::now();
  TrainingReport report;
  if (std::optional<Problem> why = problem_of([&] { report = made_report(); })) {
    at_once_ = true;
    return TrainingReport{.problem = std::move(why), .orders = orders_};
  }
  report.orders = orders_;
  report.at_once = std::exchange(at_once_, false);
  report.restored = std::exchange(restored_, false);
  report.unreadable = std::exchange(unreadable_, std::nullopt);
  if (problem_) report.problem = std::exchange(problem_, std::nullopt);
  report.kept_runs = std::move(kept_runs_);
  kept_runs_.clear();
  changed_ = false;
  return report;
}

// Returns a report without the fields that report() sets, which are told once.
TrainingReport LessonRuns::made_report() {
  TrainingReport report{.lesson = lesson_, .run = number_};
  if (!run_) return report;
  report.version = {number_, run_->recorded(), compared_};
  if (kept_) kept_->view_nearest(run_->viewed().record.step);
  report.problem = problem_of([&] {
    run_->answer_samples();
    if (kept_) kept_->answer_samples();
  });

  auto view = std::make_shared<ShownRuns>();
  view->run = run_->view();
  if (kept_) {
    view->kept = kept_->view();
    view->differing = differing_inputs(run_->inputs(), kept_->inputs());
  }
  report.view = std::move(view);
  report.run_model = run_->viewed_model();
  if (kept_) report.kept_model = kept_->viewed_model();
  report.untouched = is_untouched(run_->viewed(), run_->moments());
  return report;
}

}  // namespace gf

#include "session/session_state.h"

#include <algorithm>
#include <utility>

#include "core/number_text.h"
#include "lessons/run.h"
#include "protocol/address.h"
#include "protocol/blanks.h"
#include "protocol/limits.h"
#include "protocol/link.h"
#include "protocol/look.h"
#include "protocol/opening.h"
#include "protocol/step.h"
#include "session/problem_of.h"
#include "study/course.h"

namespace gf {

namespace {

// Whether the document and the run are as the present step describes. A run that has not begun is not.
bool is_applied(const LessonInfo& lesson, const Document& document, const RunView* run) {
  const Step* step = step_of(lesson, document);
  if (!step) return true;
  const std::optional<Index>& trained = step->example.trained;
  return shows_example(lesson, document, step->example) && (!trained || (run && shows_trained(*run, *trained)));
}

}  // namespace

Session::State::State(SessionOptions options)
    : on_change(std::move(options.on_change)),
      lessons(options.lessons ? *options.lessons : gf::lessons()),
      texts(options.texts),
      lacks_texts(std::move(options.lacks_texts)),
      files(std::move(options.files), [this](bool later) { on_file(later); }),
      keeper(std::move(options.store), on_change),
      worker((options.make_worker ? options.make_worker : default_worker)(on_change)),
      training(*worker) {}

void Session::State::publish() {
  std::optional<Problem> why = problem_of([&] { snapshot = made_snapshot(); });
  unpublished = why.has_value();
  if (why) problem = std::move(why);
}

void Session::State::mend() {
  if (std::exchange(interrupted, false)) guarded([&] { follow_document(); });
}

std::shared_ptr<const Snapshot> Session::State::made_snapshot() {
  auto next = std::make_shared<Snapshot>();
  next->revision = ++revision;
  next->catalogue = catalogue;
  next->document = document();
  const bool awaits_run = training.awaits_first(document());
  if (!awaits_run) next->trace = work().trace;
  next->computing = (follower.awaits() && !work().shows_document()) || awaits_run || (lacks_texts && lacks_texts(reader.lesson));
  next->ordering = training.waits();
  next->problem = problem;
  next->notice = notice;
  next->training = training.view(document());
  next->estimate = estimate.of(work().computed);
  next->estimating = estimate.awaits(work().computed) || follower.defers_estimate();
  if (const auto answers = reader.answers.find(reader.lesson); answers != reader.answers.end()) next->answers = answers->second;
  for (const Lesson& each : lessons) {
    const auto answers = reader.answers.find(each.info.id);
    next->progress[each.info.id] = progress_in(each.info, answers == reader.answers.end() ? Answers{} : answers->second, reader.route);
  }
  next->log = reader.log;
  next->route = reader.route;
  next->left = reader.left;
  next->step_applied = is_applied(lesson().info, document(), training.run_of(lesson(), document()));
  next->has_own = work().now.own && !same_content(*work().now.own, document());
  next->can_undo = !work().now.past.empty();
  next->can_redo = !work().now.future.empty();
  return next;
}

void Session::State::submit() {
  const std::uint64_t number = follower.await();
  training.trace_asked();
  const std::optional<Problem> why = problem_of([&] {
    if (std::optional<LessonContext> context = present_context())
      worker->submit({number, &lesson(), document(), *std::move(context), texts});
  });
  if (why) refuse(work(), *why);
}

std::optional<LessonContext> Session::State::present_context() {
  std::optional<LessonFiles::Contents> contents = files.get(files_of(lesson(), document()));
  if (!contents) return std::nullopt;
  LessonContext context;
  context.files = *std::move(contents);
  training.give(lesson(), document(), context);
  return context;
}

void Session::State::on_file(bool later) {
  if (later && follower.awaits()) submit();
  if (on_change) on_change();
}

void Session::State::follow_document() {
  if (!work().shows_document() || work().words != texts) return submit();
  follower.rest();
  work().outdated = follower.last();
  mark_good(work());
}

void Session::State::mark_good(LessonWork& shown) {
  const bool present = &shown == &work();
  if (present && follower.arriving()) {  // a document from outside may look at nodes that its trace lacks
    Document arrived = shown.document();
    if (std::optional<Problem> why = problem_of([&] { check_blanks(*shown.trace, arrived.look.blanks); })) problem = std::move(why);
    arrived.look = fitting_look(std::move(arrived.look), *shown.trace);
    shown.now.amend(std::move(arrived));
  }
  select_cell(shown);
  History good = shown.now;
  shown.good = std::move(good);
  shown.unproven = false;
  if (!present) return;
  follower.settle();
  training.enter(*shown.lesson);
  if (training.follow(*shown.lesson, shown.traced, shown.traced_with)) forget_edits(shown);
}

void Session::State::select_cell(LessonWork& shown) {
  if (!shown.selects_cell || !shown.shows_document()) return;
  shown.selects_cell = false;
  shown.now.amend(with_cell_of_step(shown.lesson->info, shown.document(), *shown.trace));
}

void Session::State::accept(JobResult result) {
  const auto found = reader.works.find(result.job.document.lesson);
  if (found == reader.works.end()) return;
  LessonWork& target = found->second;
  const bool newest = follower.take(result.job.sequence);
  if (result.trace && result.job.sequence > std::max(target.computed, target.outdated)) {
    target.trace = std::move(result.trace);
    target.words = result.job.texts;
    target.computed = result.job.sequence;
    target.traced = std::move(result.job.document);
    target.traced_with = std::move(result.job.context);
    if (target.shows_document()) mark_good(target);
  } else if (newest && result.problem) {
    target.traced_with = std::move(result.job.context);  // otherwise wants_trace would try the same weights again and again
    refuse(target, *result.problem);
  }
}

void Session::State::refuse(LessonWork& refused, const Problem& why) {
  problem = why;
  if (why.id == "missing_file") without_file = refused.document();
  fall_back(refused);
}

void Session::State::stop_computing() {
  const bool can_go_back = work().trace || follower.arriving();
  if (!follower.awaits() || work().shows_document() || !can_go_back) return;
  worker->drop();
  follower.drop_deferred();
  work().outdated = follower.last();
  fall_back(work());
  if (work().shows_document()) follow_document();
}

void Session::State::fall_back(LessonWork& refused) {
  refused.selects_cell = false;
  follower.rest();
  estimate.give_up();  // the worker may have dropped it for the refused document
  const std::shared_ptr<const Document> refused_document = refused.now.present.document;
  if (&refused != &work()) return go_back(refused);
  if (std::optional<ReaderState> origin = follower.take_origin()) {
    reader = *std::move(origin);
    follower.drop_deferred();  // the commands waited for the loaded document
    if (reader.lesson.empty()) go_to(lessons.front());
  } else {
    go_back(refused);
  }
  // The shown trace may belong to a document in between. If there is no other document to go back to, because a file of the first document
  // is missing, the next edit tries again.
  if (!work().shows_document() && !same_content(document(), *refused_document)) submit();
}

void Session::State::look_at_run() {
  if (!follower.awaits() && work().shows_document() && training.wants_trace(lesson(), document(), work().traced_with)) submit();
}

void Session::State::accept(EstimateResult result) {
  if (std::optional<Problem> why = estimate.take(std::move(result), work().computed)) problem = std::move(why);
}

void Session::State::accept(TrainingReport report) {
  if (report.unreadable) keeper.put_runs_aside(report.lesson, *report.unreadable);
  for (const KeptRuns& runs : report.kept_runs) keeper.keep_runs(runs);
  if (std::optional<Problem> why = training.accept(std::move(report))) problem = std::move(why);
}

}  // namespace gf

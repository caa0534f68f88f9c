#include "session/session.h"

#include <algorithm>
#include <map>

#include "session/edits.h"
#include "session/history.h"
#include "session/worker.h"

namespace gf {
namespace {

template <typename... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};

// The work on one lesson. `good` is the history as it was when its document last gave a trace: where a later document is
// refused, the work goes back to it.
struct LessonWork {
  History now;
  History good;
  std::shared_ptr<const Trace> trace;
  Document traced;             // the document of the trace
  std::uint64_t computed = 0;  // and its sequence
};

}  // namespace

struct Session::State {
  explicit State(std::function<void()> on_change) : worker(std::move(on_change)) {}

  std::shared_ptr<const Catalogue> catalogue = make_catalogue();
  std::map<std::string, LessonWork> works;
  std::string lesson;
  std::set<std::string> visited;
  std::optional<Problem> problem;
  std::uint64_t revision = 0;
  std::uint64_t sequence = 0;   // of the last submitted document
  std::uint64_t submitted = 0;  // of the present lesson's document that is still on its way; 0 for none
  std::shared_ptr<const Snapshot> snapshot;
  Worker worker;

  LessonWork& work() { return works.at(lesson); }
  const Document& document() { return *work().now.present.document; }

  void publish() {
    auto next = std::make_shared<Snapshot>();
    next->revision = ++revision;
    next->catalogue = catalogue;
    next->document = document();
    next->trace = work().trace;
    next->computing = submitted != 0;
    next->problem = problem;
    next->visited = visited;
    next->can_undo = !work().now.past.empty();
    next->can_redo = !work().now.future.empty();
    snapshot = std::move(next);
  }

  void submit() {
    submitted = ++sequence;
    worker.submit({sequence, document()});
  }

  void enter(const std::string& id) {
    if (!find_lesson(*catalogue, id)) check_document(*catalogue, Document{id, {}, {}, {}, 0});  // throws
    lesson = id;
    visited.insert(id);
    if (works.find(id) == works.end()) {
      LessonWork& fresh = works[id];
      fresh.now.present.document = std::make_shared<const Document>(Document{id, {}, {}, {}, 0});
      fresh.good = fresh.now;
    }
    submitted = 0;
    if (!work().trace) submit();
  }

  void accept(JobResult result) {
    const auto found = works.find(result.job.document.lesson);
    if (found == works.end()) return;
    LessonWork& of = found->second;
    const bool newest = result.job.sequence == submitted;
    if (newest) submitted = 0;
    if (result.trace && result.job.sequence > of.computed) {
      of.trace = std::move(result.trace);
      of.computed = result.job.sequence;
      of.traced = std::move(result.job.document);
      if (same_content(of.traced, *of.now.present.document)) of.good = of.now;
    } else if (newest && result.problem) {
      refuse(of, *result.problem);
    }
  }

  // Back to the last good document. A trace of a document in between may be showing: then it is computed again.
  void refuse(LessonWork& of, const Problem& why) {
    problem = why;
    const Document looked = *of.now.present.document;
    of.now = of.good;
    Document back = *of.now.present.document;
    back.selection = looked.selection;
    back.step = looked.step;
    of.now.amend(std::move(back));
    if (&of == &work() && !same_content(of.traced, document())) submit();
  }

  // The trace of the present document, computed here and now if it is still on its way.
  const Trace& settled() {
    if (submitted != 0 || !work().trace) {
      JobResult result = run_job({submitted != 0 ? submitted : ++sequence, document()});
      accept(std::move(result));
    }
    if (!work().trace) throw std::logic_error("[session] " + lesson + " has no trace");
    return *work().trace;
  }

  void apply(Document next, int gesture = 0) {
    if (same_content(next, document())) return;
    work().now.push(std::move(next), gesture);
    submit();
  }

  // Whole documents come from outside: they are run before they take the place of anything.
  void load(Document next) {
    check_document(*catalogue, next);
    JobResult result = run_job({0, next});
    if (result.problem) throw InputError(*result.problem);
    enter(next.lesson);
    work().now.push(std::move(next), 0);
    // Whatever is still being computed is older than this.
    result.job.sequence = ++sequence;
    submitted = 0;
    accept(std::move(result));
  }

  void select(std::optional<Selection> selection) {
    Document next = document();
    next.selection = std::move(selection);
    work().now.amend(std::move(next));
  }

  void go_to_step(int step) {
    Document next = document();
    next.step = std::max(step, 0);
    work().now.amend(std::move(next));
  }

  void without_pins() {
    Document next = document();
    next.pins.clear();
    apply(std::move(next));
  }

  void reset() {
    const Document& now = document();
    apply({now.lesson, {}, {}, now.selection, now.step});
  }

  void carry_out(const Command& command) {
    std::visit(Overloaded{
                   [&](const OpenLesson& c) { enter(c.lesson); },
                   [&](const ApplyPreset& c) { apply(with_preset(document(), c.preset)); },
                   [&](const ResetLesson&) { reset(); },
                   [&](const SetInput& c) { apply(with_input(document(), c.input, c.value), c.gesture); },
                   [&](const TypeInput& c) { apply(with_typed_input(document(), c)); },
                   [&](const TypeCell& c) {
                     const Trace& trace = settled();
                     apply(with_typed_cell(document(), trace, c));
                   },
                   [&](const SetCell& c) {
                     const Trace& trace = settled();
                     apply(with_cell(document(), trace, c.node, c.cell, c.value), c.gesture);
                   },
                   [&](const PasteCells& c) {
                     const Trace& trace = settled();
                     apply(with_pasted_cells(document(), trace, c));
                   },
                   [&](const LiftPin& c) { apply(without_pin(document(), c)); },
                   [&](const LiftAllPins&) { without_pins(); },
                   [&](const Select& c) {
                     select(Selection{c.node, c.cell});
                   },
                   [&](const Deselect&) { select(std::nullopt); },
                   [&](const GoToStep& c) { go_to_step(c.step); },
                   [&](const Undo&) {
                     if (work().now.undo()) submit();
                   },
                   [&](const Redo&) {
                     if (work().now.redo()) submit();
                   },
                   [&](const LoadDocument& c) { load(c.document); },
                   [&](const LoadLink& c) { load(decode_link(c.text)); },
                   [&](const DismissProblem&) { problem = std::nullopt; },
               },
               command);
  }
};

namespace {

// Looking around does not take the words about a mistake away; the next edit does.
bool only_looks(const Command& command) {
  return std::holds_alternative<Select>(command) || std::holds_alternative<Deselect>(command) || std::holds_alternative<GoToStep>(command);
}

}  // namespace

Session::Session(std::function<void()> on_change) : state_(std::make_unique<State>(std::move(on_change))) {
  state_->enter(state_->catalogue->front().id);
  state_->publish();
}

Session::~Session() = default;

std::shared_ptr<const Snapshot> Session::snapshot() const { return state_->snapshot; }

void Session::execute(const Command& command) {
  if (!only_looks(command)) state_->problem = std::nullopt;
  try {
    state_->carry_out(command);
  } catch (const InputError& error) {
    state_->problem = error.problem();
  } catch (const std::exception& error) {
    state_->problem = Problem{"engine", {{"detail", error.what()}}};
  }
  state_->publish();
}

bool Session::pump() {
  const bool more = state_->worker.work();
  if (std::optional<JobResult> result = state_->worker.take()) {
    state_->accept(std::move(*result));
    state_->publish();
  }
  return more;
}

void Session::finish() {
  do {
    state_->worker.wait();
    pump();
  } while (state_->submitted != 0);
}

}  // namespace gf

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
  State(std::function<void()> changed, FileSource source) : on_change(std::move(changed)), files(std::move(source)), worker(on_change) {}

  std::function<void()> on_change;
  FileSource files;
  std::map<std::string, std::shared_ptr<const std::string>> loaded;  // by path; null where it could not be read
  std::set<std::string> loading;

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
  bool waits_for_file = false;  // a file that comes now comes after read() returned
  std::shared_ptr<int> life = std::make_shared<int>();  // ends with this: a file may come later than that

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
    if (std::optional<LessonContext> context = context_of(document())) worker.submit({sequence, document(), *std::move(context)});
  }

  // What a document's lesson is given; nothing while a file is still on its way, then `file_came` submits again.
  std::optional<LessonContext> context_of(const Document& of) {
    LessonContext context;
    for (const std::string& path : files_of(of)) {
      if (loaded.find(path) == loaded.end() && loading.insert(path).second) read(path);
      const auto found = loaded.find(path);
      if (found == loaded.end()) return std::nullopt;
      context.files[path] = found->second;
      if (!found->second) loaded.erase(found);  // the next time tries again
    }
    return context;
  }

  void read(const std::string& path) {
    const auto came = [this, path, alive = std::weak_ptr<int>(life)](std::optional<std::string> content) {
      if (alive.expired()) return;
      loaded[path] = content ? std::make_shared<const std::string>(*std::move(content)) : nullptr;
      const bool later = loading.erase(path) != 0 && waits_for_file;
      if (later && submitted != 0) submit();
      if (on_change) on_change();
    };
    if (!files) return came(std::nullopt);
    waits_for_file = false;
    files(path, came);
    waits_for_file = true;
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
    back.folded = looked.folded;
    of.now.amend(std::move(back));
    if (&of == &work() && !same_content(of.traced, document())) submit();
  }

  // The trace of the present document, computed here and now if it is still on its way.
  const Trace& settled() {
    if (submitted != 0 || !work().trace) {
      if (std::optional<LessonContext> context = context_of(document()))
        accept(run_job({submitted != 0 ? submitted : ++sequence, document(), *std::move(context)}));
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
    std::optional<LessonContext> context = context_of(next);
    if (!context) return load_when_files_come(std::move(next));
    JobResult result = run_job({0, next, *std::move(context)});
    if (result.problem) throw InputError(*result.problem);
    enter(next.lesson);
    work().now.push(std::move(next), 0);
    // Whatever is still being computed is older than this.
    result.job.sequence = ++sequence;
    submitted = 0;
    accept(std::move(result));
  }

  // It takes its place now, and falls back like an edit where it turns out not to fit.
  void load_when_files_come(Document next) {
    enter(next.lesson);
    work().now.push(std::move(next), 0);
    submit();
  }

  void fold(const Fold& c) {
    Document next = document();
    if (c.folded)
      next.folded.insert(c.section);
    else
      next.folded.erase(c.section);
    work().now.amend(std::move(next));
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
    apply({now.lesson, {}, {}, now.selection, now.step, now.folded});
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
                   [&](const Fold& c) { fold(c); },
                   [&](const HoldCell& c) {
                     const Trace& trace = settled();
                     apply(with_held_cell(document(), trace, c));
                   },
                   [&](const EstimateGradient&) {},
                   [&](const TrainingCommand&) {},
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
  return std::holds_alternative<Select>(command) || std::holds_alternative<Deselect>(command) || std::holds_alternative<GoToStep>(command) ||
         std::holds_alternative<Fold>(command);
}

}  // namespace

Session::Session(std::function<void()> on_change, FileSource files)
    : state_(std::make_unique<State>(std::move(on_change), std::move(files))) {
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

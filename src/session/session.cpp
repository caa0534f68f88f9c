#include "session/session.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/number.h"
#include "lessons/registry.h"
#include "lessons/run.h"
#include "protocol/look.h"
#include "session/edits.h"
#include "session/history.h"
#include "session/lesson_files.h"
#include "session/problem_of.h"
#include "session/runs/run_client.h"
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
  Document traced;  // the document of the trace
  LessonContext traced_with;
  std::uint64_t computed = 0;  // and its sequence
  bool arriving = false;       // the document came from outside: what it looks at has not been held against its trace yet
};

}  // namespace

struct Session::State {
  State(std::function<void()> changed, FileSource source)
      : on_change(std::move(changed)), files(std::move(source), [this](bool later) { file_came(later); }), worker(on_change) {}

  std::function<void()> on_change;
  LessonFiles files;

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
  RunClient training{worker};
  std::uint64_t estimating = 0;  // the trace (its sequence) whose gradient is being estimated; 0 for none
  std::uint64_t estimated = 0;   // the trace that `estimate` belongs to
  std::optional<GradientEstimate> estimate;

  LessonWork& work() { return works.at(lesson); }
  const Document& document() { return *work().now.present.document; }

  void publish() {
    auto next = std::make_shared<Snapshot>();
    next->revision = ++revision;
    next->catalogue = catalogue;
    next->document = document();
    next->trace = work().trace;
    next->computing = !shows_document();
    next->problem = problem;
    next->training = training.view(document());
    if (estimated == work().computed) next->estimate = estimate;
    next->estimating = estimating != 0 && estimating == work().computed;
    next->visited = visited;
    next->can_undo = !work().now.past.empty();
    next->can_redo = !work().now.future.empty();
    snapshot = std::move(next);
  }

  // Whether the trace is that of the present document, if perhaps with weights that a run has left behind.
  bool shows_document() { return work().trace && same_content(work().traced, document()); }

  void submit() {
    submitted = ++sequence;
    training.trace_asked();
    if (std::optional<LessonContext> context = context_of(document())) worker.submit({sequence, document(), *std::move(context)});
  }

  // What a document's lesson is given; nothing while a file is still on its way, then `file_came` submits again.
  std::optional<LessonContext> context_of(const Document& of) {
    std::optional<LessonFiles::Contents> contents = files.get(files_of(of));
    if (!contents) return std::nullopt;
    LessonContext context;
    context.files = *std::move(contents);
    training.give(of, context);
    return context;
  }

  void file_came(bool later) {
    if (later && submitted != 0) submit();
    if (on_change) on_change();
  }

  void enter(const std::string& id) {
    if (!find_lesson(*catalogue, id)) check_document(*catalogue, Document{id});  // throws
    if (id != lesson) training.leave();
    training.enter(id);
    lesson = id;
    visited.insert(id);
    if (works.find(id) == works.end()) {
      LessonWork& fresh = works[id];
      fresh.now.present.document = std::make_shared<const Document>(Document{.lesson = id, .look = {.folded = lesson_named(id).folded}});
      fresh.good = fresh.now;
    }
    submitted = 0;
    if (!work().trace)
      submit();
    else if (shows_document() && training.follow(document()))
      forget_edits(work());
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
      of.traced_with = std::move(result.job.context);
      if (!same_content(of.traced, *of.now.present.document)) return;
      if (std::exchange(of.arriving, false)) {
        Document arrived = *of.now.present.document;
        arrived.look = fitting_look(std::move(arrived.look), *of.trace);
        of.now.amend(std::move(arrived));
      }
      of.good = of.now;
      if (training.follow(of.traced)) forget_edits(of);
    } else if (newest && result.problem) {
      of.traced_with = std::move(result.job.context);  // or the same weights would be tried again and again
      refuse(of, *result.problem);
    }
  }

  // Back to the last good document. A trace of a document in between may be showing: then it is computed again.
  void refuse(LessonWork& of, const Problem& why) {
    problem = why;
    Document back = *of.good.present.document;
    back.look = of.now.present.document->look;
    of.now = of.good;
    if (std::exchange(of.arriving, false) && of.trace) back.look = fitting_look(std::move(back.look), *of.trace);
    of.now.amend(std::move(back));
    if (&of == &work() && !same_content(of.traced, document())) submit();
  }

  // The trace of the present document, computed here and now if it is still on its way.
  const Trace& settled() {
    if (!shows_document()) {
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

  // What is only looked at: nothing to compute, nothing to undo.
  void amend(Document next) { work().now.amend(std::move(next)); }

  void forget_edits(LessonWork& of) {
    of.now.forget_edits();
    of.good.forget_edits();
  }

  // A weight of a training run is set in the run, unless it is held: then it is held at the new value.
  bool set_weight(const Trace& trace, const std::string& node, const Cell& cell, const Tensor& block, int gesture = 0) {
    const auto held = [&](const Pin& pin) { return pin.node == node && pin.cell == cell; };
    if (!is_trained_weight(trace, node) || std::any_of(document().pins.begin(), document().pins.end(), held)) return false;
    SetWeights order{node, {}, 0};
    for (Index r = 0; r < block.rows(); ++r)
      for (Index c = 0; c < block.cols(); ++c) order.cells.push_back({{cell.outer, cell.row + r, cell.col + c}, block.at(0, r, c)});
    for (const auto& [one, value] : order.cells) with_cell(document(), trace, node, one, value);  // throws where it is none
    order.edit = work().now.push_edit(gesture);
    work().good = work().now;  // the trace is that of its document
    training.set_weights(std::move(order));
    return true;
  }

  void train(const TrainingCommand& command) {
    if (!lesson_named(lesson).settings) throw InputError({"no_training", {{"lesson", lesson}}});
    settled();  // from then on the run of this document is ordered
    if (command.kind == TrainingCommand::Kind::restart) forget_edits(work());
    training.press(command);
  }

  void estimate_gradient(const EstimateGradient& c) {
    EstimateJob job = estimate_job(settled(), c.node, c.cell);
    job.sequence = estimating = work().computed;
    job.document = work().traced;
    job.context = work().traced_with;
    worker.estimate(std::move(job));
  }

  void accept(EstimateResult result) {
    if (result.sequence != estimating) return;
    estimating = 0;
    if (result.sequence != work().computed) return;
    estimated = result.sequence;
    estimate = std::move(result.estimate);
    if (result.problem) problem = std::move(result.problem);
  }

  // The trace follows the weights of the run.
  void look_at_run() {
    if (submitted == 0 && shows_document() && training.wants_trace(document(), work().traced_with)) submit();
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
    work().arriving = true;
    // Whatever is still being computed is older than this.
    result.job.sequence = ++sequence;
    submitted = 0;
    accept(std::move(result));
  }

  // It takes its place now, and falls back like an edit where it turns out not to fit.
  void load_when_files_come(Document next) {
    enter(next.lesson);
    work().now.push(std::move(next), 0);
    work().arriving = true;
    submit();
  }

  // The weights of a run are not in the document: the run takes such an edit back itself.
  void undo() {
    const int edit = work().now.present.edit;
    if (work().now.undo()) went(edit, false);
  }

  void redo() {
    if (work().now.redo()) went(work().now.present.edit, true);
  }

  void went(int edit, bool again) {
    if (edit == 0) return submit();
    training.take_back({edit, again});
    if (shows_document()) work().good = work().now;
  }

  void carry_out(const Command& command) {
    std::visit(Overloaded{
                   [&](const OpenLesson& c) { enter(c.lesson); },
                   [&](const ApplyPreset& c) { apply(with_preset(document(), c.preset)); },
                   [&](const ShowExample& c) { apply(with_example(lesson_named(lesson).info, document(), c.example)); },
                   [&](const ResetLesson&) { apply(as_opened(document())); },
                   [&](const SetInput& c) { apply(with_input(document(), c.input, c.value), c.gesture); },
                   [&](const TypeInput& c) { apply(with_typed_input(document(), c)); },
                   [&](const TypeCell& c) {
                     const Trace& trace = settled();
                     Document next = with_typed_cell(document(), trace, c);
                     const Tensor value = Tensor::filled(Shape{{}, 1, 1}, static_cast<float>(parse_number(c.text, c.node)));
                     if (!set_weight(trace, c.node, c.cell, value)) apply(std::move(next));
                   },
                   [&](const SetCell& c) {
                     const Trace& trace = settled();
                     if (!set_weight(trace, c.node, c.cell, Tensor::filled(Shape{{}, 1, 1}, c.value), c.gesture))
                       apply(with_cell(document(), trace, c.node, c.cell, c.value), c.gesture);
                   },
                   [&](const PasteCells& c) {
                     const Trace& trace = settled();
                     Document next = with_pasted_cells(document(), trace, c);
                     if (!set_weight(trace, c.node, c.cell, parse_block(c.text, c.node))) apply(std::move(next));
                   },
                   [&](const LiftPin& c) { apply(without_pin(document(), c)); },
                   [&](const LiftAllPins&) { apply(without_pins(document())); },
                   [&](const Select& c) {
                     amend(with_selection(document(), Selection{c.node, c.cell}));
                   },
                   [&](const Deselect&) { amend(with_selection(document(), std::nullopt)); },
                   [&](const GoToStep& c) { amend(with_step(document(), c.step)); },
                   [&](const Fold& c) { amend(with_fold(document(), c)); },
                   [&](const HoldCell& c) {
                     const Trace& trace = settled();
                     apply(with_held_cell(document(), trace, c));
                   },
                   [&](const EstimateGradient& c) { estimate_gradient(c); },
                   [&](const TrainingCommand& c) { train(c); },
                   [&](const Undo&) { undo(); },
                   [&](const Redo&) { redo(); },
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
  return std::holds_alternative<Select>(command) || std::holds_alternative<Deselect>(command) ||
         std::holds_alternative<GoToStep>(command) || std::holds_alternative<Fold>(command);
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
  if (std::optional<Problem> problem = problem_of([&] { state_->carry_out(command); })) state_->problem = std::move(problem);
  state_->publish();
}

bool Session::pump() {
  const bool more = state_->worker.work();
  bool news = false;
  if (std::optional<JobResult> result = state_->worker.take()) {
    state_->accept(std::move(*result));
    news = true;
  }
  if (std::optional<EstimateResult> result = state_->worker.take_estimate()) {
    state_->accept(std::move(*result));
    news = true;
  }
  if (std::optional<TrainingReport> report = state_->worker.take_report()) {
    if (std::optional<Problem> problem = state_->training.accept(std::move(*report))) state_->problem = std::move(problem);
    news = true;
  }
  state_->look_at_run();
  if (news) state_->publish();
  return more;
}

void Session::finish() {
  do {
    state_->worker.wait();
    pump();
  } while (state_->submitted != 0 || !state_->worker.idle());
}

}  // namespace gf

#include "session/session.h"

#include <algorithm>

#include "core/number.h"
#include "core/overloaded.h"
#include "protocol/link.h"
#include "session/edits.h"
#include "session/lesson_files.h"
#include "session/place.h"
#include "session/problem_of.h"
#include "session/runs/run_client.h"
#include "session/worker.h"

namespace gf {
namespace {

// Looking around does not take the words about a mistake away; the next edit does.
bool only_looks(const Command& command) {
  return std::holds_alternative<Select>(command) || std::holds_alternative<Deselect>(command) ||
         std::holds_alternative<GoToStep>(command) || std::holds_alternative<Fold>(command);
}

Tensor single(float value) { return Tensor::filled(Shape{{}, 1, 1}, value); }

}  // namespace

struct Session::State {
  explicit State(SessionOptions options)
      : on_change(std::move(options.on_change)),
        lessons(options.lessons ? *options.lessons : gf::lessons()),
        files(std::move(options.files), [this](bool later) { file_came(later); }),
        worker((options.make_worker ? options.make_worker : default_worker)(on_change)) {}

  std::function<void()> on_change;
  const std::vector<Lesson>& lessons;
  LessonFiles files;

  std::shared_ptr<const Catalogue> catalogue = make_catalogue(lessons);
  Place here;
  std::optional<Place> before_load;  // to go back to, until what was loaded has its trace
  std::vector<Command> waiting;      // for the trace of the present document
  std::optional<Problem> problem;
  std::uint64_t revision = 0;
  std::uint64_t sequence = 0;   // of the last submitted document
  std::uint64_t submitted = 0;  // of the present lesson's document that is still on its way; 0 for none
  std::shared_ptr<const Snapshot> snapshot;
  std::unique_ptr<Worker> worker;
  RunClient training{*worker};
  std::uint64_t estimating = 0;  // the trace (its sequence) whose gradient is being estimated; 0 for none
  std::uint64_t estimated = 0;   // the trace that `estimate` belongs to
  std::optional<GradientEstimate> estimate;

  LessonWork& work() { return here.work(); }
  const Document& document() { return work().document(); }
  const Lesson& lesson() { return *work().lesson; }

  void publish() {
    const auto waits_for_estimate = [](const Command& command) { return std::holds_alternative<EstimateGradient>(command); };
    auto next = std::make_shared<Snapshot>();
    next->revision = ++revision;
    next->catalogue = catalogue;
    next->document = document();
    next->trace = work().trace;
    next->computing = !work().shows_document();
    next->problem = problem;
    next->training = training.view(document());
    if (estimated == work().computed) next->estimate = estimate;
    next->estimating =
        (estimating != 0 && estimating == work().computed) || std::any_of(waiting.begin(), waiting.end(), waits_for_estimate);
    next->visited = here.visited;
    next->can_undo = !work().now.past.empty();
    next->can_redo = !work().now.future.empty();
    snapshot = std::move(next);
  }

  // ---- the trace follows the document ----------------------------------------------------------------------------------

  void submit() {
    submitted = ++sequence;
    training.trace_asked();
    std::optional<LessonContext> context;
    if (const std::optional<Problem> why = problem_of([&] { context = context_of(work()); })) return refuse(work(), *why);
    if (context) worker->submit({sequence, &lesson(), document(), *std::move(context)});
  }

  // What the lesson of a document is given; nothing while a file is still on its way, then `file_came` submits again.
  std::optional<LessonContext> context_of(const LessonWork& of) {
    std::optional<LessonFiles::Contents> contents = files.get(files_of(*of.lesson, of.document()));
    if (!contents) return std::nullopt;
    LessonContext context;
    context.files = *std::move(contents);
    training.give(*of.lesson, of.document(), context);
    return context;
  }

  void file_came(bool later) {
    if (later && submitted != 0) submit();
    if (on_change) on_change();
  }

  // Has the trace of the present document computed, unless it is there.
  void follow_document() {
    if (!work().shows_document()) return submit();
    submitted = 0;
    work().outdated = sequence;
    is_good(work());
  }

  // The trace is that of the lesson's document.
  void is_good(LessonWork& of) {
    of.good = of.now;
    if (&of != &work()) return;
    before_load.reset();
    training.enter(*of.lesson);
    if (training.follow(*of.lesson, of.traced)) forget_edits(of);
  }

  void accept(JobResult result) {
    const auto found = here.works.find(result.job.document.lesson);
    if (found == here.works.end()) return;
    LessonWork& of = found->second;
    const bool newest = result.job.sequence == submitted;
    if (newest) submitted = 0;
    if (result.trace && result.job.sequence > std::max(of.computed, of.outdated)) {
      of.trace = std::move(result.trace);
      of.computed = result.job.sequence;
      of.traced = std::move(result.job.document);
      of.traced_with = std::move(result.job.context);
      if (of.shows_document()) is_good(of);
    } else if (newest && result.problem) {
      of.traced_with = std::move(result.job.context);  // or the same weights would be tried again and again
      refuse(of, *result.problem);
    }
  }

  // Back to the last good document, or to where a document was loaded. A trace of a document in between may be showing: then it is
  // computed again.
  void refuse(LessonWork& of, const Problem& why) {
    problem = why;
    submitted = 0;
    if (&of != &work()) return go_back(of);
    if (!before_load) {
      go_back(of);
    } else {
      here = *std::exchange(before_load, std::nullopt);
      if (here.lesson.empty()) go_to(here, lessons.front());
    }
    if (!work().shows_document()) submit();
  }

  // The trace follows the weights of the run.
  void look_at_run() {
    if (submitted == 0 && work().shows_document() && training.wants_trace(lesson(), document(), work().traced_with)) submit();
  }

  // ---- documents -------------------------------------------------------------------------------------------------------

  void enter(const Lesson& other) {
    training.enter(other);
    go_to(here, other);
    before_load.reset();
    waiting.clear();
    submitted = 0;
    follow_document();
  }

  void apply(Document next, int gesture = 0) {
    if (same_content(next, document())) return;
    work().now.push(std::move(next), gesture);
    submit();
  }

  // What is only looked at: nothing to compute, nothing to undo.
  void amend(Document next) { work().now.amend(std::move(next)); }

  // Whole documents come from outside: where one turns out not to fit, all is as it was.
  void load(Document next) {
    const Lesson& other = lesson_named(lessons, next.lesson);
    files_of(other, next);  // throws where it can be told already
    if (!before_load) before_load = here;
    go_to(here, other);
    waiting.clear();
    work().now.push(std::move(next), 0);
    follow_document();
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
    if (edit == 0) return follow_document();
    training.take_back({edit, again});
    if (work().shows_document()) work().good = work().now;
  }

  // ---- cells -----------------------------------------------------------------------------------------------------------

  bool is_held(const std::string& node, const Cell& cell) {
    const auto held = [&](const Pin& pin) { return pin.node == node && pin.cell == cell; };
    return std::any_of(document().pins.begin(), document().pins.end(), held);
  }

  // An edit of what the trace shows. A weight of a training run is set in the run, unless it is held: then it is held at the new value.
  // `make` gives the next document, and throws where the cells are none; `block` what is set from `cell` on.
  template <typename Edit, typename Make, typename Block>
  void edit_cells(const Edit& edit, int gesture, Make make, Block block) {
    const std::shared_ptr<const Trace> trace = work().trace;
    const int node = trace ? trace->find(edit.node) : -1;
    const bool trained = node >= 0 && trace->nodes[static_cast<std::size_t>(node)].trained && !is_held(edit.node, edit.cell);
    if (!trace || (trained && !work().shows_document())) return waiting.push_back(edit);  // the run of this document begins with its trace
    Document next = make(*trace);
    if (trained)
      set_weights(edit.node, edit.cell, block(), gesture);
    else
      apply(std::move(next), gesture);
  }

  void set_weights(const std::string& node, const Cell& cell, const Tensor& block, int gesture) {
    SetWeights order{node, {}, 0};
    for (Index r = 0; r < block.rows(); ++r)
      for (Index c = 0; c < block.cols(); ++c) order.cells.push_back({{cell.outer, cell.row + r, cell.col + c}, block.at(0, r, c)});
    order.edit = work().now.push_edit(gesture);
    work().good = work().now;  // the trace is that of its document
    training.set_weights(std::move(order));
  }

  void edit(const TypeCell& c) {
    edit_cells(
        c, 0, [&](const Trace& trace) { return with_typed_cell(lesson(), document(), trace, c); },
        [&] { return single(static_cast<float>(parse_number(c.text, c.node))); });
  }
  void edit(const SetCell& c) {
    edit_cells(
        c, c.gesture, [&](const Trace& trace) { return with_cell(lesson(), document(), trace, c.node, c.cell, c.value); },
        [&] { return single(c.value); });
  }
  void edit(const PasteCells& c) {
    edit_cells(
        c, 0, [&](const Trace& trace) { return with_pasted_cells(lesson(), document(), trace, c); },
        [&] { return parse_block(c.text, c.node); });
  }
  void edit(const HoldCell& c) {
    if (!work().trace) return waiting.push_back(c);
    apply(with_held_cell(document(), *work().trace, c));
  }

  // ---- what is asked of the worker -------------------------------------------------------------------------------------

  void train(const TrainingCommand& command) {
    if (!lesson().settings) throw InputError({"no_training", {{"lesson", here.lesson}}});
    if (!work().shows_document()) return waiting.push_back(command);  // with its trace the run of this document begins
    if (command.kind == TrainingCommand::Kind::restart) forget_edits(work());
    training.press(command);
  }

  void estimate_gradient(const EstimateGradient& command) {
    if (!work().shows_document()) return waiting.push_back(command);
    EstimateJob job = estimate_job(*work().trace, command.node, command.cell);
    job.sequence = estimating = work().computed;
    job.lesson = &lesson();
    job.document = work().traced;
    job.context = work().traced_with;
    worker->estimate(std::move(job));
  }

  void accept(EstimateResult result) {
    if (result.sequence != estimating) return;
    estimating = 0;
    if (result.sequence != work().computed) return;
    estimated = result.sequence;
    estimate = std::move(result.estimate);
    if (result.problem) problem = std::move(result.problem);
  }

  void accept(TrainingReport report) {
    if (std::optional<Problem> why = training.accept(std::move(report))) problem = std::move(why);
  }

  // ---- commands --------------------------------------------------------------------------------------------------------

  void attempt(const Command& command) {
    if (std::optional<Problem> why = problem_of([&] { carry_out(command); })) problem = std::move(why);
  }

  void attempt_waiting() {
    if (waiting.empty() || !work().shows_document()) return;
    for (const Command& command : std::exchange(waiting, {})) attempt(command);
  }

  void carry_out(const Command& command) {
    std::visit(Overloaded{
                   [&](const OpenLesson& c) { enter(lesson_named(lessons, c.lesson)); },
                   [&](const ApplyPreset& c) { apply(with_preset(lesson(), document(), c.preset)); },
                   [&](const ShowExample& c) { apply(with_example(lesson().info, document(), c.example)); },
                   [&](const ResetLesson&) { apply(as_opened(document())); },
                   [&](const SetInput& c) { apply(with_input(lesson(), document(), c.input, c.value), c.gesture); },
                   [&](const TypeInput& c) { apply(with_typed_input(lesson(), document(), c)); },
                   [&](const TypeCell& c) { edit(c); },
                   [&](const SetCell& c) { edit(c); },
                   [&](const PasteCells& c) { edit(c); },
                   [&](const HoldCell& c) { edit(c); },
                   [&](const LiftPin& c) { apply(without_pin(document(), c)); },
                   [&](const LiftAllPins&) { apply(without_pins(document())); },
                   [&](const Select& c) {
                     amend(with_selection(document(), Selection{c.node, c.cell}));
                   },
                   [&](const Deselect&) { amend(with_selection(document(), std::nullopt)); },
                   [&](const GoToStep& c) { amend(with_step(document(), c.step)); },
                   [&](const Fold& c) { amend(with_fold(document(), c)); },
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

Session::Session(SessionOptions options) {
  const std::optional<Command> first = std::exchange(options.first, std::nullopt);
  state_ = std::make_unique<State>(std::move(options));
  if (first) state_->attempt(*first);
  if (state_->here.lesson.empty()) state_->enter(state_->lessons.front());
  state_->publish();
}

Session::~Session() = default;

std::shared_ptr<const Snapshot> Session::snapshot() const { return state_->snapshot; }

void Session::execute(const Command& command) {
  if (!only_looks(command)) state_->problem = std::nullopt;
  state_->attempt(command);
  state_->publish();
}

bool Session::pump() {
  State& state = *state_;
  bool more = state.worker->work();
  bool news = false;
  const auto accept = [&](auto result) {
    if (!result) return;
    state.accept(std::move(*result));
    news = true;
  };
  accept(state.worker->take());
  accept(state.worker->take_estimate());
  accept(state.worker->take_report());
  if (news) state.attempt_waiting();
  state.look_at_run();
  if (news) state.publish();
  return more;
}

void Session::finish() {
  do {
    state_->worker->wait();
    pump();
  } while (state_->submitted != 0 || !state_->worker->idle());
}

}  // namespace gf

#include "session/session.h"

#include <algorithm>
#include <utility>

#include "core/block.h"
#include "core/number.h"
#include "core/overloaded.h"
#include "protocol/link.h"
#include "protocol/step.h"
#include "session/edits.h"
#include "session/problem_of.h"
#include "session/session_state.h"

namespace gf {
namespace {

Tensor single(float value) { return Tensor::filled(Shape{{}, 1, 1}, value); }

}  // namespace

// ---- cells -------------------------------------------------------------------------------------------------------------

bool Session::State::is_held(const std::string& node, const Cell& cell) {
  const auto held = [&](const Pin& pin) { return pin.node == node && pin.cell == cell; };
  return std::any_of(document().pins.begin(), document().pins.end(), held);
}

// Edits cells that the trace shows. A weight of a training run is set in the run, unless the cell is held; then it is held at the new
// value. `make` returns the next document, and throws InputError if the cells do not fit. `block` returns the numbers to write from `cell`
// on.
template <typename Edit, typename Make, typename Block>
void Session::State::edit_cells(const Edit& edit, int gesture, Make make, Block block) {
  const std::shared_ptr<const Trace> trace = work().trace;
  const int node = trace ? trace->find(edit.node) : -1;
  const bool trained = node >= 0 && trace->node(node).trained && !is_held(edit.node, edit.cell);
  if (!trace || (trained && !work().shows_document())) return follower.defer(edit);  // the run of this document begins with its trace
  Document next = make(*trace);
  if (trained)
    set_weights(edit.node, edit.cell, block(), gesture);
  else
    apply(std::move(next), gesture);
}

void Session::State::set_weights(const std::string& node, const Cell& cell, const Tensor& block, int gesture) {
  SetWeights order{node, {}, 0};
  for (Index r = 0; r < block.rows(); ++r)
    for (Index c = 0; c < block.cols(); ++c) order.cells.push_back({{cell.outer, cell.row + r, cell.col + c}, block.at(0, r, c)});
  order.edit = work().now.push_edit(gesture);
  work().good = work().now;  // the trace belongs to the document, which an edit of a weight does not change
  training.set_weights(std::move(order));
}

void Session::State::edit(const TypeCell& c) {
  edit_cells(
      c, 0, [&](const Trace& trace) { return with_typed_cell(lesson(), document(), trace, c); },
      [&] { return single(static_cast<float>(parse_number(c.text, c.node))); });
}
void Session::State::edit(const SetCell& c) {
  edit_cells(
      c, c.gesture, [&](const Trace& trace) { return with_cell(lesson(), document(), trace, c.node, c.cell, c.value); },
      [&] { return single(c.value); });
}
void Session::State::edit(const PasteCells& c) {
  edit_cells(
      c, 0, [&](const Trace& trace) { return with_pasted_cells(lesson(), document(), trace, c); },
      [&] { return parse_block(c.text, c.node, c.node); });
}
void Session::State::edit(const HoldCell& c) {
  if (!work().trace) return follower.defer(c);
  apply(with_held_cell(document(), *work().trace, c));
}

// ---- the worker --------------------------------------------------------------------------------------------------------

void Session::State::train(const TrainingCommand& command) {
  if (!lesson().settings) throw InputError({"no_training", {{"lesson", reader.lesson}}});
  if (!work().shows_document()) return follower.defer(command);  // the run of this document begins with its trace
  if (command.kind == TrainingCommand::Kind::restart) forget_edits(work());
  training.press(command);
}

void Session::State::train_for(const StepExample& example) {
  follower.drop_deferred_until();
  if (example.trained) train({.kind = TrainingCommand::Kind::until, .step = *example.trained});
}

void Session::State::estimate_gradient(const EstimateGradient& command) {
  if (!work().shows_document()) return follower.defer(command);
  EstimateJob job = estimate_job(*work().trace, command.node, command.cell);
  job.sequence = work().computed;
  estimate.await(job.sequence);
  job.lesson = &lesson();
  job.document = work().traced;
  job.context = work().traced_with;
  worker->estimate(std::move(job));
}

// ---- commands ----------------------------------------------------------------------------------------------------------

void Session::State::attempt(const Command& command) {
  guarded([&] { carry_out(command); });
}

void Session::State::attempt_deferred() {
  if (!follower.has_deferred() || !work().shows_document()) return;
  for (const Command& command : follower.take_deferred()) attempt(command);
}

void Session::State::carry_out(const Command& command) {
  std::visit(Overloaded{
                 [&](const OpenLesson& c) { open_lesson(lesson_named(lessons, c.lesson)); },
                 [&](const ApplyPreset& c) { apply_example(with_preset(lesson(), document(), c.preset)); },
                 [&](const ResetLesson&) {
                   reader.answers.erase(reader.lesson);
                   apply_example(with_defaults(document()));
                 },
                 [&](const SetInput& c) { apply(with_input(lesson(), document(), c.input, c.value), c.gesture); },
                 [&](const TypeInput& c) { apply(with_typed_input(lesson(), document(), c)); },
                 [&](const TypeCell& c) { edit(c); },
                 [&](const SetCell& c) { edit(c); },
                 [&](const PasteCells& c) { edit(c); },
                 [&](const HoldCell& c) { edit(c); },
                 [&](const LiftPin& c) { apply(without_pin(document(), c)); },
                 [&](const LiftAllPins&) { apply(without_pins(document())); },
                 [&](const Select& c) {
                   amend(with_selection(document(), work().trace.get(), Selection{c.node, c.cell}));
                 },
                 [&](const Deselect&) {
                   work().selects_cell = false;
                   amend(with_selection(document(), work().trace.get(), std::nullopt));
                 },
                 [&](const GoToStep& c) { go_to_step(c.step); },
                 [&](const Answer& c) { answer(c); },
                 [&](const Fill& c) { fill(c); },
                 [&](const SetBlanks& c) { set_blanks(c); },
                 [&](const BringOwn&) { bring_own(); },
                 [&](const Fold& c) { amend(with_fold(document(), c)); },
                 [&](const ChooseView& c) { amend(with_view(document(), c)); },
                 [&](const ShowMatrix& c) { amend(with_matrix(document(), work().trace.get(), c)); },
                 [&](const ShowScene& c) { amend(with_scene(document(), work().trace.get(), c)); },
                 [&](const EstimateGradient& c) { estimate_gradient(c); },
                 [&](const TrainingCommand& c) { train(c); },
                 [&](const ChooseRoute& c) { reader.route = c.route; },
                 [&](const Undo&) { undo(); },
                 [&](const Redo&) { redo(); },
                 [&](const LoadDocument& c) { load(c.document); },
                 [&](const LoadLink& c) { load_link(c.text); },
                 [](const DismissProblem&) {},  // `execute` has dismissed the problem or notice
                 [&](const TryAgain&) { try_again(); },
                 [&](const StopComputing&) { stop_computing(); },
             },
             command);
}

Session::Session(SessionOptions options) {
  const std::string address = std::move(options.address);
  state_ = std::make_unique<State>(std::move(options));
  state_->begin(address);
  state_->publish();
}

Session::~Session() = default;

std::shared_ptr<const Snapshot> Session::snapshot() const { return state_->snapshot; }

void Session::execute(const Command& command) {
  if (std::holds_alternative<DismissProblem>(command) && !state_->problem) state_->notice = std::nullopt;
  const CommandTraits traits = traits_of(command);
  if (!traits.only_looks) state_->problem = std::nullopt;
  if (traits.is_work) state_->keeper.edited();
  state_->attempt(command);
  state_->publish();
}

void Session::open(std::string_view address) {
  state_->problem.reset();
  state_->guarded([&] { state_->open(address); });
  state_->publish();
}

void Session::say(Problem notice) {
  state_->notice = std::move(notice);
  state_->publish();
}

void Session::use_texts(const Texts& texts) {
  state_->texts = &texts;
  state_->guarded([&] { state_->follow_document(); });
  state_->publish();
}

void Session::texts_came() {
  state_->publish();
  if (state_->on_change) state_->on_change();
}

void Session::texts_missing(const std::string& file, const std::string& back_to) {
  state_->guarded([&] { state_->leave_without_texts(file, back_to); });
  state_->publish();
}

bool Session::keep(bool now) {
  State& state = *state_;
  bool waits = true;
  state.guarded([&] {
    const bool runs_wait = state.training.keep(now);
    const bool arriving = state.follower.arriving() && !now;
    waits = (arriving || state.keeper.keep(state.reader, now)) || runs_wait;
  });
  return waits;
}

bool Session::pump() {
  State& state = *state_;
  state.guarded([&] { state.training.begin_drawn(); });
  const bool more = state.worker->work();
  bool news = state.unpublished;
  state.mend();
  const auto accept = [&](auto result) {
    if (!result) return;
    state.guarded([&] { state.accept(std::move(*result)); });
    news = true;
  };
  accept(state.worker->take());
  accept(state.worker->take_estimate());
  accept(state.worker->take_report());
  if (news) state.attempt_deferred();
  state.guarded([&] { state.look_at_run(); });
  if (std::optional<Problem> storing = state.keeper.take_problem()) {
    state.notice = std::move(storing);
    news = true;
  }
  if (news) state.publish();
  return more || state.interrupted || state.unpublished || state.training.puts_off();
}

void Session::drawn() { state_->training.drawn(); }

void Session::finish() {
  do {
    state_->guarded([&] { state_->training.begin(); });
    state_->worker->wait();
    pump();
  } while (state_->follower.awaits() || state_->interrupted || state_->unpublished || state_->training.puts_off() ||
           !state_->worker->idle());
}

}  // namespace gf

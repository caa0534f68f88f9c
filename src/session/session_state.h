// The state of a session and its functions: session.cpp carries out commands, documents.cpp changes the document, and follow.cpp lets the
// trace follow the document.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/elapsed.h"
#include "core/problem.h"
#include "core/tensor.h"
#include "lessons/registry.h"
#include "session/follower.h"
#include "session/keeper.h"
#include "session/lesson_files.h"
#include "session/problem_of.h"
#include "session/reader_state.h"
#include "session/runs/run_client.h"
#include "session/session.h"
#include "session/worker.h"

namespace gf {

struct StepExample;  // protocol/step.h

struct Session::State {
  explicit State(SessionOptions options);

  // Given with the options.
  std::function<void()> on_change;
  const std::vector<Lesson>& lessons;
  const Texts* texts;
  std::function<bool(const std::string& lesson)> lacks_texts;
  LessonFiles files;
  Keeper keeper;

  // The reader and the reader's messages.
  std::shared_ptr<const Catalogue> catalogue = make_catalogue(lessons);
  ReaderState reader;
  SteadyClock::time_point step_shown = SteadyClock::now();
  std::optional<Document> without_file;  // a document that was refused because a file is missing; TryAgain loads it
  std::optional<Problem> problem, notice;

  // The computation.
  TraceFollower follower;
  EstimateFollower estimate;
  std::unique_ptr<Worker> worker;
  RunClient training;

  // The snapshot. After a lack of memory, the next pump publishes (`unpublished`), and lets the trace follow the document (`interrupted`).
  std::shared_ptr<const Snapshot> snapshot;
  std::uint64_t revision = 0;
  bool unpublished = false, interrupted = false;

  LessonWork& work() { return reader.work(); }
  const Document& document() { return work().document(); }
  const Lesson& lesson() { return *work().lesson; }
  bool has_or_awaits_trace() { return follower.awaits() || work().shows_document(); }
  /// Whether `step` is the present one, and the trace of its document is there.
  bool shows_step(const Step& step);

  /// Publishes a new snapshot. If memory is missing, the last snapshot stays until the next pump.
  void publish();
  /// Calls `work`. If it throws, `problem` becomes the problem of the exception, and the next pump completes the work.
  template <typename Work>
  void guarded(const Work& work) {
    std::optional<Problem> why = problem_of(work);
    if (!why) return;
    interrupted = interrupted || is_out_of_memory(*why);
    problem = std::move(why);
    unpublished = true;
  }
  /// Lets the trace follow the document if a lack of memory prevented it.
  void mend();

  // The documents.
  /// Goes to a lesson and lets its trace follow. Drops deferred commands.
  void enter(const Lesson& other);
  /// Enters a lesson. If the reader never left its first step, goes to the first step of the reader's route.
  void open_lesson(const Lesson& other);
  /// Opens the part behind # in the address.
  void open(std::string_view address);
  /// Restores the stored place and answers, then opens the address on top of them. If neither leads to a lesson, enters the first.
  void begin(const std::string& address);
  /// Makes the reader's edit the present document.
  void apply(Document next, int gesture = 0);
  /// Makes an example the present document.
  void apply_example(Document next);
  /// Goes to a guided step: takes the inputs and pins of its example, trains the run, and selects the cell.
  void go_to_step(int step);
  /// Takes the guess at a step of this lesson that asks.
  void answer(const Answer& given);
  /// Takes the text that the reader types into a blank.
  void fill(const Fill& typed);
  void set_blanks(const SetBlanks& given);
  void bring_own();
  /// Changes only the look, without an undo step and without a new trace. Throws as check_look does.
  void amend(Document next);
  /// Loads a document from outside. If the document is refused, the state from before comes back.
  void load(Document next);
  /// Loads a link without the parts that this build does not know, and names them in a notice.
  void load_link(std::string_view text);
  /// Loads the document that was refused because a file is missing.
  void try_again();
  /// Goes to another lesson because a file of texts is missing; `try_again` comes back.
  void leave_without_texts(const std::string& file, const std::string& back_to);
  /// Gives up the awaited trace, if there is a document to go back to.
  void stop_computing();
  void undo();
  void redo();

  // The trace follows the documents.
  /// Submits the present document to the worker, unless its trace is there.
  void follow_document();
  void accept(JobResult result);
  void accept(EstimateResult result);
  void accept(TrainingReport report);
  /// Submits the present document again if the run has other weights to show.
  void look_at_run();

  // Commands.
  void attempt(const Command& command);
  void attempt_deferred();

 private:
  /// Changes the open lesson, and keeps the work on the last one. Loads the stored work on the lesson if it is open for the first time.
  void go_to(const Lesson& other);
  void submit();
  std::shared_ptr<const Snapshot> made_snapshot();
  /// Returns the context of the present document; none while a file is on its way. `on_file` submits the document then.
  std::optional<LessonContext> present_context();
  void on_file(bool later);
  /// Notes that the document of this work has its trace, so that a later document that is refused falls back to it. A loaded document is
  /// settled: its look is fitted to the trace. The training run follows.
  void mark_good(LessonWork& shown);
  /// Selects the cell of the present step if its labels had to wait for the trace.
  void select_cell(LessonWork& shown);
  /// Shows the problem, and falls back.
  void refuse(LessonWork& refused, const Problem& why);
  /// Goes back to the last good document, or to the state from before a load.
  void fall_back(LessonWork& refused);
  /// Lets the trace follow an undo or redo. `edit`: the number of an edit of weights, which the run takes back itself; 0: a document
  /// changed.
  void follow_history(int edit, bool again);

  /// Logs an answer with the time since its step was shown.
  void keep_given(const std::string& name, GivenAnswer given);
  bool is_held(const std::string& node, const Cell& cell);
  template <typename Edit, typename Make, typename Block>
  void edit_cells(const Edit& edit, int gesture, Make make, Block block);
  void set_weights(const std::string& node, const Cell& cell, const Tensor& block, int gesture);
  void edit(const TypeCell& c);
  void edit(const SetCell& c);
  void edit(const PasteCells& c);
  void edit(const HoldCell& c);
  void train(const TrainingCommand& command);
  void train_for(const StepExample& example);
  void estimate_gradient(const EstimateGradient& command);
  void carry_out(const Command& command);
};

}  // namespace gf

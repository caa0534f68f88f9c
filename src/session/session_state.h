// The inside of a session: where the user is, what is computed, what waits for it. session_state.cpp has the trace follow the document;
// session.cpp carries out commands.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/elapsed.h"
#include "lessons/registry.h"
#include "session/keeper.h"
#include "session/lesson_files.h"
#include "session/place.h"
#include "session/problem_of.h"
#include "session/runs/run_client.h"
#include "session/session.h"
#include "session/worker.h"

namespace gf {

struct StepExample;  // protocol/step.h

struct Session::State {
  explicit State(SessionOptions options);

  std::function<void()> on_change;
  const std::vector<Lesson>& lessons;
  const Texts* texts;
  std::function<bool(const std::string& lesson)> lacks_texts;
  LessonFiles files;
  Keeper keeper;

  std::shared_ptr<const Catalogue> catalogue = make_catalogue(lessons);
  Place here;
  std::optional<Place> before_load;      // to go back to, until what was loaded has its trace
  std::optional<Document> without_file;  // was refused, since a file that it needs could not be loaded
  std::vector<Command> waiting;          // for the trace of the present document
  std::optional<Problem> problem, notice;
  SteadyClock::time_point step_shown = SteadyClock::now();
  std::uint64_t revision = 0;
  std::uint64_t sequence = 0;   // of the last submitted document
  std::uint64_t submitted = 0;  // of the present lesson's document that is still on its way; 0 for none
  std::shared_ptr<const Snapshot> snapshot;
  bool unpublished = false;  // there was no memory for a snapshot: the next pump publishes
  bool interrupted = false;  // there was no memory in the middle of something: the next pump has the trace follow the document
  std::unique_ptr<Worker> worker;
  RunClient training{*worker};
  std::uint64_t estimating = 0;  // the trace (its sequence) whose gradient is being estimated; 0 for none
  std::uint64_t estimated = 0;   // the trace that `estimate` belongs to
  std::optional<GradientEstimate> estimate;

  LessonWork& work() { return here.work(); }
  const Document& document() { return work().document(); }
  const Lesson& lesson() { return *work().lesson; }
  /// Whether the trace of the present document is there, or on its way.
  bool follows() { return submitted != 0 || work().shows_document(); }

  /// Without memory for it, the last snapshot stays until the next pump.
  void publish();
  /// Does the work. If it throws, the session tells the problem, and the next pump mends what was left half done.
  template <typename Work>
  void guarded(const Work& work) {
    std::optional<Problem> why = problem_of(work);
    if (!why) return;
    interrupted = interrupted || is_out_of_memory(*why);
    problem = std::move(why);
    unpublished = true;
  }
  /// After work that was interrupted.
  void mend();

  // The documents.
  void enter(const Lesson& other);
  /// Likewise, and where the reader never left its first step, goes to the first step that is on their route.
  void open_lesson(const Lesson& other);
  /// Opens the part behind # in the address.
  void open(std::string_view address);
  /// Opens what is there at the start: an address, else what was kept, else the first lesson.
  void begin(const std::string& address);
  void apply(Document next, int gesture = 0);
  /// Likewise for a document that is an example and no edit of the reader's.
  void apply_example(Document next);
  /// Goes to a guided step with all that it brings.
  void go_to_step(int step);
  /// Takes the reader's guess at a step of this lesson that asks.
  void answer(const Answer& given);
  /// Takes the text that the reader types into a blank.
  void fill(const Fill& typed);
  void set_blanks(const SetBlanks& given);
  void bring_own();
  /// Changes only the look: nothing to compute, nothing to undo. Throws as check_look does.
  void amend(Document next);
  /// Whole documents come from outside: where one turns out not to fit, all is as it was.
  void load(Document next);
  void load_link(std::string_view text);  // what this build does not know is left out, and said
  /// Loads what was refused without its file.
  void try_again();
  /// Goes to another lesson, for want of a file of texts; `try_again` comes back.
  void leave_without_texts(const std::string& file, const std::string& back_to);
  /// Gives up the trace that is on its way, where there is something to go back to.
  void stop_computing();
  void undo();
  void redo();

  // The trace follows them.
  /// Has the trace of the present document computed, unless it is there.
  void follow_document();
  void accept(JobResult result);
  void accept(EstimateResult result);
  void accept(TrainingReport report);
  /// The trace follows the weights of the run.
  void look_at_run();

  // Commands.
  void attempt(const Command& command);
  void attempt_waiting();

 private:
  /// Is in a lesson, with its work as it was; its runs as they were kept come later.
  void go_to(const Lesson& other);
  void submit();
  std::shared_ptr<const Snapshot> made_snapshot();
  std::optional<LessonContext> context_of(const LessonWork& of);
  void file_came(bool later);
  void is_good(LessonWork& of);
  void select_cell(LessonWork& of);
  void refuse(LessonWork& of, const Problem& why);
  void fall_back(LessonWork& of);
  void went(int edit, bool again);

  /// Keeps an answer beside those before it, with the time since its step was shown.
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

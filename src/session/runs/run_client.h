// The training runs of all lessons on the side of the session: RunClient gives orders to the worker, and has the last reports. It asks for
// another run if the inputs of a document need one. README.md draws the way of an order.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/elapsed.h"
#include "core/problem.h"
#include "core/tensor.h"
#include "protocol/document.h"
#include "protocol/snapshot.h"
#include "session/worker.h"

namespace gf {

class RunClient {
 public:
  explicit RunClient(Worker& worker) : worker_(worker) {}

  /// Makes the runs of a lesson the present ones. The run of the last lesson pauses.
  void enter(const Lesson& lesson);
  /// Lets the run follow a document of the present lesson that has a trace: begins another run if the inputs that decide the run differ,
  /// and holds the pins. `made_with`: the context of the trace, whose files a run may begin with. Returns whether another run began.
  bool follow(const Lesson& lesson, const Document& document, const LessonContext& made_with);
  void press(TrainingCommand command);
  /// Sets cells of a weight of the run.
  void set_weights(SetWeights order);
  /// Undoes or redoes such an edit.
  void take_back(TakeBackWeights order);

  /// Whether a new run is put off until a frame has drawn its first trace. Later orders wait behind it. The first run of a lesson is not
  /// put off: its trace is shown with it.
  bool puts_off() const { return !put_off_.empty(); }
  /// Notes that a frame was drawn.
  void drawn() { drawn_ = puts_off(); }
  /// Lets a run begin that was put off, if a frame was drawn since, or at the sixteenth call without one: a hidden page draws none. Called
  /// once a pump.
  void begin_drawn();
  /// Lets a run begin that was put off, at once.
  void begin();

  /// Takes the stored runs of a lesson. They are restored when the run of the lesson has begun.
  void restore(const std::string& lesson, std::string bytes);
  /// Orders the bytes of the runs if the run has changed and does not play: at most once a second, or at once if `now`. Returns whether a
  /// change waits for that.
  bool keep(bool now);

  /// Whether an order is on its way, and its report has not come.
  bool waits() const { return reported_ != ordered_; }
  /// Whether the first run of the document's lesson has begun, and has not reported.
  bool awaits_first(const Document& document) const;
  /// Takes a report, and returns its problem.
  std::optional<Problem> accept(TrainingReport report);
  /// Gives the context of a trace the models of the viewed records: the kept run's, and the run's if it is the run of the document.
  void give(const Lesson& lesson, const Document& document, LessonContext& context) const;
  /// Whether a new trace is due: the trace made with this context shows other weights than those that the reader looks at.
  /// While the run plays, a new trace is due twice a second at most, because more traces would take the cores from the run.
  /// While the run does not play, a new trace is due at once, for example after the reader goes to another record or sets a weight.
  bool wants_trace(const Lesson& lesson, const Document& document, const LessonContext& made_with) const;
  /// Notes that a trace was submitted, for the limit of wants_trace.
  void trace_asked() { trace_asked_ = SteadyClock::now(); }
  /// Returns the run of exactly this document; null before its first report.
  const RunView* run_of(const Lesson& lesson, const Document& document) const;
  /// Returns the runs of the document's lesson; null before the first report.
  std::shared_ptr<const ShownRuns> view(const Document& document) const;

 private:
  /// The known state of the runs of one lesson.
  struct Known {
    std::uint64_t run = 0;  // the number of the run that was ordered last; 0: none
    Inputs inputs;          // the inputs that decide the run
    std::vector<Pin> holds;
    TrainingReport report;
    std::optional<std::string> before;  // the bytes of runs to restore
    RunsVersion kept;                   // the version that is stored, or on its way
    bool is_kept() const;
  };
  const Known* known(const Document& document) const;  // null if there is none
  void tell(TrainingOrder order, bool puts_off = false);
  void leave();
  void restore_before();
  bool is_of(const Lesson& lesson, const Document& document) const;

  Worker& worker_;
  std::list<TrainingOrder> put_off_;  // oldest first
  int waited_ = 0;                    // calls of begin_drawn since the run was put off
  bool drawn_ = false;                // a frame was drawn since
  std::uint64_t ordered_runs_ = 0;
  std::uint64_t ordered_ = 0;   // orders of any kind
  std::uint64_t reported_ = 0;  // orders that the last report has counted
  std::string lesson_;
  std::map<std::string, Known> known_;  // by lesson
  SteadyClock::time_point trace_asked_{}, kept_at_{};
};

}  // namespace gf

// The session's end of training runs: which run each document asks for, and what was last heard of it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>

#include "core/elapsed.h"
#include "protocol/snapshot.h"
#include "session/worker.h"

namespace gf {

class RunClient {
 public:
  explicit RunClient(Worker& worker) : worker_(worker) {}

  /// This lesson is entered: from then on its runs are meant. Those of the lesson before stay as they are, but none plays on.
  void enter(const Lesson& lesson);
  /// There is a good trace of this document of the lesson that was entered, made with this context, whose files a run may begin with:
  /// another run begins where its inputs ask for one, and pins of weights are held. Returns whether another run began.
  bool follow(const Lesson& lesson, const Document& document, const LessonContext& made_with);
  void press(TrainingCommand command) { tell(command); }
  /// Sets cells of a weight of the run.
  void set_weights(SetWeights order) { tell(std::move(order)); }
  /// Undoes such an edit, or does it again.
  void take_back(TakeBackWeights order) { tell(order); }

  /// Runs of a lesson that were kept before: they are restored once its run has begun.
  void restore(const std::string& lesson, std::string bytes);
  /// Has the runs of the lesson kept, where they rest and have changed: once a second at most, or now. Returns whether that waits.
  bool keep(bool now);

  /// Whether an order is on its way: what it changes has not been heard of.
  bool waits() const { return heard_ != told_; }
  /// Takes a report over; returns its problem.
  std::optional<Problem> accept(TrainingReport report);
  /// Gives the lesson of a document the weights that are looked at, if the run is that document's.
  void give(const Lesson& lesson, const Document& document, LessonContext& context) const;
  /// Whether a new trace is due: the trace made with this context shows other weights than those that the reader looks at.
  /// While the run plays, a new trace is due twice a second at most, because more traces would take the cores from the run.
  /// While the run does not play, a new trace is due at once, for example after the reader goes to another record or sets a weight.
  bool wants_trace(const Lesson& lesson, const Document& document, const LessonContext& made_with) const;
  void trace_asked() { trace_asked_ = SteadyClock::now(); }
  /// The run of exactly this document; null until something was heard of it.
  const RunView* run_of(const Lesson& lesson, const Document& document) const;
  /// Null where the lesson has no run (yet).
  std::shared_ptr<const ShownRuns> view(const Document& document) const;

 private:
  /// The known state of the runs of one lesson.
  struct Known {
    std::uint64_t run = 0;  // the last one ordered; 0: none
    Inputs inputs;          // that decide it
    std::vector<Pin> holds;
    TrainingReport report;
    std::optional<std::string> before;  // runs that are to be restored
    RunsVersion kept;                   // that is kept, or on its way
    bool is_kept() const;
  };
  const Known* known(const Document& document) const;  // null where there is none
  void tell(TrainingOrder order);
  void leave();
  void restore_before();
  bool is_of(const Lesson& lesson, const Document& document) const;

  Worker& worker_;
  std::uint64_t ordered_ = 0;           // how many runs were ordered
  std::uint64_t told_ = 0, heard_ = 0;  // orders of any kind
  std::string lesson_;
  std::map<std::string, Known> known_;  // by lesson
  SteadyClock::time_point trace_asked_{}, kept_at_{};
};

}  // namespace gf

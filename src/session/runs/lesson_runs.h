// The training runs of all lessons on the side of the worker: LessonRuns carries out orders, trains, and reports.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "autograd/trace_memo.h"
#include "core/elapsed.h"
#include "core/problem.h"
#include "core/tensor.h"
#include "protocol/command.h"
#include "protocol/document.h"
#include "protocol/training.h"
#include "session/runs/kept_runs.h"
#include "session/runs/run.h"

namespace gf {

/// Makes the runs of a lesson the present ones. All later orders are for them. The runs of the last lesson pause and wait.
struct OtherRuns {
  std::string lesson;
};
/// Replaces the present run: by the earlier run with the same inputs, if there is one, otherwise by a new run.
struct NewRun {
  std::uint64_t run = 0;  // the number of the run in reports
  Inputs inputs;          // all inputs that decide the run
  TrainSettings settings;
  std::vector<Pin> holds;  // cells of weights that keep their value
};
/// Sets cells of a weight.
struct SetWeights {
  std::string name;
  std::vector<std::pair<Cell, float>> cells;
  int edit = 0;  // the number of the edit in the session's history
};
/// Gives the weights of an edit the values from before the edit or, with `again`, the values of the edit.
struct TakeBackWeights {
  int edit = 0;
  bool again = false;
};
/// Holds these cells of weights, and no others.
struct HoldWeights {
  std::vector<Pin> holds;
};
/// Puts the runs as bytes into the next report.
struct KeepRuns {};
/// Restores the runs of an earlier session. A restored run replaces the present run if both have the same settings and the restored run has
/// more steps or records. A run with other settings waits until its inputs come back. The restored run to compare with is used if there is
/// none.
struct RestoreRuns {
  std::string bytes;
};
using TrainingOrder = std::variant<OtherRuns, NewRun, SetWeights, TakeBackWeights, HoldWeights, KeepRuns, RestoreRuns, TrainingCommand>;

/// Identifies the state of a lesson's runs, to tell whether the stored runs are out of date.
struct RunsVersion {
  std::uint64_t run = 0;       // the number of the run
  std::uint64_t recorded = 0;  // how many records the run ever had
  std::uint64_t compared = 0;  // how often a run to compare with was kept or dropped
  bool operator==(const RunsVersion&) const = default;
};

/// The state of the present runs. Shared data never changes.
struct TrainingReport {
  std::string lesson;
  std::uint64_t run = 0;                       // NewRun::run
  std::shared_ptr<const ShownRuns> view;       // null if the lesson has no run
  std::shared_ptr<const RunModel> run_model;   // at the viewed record
  std::shared_ptr<const RunModel> kept_model;  // of the kept run, at its viewed record; null if there is none
  bool untouched = false;                      // the viewed weights are the first weights of the settings
  std::optional<Problem> problem;              // new with this report
  bool at_once = false;                        // the report answers an order, or the run stopped; otherwise the run plays
  RunsVersion version;
  std::uint64_t orders = 0;           // how many orders were carried out so far, for all lessons
  bool restored = false;              // RestoreRuns replaced the present run
  std::optional<Problem> unreadable;  // the reason why RestoreRuns failed
  std::list<KeptRuns> kept_runs;      // the answers to KeepRuns, for all lessons; a list, because joining lists needs no memory
};

class LessonRuns {
 public:
  /// Carries out an order. A new run takes its dataset from the memo of the traces, if the memo has it. Never throws: a problem is in the
  /// next report, and the run is as before.
  void carry_out(const TrainingOrder& order, const TraceMemo& memo);
  bool playing() const { return run_ && run_->playing(); }
  /// Trains for `budget_ms`, at least one step, if the run plays. Never throws, as carry_out.
  void advance(double budget_ms);
  /// Returns the changes since the last report; none if there are none. While a run plays, there are at most four reports in a second,
  /// because drawing them takes cores from the training. Never throws: if memory is missing, the report has only that problem, and the next
  /// report has the rest.
  std::optional<TrainingReport> report();

 private:
  TrainingReport made_report();
  void press(const TrainingCommand& command);
  void enter(const std::string& lesson);
  void keep_for_later();
  void restore(const std::string& bytes);
  void begin(const NewRun& order, const TraceMemo& memo);
  void set_weights(const SetWeights& order);
  void keep();
  void put_aside(TrainingRun run);

  /// The runs of a lesson that is not open.
  struct Runs {
    std::uint64_t number = 0;
    std::optional<TrainingRun> run, kept;
    std::vector<TrainingRun> aside;
  };
  std::uint64_t compared_ = 0;     // as RunsVersion::compared
  std::list<KeptRuns> kept_runs_;  // until the next report
  bool restored_ = false;
  std::optional<Problem> unreadable_;
  std::string lesson_;
  std::uint64_t number_ = 0;
  std::optional<TrainingRun> run_, kept_;
  std::vector<TrainingRun> aside_;       // replaced runs, the latest last; they continue if their inputs come back
  std::map<std::string, Runs> waiting_;  // the runs of the other lessons
  std::optional<Problem> problem_;
  std::uint64_t orders_ = 0;                // carried out
  bool changed_ = false, at_once_ = false;  // a report is due; it must not wait
  SteadyClock::time_point reported_at_{};
};

}  // namespace gf

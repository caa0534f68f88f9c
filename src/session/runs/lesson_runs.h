// The run of each lesson that trains and the one kept beside it, as a worker keeps them: orders in, reports out.
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

#include "core/elapsed.h"
#include "protocol/command.h"
#include "protocol/training.h"
#include "session/runs/kept_runs.h"
#include "session/runs/run.h"

namespace gf {

/// All further orders are for the runs of this lesson; those of the last one wait until it is entered again.
struct OtherRuns {
  std::string lesson;
};
/// Another run takes the place of the present one: a new one, or the last one of the same inputs.
struct NewRun {
  std::uint64_t run = 0;  // its number in reports
  Inputs inputs;          // that decide it, defaults filled in
  TrainSettings settings;
  std::vector<Pin> holds;  // weights that keep their value
};
struct SetWeights {
  std::string name;
  std::vector<std::pair<Cell, float>> cells;
  int edit = 0;  // its number in the session's history
};
/// The weights that this edit set become as they were before it or, with `again`, as it made them.
struct TakeBackWeights {
  int edit = 0;
  bool again = false;
};
struct HoldWeights {
  std::vector<Pin> holds;
};
/// The runs are to be kept as bytes.
struct KeepRuns {};
/// Runs that an earlier session kept: they take the place of a run of the same settings that has got less far, and of a run to compare with
/// where there is none. A run of other settings goes on where those come back.
struct RestoreRuns {
  std::string bytes;
};
using TrainingOrder = std::variant<OtherRuns, NewRun, SetWeights, TakeBackWeights, HoldWeights, KeepRuns, RestoreRuns, TrainingCommand>;

/// The version of the runs of a lesson that is to be kept. It grows with each record, and with a run that is kept to compare with.
struct RunsVersion {
  std::uint64_t run = 0, recorded = 0, compared = 0;
  bool operator==(const RunsVersion&) const = default;
};

/// The state of the runs. Everything in it is shared and never changes.
struct TrainingReport {
  std::string lesson;
  std::uint64_t run = 0;
  std::shared_ptr<const ShownRuns> view;
  std::shared_ptr<const RunModel> run_model;   // at the viewed record
  std::shared_ptr<const RunModel> kept_model;  // of the kept run, at the record beside it; null where none is kept
  bool untouched = false;                      // the weights are the first ones, as the settings make them
  std::optional<Problem> problem;              // new with this report
  bool at_once = false;                        // somebody asked for something, or the run stopped: not one of many while it plays
  RunsVersion version;
  std::uint64_t orders = 0;           // carried out so far, of any lesson
  bool restored = false;              // these are the runs that were kept before
  std::optional<Problem> unreadable;  // why those could not be restored
  std::list<KeptRuns> kept_runs;      // as they were asked for, of any lesson
};

class LessonRuns {
 public:
  /// Never throws: what goes wrong is in the next report, and the run is as before.
  void carry_out(const TrainingOrder& order);
  bool playing() const { return run_ && run_->playing(); }
  /// Trains for a while. Likewise.
  void advance(double budget_ms);
  /// Returns the changes since the last report. While a run plays there are at most four a second, or drawing them would eat the cores.
  /// Never throws: without memory for it, the report has only that problem, and the next one has the rest.
  std::optional<TrainingReport> report();

 private:
  TrainingReport made_report();
  void press(const TrainingCommand& command);
  void enter(const std::string& lesson);
  void keep_for_later();
  void restore(const std::string& bytes);
  void begin(const NewRun& order);
  void set_weights(const SetWeights& order);
  void keep();
  void put_aside(TrainingRun run);

  struct Runs {
    std::uint64_t number = 0;
    std::optional<TrainingRun> run, kept;
    std::vector<TrainingRun> aside;
  };
  std::uint64_t compared_ = 0;     // how often a run was kept to compare with, or let go
  std::list<KeptRuns> kept_runs_;  // until the next report
  bool restored_ = false;
  std::optional<Problem> unreadable_;
  std::string lesson_;
  std::uint64_t number_ = 0;
  std::optional<TrainingRun> run_, kept_;
  std::vector<TrainingRun> aside_;       // that others took the place of: where their inputs come back, they go on. The latest is last
  std::map<std::string, Runs> waiting_;  // of the other lessons
  std::optional<Problem> problem_;
  std::uint64_t orders_ = 0;                // carried out
  bool changed_ = false, at_once_ = false;  // something is to be reported; without waiting
  SteadyClock::time_point reported_at_{};
};

}  // namespace gf

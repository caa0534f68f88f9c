// A training run: a trainer with its records and its status. A run has no thread: LessonRuns calls `advance` when there is time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/elapsed.h"
#include "core/problem.h"
#include "core/tensor.h"
#include "protocol/document.h"
#include "protocol/training.h"
#include "train/run_model.h"
#include "train/trainer.h"

namespace gf {

/// A recorded moment of a run.
struct RunMoment {
  RunRecord record;                             // the figures
  std::shared_ptr<const NamedTensors> weights;  // the weights of `state`
  std::shared_ptr<const TrainState> state;      // lets a trainer continue from this moment
  int edit = 0;                                 // the number of the edit of weights that made this moment; 0: none
};

/// Returns every second moment and the last, to make the records smaller.
std::vector<RunMoment> every_second(const std::vector<RunMoment>& moments);

/// A weight that was set by hand.
struct WeightEdit {
  int number = 0;  // in the session's history; 0: cannot be taken back
  std::string name;
  std::vector<std::pair<Cell, float>> before, after;
};

/// The limits of the records of a run, which keeps at least eight records.
struct RecordLimits {
  std::size_t records = 2000;
  std::size_t bytes = std::size_t{64} << 20;  // of the training states of all records
};

/// A run as data.
struct RunState {
  Inputs inputs;
  std::vector<Pin> holds;
  NamedTensors checkpoint;  // of the trainer, with its settings
  std::vector<RunMoment> moments;
  std::vector<std::string> parts;  // as RunView::parts
  RunStatus status = RunStatus::ready;
  std::optional<Problem> problem;
  int viewed = -1;
  Index stride_factor = 1, next_record = 0, loss_count = 0;
  double loss_sum = 0;                          // since the last record
  double learning_rate = 0, gradient_norm = 0;  // of the last step
};

/// A copy is an independent run that shares the records so far. If a member throws, the run is as before.
class TrainingRun {
 public:
  /// Makes a run at step 0, with one record. Throws like Trainer, which also says what `dataset` is. `holds` as in `hold`.
  TrainingRun(Inputs inputs, TrainSettings settings, std::vector<Pin> holds = {}, RecordLimits limits = {},
              std::shared_ptr<const Dataset> dataset = nullptr);

  // The buttons.
  void play();
  void pause();
  void step();     // makes one optimisation step at once
  void epoch();    // plays for one epoch
  void restart();  // goes back to the first weights, and deletes the records
  /// Plays until the step `step` or the end of the run, and follows the run. If the run is there already, pauses and views the nearest
  /// record.
  void until(Index step);
  /// Views a record. -1 or an index beyond the last record follows the run.
  void view(int record);
  /// Views the record whose step is nearest.
  void view_nearest(Index step);

  /// Whether the viewed record is not the last. A weight that is set then makes the run branch.
  bool looks_back() const { return viewed_ >= 0 && viewed_ + 1 < static_cast<int>(moments_.size()); }
  /// Sets cells of one weight, and records the change at the present step. Successive changes with the same number are one edit. If an
  /// earlier record is viewed, the run first goes back to that record, and drops the later records.
  void set_weights(const std::string& name, const std::vector<std::pair<Cell, float>>& cells, int number = 0);
  /// Give the weights of an edit the values from before the edit, or the values of the edit, and record the change. Do nothing if the run
  /// has no such edit.
  void take_back(int number);
  void do_again(int number);
  /// Holds these cells of weights at these values during all later steps, and no others. Ignores pins of other nodes.
  void hold(std::vector<Pin> pins);

  bool playing() const { return status_ == RunStatus::playing; }
  /// Makes steps until the time is used up, at least one, and records on the way. Does nothing unless the run plays.
  void advance(double budget_ms);

  const Inputs& inputs() const { return inputs_; }
  const TrainSettings& settings() const { return trainer_.settings(); }
  const std::vector<Pin>& holds() const { return holds_; }
  Index step_count() const { return trainer_.step(); }
  /// Returns the bytes of the training states of all records.
  std::size_t bytes() const;
  const std::vector<RunMoment>& moments() const { return moments_; }
  /// Returns how many moments were recorded, including those that were dropped since.
  std::uint64_t recorded() const { return recorded_; }
  const RunMoment& viewed() const;
  /// Returns the model of the viewed record.
  std::shared_ptr<const RunModel> viewed_model() const;
  /// Returns the reason why the run diverged, if it did.
  const std::optional<Problem>& problem() const { return problem_; }
  /// Returns the run for the user interface, with the samples of the last `answer_samples`.
  RunView view() const;
  /// Returns the run as data, to resume later. A run that plays becomes paused. The resumed run cannot take back edits of weights.
  RunState state() const;
  /// Returns the run of a state. Throws InputError if `state` is not the state of a run.
  static TrainingRun resumed(RunState state);
  /// Asks the shown questions again if another record is viewed. A run that plays and is followed asks at most once a second, because the
  /// answers take time.
  void answer_samples();

 private:
  void start_over();
  void make_step();
  void stop_diverged(const StepReport& report);
  void record(bool edited, int edit = 0);
  void branch();
  void set_cells(const std::string& name, const std::vector<std::pair<Cell, float>>& cells);
  RunRecord measure(bool edited) const;
  std::vector<std::string> parts() const;
  void thin_out();
  bool apply_holds();
  void count_speed();

  Inputs inputs_;
  RecordLimits limits_;
  Trainer trainer_;
  std::shared_ptr<const Dataset> dataset_;
  RunStatus status_ = RunStatus::ready;
  std::optional<Problem> problem_;
  std::vector<Pin> holds_;
  std::vector<WeightEdit> edits_;

  std::vector<RunMoment> moments_;
  std::uint64_t recorded_ = 0;
  std::vector<std::string> parts_;  // RunView::parts of a resumed run before its first step
  int viewed_ = -1;
  Index stride_factor_ = 1;  // doubles each time thin_out removes records
  Index next_record_ = 0;    // the step of the next record
  Index until_ = -1;         // the step at which the run pauses; -1: none
  double loss_sum_ = 0;      // of the steps since the last record
  Index loss_count_ = 0;
  StepReport last_;

  std::vector<RunSample> samples_;
  std::shared_ptr<const NamedTensors> sampled_;  // the weights of the model that gave `samples_`
  SteadyClock::time_point sampled_at_{};
  SteadyClock::time_point speed_since_{};
  Index speed_steps_ = 0;
  double steps_per_second_ = 0;
};

}  // namespace gf

// One training run: a trainer, what was recorded on its way, and where it stands. It knows of no threads: a worker gives it time.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/elapsed.h"
#include "core/problem.h"
#include "protocol/document.h"
#include "protocol/training.h"
#include "train/run_model.h"
#include "train/trainer.h"

namespace gf {

/// A recorded moment: its figures, the weights to look at it again, and all that it takes to go on from it.
struct RunMoment {
  RunRecord record;
  std::shared_ptr<const NamedTensors> weights;  // of the state
  std::shared_ptr<const TrainState> state;
  int edit = 0;  // the number of the edit that it shows
};

/// Every second of these, and the last: a record is thinned out where it grows too large.
std::vector<RunMoment> every_second(const std::vector<RunMoment>& moments);

/// A weight set by hand, with what it was before: it can be taken back. `number` is the session's, 0 for what is never taken back.
struct WeightEdit {
  int number = 0;
  std::string name;
  std::vector<std::pair<Cell, float>> before, after;
};

/// How much of a run is kept.
struct RecordLimits {
  std::size_t records = 2000;
  std::size_t bytes = std::size_t{64} << 20;  // of all recorded weights together
};

/// A run as data.
struct RunState {
  Inputs inputs;
  std::vector<Pin> holds;
  NamedTensors checkpoint;  // of the trainer; the settings stand in it
  std::vector<RunMoment> moments;
  std::vector<std::string> parts;  // as RunView::parts
  RunStatus status = RunStatus::ready;
  std::optional<Problem> problem;
  int viewed = -1;
  Index stride_factor = 1, next_record = 0, loss_count = 0;
  double loss_sum = 0, learning_rate = 0, gradient_norm = 0;  // since the last record; of the last step
};

/// A copy is a run of its own that shares what was recorded so far. If a member throws, the run is as before.
class TrainingRun {
 public:
  /// Ready at step 0, with one record. Throws like Trainer. `holds` as in `hold`.
  TrainingRun(Inputs inputs, TrainSettings settings, std::vector<Pin> holds = {}, RecordLimits limits = {});

  // The buttons.
  void play();
  void pause();
  void step();     // one optimisation step, here and now
  void epoch();    // plays until all examples were seen once more
  void restart();  // the same first weights, an empty record
  /// Plays until so many steps are made, or to its end, and looks at the record whose step is nearest. If they are made already, it
  /// only looks.
  void until(Index step);
  /// Looks at a record, -1 or an index beyond the last follows the run.
  void view(int record);
  /// Looks at the record whose step is nearest.
  void view_nearest(Index step);

  /// Whether an earlier record is looked at than the last: from there a weight that is set has the run branch.
  bool looks_back() const { return viewed_ >= 0 && viewed_ + 1 < static_cast<int>(moments_.size()); }
  /// Sets cells of one weight; the change is a record of its own, at the present step. Changes of one number in a row are one edit. If
  /// an earlier record is looked at, the run goes back to it first, and what came after it is gone from this run.
  void set_weights(const std::string& name, const std::vector<std::pair<Cell, float>>& cells, int number = 0);
  /// Sets the weights of an edit to what they were before it, or again to what it made of them; that is a record too. Nothing happens
  /// if this run knows no such edit.
  void take_back(int number);
  void do_again(int number);
  /// Cells of weights that keep this value from now on, whatever a step would do. Takes the place of the last ones.
  void hold(std::vector<Pin> pins);

  bool playing() const { return status_ == RunStatus::playing; }
  /// Steps until the time is used up, at least one; a longer step is as long as it is. Records on the way.
  void advance(double budget_ms);

  const Inputs& inputs() const { return inputs_; }
  const TrainSettings& settings() const { return trainer_.settings(); }
  const std::vector<Pin>& holds() const { return holds_; }
  Index step_count() const { return trainer_.step(); }
  /// The bytes of all recorded weights and means.
  std::size_t bytes() const;
  const std::vector<RunMoment>& moments() const { return moments_; }
  /// How many moments were ever recorded, those too that were let go since.
  std::uint64_t recorded() const { return recorded_; }
  const RunMoment& viewed() const;
  /// The model of the viewed record.
  std::shared_ptr<const RunModel> viewed_model() const;
  /// Why the run stopped by itself.
  const std::optional<Problem>& problem() const { return problem_; }
  /// As it is drawn, with the samples of the last `answer_samples`.
  RunView view() const;
  /// All of it, to go on with another time; a run that plays as if it paused. Weights set by hand can't be taken back there.
  RunState state() const;
  /// Throws InputError where it is no state of a run.
  static TrainingRun resumed(RunState state);
  /// Asks the shown questions again where the viewed record is another one. While the run plays only once a second: answers take time.
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
  std::vector<std::string> parts_;  // of a run that was resumed and made no step yet
  int viewed_ = -1;
  Index stride_factor_ = 1;  // doubles when the record is thinned out
  Index next_record_ = 0;
  Index until_ = -1;     // an epoch ends at this step
  double loss_sum_ = 0;  // of the steps since the last record
  Index loss_count_ = 0;
  StepReport last_;

  std::vector<RunSample> samples_;
  std::shared_ptr<const NamedTensors> sampled_;  // the weights that gave them
  SteadyClock::time_point sampled_at_{};
  SteadyClock::time_point speed_since_{};
  Index speed_steps_ = 0;
  double steps_per_second_ = 0;
};

}  // namespace gf

// Computes traces and estimates and trains in slices between frames.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "core/replay.h"
#include "session/worker.h"
#include "session/worker_queue.h"

namespace gf {

/// Ends the slices of a worker, one slice after another. The same clock gives the same slices only if it does not read the time.
class SliceClock {
 public:
  virtual ~SliceClock() = default;
  /// Begins a slice of a task that has had `earlier` slices.
  virtual void begin(int earlier) = 0;
  /// Whether the slice is over. Asked before each step that no earlier slice computed.
  virtual bool is_over() = 0;
  /// Returns the time since the slice began.
  virtual double spent_ms() const = 0;
  /// Returns the time of a slice of training. A slice has at least one training step.
  virtual double training_ms() const = 0;
};

/// Returns a clock that reads the steady clock: a slice ends as `Worker::work` says.
std::unique_ptr<SliceClock> steady_slice_clock();

/// A worker without a thread: `work` computes one slice, whose end the clock decides. Tests and fuzzers give it a clock that counts steps.
class SlicingWorker : public Worker {
 public:
  SlicingWorker(std::function<void()> on_done, std::unique_ptr<SliceClock> clock);

  void submit(Job job) override;
  void drop() override;
  void estimate(EstimateJob job) override;
  void tell(TrainingOrder order) override;

  std::optional<JobResult> take() override;
  std::optional<EstimateResult> take_estimate() override;
  std::optional<TrainingReport> take_report() override;

  bool work() override;
  void wait() override;
  bool idle() const override { return !is_asked() && !queue_.has_results(); }

 protected:
  /// A job or an estimate that goes on in the next slice.
  struct UnderWay {
    WorkerTask task;
    Replay replay;
    int slices = 0;
    double spent_ms = 0;
  };

  /// Works on a task for a slice. Returns whether the task is done, with its result in the queue.
  virtual bool go_on(UnderWay& under_way);

  WorkerQueue queue_;
  LessonRuns runs_;
  WorkerMemo memo_;

 private:
  void wake() const;
  bool is_asked() const { return queue_.asked() || under_way_; }
  void work_for_a_slice(bool playing);
  void give_up();

  std::function<void()> on_done_;
  std::unique_ptr<SliceClock> clock_;
  std::optional<UnderWay> under_way_;
};

}  // namespace gf

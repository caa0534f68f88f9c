// The worker computes traces and estimates, and trains: on a thread of its own or, without threads, in slices between frames. A training
// run that plays gets the time that no job, estimate or order needs.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "session/estimate.h"
#include "session/job.h"
#include "session/runs/lesson_runs.h"

namespace gf {

class Worker {
 public:
  virtual ~Worker() = default;

  /// Computes a trace, and replaces a job that has not begun. A job that has begun is given up, but not in its first 200 ms.
  /// Therefore traces that take at most 200 ms are seen while a cell is dragged. A longer trace delays the last edit by at most 200 ms.
  virtual void submit(Job job) = 0;
  /// Gives up the job that was submitted last, after its present op, or drops its result.
  virtual void drop() = 0;
  /// Computes an estimate, and replaces an estimate that has not begun. A job or estimate that is submitted later makes an estimate that
  /// has begun outdated, as `submit` does with a job.
  virtual void estimate(EstimateJob job) = 0;
  /// Gives an order to the training run. All orders are carried out, in their order.
  virtual void tell(TrainingOrder order) = 0;

  /// Return the newest finished result, once.
  virtual std::optional<JobResult> take() = 0;
  virtual std::optional<EstimateResult> take_estimate() = 0;
  virtual std::optional<TrainingReport> take_report() = 0;

  /// Without threads: computes one slice, and returns whether there is more to do. A slice takes 8 ms, or twice the time that it needs to
  /// replay the earlier slices (core/replay.h), at most 32 ms; an op is not divided. A slice of training takes 8 ms, but at least one
  /// step. With a thread, does nothing and returns false.
  virtual bool work() = 0;
  /// Returns when every submitted job, estimate and order is done. A run may play on.
  virtual void wait() = 0;
  /// Whether there is nothing to do and nothing to take. A run may play on.
  virtual bool idle() const = 0;
};

/// Makes a worker. `on_done` is called from any thread, when there is a result to take, or when `work` has something to do.
using MakeWorker = std::unique_ptr<Worker> (*)(std::function<void()> on_done);

/// Makes a worker with a thread in a build with threads (worker_thread.cpp), and a slicing worker otherwise (worker_inline.cpp).
std::unique_ptr<Worker> default_worker(std::function<void()> on_done);
/// Makes a worker without a thread, in any build.
std::unique_ptr<Worker> slicing_worker(std::function<void()> on_done);

}  // namespace gf

// Computes traces and estimates and trains: on a thread of its own, or in slices between frames where there are no threads. A run that
// plays gets the time that nobody else waits for.
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

  /// Replaces a job that has not begun: the latest edit wins. A job that has begun is given up, but not in its first 200 ms.
  /// Therefore traces that take at most 200 ms are seen while a cell is dragged. A longer trace delays the last edit by at most 200 ms.
  virtual void submit(Job job) = 0;
  /// Nobody wants the trace any more that was submitted last: its job is given up at once, after the op that it is at.
  virtual void drop() = 0;
  /// As `submit`.
  virtual void estimate(EstimateJob job) = 0;
  /// Orders to the training run are all carried out, in their order.
  virtual void tell(TrainingOrder order) = 0;

  /// The newest finished result, once.
  virtual std::optional<JobResult> take() = 0;
  virtual std::optional<EstimateResult> take_estimate() = 0;
  virtual std::optional<TrainingReport> take_report() = 0;

  /// Computes one slice where there are no threads; returns whether more is waiting. A slice ends after 8 ms, or where it takes long to
  /// come to the place where the last one ended, after twice that time, but after 32 ms at most; an op is not divided. A slice of
  /// training is as long, but at least one step, which may be longer.
  virtual bool work() = 0;
  /// Returns when every submitted job, estimate and order is done. A run may play on.
  virtual void wait() = 0;
  /// Nothing to do, nothing to take. A run may play on.
  virtual bool idle() const = 0;
};

/// `on_done` is called when a result is ready, or when there is work for `work`; from any thread.
using MakeWorker = std::unique_ptr<Worker> (*)(std::function<void()> on_done);

/// On a thread where there are threads, else in slices: one .cpp per case.
std::unique_ptr<Worker> default_worker(std::function<void()> on_done);
/// In slices, in any build.
std::unique_ptr<Worker> slicing_worker(std::function<void()> on_done);

}  // namespace gf

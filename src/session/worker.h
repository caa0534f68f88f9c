// Computes traces and estimates and trains: on a thread of its own, or in slices between frames where there are no threads. One .cpp
// per case. A run that plays gets the time that nobody else waits for.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "core/problem.h"
#include "lessons/lesson.h"
#include "protocol/document.h"
#include "protocol/trace.h"
#include "session/estimate.h"
#include "session/runs/runs.h"

namespace gf {

struct Job {
  std::uint64_t sequence = 0;
  Document document;
  LessonContext context;
};

struct JobResult {
  Job job;
  std::shared_ptr<const Trace> trace;  // null where the document was refused
  std::optional<Problem> problem;
};

/// Runs the lesson of a document; what it throws becomes the result's problem.
JobResult run_job(Job job);

class Worker {
 public:
  /// `on_done` is called when a result is ready, or when there is work for `work`; from any thread.
  explicit Worker(std::function<void()> on_done);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Takes the place of a job that has not begun: the latest edit wins.
  void submit(Job job);
  /// Likewise.
  void estimate(EstimateJob job);
  /// Orders to the training run are all carried out, in their order.
  void tell(TrainingOrder order);

  /// The newest finished result, once.
  std::optional<JobResult> take();
  std::optional<EstimateResult> take_estimate();
  std::optional<TrainingReport> take_report();

  /// Computes one slice where there are no threads; returns whether more is waiting. A slice of training is at most half a frame, but
  /// at least one step, which may be longer.
  bool work();
  /// Returns when every submitted job, estimate and order is done. A run may play on.
  void wait();
  /// Nothing to do, nothing to take. A run may play on.
  bool idle() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gf

// The tasks and results of a worker. The worker with a thread and the slicing worker share these functions.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "core/replay.h"
#include "session/worker.h"

namespace gf {

struct WorkerQueue {
  std::vector<TrainingOrder> orders;  // oldest first
  std::optional<Job> job;
  std::optional<EstimateJob> estimate;

  std::optional<JobResult> job_result;
  std::optional<EstimateResult> estimate_result;
  std::optional<TrainingReport> report;

  /// Whether a task waits. A run that plays is no task.
  bool asked() const { return !orders.empty() || job || estimate; }
  bool has_results() const { return job_result || estimate_result || report; }
};

/// Time for the run that plays.
struct TrainingSlice {
  double budget_ms = 0;
};
using WorkerTask = std::variant<std::monostate, std::vector<TrainingOrder>, Job, EstimateJob, TrainingSlice>;

/// Removes the next task from the queue: all orders, then the job, then the estimate, then a slice of training if the run plays.
/// Returns std::monostate if there is nothing to do.
WorkerTask next_task(WorkerQueue& queue, bool playing, double slice_ms);

/// Whether a task in the queue makes the result of this task useless.
bool is_outdated(const WorkerTask& task, const WorkerQueue& queue);
/// Removes the waiting job and the result of the last job.
void drop_job(WorkerQueue& queue);
/// The time after which an outdated task is given up. A shorter task ends and is shown.
constexpr double kOutdatedMost_ms = 200;

/// The memo of the traces of one worker. A job without a trace leaves its values in the memo, in addition to those of the last trace. After
/// four such jobs in a row, the memo is cleared.
class WorkerMemo {
 public:
  TraceMemo& memo() { return memo_; }
  /// Notes the end of a job. `finished`: the job has a trace.
  void job_ended(bool finished) {
    constexpr int kMostUnfinished = 4;
    unfinished_ = finished ? 0 : unfinished_ + 1;
    if (unfinished_ % kMostUnfinished == 0 && unfinished_ > 0) memo_.clear();
  }

 private:
  TraceMemo memo_;
  int unfinished_ = 0;  // jobs without a trace since the last trace
};

struct TaskResult {
  std::optional<JobResult> job;
  std::optional<EstimateResult> estimate;
  std::optional<TrainingReport> report;
  bool any() const { return job || estimate || report; }
};

/// Performs a task, and uses it up. Throws Paused if `replay` does, which happens in jobs and estimates only; the task can be performed
/// again then. Any other exception becomes a problem of the result. `memo` is the memo of all jobs of a worker.
TaskResult perform(WorkerTask& task, LessonRuns& runs, Replay& replay, TraceMemo& memo);

/// Puts results into the queue. They replace results that were not taken; the problems of a replaced report stay. Allocates no memory.
void put(WorkerQueue& queue, TaskResult result) noexcept;

}  // namespace gf

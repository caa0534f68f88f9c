// Tasks that wait for a worker and their results: the part that the worker with a thread and the one without have in common.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "session/worker.h"

namespace gf {

struct WorkerQueue {
  std::vector<TrainingOrder> orders;  // oldest first
  std::optional<Job> job;
  std::optional<EstimateJob> estimate;

  std::optional<JobResult> job_result;
  std::optional<EstimateResult> estimate_result;
  std::optional<TrainingReport> report;

  /// Somebody waits for something. A run that plays goes on by itself.
  bool asked() const { return !orders.empty() || job || estimate; }
  bool has_results() const { return job_result || estimate_result || report; }
};

/// A while for the run that plays.
struct TrainingSlice {
  double budget_ms = 0;
};
using WorkerTask = std::variant<std::monostate, std::vector<TrainingOrder>, Job, EstimateJob, TrainingSlice>;

/// Takes what is next off the queue. Whoever waits for an answer goes before a run that plays: a slice is begun only where nobody waits.
WorkerTask next_task(WorkerQueue& queue, bool playing, double slice_ms);

/// Whether something waits in the queue that makes this task one whose result nobody wants.
bool is_outdated(const WorkerTask& task, const WorkerQueue& queue);
/// Takes the job that waits, or its result, away.
void drop_job(WorkerQueue& queue);
/// How long an outdated task goes on all the same: it may be nearly done.
constexpr double kOutdatedMost_ms = 200;

/// The values that the traces of one worker have computed. A trace that was refused or given up leaves what it had computed beside that of
/// the trace before: after some of these, all of it is let go.
class WorkerMemo {
 public:
  TraceMemo& memo() { return memo_; }
  /// A job has ended; `finished`: with a trace.
  void job_ended(bool finished) {
    constexpr int kMostUnfinished = 4;
    unfinished_ = finished ? 0 : unfinished_ + 1;
    if (unfinished_ == kMostUnfinished) memo_.clear();
  }

 private:
  TraceMemo memo_;
  int unfinished_ = 0;  // since the last trace
};

struct TaskResult {
  std::optional<JobResult> job;
  std::optional<EstimateResult> estimate;
  std::optional<TrainingReport> report;
  bool any() const { return job || estimate || report; }
};

/// Throws Paused where the replay does, which only jobs and estimates have, and nothing else: what goes wrong is in the result. The task is
/// used up, unless it is paused. The memo is that of all jobs of one worker.
TaskResult perform(WorkerTask& task, LessonRuns& runs, Replay& replay, TraceMemo& memo);

/// Newer results take the place of those that nobody fetched; a problem in them stays. Needs no memory.
void put(WorkerQueue& queue, TaskResult result) noexcept;

}  // namespace gf

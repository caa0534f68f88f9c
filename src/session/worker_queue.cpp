#include "session/worker_queue.h"

#include <utility>

#include "session/problem_of.h"

namespace gf {
namespace {

// Adds `next` to `order` if both belong to one edit of weights. A drag gives many orders in a row, and each order measures the run.
// Returns whether `next` was added.
bool join_orders(TrainingOrder& order, const TrainingOrder& next) {
  SetWeights* first = std::get_if<SetWeights>(&order);
  const SetWeights* second = std::get_if<SetWeights>(&next);
  if (!first || !second || first->edit != second->edit || first->name != second->name) return false;
  return !problem_of([&] { first->cells.insert(first->cells.end(), second->cells.begin(), second->cells.end()); });
}

void carry_out(std::vector<TrainingOrder>& orders, LessonRuns& runs, const TraceMemo& memo) {
  for (std::size_t i = 0; i < orders.size();) {
    TrainingOrder& order = orders[i++];
    while (i < orders.size() && join_orders(order, orders[i])) ++i;
    runs.carry_out(order, memo);
  }
}

}  // namespace

WorkerTask next_task(WorkerQueue& queue, bool playing, double slice_ms) {
  if (!queue.orders.empty()) return std::exchange(queue.orders, {});
  if (queue.job) return *std::exchange(queue.job, std::nullopt);
  if (queue.estimate) return *std::exchange(queue.estimate, std::nullopt);
  if (playing) return TrainingSlice{slice_ms};
  return std::monostate();
}

bool is_outdated(const WorkerTask& task, const WorkerQueue& queue) {
  if (std::holds_alternative<Job>(task)) return queue.job.has_value();
  // An estimate belongs to a trace that the waiting job will replace.
  return std::holds_alternative<EstimateJob>(task) && (queue.job || queue.estimate);
}

void drop_job(WorkerQueue& queue) {
  queue.job.reset();
  queue.job_result.reset();
}

TaskResult perform(WorkerTask& task, LessonRuns& runs, Replay& replay, TraceMemo& memo) {
  TaskResult result;
  if (auto* orders = std::get_if<std::vector<TrainingOrder>>(&task)) {
    carry_out(*orders, runs, memo);
  } else if (auto* job = std::get_if<Job>(&task)) {
    result.job = run_job(*job, replay, memo);
  } else if (const auto* estimate = std::get_if<EstimateJob>(&task)) {
    result.estimate = run_estimate(*estimate, replay);
  } else if (const auto* slice = std::get_if<TrainingSlice>(&task)) {
    runs.advance(slice->budget_ms);
  }
  result.report = runs.report();
  return result;
}

void put(WorkerQueue& queue, TaskResult result) noexcept {
  if (result.job) queue.job_result = std::move(result.job);
  if (result.estimate) queue.estimate_result = std::move(result.estimate);
  if (!result.report) return;
  if (queue.report && !result.report->problem) result.report->problem = std::move(queue.report->problem);
  if (queue.report && queue.report->at_once) result.report->at_once = true;
  if (queue.report) {
    if (!result.report->unreadable) result.report->unreadable = std::move(queue.report->unreadable);
    result.report->kept_runs.splice(result.report->kept_runs.begin(), queue.report->kept_runs);
  }
  queue.report = std::move(result.report);
}

}  // namespace gf

#include "session/worker_queue.h"

#include <utility>

namespace gf {
namespace {

// A weight that is dragged gives many orders in a row; each would measure the run anew.
void append(std::vector<TrainingOrder>& merged, TrainingOrder order) {
  SetWeights* next = std::get_if<SetWeights>(&order);
  SetWeights* last = merged.empty() ? nullptr : std::get_if<SetWeights>(&merged.back());
  if (next && last && next->edit == last->edit && next->name == last->name)
    last->cells.insert(last->cells.end(), next->cells.begin(), next->cells.end());
  else
    merged.push_back(std::move(order));
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
  // It belongs to a trace that another one is about to replace.
  return std::holds_alternative<EstimateJob>(task) && (queue.job || queue.estimate);
}

TaskResult perform(const WorkerTask& task, LessonRuns& runs, Replay& replay) {
  TaskResult result;
  if (const auto* orders = std::get_if<std::vector<TrainingOrder>>(&task)) {
    std::vector<TrainingOrder> merged;
    for (const TrainingOrder& order : *orders) append(merged, order);
    for (const TrainingOrder& order : merged) runs.carry_out(order);
  } else if (const auto* job = std::get_if<Job>(&task)) {
    result.job = run_job(*job, replay);
  } else if (const auto* estimate = std::get_if<EstimateJob>(&task)) {
    result.estimate = run_estimate(*estimate, replay);
  } else if (const auto* slice = std::get_if<TrainingSlice>(&task)) {
    runs.advance(slice->budget_ms);
  }
  result.report = runs.report();
  return result;
}

void put(WorkerQueue& queue, TaskResult result) {
  if (result.job) queue.job_result = std::move(result.job);
  if (result.estimate) queue.estimate_result = std::move(result.estimate);
  if (!result.report) return;
  if (queue.report && !result.report->problem) result.report->problem = std::move(queue.report->problem);
  if (queue.report && queue.report->at_once) result.report->at_once = true;
  if (queue.report) {
    if (!result.report->unreadable) result.report->unreadable = std::move(queue.report->unreadable);
    std::vector<KeptRuns>& earlier = queue.report->kept_runs;
    earlier.insert(earlier.end(), std::make_move_iterator(result.report->kept_runs.begin()),
                   std::make_move_iterator(result.report->kept_runs.end()));
    result.report->kept_runs = std::move(earlier);
  }
  queue.report = std::move(result.report);
}

}  // namespace gf

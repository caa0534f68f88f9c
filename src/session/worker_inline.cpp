#include <utility>

#include "session/worker_queue.h"

namespace gf {
namespace {

constexpr double kSlice_ms = 8;  // half of a frame at 60 Hz: the other half is for drawing and input

}  // namespace

struct Worker::State {
  std::function<void()> on_done;
  WorkerQueue queue;
  TrainingRuns runs;

  void asked() const {
    if (on_done) on_done();
  }
};

Worker::Worker(std::function<void()> on_done) : state_(std::make_unique<State>()) { state_->on_done = std::move(on_done); }
Worker::~Worker() = default;

void Worker::submit(Job job) {
  state_->queue.job = std::move(job);
  state_->asked();
}

void Worker::estimate(EstimateJob job) {
  state_->queue.estimate = std::move(job);
  state_->asked();
}

void Worker::tell(TrainingOrder order) {
  state_->queue.orders.push_back(std::move(order));
  state_->asked();
}

std::optional<JobResult> Worker::take() { return std::exchange(state_->queue.job_result, std::nullopt); }
std::optional<EstimateResult> Worker::take_estimate() { return std::exchange(state_->queue.estimate_result, std::nullopt); }
std::optional<TrainingReport> Worker::take_report() { return std::exchange(state_->queue.report, std::nullopt); }

// One slice is one trace, one estimate or some steps: the largest trace takes a few milliseconds, and edits that come in between are
// passed over.
bool Worker::work() {
  put(state_->queue, perform(next_task(state_->queue, state_->runs.playing(), kSlice_ms), state_->runs));
  return state_->queue.asked() || state_->runs.playing();
}

void Worker::wait() {
  while (state_->queue.asked()) put(state_->queue, perform(next_task(state_->queue, false, 0), state_->runs));
}

bool Worker::idle() const { return !state_->queue.asked() && !state_->queue.has_results(); }

}  // namespace gf

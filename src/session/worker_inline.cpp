#include <utility>

#include "session/desk.h"

namespace gf {
namespace {

constexpr double kSlice_ms = 8;  // half of a frame at 60 Hz: the other half is for drawing and input

}  // namespace

struct Worker::State {
  std::function<void()> on_done;
  Desk desk;
  TrainingRuns runs;

  void asked() const {
    if (on_done) on_done();
  }
};

Worker::Worker(std::function<void()> on_done) : state_(std::make_unique<State>()) { state_->on_done = std::move(on_done); }
Worker::~Worker() = default;

void Worker::submit(Job job) {
  state_->desk.job = std::move(job);
  state_->asked();
}

void Worker::estimate(EstimateJob job) {
  state_->desk.estimate = std::move(job);
  state_->asked();
}

void Worker::tell(TrainingOrder order) {
  state_->desk.orders.push_back(std::move(order));
  state_->asked();
}

std::optional<JobResult> Worker::take() { return std::exchange(state_->desk.job_result, std::nullopt); }
std::optional<EstimateResult> Worker::take_estimate() { return std::exchange(state_->desk.estimate_result, std::nullopt); }
std::optional<TrainingReport> Worker::take_report() { return std::exchange(state_->desk.report, std::nullopt); }

// One slice is one trace, one estimate or some steps: the largest trace takes a few milliseconds, and edits that come in between are
// passed over.
bool Worker::work() {
  put(state_->desk, perform(next_task(state_->desk, state_->runs.playing(), kSlice_ms), state_->runs));
  return state_->desk.asked() || state_->runs.playing();
}

void Worker::wait() {
  while (state_->desk.asked()) put(state_->desk, perform(next_task(state_->desk, false, 0), state_->runs));
}

bool Worker::idle() const { return !state_->desk.asked() && !state_->desk.has_results(); }

}  // namespace gf

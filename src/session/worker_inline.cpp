#include "session/worker.h"

namespace gf {

struct Worker::State {
  std::function<void()> on_done;
  std::optional<Job> waiting;
  std::optional<JobResult> done;
};

Worker::Worker(std::function<void()> on_done) : state_(std::make_unique<State>()) { state_->on_done = std::move(on_done); }
Worker::~Worker() = default;

void Worker::submit(Job job) {
  state_->waiting = std::move(job);
  if (state_->on_done) state_->on_done();
}

std::optional<JobResult> Worker::take() { return std::exchange(state_->done, std::nullopt); }

// One slice is one trace: the largest takes a few milliseconds, and edits that come in between are passed over.
bool Worker::work() {
  if (!state_->waiting) return false;
  state_->done = run_job(*std::exchange(state_->waiting, std::nullopt));
  return false;
}

void Worker::wait() { work(); }

}  // namespace gf

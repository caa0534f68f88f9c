#include <condition_variable>
#include <mutex>
#include <thread>

#include "session/worker.h"

namespace gf {

struct Worker::State {
  std::function<void()> on_done;
  std::mutex mutex;
  std::condition_variable changed;
  std::optional<Job> waiting;
  std::optional<JobResult> done;
  bool busy = false;
  bool stop = false;
  std::thread thread;

  void run() {
    std::unique_lock lock(mutex);
    for (;;) {
      changed.wait(lock, [this] { return stop || waiting; });
      if (stop) return;
      Job job = *std::exchange(waiting, std::nullopt);
      busy = true;
      lock.unlock();
      JobResult result = run_job(std::move(job));
      lock.lock();
      busy = false;
      done = std::move(result);
      changed.notify_all();
      if (on_done) on_done();
    }
  }
};

Worker::Worker(std::function<void()> on_done) : state_(std::make_unique<State>()) {
  state_->on_done = std::move(on_done);
  state_->thread = std::thread([state = state_.get()] { state->run(); });
}

Worker::~Worker() {
  {
    std::lock_guard lock(state_->mutex);
    state_->stop = true;
  }
  state_->changed.notify_all();
  state_->thread.join();
}

void Worker::submit(Job job) {
  {
    std::lock_guard lock(state_->mutex);
    state_->waiting = std::move(job);
  }
  state_->changed.notify_all();
}

std::optional<JobResult> Worker::take() {
  std::lock_guard lock(state_->mutex);
  return std::exchange(state_->done, std::nullopt);
}

bool Worker::work() { return false; }

void Worker::wait() {
  std::unique_lock lock(state_->mutex);
  state_->changed.wait(lock, [this] { return !state_->waiting && !state_->busy; });
}

}  // namespace gf

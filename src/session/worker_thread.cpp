#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "session/worker_queue.h"

namespace gf {
namespace {

constexpr double kSlice_ms = 20;  // whoever asks while a run plays waits for this long at most, or for one step

}  // namespace

struct Worker::State {
  std::function<void()> on_done;
  std::mutex mutex;  // of queue, busy and stop
  std::condition_variable changed;
  WorkerQueue queue;
  bool busy = false;  // with something that was asked for
  bool stop = false;
  TrainingRuns runs;  // only the thread touches it
  std::thread thread;

  void run() {
    std::unique_lock lock(mutex);
    for (;;) {
      changed.wait(lock, [this] { return stop || queue.asked() || runs.playing(); });
      if (stop) return;
      busy = queue.asked();
      Task task = next_task(queue, runs.playing(), kSlice_ms);
      lock.unlock();
      TaskResult result = perform(std::move(task), runs);
      const bool news = result.any();
      lock.lock();
      busy = false;
      put(queue, std::move(result));
      changed.notify_all();
      if (news && on_done) on_done();
    }
  }

  template <typename Change>
  void ask(Change change) {
    {
      std::lock_guard lock(mutex);
      change(queue);
    }
    changed.notify_all();
  }

  template <typename T>
  std::optional<T> take(std::optional<T> WorkerQueue::*what) {
    std::lock_guard lock(mutex);
    return std::exchange(queue.*what, std::nullopt);
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
  state_->ask([&](WorkerQueue& queue) { queue.job = std::move(job); });
}

void Worker::estimate(EstimateJob job) {
  state_->ask([&](WorkerQueue& queue) { queue.estimate = std::move(job); });
}

void Worker::tell(TrainingOrder order) {
  state_->ask([&](WorkerQueue& queue) { queue.orders.push_back(std::move(order)); });
}

std::optional<JobResult> Worker::take() { return state_->take(&WorkerQueue::job_result); }
std::optional<EstimateResult> Worker::take_estimate() { return state_->take(&WorkerQueue::estimate_result); }
std::optional<TrainingReport> Worker::take_report() { return state_->take(&WorkerQueue::report); }

bool Worker::work() { return false; }

void Worker::wait() {
  std::unique_lock lock(state_->mutex);
  state_->changed.wait(lock, [this] { return !state_->queue.asked() && !state_->busy; });
}

bool Worker::idle() const {
  std::lock_guard lock(state_->mutex);
  return !state_->queue.asked() && !state_->busy && !state_->queue.has_results();
}

}  // namespace gf

// A worker with a thread.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "core/elapsed.h"
#include "session/worker_queue.h"

namespace gf {
namespace {

constexpr double kPlaying_ms = 20;  // the slice of a run that plays: a task waits for at most this long, or for one step

class ThreadWorker : public Worker {
 public:
  explicit ThreadWorker(std::function<void()> on_done) : on_done_(std::move(on_done)) {
    thread_ = std::thread([this] { run(); });
  }

  ~ThreadWorker() override {
    {
      std::lock_guard lock(mutex_);
      stop_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  void submit(Job job) override {
    ask([&] { queue_.job = std::move(job); });
  }
  void drop() override {
    std::lock_guard lock(mutex_);
    drop_job(queue_);
    dropped_ = std::holds_alternative<Job>(task_);
  }
  void estimate(EstimateJob job) override {
    ask([&] { queue_.estimate = std::move(job); });
  }
  void tell(TrainingOrder order) override {
    ask([&] { queue_.orders.push_back(std::move(order)); });
  }

  std::optional<JobResult> take() override { return take(queue_.job_result); }
  std::optional<EstimateResult> take_estimate() override { return take(queue_.estimate_result); }
  std::optional<TrainingReport> take_report() override { return take(queue_.report); }

  bool work() override { return false; }

  void wait() override {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !queue_.asked() && !busy_; });
  }

  bool idle() const override {
    std::lock_guard lock(mutex_);
    return !queue_.asked() && !busy_ && !queue_.has_results();
  }

 private:
  template <typename Change>
  void ask(Change change) {
    {
      std::lock_guard lock(mutex_);
      change();
      outdated_ = is_outdated(task_, queue_);
    }
    changed_.notify_all();
  }

  template <typename T>
  std::optional<T> take(std::optional<T>& result) {
    std::lock_guard lock(mutex_);
    return std::exchange(result, std::nullopt);
  }

  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return stop_ || queue_.asked() || runs_.playing(); });
      if (stop_) return;
      busy_ = queue_.asked();
      task_ = next_task(queue_, runs_.playing(), kPlaying_ms);
      outdated_ = dropped_ = false;
      lock.unlock();
      TaskResult result = perform_unless_given_up();
      if (std::holds_alternative<Job>(task_)) memo_.job_ended(result.job && result.job->trace);
      const bool news = result.any();
      lock.lock();
      busy_ = false;
      if (dropped_) result.job.reset();  // `drop` came when the job was just done
      task_ = {};
      put(queue_, std::move(result));
      changed_.notify_all();
      if (news && on_done_) on_done_();
    }
  }

  TaskResult perform_unless_given_up() {
    const SteadyClock::time_point began = SteadyClock::now();
    Replay replay;
    replay.begin([&] { return stop_ || dropped_ || (outdated_ && elapsed_ms(began) >= kOutdatedMost_ms); });
    try {
      return perform(task_, runs_, replay, memo_.memo());
    } catch (const Paused&) {
      return {};
    }
  }

  std::function<void()> on_done_;
  mutable std::mutex mutex_;  // guards queue_, busy_ and the alternative of task_, which only the thread changes
  std::condition_variable changed_;
  WorkerQueue queue_;
  bool busy_ = false;  // the thread performs a task from the queue
  WorkerTask task_;    // the task that the thread performs
  std::atomic<bool> outdated_ = false, dropped_ = false, stop_ = false;
  LessonRuns runs_;  // only the thread uses the runs and the memo
  WorkerMemo memo_;
  std::thread thread_;
};

}  // namespace

std::unique_ptr<Worker> default_worker(std::function<void()> on_done) { return std::make_unique<ThreadWorker>(std::move(on_done)); }

}  // namespace gf

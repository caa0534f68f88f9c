#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "core/parallel.h"

namespace gf {
namespace {

// The time that a helper looks for the next job before it sleeps. A training step has hundreds of jobs, some microseconds apart, and waking
// a helper takes tens of microseconds. Meanwhile the helper yields its core.
constexpr std::chrono::microseconds kPatience{60};

// The threads that share a job. The calling thread works too. It waits for helpers inside its job, not for helpers that sleep or have no
// core.
class Pool {
 public:
  // Makes a pool of so many threads, or of fewer if the system refuses a thread.
  explicit Pool(int threads) {
    helpers_.reserve(static_cast<std::size_t>(threads));
    try {
      for (int i = 1; i < threads; ++i) helpers_.emplace_back([this] { help(); });
    } catch (const std::exception&) {
    }
  }

  ~Pool() {
    stop_.store(true);
    publish();
    for (std::thread& helper : helpers_) helper.join();
  }

  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  int threads() const { return static_cast<int>(helpers_.size()) + 1; }

  void run(Index count, Index grain, const std::function<void(Index, Index)>& body) {
    body_ = &body;
    count_ = count;
    grain_ = grain;
    next_.store(0, std::memory_order_relaxed);
    gate_.fetch_or(kOpen);  // a helper that finds the gate open sees the job written above
    publish();
    take_pieces();
    gate_.fetch_and(~kOpen);
    while (gate_.load() != 0) std::this_thread::yield();
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

 private:
  // The bits of the gate: kOpen while helpers can join the job, plus kOne for each helper inside.
  static constexpr std::uint32_t kOpen = 1, kOne = 2;

  void publish() {
    job_.fetch_add(1);
    if (sleeping_.load() == 0) return;
    { const std::lock_guard lock(mutex_); }  // a helper that is about to sleep then sleeps, and can be woken
    wake_.notify_all();
  }

  // Runs pieces until none is left. If a piece throws, no further piece begins, and `run` rethrows the exception at its end.
  void take_pieces() noexcept {
    try {
      for (Index begin = next_.fetch_add(grain_); begin < count_; begin = next_.fetch_add(grain_))
        (*body_)(begin, std::min(count_, begin + grain_));
    } catch (...) {
      next_.store(count_);
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
    }
  }

  void help() {
    std::size_t seen = 0;
    for (;;) {
      wait_for_job(seen);
      seen = job_.load();
      if (stop_.load()) return;
      if (gate_.fetch_add(kOne) & kOpen) take_pieces();
      gate_.fetch_sub(kOne);
    }
  }

  void wait_for_job(std::size_t seen) {
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (job_.load() == seen) {
      if (std::chrono::steady_clock::now() < end) {
        std::this_thread::yield();
        continue;
      }
      std::unique_lock lock(mutex_);
      ++sleeping_;
      wake_.wait(lock, [&] { return job_.load() != seen; });
      --sleeping_;
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<std::thread> helpers_;
  const std::function<void(Index, Index)>* body_ = nullptr;
  Index count_ = 0, grain_ = 1;
  std::atomic<Index> next_{0};
  std::atomic<std::uint32_t> gate_{0};
  std::atomic<int> sleeping_{0};
  std::atomic<std::size_t> job_{0};
  std::atomic<bool> stop_{false};
  std::exception_ptr failure_;  // the last exception of the current job
};

int default_threads() { return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, 64); }

// The pool of the process, which has one set of cores. The first job that is large enough to share makes the pool.
struct SharedPool {
  std::mutex mutex;  // one job at a time
  std::atomic<int> wanted = default_threads();
  std::unique_ptr<Pool> pool;
};

SharedPool& shared_pool() {
  static SharedPool pool;
  return pool;
}

}  // namespace

void parallel_for(Index count, Index grain, const std::function<void(Index, Index)>& body) {
  SharedPool& shared = shared_pool();
  std::unique_lock lock(shared.mutex, std::defer_lock);
  if (count <= grain || !lock.try_lock() || shared.wanted == 1) {
    for (Index begin = 0; begin < count; begin += grain) body(begin, std::min(count, begin + grain));
    return;
  }
  if (!shared.pool || shared.pool->threads() != shared.wanted) {
    shared.pool.reset();
    shared.pool = std::make_unique<Pool>(shared.wanted);
    shared.wanted = shared.pool->threads();
  }
  shared.pool->run(count, grain, body);
}

int thread_count() { return shared_pool().wanted; }

void set_thread_count(int count) {
  SharedPool& shared = shared_pool();
  const std::lock_guard lock(shared.mutex);
  shared.wanted = std::clamp(count, 1, 64);
}

}  // namespace gf

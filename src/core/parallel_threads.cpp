#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "core/parallel.h"

namespace gf {
namespace {

// Helpers sleep between jobs; the caller works along and waits for the last piece.
class Pool {
 public:
  explicit Pool(int threads) {
    for (int i = 1; i < threads; ++i) helpers_.emplace_back([this] { help(); });
  }

  ~Pool() {
    {
      std::lock_guard lock(mutex_);
      stop_ = true;
    }
    wake_.notify_all();
    for (std::thread& helper : helpers_) helper.join();
  }

  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  int threads() const { return static_cast<int>(helpers_.size()) + 1; }

  void run(Index count, Index grain, const std::function<void(Index, Index)>& body) {
    std::unique_lock lock(mutex_);
    body_ = &body;
    count_ = count;
    grain_ = grain;
    next_.store(0);
    active_ = static_cast<int>(helpers_.size());
    ++job_;
    lock.unlock();
    wake_.notify_all();
    take_pieces(count, grain, body);
    lock.lock();
    done_.wait(lock, [this] { return active_ == 0; });
  }

 private:
  void take_pieces(Index count, Index grain, const std::function<void(Index, Index)>& body) {
    for (Index begin = next_.fetch_add(grain); begin < count; begin = next_.fetch_add(grain)) body(begin, std::min(count, begin + grain));
  }

  void help() {
    std::size_t seen = 0;
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_.wait(lock, [&] { return stop_ || job_ != seen; });
      if (stop_) return;
      seen = job_;
      const auto* body = body_;
      const Index count = count_, grain = grain_;
      lock.unlock();
      take_pieces(count, grain, *body);
      lock.lock();
      if (--active_ == 0) done_.notify_one();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_, done_;
  std::vector<std::thread> helpers_;
  const std::function<void(Index, Index)>* body_ = nullptr;
  Index count_ = 0, grain_ = 1;
  std::atomic<Index> next_{0};
  int active_ = 0;
  std::size_t job_ = 0;
  bool stop_ = false;
};

int default_threads() { return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, 64); }

// The process has one set of cores, hence one pool; it is made at the first job that is large enough to share.
struct SharedPool {
  std::mutex mutex;  // one job at a time
  int wanted = default_threads();
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
  }
  shared.pool->run(count, grain, body);
}

int thread_count() {
  SharedPool& shared = shared_pool();
  std::lock_guard lock(shared.mutex);
  return shared.wanted;
}

void set_thread_count(int count) {
  SharedPool& shared = shared_pool();
  std::lock_guard lock(shared.mutex);
  shared.wanted = std::clamp(count, 1, 64);
}

}  // namespace gf

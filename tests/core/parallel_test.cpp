#include "core/parallel.h"

#include <atomic>
#include <new>
#include <thread>

#include "core/elapsed.h"
#include "support.h"

using namespace gf;

TEST_SUITE("core/parallel") {
  TEST_CASE("an exception of a piece reaches the caller, whichever thread had the piece, and the next job has all of its pieces") {
    const int before = thread_count();
    for (const int threads : {1, 4}) {
      set_thread_count(threads);
      for (int round = 0; round < 5; ++round) {
        const std::thread::id caller = std::this_thread::get_id();
        std::atomic<bool> helped = false;
        const auto fails = [&](Index, Index) {
          if (std::this_thread::get_id() != caller) helped = true;
          // The caller leaves the first throw to another thread, unless none comes for a while.
          const SteadyClock::time_point began = SteadyClock::now();
          while (!helped && threads > 1 && elapsed_ms(began) < 100) std::this_thread::yield();
          throw std::bad_alloc();
        };
        CHECK_THROWS_AS(parallel_for(64, 1, fails), std::bad_alloc);
        std::atomic<Index> done = 0;
        parallel_for(64, 1, [&](Index begin, Index end) { done += end - begin; });
        CHECK(done == 64);
      }
    }
    set_thread_count(before);
  }
}

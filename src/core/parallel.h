// Splits work over the threads (parallel_threads.cpp), or runs it on the calling thread in a build without threads (parallel_serial.cpp).
#pragma once

#include <functional>

#include "core/tensor.h"

namespace gf {

/// Calls `body(begin, end)` over [0, count) in pieces of `grain`. The pieces depend on `count` and `grain` alone, not on the number of
/// threads, so that results are the same bit for bit. `body` must not call parallel_for. If `body` throws, rethrows one exception once no
/// thread runs `body` any more.
void parallel_for(Index count, Index grain, const std::function<void(Index begin, Index end)>& body);

/// Returns how many threads share work; 1 in a build without threads.
int thread_count();

/// Sets the number of threads (1 to 64) for later work. Does nothing in a build without threads.
void set_thread_count(int count);

}  // namespace gf

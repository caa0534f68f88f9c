// Splits work over the cores, or runs it in place where there are no threads. One .cpp per case.
#pragma once

#include <functional>

#include "core/tensor.h"

namespace gf {

/// Calls `body(begin, end)` over [0, count) in pieces of `grain`. The pieces depend on `grain` alone, never on the number
/// of threads, so that results are the same bit for bit. `body` must not call parallel_for and must not throw.
void parallel_for(Index count, Index grain, const std::function<void(Index begin, Index end)>& body);

/// How many threads work at once: 1 where there are none.
int thread_count();

/// Sets the number of threads from now on (1 to 64); no effect where there are none.
void set_thread_count(int count);

}  // namespace gf

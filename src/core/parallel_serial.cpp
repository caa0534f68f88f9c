#include <algorithm>

#include "core/parallel.h"

namespace gf {

void parallel_for(Index count, Index grain, const std::function<void(Index, Index)>& body) {
  for (Index begin = 0; begin < count; begin += grain) body(begin, std::min(count, begin + grain));
}

int thread_count() { return 1; }

void set_thread_count(int) {}

}  // namespace gf

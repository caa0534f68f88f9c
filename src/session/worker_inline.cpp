// The worker of a build without threads.
#include "session/worker.h"

namespace gf {

std::unique_ptr<Worker> default_worker(std::function<void()> on_done) { return slicing_worker(std::move(on_done)); }

}  // namespace gf

// The worker of the harnesses: without a thread and without a clock, so that the same bytes always make the same session.
#pragma once

#include <functional>
#include <memory>

#include "session/worker.h"

namespace gf::test {

/// Makes a worker whose slices end after a number of steps, not after a time. The trace of a lesson as it opens, or as one of its guided
/// steps shows it, is computed once for all sessions: a trace never changes, and a lesson is a pure function.
std::unique_ptr<Worker> sharing_worker(std::function<void()> on_done);

/// Makes a worker that differs only in one thing: it computes those traces anew. A session must not be able to tell the two apart.
std::unique_ptr<Worker> unsharing_worker(std::function<void()> on_done);

}  // namespace gf::test

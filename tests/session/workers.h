// The two kinds of worker, for tests that run with both kinds: TEST_CASE_TEMPLATE("...", K, Default, Slicing).
#pragma once

#include <doctest/doctest.h>

#include <functional>
#include <optional>
#include <string>

#include "session/session.h"
#include "session/worker.h"
#include "support.h"

namespace gf::test {

template <MakeWorker make>
struct WorkerKind {
  static constexpr MakeWorker kMake = make;
};
using Default = WorkerKind<default_worker>;  // a thread, if the build has threads
using Slicing = WorkerKind<slicing_worker>;

/// Returns a source of files that answers at once, with the files of the source tree and of the build.
inline SessionOptions::FileSource asset_files() {
  return [](const std::string& path, const std::function<void(std::optional<std::string>)>& done) { done(read_asset(path)); };
}

}  // namespace gf::test

TYPE_TO_STRING_AS("default worker", gf::test::Default);
TYPE_TO_STRING_AS("slicing worker", gf::test::Slicing);

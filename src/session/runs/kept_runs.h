// The run of a lesson and the one to compare with, as bytes that a later session goes on with.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/problem.h"
#include "session/runs/run.h"

namespace gf {

/// How much of the runs of a lesson is kept, in bytes. A longer run loses every second record, as often as it takes; a run that has no
/// room for its weights and three records is not kept at all.
inline constexpr std::size_t kMostRunBytes = std::size_t{64} << 20;

struct KeptRuns {
  std::string lesson;
  std::string bytes;               // a safetensors file: weights and means, of all records too, and the rest as words
  std::optional<Problem> problem;  // in place of the bytes: "run_too_large_to_keep"
};

/// Null for what there is none of. Each gets half of the room.
KeptRuns kept_runs(const std::string& lesson, const TrainingRun* run, const TrainingRun* compared, std::size_t most = kMostRunBytes);

struct RestoredRuns {
  std::optional<TrainingRun> run, kept;
};

/// Throws InputError where the bytes are none that `kept_runs` wrote, or of another version.
RestoredRuns restored_runs(std::string_view bytes);

}  // namespace gf

// The training run of a lesson and the run to compare with, as bytes for the store. The next session continues them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/problem.h"
#include "session/runs/run.h"

namespace gf {

/// The most bytes of the stored runs of a lesson. A larger run loses every second record until it fits. If a run does not fit with three
/// records, neither run is stored.
inline constexpr std::size_t kMostRunBytes = std::size_t{64} << 20;

struct KeptRuns {
  std::string lesson;
  std::string bytes;               // a safetensors file: the weights and the means of the optimiser of all records, the rest as metadata
  std::optional<Problem> problem;  // "run_too_large_to_keep", in place of the bytes
};

/// Returns the runs as bytes. Either run may be null. Each run has room for half of `most` bytes.
KeptRuns kept_runs(const std::string& lesson, const TrainingRun* run, const TrainingRun* compared, std::size_t most = kMostRunBytes);

struct RestoredRuns {
  std::optional<TrainingRun> run, kept;
};

/// Reads the bytes of `kept_runs`. Throws InputError "kept_unreadable" or "kept_of_other_version".
RestoredRuns restored_runs(std::string_view bytes);

}  // namespace gf

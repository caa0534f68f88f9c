// The finite difference beside a gradient: the lesson is run twice, with one cell held a little above and a little below its value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/replay.h"
#include "lessons/lesson.h"
#include "protocol/snapshot.h"

namespace gf {

/// What is to be estimated: dL/dx for one cell of the node `of`, beside the gradient in the same cell of "d_x".
struct EstimateJob {
  std::uint64_t sequence = 0;      // of the trace that it belongs to
  const Lesson* lesson = nullptr;  // outlives the job
  Document document;
  LessonContext context;
  std::string node, of;  // "encoder.0.d_query" and "encoder.0.query"
  Cell cell;
  float gradient = 0;
  float value = 0;  // of the cell of `of`
};

struct EstimateResult {
  std::uint64_t sequence = 0;
  std::optional<GradientEstimate> estimate;
  std::optional<Problem> problem;
};

/// Throws InputError where the node is no gradient, or the lesson has no loss whose gradient it could be.
EstimateJob estimate_job(const Trace& trace, const std::string& node, const Cell& cell);

/// (L(x + h) - L(x - h)) / 2h. The step is h = 0.01 · max(1, |x|): a loss is a float, so that it is known to about 1e-7 of itself, and
/// the quotient to about 1e-7 / h = 1e-5; the curve between the two points adds about h² / 6 of its third derivative, as little again.
/// x ± h are rounded to floats too: the quotient is by the distance that they then have. Throws Paused where the replay does.
EstimateResult run_estimate(const EstimateJob& job, Replay& replay);

}  // namespace gf

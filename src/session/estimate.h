// The finite difference beside a gradient: the lesson is run with one cell held a little above and a little below its value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/replay.h"
#include "lessons/lesson.h"
#include "protocol/snapshot.h"

namespace gf {

/// An estimate to be made: dL/dx for one cell of the node `of`, beside the gradient in the same cell of "d_x".
struct EstimateJob {
  std::uint64_t sequence = 0;      // of the trace that it belongs to
  const Lesson* lesson = nullptr;  // outlives the job
  Document document;
  LessonContext context;
  std::string node, of;  // "encoder.0.d_query" and "encoder.0.query"
  Cell cell;
  float gradient = 0;
  float value = 0;   // of the cell of `of`
  double scale = 0;  // how large the numbers of `of` are
};

struct EstimateResult {
  std::uint64_t sequence = 0;
  std::optional<GradientEstimate> estimate;
  std::optional<Problem> problem;
};

/// Throws InputError where the node is no gradient, or the lesson has no loss whose gradient it could be.
EstimateJob estimate_job(const Trace& trace, const std::string& node, const Cell& cell);

/// (L(x + h) - L(x - h)) / 2h, and what it says of the gradient (session/finite_difference.h). Throws Paused where the replay does.
EstimateResult run_estimate(const EstimateJob& job, Replay& replay);

}  // namespace gf

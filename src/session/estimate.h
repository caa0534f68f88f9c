// Estimates a gradient by a finite difference: runs the lesson with one cell held a little above and a little below its value.
// The session makes a job with estimate_job, fills in the rest, and a worker runs the job with run_estimate.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/problem.h"
#include "core/replay.h"
#include "core/tensor.h"
#include "lessons/lesson.h"
#include "protocol/document.h"
#include "protocol/snapshot.h"

namespace gf {

/// The estimate of dL/dx for one cell of the node x, to compare with the same cell of the gradient node d_x.
struct EstimateJob {
  std::uint64_t sequence = 0;      // the number of the job that made the trace
  const Lesson* lesson = nullptr;  // outlives the job
  Document document;               // of the trace
  LessonContext context;           // of the trace
  std::string node;                // d_x, such as "encoder.0.d_query"
  std::string value_node;          // x, such as "encoder.0.query"
  Cell cell;
  float gradient = 0;  // the value of the cell in d_x
  float value = 0;     // the value of the cell in x
  double scale = 0;    // a typical size of the numbers in x, larger than 0
};

struct EstimateResult {
  std::uint64_t sequence = 0;  // as EstimateJob::sequence
  std::optional<GradientEstimate> estimate;
  std::optional<Problem> problem;
};

/// Returns a job without sequence, lesson, document and context. Throws InputError if there is no such node or cell, if the node is not the
/// whole gradient of another node, or if the trace has no node "loss".
EstimateJob estimate_job(const Trace& trace, const std::string& node, const Cell& cell);

/// Computes (L(x + h) - L(x - h)) / 2h and the verdict on the gradient (session/finite_difference.h). Throws Paused if `replay` does; any
/// other exception becomes the problem of the result.
EstimateResult run_estimate(const EstimateJob& job, Replay& replay);

}  // namespace gf

// The job of computing the trace of a document, and its result. A worker runs jobs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/problem.h"
#include "core/replay.h"
#include "lessons/lesson.h"
#include "protocol/document.h"
#include "protocol/texts.h"
#include "protocol/trace.h"

namespace gf {

struct Job {
  std::uint64_t sequence = 0;      // the number from TraceFollower::await
  const Lesson* lesson = nullptr;  // outlives the job
  Document document;
  LessonContext context;
  const Texts* texts = nullptr;  // the words of labels and formulas; outlives the job and its trace; null: labels and formulas stay keys
};

struct JobResult {
  Job job;
  std::shared_ptr<const Trace> trace;  // null if the document was refused
  std::optional<Problem> problem;      // the reason
};

/// Runs the lesson of a document, and moves the job into the result. An exception becomes the problem of the result. Throws Paused if
/// `replay` does, and leaves the job as it was. `memo` is the memo of the worker for all jobs; without memory, the memo is cleared.
JobResult run_job(Job& job, Replay& replay, TraceMemo& memo);

}  // namespace gf

// A document whose trace is to be computed, and what came of it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/problem.h"
#include "core/replay.h"
#include "lessons/lesson.h"
#include "protocol/texts.h"
#include "protocol/trace.h"

namespace gf {

struct Job {
  std::uint64_t sequence = 0;
  const Lesson* lesson = nullptr;  // outlives the job
  Document document;
  LessonContext context;
  const Texts* texts = nullptr;  // of labels and formulas, which stay keys where it is null; outlives the job and its trace
};

struct JobResult {
  Job job;
  std::shared_ptr<const Trace> trace;  // null where the document was refused
  std::optional<Problem> problem;
};

/// Runs the lesson of a document; what it throws becomes the result's problem. The job goes into the result. Throws Paused where the replay
/// does; the job is as before then. The memo is that of the worker, for all of its jobs; where there is no memory it lets go of everything.
JobResult run_job(Job& job, Replay& replay, TraceMemo& memo);

}  // namespace gf

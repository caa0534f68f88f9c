#include "session/job.h"

#include "lessons/run.h"
#include "session/problem_of.h"

namespace gf {

JobResult run_job(Job& job, Replay& replay) {
  std::shared_ptr<const Trace> trace;
  std::optional<Problem> problem =
      problem_of([&] { trace = std::make_shared<const Trace>(trace_of(*job.lesson, job.document, job.context, &replay)); });
  return {std::move(job), std::move(trace), std::move(problem)};
}

}  // namespace gf

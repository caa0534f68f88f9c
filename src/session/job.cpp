#include "session/job.h"

#include "session/problem_of.h"

namespace gf {

JobResult run_job(const Job& job, Replay& replay) {
  JobResult result{job, nullptr, std::nullopt};
  result.problem =
      problem_of([&] { result.trace = std::make_shared<const Trace>(trace_of(*job.lesson, job.document, job.context, &replay)); });
  return result;
}

}  // namespace gf

#include "session/job.h"

#include "lessons/run.h"
#include "protocol/trace_words.h"
#include "session/problem_of.h"

namespace gf {

JobResult run_job(Job& job, Replay& replay) {
  std::shared_ptr<const Trace> trace;
  std::optional<Problem> problem = problem_of([&] {
    auto computed = std::make_shared<Trace>(trace_of(*job.lesson, job.document, job.context, &replay));
    if (job.texts) put_words(*computed, *job.texts);
    trace = std::move(computed);
  });
  return {std::move(job), std::move(trace), std::move(problem)};
}

}  // namespace gf

#include "session/job.h"

#include "lessons/run.h"
#include "session/problem_of.h"
#include "study/trace_words.h"

namespace gf {

JobResult run_job(Job& job, Replay& replay, TraceMemo& memo) {
  std::shared_ptr<const Trace> trace;
  std::optional<Problem> problem = problem_of([&] {
    auto computed = std::make_shared<Trace>(trace_of(*job.lesson, job.document, job.context, &replay, &memo));
    if (job.texts) put_words(*computed, *job.texts);
    trace = std::move(computed);
  });
  if (problem && is_out_of_memory(*problem)) memo.clear();
  return {std::move(job), std::move(trace), std::move(problem)};
}

}  // namespace gf

#include "lessons/run.h"
#include "session/problem_of.h"
#include "session/worker.h"

namespace gf {

JobResult run_job(Job job) {
  JobResult result{std::move(job), nullptr, std::nullopt};
  result.problem =
      problem_of([&] { result.trace = std::make_shared<const Trace>(run_lesson(result.job.document, {}, result.job.context)); });
  return result;
}

}  // namespace gf

#include "lessons/lesson.h"
#include "session/worker.h"

namespace gf {

JobResult run_job(Job job) {
  JobResult result{std::move(job), nullptr, std::nullopt};
  try {
    result.trace = std::make_shared<const Trace>(run_lesson(result.job.document, {}, result.job.context));
  } catch (const InputError& error) {
    result.problem = error.problem();
  } catch (const std::bad_alloc&) {
    result.problem = Problem{"out_of_memory", {}};
  } catch (const std::exception& error) {
    result.problem = Problem{"engine", {{"detail", error.what()}}};
  }
  return result;
}

}  // namespace gf

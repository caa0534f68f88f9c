// Turns a training run into data, and back.
#include <utility>

#include "core/problem.h"
#include "session/runs/run.h"

namespace gf {
namespace {

[[noreturn]] void no_run() { throw InputError({"not_a_checkpoint", {{"where", "run"}}}); }

}  // namespace

std::vector<std::string> TrainingRun::parts() const {
  if (trainer_.gradient_norms().empty()) return parts_;
  std::vector<std::string> names;
  for (const auto& [part, norm] : trainer_.gradient_norms()) names.push_back(part);
  return names;
}

RunState TrainingRun::state() const {
  RunState state;
  state.inputs = inputs_;
  state.holds = holds_;
  state.checkpoint = trainer_.checkpoint();
  state.moments = moments_;
  state.parts = parts();
  state.status = playing() ? RunStatus::paused : status_;
  state.problem = problem_;
  state.viewed = viewed_;
  state.stride_factor = stride_factor_;
  state.next_record = next_record_;
  state.loss_sum = loss_sum_;
  state.loss_count = loss_count_;
  state.learning_rate = last_.learning_rate;
  state.gradient_norm = last_.gradient_norm;
  return state;
}

TrainingRun TrainingRun::resumed(RunState state) {
  const auto settings = state.checkpoint.metadata.find("settings");
  if (settings == state.checkpoint.metadata.end() || state.moments.empty()) no_run();
  TrainingRun run(std::move(state.inputs), settings_from_json(settings->second));
  run.trainer_ = Trainer::resume(run.settings(), state.checkpoint, "run");
  for (const RunMoment& moment : state.moments)
    if (!moment.state || moment.record.step > run.trainer_.step()) no_run();
  run.status_ = state.status;
  run.problem_ = std::move(state.problem);
  run.recorded_ = state.moments.size();
  run.moments_ = std::move(state.moments);
  run.parts_ = std::move(state.parts);
  run.view(state.viewed);
  run.stride_factor_ = state.stride_factor;
  run.next_record_ = state.next_record;
  run.loss_sum_ = state.loss_sum;
  run.loss_count_ = state.loss_count;
  run.last_.learning_rate = state.learning_rate;
  run.last_.gradient_norm = state.gradient_norm;
  run.holds_ = std::move(state.holds);
  run.apply_holds();
  return run;
}

}  // namespace gf

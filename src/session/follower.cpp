#include "session/follower.h"

#include <algorithm>
#include <variant>

namespace gf {

bool TraceFollower::take(std::uint64_t number) {
  const bool awaited = awaits() && number == awaited_;
  if (awaited) rest();
  return awaited;
}

void TraceFollower::arrive(const ReaderState& from) {
  if (!origin_) origin_ = from;
}

bool TraceFollower::defers_estimate() const {
  const auto estimates = [](const Command& command) { return std::holds_alternative<EstimateGradient>(command); };
  return std::any_of(deferred_.begin(), deferred_.end(), estimates);
}

void TraceFollower::drop_deferred_until() {
  std::erase_if(deferred_, [](const Command& command) {
    const TrainingCommand* const training = std::get_if<TrainingCommand>(&command);
    return training && training->kind == TrainingCommand::Kind::until;
  });
}

std::optional<Problem> EstimateFollower::take(EstimateResult result, std::uint64_t shown) {
  if (result.sequence != awaited_) return std::nullopt;
  awaited_ = 0;
  if (result.sequence != shown) return std::nullopt;
  trace_ = result.sequence;
  estimate_ = std::move(result.estimate);
  return std::move(result.problem);
}

std::optional<GradientEstimate> EstimateFollower::of(std::uint64_t trace) const { return trace_ == trace ? estimate_ : std::nullopt; }

}  // namespace gf

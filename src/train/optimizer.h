// Optimisers: each a rule from a gradient to a new weight. Equations as in torch.optim (PyTorch 1.13), whose steps they reproduce.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/named_tensors.h"

namespace gf {

enum class OptimizerKind { sgd, momentum, rmsprop, adam, adamw };

struct OptimizerSettings {
  OptimizerKind kind = OptimizerKind::adamw;
  double learning_rate = 1e-3;
  double momentum = 0.9;       // momentum
  double alpha = 0.99;         // rmsprop: how much of the mean square is kept
  double beta1 = 0.9, beta2 = 0.999;  // adam, adamw
  double epsilon = 1e-8;       // rmsprop, adam, adamw
  double weight_decay = 0;     // adamw: decoupled; the others: added to the gradient
  bool operator==(const OptimizerSettings&) const = default;
};

enum class ScheduleKind { constant, linear, cosine };

/// The learning rate over the run: rises from 0 over `warm_up` steps, then stays, or falls to `floor` · rate at the last step.
struct ScheduleSettings {
  ScheduleKind kind = ScheduleKind::constant;
  Index warm_up = 0;
  double floor = 0;
  bool operator==(const ScheduleSettings&) const = default;
};

/// The factor of step `step` (the first is 0) of `steps`.
double schedule_factor(const ScheduleSettings& settings, Index step, Index steps);

/// The state between steps: running means, by name of the weight and of the mean ("m.", "v."), and how many steps were taken.
struct OptimizerState {
  Index steps = 0;
  std::vector<NamedTensor> first, second;  // as the weights; empty where the rule has none
};

/// One step of all weights. `gradients` in the order of `weights`. Where `held` has a tensor for a weight, its non-zero cells keep
/// their value. A gradient that isn't finite makes weights that aren't: the trainer looks for that.
void optimizer_step(const OptimizerSettings& settings, double learning_rate, NamedTensors& weights, std::span<const Tensor* const> gradients,
                    OptimizerState& state, const std::map<std::string, Tensor>& held = {});

/// The norm √(Σ g²) over all gradients.
double global_norm(std::span<const Tensor* const> gradients);

std::string_view name_of(OptimizerKind kind);
std::string_view name_of(ScheduleKind kind);

}  // namespace gf

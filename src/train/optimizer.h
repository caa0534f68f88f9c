// Optimisers: rules from a gradient to a new weight. They reproduce the steps of torch.optim (PyTorch 1.13).
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
  double momentum = 0.9;              // momentum: the part of the running sum that is kept
  double alpha = 0.99;                // rmsprop: the part of the mean square that is kept
  double beta1 = 0.9, beta2 = 0.999;  // adam, adamw
  double epsilon = 1e-8;              // rmsprop, adam, adamw
  double weight_decay = 0;            // adamw: decoupled; the others: added to the gradient
  bool operator==(const OptimizerSettings&) const = default;
};

enum class ScheduleKind { constant, linear, cosine };

/// The learning rate over the run. It rises evenly over `warm_up` steps, and the last of them has all of it. Then it stays, or falls to
/// `floor` · rate at the last step, on a straight line or half a cosine.
struct ScheduleSettings {
  ScheduleKind kind = ScheduleKind::constant;
  Index warm_up = 0;
  double floor = 0;
  bool operator==(const ScheduleSettings&) const = default;
};

/// Returns the factor of the learning rate at step `step` of `steps`; the first step is 0.
double schedule_factor(const ScheduleSettings& settings, Index step, Index steps);

/// The state between steps: running means, and how many steps were taken.
struct OptimizerState {
  Index steps = 0;
  std::vector<NamedTensor> first, second;  // b or m, and v: named and shaped as the weights; empty if the rule has no such mean
};

/// Takes one step of all weights. `gradients` has the order of `weights`, and each gradient is multiplied by `gradient_factor` (clipping).
/// If `held` has a tensor for a weight, the weight's cells keep their value where that tensor is not zero. A gradient that is not finite
/// makes weights that are not finite: the trainer checks for them.
///   sgd       g' = g + λw,  w ← w − ηg'
///   momentum  b ← μb + g',  w ← w − ηb
///   rmsprop   v ← αv + (1−α)g'²,  w ← w − ηg'/(√v + ε)
///   adam      m ← β₁m + (1−β₁)g',  v ← β₂v + (1−β₂)g'²,  w ← w − η/(1−β₁ᵏ) · m/(√v/√(1−β₂ᵏ) + ε) at step k = 1, 2, ...
///   adamw     as adam with g in place of g', after w ← (1−ηλ)w
/// Throws ShapeError if a gradient, a mean or held cells have another shape than their weight.
void optimizer_step(const OptimizerSettings& settings, double learning_rate, NamedTensors& weights,
                    std::span<const Tensor* const> gradients, OptimizerState& state, const std::map<std::string, Tensor>& held = {},
                    double gradient_factor = 1);

/// Returns Σ x² over all cells.
double squared_norm(const Tensor& tensor);

/// Returns the norm √(Σ g²) over all gradients.
double global_norm(std::span<const Tensor* const> gradients);

/// Returns the factor by which clipping multiplies gradients of this norm: min(1, most / (norm + 10⁻⁶)) as
/// torch.nn.utils.clip_grad_norm_ has it, or 1 if `most` is 0.
double clip_factor(double norm, double most);

std::string_view name_of(OptimizerKind kind);
std::string_view name_of(ScheduleKind kind);

}  // namespace gf

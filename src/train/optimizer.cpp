#include "train/optimizer.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/enum_names.h"
#include "core/parallel.h"

namespace gf {
namespace {

constexpr Index kGrain = 1 << 14;  // cells of a piece of work: a few hundred kilobytes, which cost more time than waking a thread

// The cells of one weight tensor, its gradient and its means. A mean that the rule does not have is null.
struct Cells {
  float* w;
  const float* g;
  float* first;
  float* second;
};

// The scalars of one step, rounded to float once, as torch does for float tensors.
struct StepFactors {
  float rate, decay, gradient, momentum, alpha, one_minus_alpha, beta1, one_minus_beta1, beta2, one_minus_beta2, epsilon;
  float keep;                        // adamw: 1 − ηλ
  float step_size, root_correction;  // adam, adamw: η / (1 − β₁ᵏ), √(1 − β₂ᵏ)
};

StepFactors factors_of(const OptimizerSettings& s, double rate, double gradient_factor, Index step) {
  const auto count = static_cast<double>(step);
  const auto single = [](double value) { return static_cast<float>(value); };
  StepFactors f{};
  f.rate = single(rate);
  f.decay = single(s.weight_decay);
  f.gradient = single(gradient_factor);
  f.momentum = single(s.momentum);
  f.alpha = single(s.alpha);
  f.one_minus_alpha = single(1 - s.alpha);
  f.epsilon = single(s.epsilon);
  f.beta1 = single(s.beta1);
  f.one_minus_beta1 = single(1 - s.beta1);
  f.beta2 = single(s.beta2);
  f.one_minus_beta2 = single(1 - s.beta2);
  f.keep = single(1 - rate * s.weight_decay);
  f.step_size = single(rate / (1 - std::pow(s.beta1, count)));
  f.root_correction = single(std::sqrt(1 - std::pow(s.beta2, count)));
  return f;
}

void sgd(const Cells& c, const StepFactors& f, Index begin, Index end) {
  for (Index i = begin; i < end; ++i) c.w[i] -= f.rate * (f.gradient * c.g[i] + f.decay * c.w[i]);
}

void momentum(const Cells& c, const StepFactors& f, Index begin, Index end) {
  for (Index i = begin; i < end; ++i) {
    c.first[i] = f.momentum * c.first[i] + (f.gradient * c.g[i] + f.decay * c.w[i]);
    c.w[i] -= f.rate * c.first[i];
  }
}

void rmsprop(const Cells& c, const StepFactors& f, Index begin, Index end) {
  for (Index i = begin; i < end; ++i) {
    const float g = f.gradient * c.g[i] + f.decay * c.w[i];
    c.second[i] = f.alpha * c.second[i] + f.one_minus_alpha * g * g;
    c.w[i] -= f.rate * (g / (std::sqrt(c.second[i]) + f.epsilon));
  }
}

void adam(const Cells& c, const StepFactors& f, Index begin, Index end, float keep, float decay) {
  for (Index i = begin; i < end; ++i) {
    const float g = f.gradient * c.g[i] + decay * c.w[i];
    c.first[i] = f.beta1 * c.first[i] + f.one_minus_beta1 * g;
    c.second[i] = f.beta2 * c.second[i] + f.one_minus_beta2 * g * g;
    c.w[i] = keep * c.w[i] - f.step_size * (c.first[i] / (std::sqrt(c.second[i]) / f.root_correction + f.epsilon));
  }
}

void step_cells(OptimizerKind kind, const Cells& c, const StepFactors& f, Index begin, Index end) {
  switch (kind) {
    case OptimizerKind::sgd:
      return sgd(c, f, begin, end);
    case OptimizerKind::momentum:
      return momentum(c, f, begin, end);
    case OptimizerKind::rmsprop:
      return rmsprop(c, f, begin, end);
    case OptimizerKind::adam:
      return adam(c, f, begin, end, 1, f.decay);
    case OptimizerKind::adamw:
      return adam(c, f, begin, end, f.keep, 0);
  }
}

// Makes means of zeros for all weights before the first step. If the rule has no such mean, removes them.
void start_means(std::vector<NamedTensor>& means, const NamedTensors& weights, bool wanted) {
  if (!wanted) return means.clear();
  if (!means.empty()) return;
  for (const NamedTensor& weight : weights.tensors) means.push_back({weight.name, Tensor(weight.value.shape())});
}

float* cells_of(std::vector<NamedTensor>& means, std::size_t i) { return means.empty() ? nullptr : means[i].value.data(); }

void check_shapes(const NamedTensors& weights, std::span<const Tensor* const> gradients, const OptimizerState& state) {
  const auto check = [](const NamedTensor& weight, const Tensor& other, const char* what) {
    if (weight.value.shape() != other.shape())
      throw ShapeError("[optimizer] " + weight.name + " is " + to_string(weight.value.shape()) + ", its " + what + " is " +
                       to_string(other.shape()));
  };
  const std::size_t count = weights.tensors.size();
  if (gradients.size() != count || (!state.first.empty() && state.first.size() != count) ||
      (!state.second.empty() && state.second.size() != count))
    throw ShapeError("[optimizer] " + std::to_string(count) + " weights, " + std::to_string(gradients.size()) + " gradients, " +
                     std::to_string(state.first.size()) + " and " + std::to_string(state.second.size()) + " means");
  for (std::size_t i = 0; i < count; ++i) {
    check(weights.tensors[i], *gradients[i], "gradient");
    if (!state.first.empty()) check(weights.tensors[i], state.first[i].value, "mean");
    if (!state.second.empty()) check(weights.tensors[i], state.second[i].value, "mean square");
  }
}

void restore_held(const Tensor& before, const Tensor& held, NamedTensor& weight) {
  if (held.shape() != weight.value.shape())
    throw ShapeError("[optimizer] " + weight.name + " is " + to_string(weight.value.shape()) + ", its held cells are " +
                     to_string(held.shape()));
  for (Index i = 0; i < held.size(); ++i)
    if (held.data()[i] != 0) weight.value.data()[i] = before.data()[i];
}

}  // namespace

double schedule_factor(const ScheduleSettings& settings, Index step, Index steps) {
  if (step < settings.warm_up) return static_cast<double>(step + 1) / static_cast<double>(settings.warm_up);
  const Index length = steps - 1 - settings.warm_up;
  const double progress = length > 0 ? std::min(1.0, static_cast<double>(step - settings.warm_up) / static_cast<double>(length)) : 0;
  switch (settings.kind) {
    case ScheduleKind::constant:
      return 1;
    case ScheduleKind::linear:
      return 1 - (1 - settings.floor) * progress;
    case ScheduleKind::cosine:
      return settings.floor + (1 - settings.floor) * (1 + std::cos(std::numbers::pi * progress)) / 2;
  }
  return 1;
}

void optimizer_step(const OptimizerSettings& settings, double learning_rate, NamedTensors& weights,
                    std::span<const Tensor* const> gradients, OptimizerState& state, const std::map<std::string, Tensor>& held,
                    double gradient_factor) {
  const bool adaptive = settings.kind == OptimizerKind::adam || settings.kind == OptimizerKind::adamw;
  start_means(state.first, weights, adaptive || settings.kind == OptimizerKind::momentum);
  start_means(state.second, weights, adaptive || settings.kind == OptimizerKind::rmsprop);
  check_shapes(weights, gradients, state);
  const StepFactors factors = factors_of(settings, learning_rate, gradient_factor, ++state.steps);
  for (std::size_t i = 0; i < weights.tensors.size(); ++i) {
    NamedTensor& weight = weights.tensors[i];
    const auto found = held.find(weight.name);
    const Tensor before = found != held.end() ? weight.value : Tensor();
    const Cells cells{weight.value.data(), gradients[i]->data(), cells_of(state.first, i), cells_of(state.second, i)};
    parallel_for(weight.value.size(), kGrain, [&](Index begin, Index end) { step_cells(settings.kind, cells, factors, begin, end); });
    if (found != held.end()) restore_held(before, found->second, weight);
  }
}

// Eight sums side by side are faster than one sum, and as deterministic.
double squared_norm(const Tensor& tensor) {
  constexpr Index kLanes = 8;
  double lanes[kLanes] = {};
  const float* x = tensor.data();
  const Index whole = tensor.size() / kLanes * kLanes;
  for (Index i = 0; i < whole; i += kLanes)
    for (Index k = 0; k < kLanes; ++k) lanes[k] += static_cast<double>(x[i + k]) * static_cast<double>(x[i + k]);
  for (Index i = whole; i < tensor.size(); ++i) lanes[i - whole] += static_cast<double>(x[i]) * static_cast<double>(x[i]);
  double sum = 0;
  for (const double lane : lanes) sum += lane;
  return sum;
}

double global_norm(std::span<const Tensor* const> gradients) {
  double sum = 0;
  for (const Tensor* gradient : gradients) sum += squared_norm(*gradient);
  return std::sqrt(sum);
}

double clip_factor(double norm, double most) { return most > 0 ? std::min(1.0, most / (norm + 1e-6)) : 1; }

std::string_view name_of(OptimizerKind kind) { return name_in({"sgd", "momentum", "rmsprop", "adam", "adamw"}, kind); }

std::string_view name_of(ScheduleKind kind) { return name_in({"constant", "linear", "cosine"}, kind); }

}  // namespace gf

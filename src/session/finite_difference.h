// Estimates the slope of a loss by finite differences, with the uncertainty that comes from rounding the loss to a float, and compares a
// gradient with the slope.
#pragma once

#include <functional>

#include "protocol/snapshot.h"

namespace gf {

struct FiniteDifference {
  double slope = 0;  // (L(x + h) - L(x - h)) / 2h
  double h = 0;
  double above = 0, below = 0;  // L(x + h), L(x - h)
  double uncertainty = 0;       // of the slope; infinite if no estimate is possible
  double noise = 0;             // of the loss: how much neighbouring values of x change the loss by rounding alone
};

/// Returns the slope of `loss` at x. `scale` > 0 is the typical size of numbers such as x. Tries h from 0.4 · `scale` on, each half of the
/// one before, and takes the h with the smallest uncertainty. The uncertainty is noise / h plus the change of the slope from 2h to h, which
/// measures how the curve bends. The noise is at least one unit in the last place of the loss. x ± h are rounded to floats, and the
/// quotient uses the distance of the rounded numbers.
/// Example: finite_difference([](float x) { return x * x; }, 3, 1).slope is 6 within its uncertainty.
FiniteDifference finite_difference(const std::function<double(float)>& loss, float x, double scale);

/// Compares a gradient with a slope. With d their difference, u the uncertainty, and g the greater of their magnitudes:
///   u > g / 20    differ if d > 4u, otherwise too_small
///   otherwise     agree if d ≤ u or d ≤ g / 100; within if d ≤ 4u; otherwise differ
/// A d of 0 always agrees; a d or u that is not finite is too_small otherwise. Numbers with different signs never agree.
GradientVerdict verdict_on(double gradient, double slope, double uncertainty);

struct CheckedGradient {
  FiniteDifference difference;
  GradientVerdict verdict = GradientVerdict::agree;
};

/// Compares a gradient with the slope of the loss at x. If they differ, tries up to six smaller h, because the loss may have a kink between
/// x and x ± h. The verdict is `kink` if the slopes on both sides of x stay apart for smaller h, and the gradient lies between them.
/// Example: for max(x, 0) at 0, the verdict on every gradient from 0 to 1 is a kink.
CheckedGradient check_gradient(const std::function<double(float)>& loss, float x, double scale, double gradient);

}  // namespace gf

// The slope of a loss by differences, and what it can say of a gradient: a loss is a float, and so much is known of it and no more.
#pragma once

#include <functional>

#include "protocol/snapshot.h"

namespace gf {

struct FiniteDifference {
  double slope = 0;  // (L(x + h) - L(x - h)) / 2h
  double h = 0;
  double above = 0, below = 0;  // L(x + h), L(x - h)
  double uncertainty = 0;       // of the slope; infinite where nothing is known of it
  double noise = 0;             // of the loss
};

/// The slope of `loss` at x. Several h are tried, from 0.4 · `scale` down by halves, and that one is taken of which most is known. Its
/// uncertainty is noise / h, the noise being how far the loss jumps between neighbours of x, at least one unit in its last place; and the
/// change of the slope from 2h to h, since the curve bends. `scale` > 0 is how large such numbers as x are; x ± h are rounded to floats,
/// and the quotient is by the distance that they then have.
/// Example: finite_difference([](float x) { return x * x; }, 3, 1).slope is 6 but for its uncertainty.
FiniteDifference finite_difference(const std::function<double(float)>& loss, float x, double scale);

/// Returns what a slope that is known so well says of a gradient. They agree; they agree within what a float can tell, if a few times the
/// uncertainty lies between them; they differ; or they are too small to tell, if the uncertainty is more than a twentieth of them and would
/// explain the difference. They never agree outright if more than a twentieth of the greater lies between them, and never if their signs
/// differ.
GradientVerdict judged(double gradient, double slope, double uncertainty);

struct CheckedGradient {
  FiniteDifference difference;
  GradientVerdict verdict = GradientVerdict::agree;
};

/// A gradient held against the slope of the loss. If they differ, h is halved on as far as the rounding lets it: between x and x ± h
/// the loss may have a kink. It has one at x if the slopes on either side stay apart as h is halved, and the gradient lies between them.
/// Example: of max(x, 0) at 0, every gradient from 0 to 1 meets a kink.
CheckedGradient check_gradient(const std::function<double(float)>& loss, float x, double scale, double gradient);

}  // namespace gf

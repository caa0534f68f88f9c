#include "session/finite_difference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/nth.h"

namespace gf {
namespace {

constexpr double kWidest = 0.4;      // the first h, as a share of the scale
constexpr int kWidths = 5;           // the number of h, each half of the one before
constexpr int kNeighbours = 9;       // of x, with x
constexpr double kNeighbour = 1e-3;  // the distance of neighbours, as a share of the scale: the curve hardly bends between them
constexpr double kKnown = 0.05;      // a slope is known if its uncertainty is at most this share of it
constexpr double kClose = 0.01;      // numbers agree if they differ by at most this share
constexpr double kCertain = 4;       // times the uncertainty: noise that is measured in nine numbers may be far larger
constexpr int kMoreHalves = 6;
constexpr double kStays = 0.6;  // the difference of two slopes stays if half of h leaves this share; a smooth curve leaves half

FiniteDifference difference(const std::function<double(float)>& loss, float x, double h) {
  const auto above = static_cast<float>(static_cast<double>(x) + h);
  const auto below = static_cast<float>(static_cast<double>(x) - h);
  FiniteDifference result;
  result.h = (static_cast<double>(above) - static_cast<double>(below)) / 2;
  result.above = loss(above);
  result.below = loss(below);
  result.slope = (result.above - result.below) / (2 * result.h);
  return result;
}

// Third differences of neighbours cancel a smooth curve, and have √20 times the noise of one value (1² + 3² + 3² + 1² = 20).
double noise_near(const std::function<double(float)>& loss, float x, double scale) {
  std::array<double, kNeighbours> values;
  for (int i = 0; i < kNeighbours; ++i)
    nth(values, i) = loss(static_cast<float>(static_cast<double>(x) + (i - kNeighbours / 2) * kNeighbour * scale));
  double largest = 0;
  for (std::size_t i = 0; i + 3 < values.size(); ++i)
    largest = std::max(largest, std::abs(values[i + 3] - 3 * values[i + 2] + 3 * values[i + 1] - values[i]));
  const double last_place = static_cast<double>(std::numeric_limits<float>::epsilon()) * std::abs(values[kNeighbours / 2]);
  return std::max(3 * largest / std::sqrt(20.0), last_place);
}

}  // namespace

FiniteDifference finite_difference(const std::function<double(float)>& loss, float x, double scale) {
  const double noise = noise_near(loss, x, scale);
  FiniteDifference wider = difference(loss, x, kWidest * scale), best = wider;
  best.uncertainty = std::numeric_limits<double>::infinity();
  for (int i = 1; i < kWidths; ++i) {
    FiniteDifference narrower = difference(loss, x, wider.h / 2);
    narrower.uncertainty = std::abs(wider.slope - narrower.slope) + noise / narrower.h;
    const bool first = !std::isfinite(best.uncertainty);
    wider = narrower;
    if (first || narrower.uncertainty < best.uncertainty) best = narrower;
  }
  if (!std::isfinite(best.uncertainty)) best.uncertainty = std::numeric_limits<double>::infinity();
  best.noise = noise;
  return best;
}

GradientVerdict verdict_on(double gradient, double slope, double uncertainty) {
  const double difference = std::abs(gradient - slope), greater = std::max(std::abs(gradient), std::abs(slope));
  if (difference == 0) return GradientVerdict::agree;
  if (!std::isfinite(difference) || !std::isfinite(uncertainty)) return GradientVerdict::too_small;
  if (uncertainty > kKnown * greater) return difference > kCertain * uncertainty ? GradientVerdict::differ : GradientVerdict::too_small;
  if (difference <= std::max(uncertainty, kClose * greater)) return GradientVerdict::agree;
  return difference <= kCertain * uncertainty ? GradientVerdict::within : GradientVerdict::differ;
}

namespace {

// The slopes on either side of x.
struct SidedSlopes {
  double left = 0, right = 0;
  double between() const { return std::abs(right - left); }
};

SidedSlopes sided_slopes(const FiniteDifference& difference, double middle) {
  return {(middle - difference.below) / difference.h, (difference.above - middle) / difference.h};
}

bool has_kink(const SidedSlopes& wide, const SidedSlopes& narrow, double noise_of_slopes, double gradient) {
  const double slack = kKnown * narrow.between();
  const bool stays = narrow.between() > kStays * wide.between() && narrow.between() > kCertain * noise_of_slopes;
  return stays && gradient >= std::min(narrow.left, narrow.right) - slack && gradient <= std::max(narrow.left, narrow.right) + slack;
}

}  // namespace

CheckedGradient check_gradient(const std::function<double(float)>& loss, float x, double scale, double gradient) {
  const FiniteDifference found = finite_difference(loss, x, scale);
  const GradientVerdict verdict = verdict_on(gradient, found.slope, found.uncertainty);
  if (verdict != GradientVerdict::differ) return {found, verdict};
  // A smaller h leaves out a kink beside x. Too small an h leaves nothing but noise.
  FiniteDifference half = found;
  for (int i = 0; i < kMoreHalves; ++i) {
    half = difference(loss, x, half.h / 2);
    half.noise = found.noise;
    half.uncertainty = found.noise / half.h;
    if (half.uncertainty > kKnown / 2 * std::max(std::abs(gradient), std::abs(half.slope))) break;
    const GradientVerdict again = verdict_on(gradient, half.slope, half.uncertainty);
    if (again == GradientVerdict::agree || again == GradientVerdict::within) return {half, again};
  }
  const double middle = loss(x);
  const FiniteDifference wide = difference(loss, x, 2 * half.h);
  const bool kink = has_kink(sided_slopes(wide, middle), sided_slopes(half, middle), 2 * found.noise / half.h, gradient);
  return {found, kink ? GradientVerdict::kink : GradientVerdict::differ};
}

}  // namespace gf

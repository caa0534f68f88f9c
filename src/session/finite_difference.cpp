#include "session/finite_difference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace gf {
namespace {

constexpr double kWidest = 0.4;      // h as a share of the scale
constexpr int kWidths = 5;           // each half as wide as the one before
constexpr int kNeighbours = 9;       // of x, with itself
constexpr double kNeighbour = 1e-3;  // their distance as a share of the scale: no curve bends between them
constexpr double kKnown = 0.05, kClose = 0.01;
constexpr double kCertain = 4;  // a noise that was seen in a few numbers may be twice as large, and more
constexpr int kMoreHalves = 6;
constexpr double kStays = 0.6;  // of what lies between the two slopes, at half of h: of a smooth curve half of it does

FiniteDifference difference(const std::function<double(float)>& loss, float x, double h) {
  const float above = static_cast<float>(static_cast<double>(x) + h), below = static_cast<float>(static_cast<double>(x) - h);
  FiniteDifference result;
  result.h = (static_cast<double>(above) - static_cast<double>(below)) / 2;
  result.above = loss(above);
  result.below = loss(below);
  result.slope = (result.above - result.below) / (2 * result.h);
  return result;
}

// Third differences of neighbours have nothing of a smooth curve left in them, and the noise of each √20-fold.
double noise_near(const std::function<double(float)>& loss, float x, double scale) {
  std::array<double, kNeighbours> values;
  for (int i = 0; i < kNeighbours; ++i)
    values[static_cast<std::size_t>(i)] = loss(static_cast<float>(static_cast<double>(x) + (i - kNeighbours / 2) * kNeighbour * scale));
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

GradientVerdict judged(double gradient, double slope, double uncertainty) {
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

SidedSlopes sided(const FiniteDifference& found, double middle) {
  return {(middle - found.below) / found.h, (found.above - middle) / found.h};
}

bool has_kink(const SidedSlopes& wide, const SidedSlopes& narrow, double noise_of_slopes, double gradient) {
  const double slack = kKnown * narrow.between();
  const bool stays = narrow.between() > kStays * wide.between() && narrow.between() > kCertain * noise_of_slopes;
  return stays && gradient >= std::min(narrow.left, narrow.right) - slack && gradient <= std::max(narrow.left, narrow.right) + slack;
}

}  // namespace

CheckedGradient check_gradient(const std::function<double(float)>& loss, float x, double scale, double gradient) {
  const FiniteDifference found = finite_difference(loss, x, scale);
  const GradientVerdict verdict = judged(gradient, found.slope, found.uncertainty);
  if (verdict != GradientVerdict::differ) return {found, verdict};
  // A kink beyond x is left behind as h gets less, as far as the rounding lets it.
  FiniteDifference half = found;
  for (int i = 0; i < kMoreHalves; ++i) {
    half = difference(loss, x, half.h / 2);
    half.noise = found.noise, half.uncertainty = found.noise / half.h;
    if (half.uncertainty > kKnown / 2 * std::max(std::abs(gradient), std::abs(half.slope))) break;
    const GradientVerdict again = judged(gradient, half.slope, half.uncertainty);
    if (again == GradientVerdict::agree || again == GradientVerdict::within) return {half, again};
  }
  const double middle = loss(x);
  const FiniteDifference wide = difference(loss, x, 2 * half.h);
  const bool kink = has_kink(sided(wide, middle), sided(half, middle), 2 * found.noise / half.h, gradient);
  return {found, kink ? GradientVerdict::kink : GradientVerdict::differ};
}

}  // namespace gf

#include "ui/views/plane/plane_geometry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace gf::ui {

namespace {

constexpr float kLeastSpan = 1e-4f, kAround = 1.26f;          // the least span of a content, and how much larger than it a range is
constexpr float kLeastMargin = 0.035f, kLeastFilled = 0.48f;  // the least margin and filling of a range that stays, as shares of its size
constexpr float kFarther = 13;                                // how many points farther off a label stands if no nearer place is free

float overlap(const Box& a, const Box& b) {
  const Box both = common(a, b);
  return both.width() * both.height();
}

Box around(ImVec2 centre, float radius) { return {{centre.x - radius, centre.y - radius}, {centre.x + radius, centre.y + radius}}; }

// Returns the corners of a label in the order in which they are tried: right, left, above and below, then diagonal, then the same twice
// farther off.
std::array<ImVec2, 24> candidates(const LabelWish& wish) {
  constexpr float kWays[8][2] = {{1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 1}, {-1, -1}, {-1, 1}};
  std::array<ImVec2, 24> all;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const float off = wish.radius + 3 + kFarther * static_cast<float>(i / 8), *way = kWays[i % 8];
    const bool corner = way[0] != 0 && way[1] != 0;
    const float dx = way[0] * (wish.size.x / 2 + (corner ? off * 0.6f : off)),
                dy = way[1] * (wish.size.y / 2 + (corner ? off * 0.6f : off));
    all[i] = {std::round(wish.at.x + dx - wish.size.x / 2), std::round(wish.at.y + dy - wish.size.y / 2)};
  }
  return all;
}

float cost_of(const Box& box, const std::vector<Box>& taken, const std::vector<ImVec2>& dots, const Box& frame) {
  float cost = 4 * (box.width() * box.height() - overlap(box, frame));
  for (const Box& other : taken) cost += overlap(box, other);
  for (const ImVec2& dot : dots) cost += overlap(box, around(dot, 4));
  return cost;
}

}  // namespace

void PlaneRange::include(float x, float y) {
  if (!std::isfinite(x) || !std::isfinite(y)) return;
  left = std::min(left, x);
  right = std::max(right, x);
  bottom = std::min(bottom, y);
  top = std::max(top, y);
}

float tick_distance(float span, float room, float apart) {
  const float rough = span * apart / std::max(room, 1.0f);
  const float power = std::pow(10.0f, std::floor(std::log10(rough)));
  for (const float times : {1.0f, 2.0f, 5.0f}) {
    if (power * times >= rough) return power * times;
  }
  return power * 10;
}

PlaneRange fitted(const PlaneRange& content, float aspect) {
  const float x = content.left / 2 + content.right / 2, y = content.bottom / 2 + content.top / 2;
  // Far from the origin, numbers that differ by less than a hundred-thousandth are hardly different floats.
  const float least = std::max(kLeastSpan, std::max(std::abs(x), std::abs(y)) * 1e-5f);
  const float width = std::max({content.width(), content.height() / aspect, least}) * kAround, height = width * aspect;
  return {x - width / 2, x + width / 2, y - height / 2, y + height / 2};
}

bool serves(const PlaneRange& range, const PlaneRange& content) {
  const float x = range.width() * kLeastMargin, y = range.height() * kLeastMargin;
  const bool inside = content.left >= range.left + x && content.right <= range.right - x && content.bottom >= range.bottom + y &&
                      content.top <= range.top - y;
  return inside && std::max(content.width() / range.width(), content.height() / range.height()) >= kLeastFilled;
}

double PlaneLens::grain() const { return std::pow(10.0, std::ceil(-std::log10(static_cast<double>(scale() / zoom)) - 0.75)); }

std::optional<Box> clipped(ImVec2 from, ImVec2 to, const Box& box) {
  double enter = 0, leave = 1;
  const auto cut = [&](float start, float end, float least, float most) {
    const double by = static_cast<double>(end) - static_cast<double>(start);
    if (by == 0) return start >= least && start <= most;
    double a = (static_cast<double>(least) - static_cast<double>(start)) / by,
           b = (static_cast<double>(most) - static_cast<double>(start)) / by;
    if (a > b) std::swap(a, b);
    enter = std::max(enter, a);
    leave = std::min(leave, b);
    return enter <= leave;
  };
  if (!cut(from.x, to.x, box.min.x, box.max.x) || !cut(from.y, to.y, box.min.y, box.max.y)) return std::nullopt;
  const auto along = [&](double t) {
    return ImVec2(static_cast<float>(static_cast<double>(from.x) + t * (static_cast<double>(to.x) - static_cast<double>(from.x))),
                  static_cast<float>(static_cast<double>(from.y) + t * (static_cast<double>(to.y) - static_cast<double>(from.y))));
  };
  return Box{along(enter), along(leave)};
}

std::vector<std::optional<ImVec2>> place_labels(const std::vector<LabelWish>& wishes, const std::vector<ImVec2>& dots, const Box& frame,
                                                std::size_t most) {
  std::vector<std::optional<ImVec2>> places(wishes.size());
  std::vector<Box> taken;
  for (std::size_t i = 0; i < wishes.size() && taken.size() < most; ++i) {
    const LabelWish& wish = wishes[i];
    float least = wish.must ? 1e30f : 0.5f;
    std::optional<ImVec2> best;
    for (const ImVec2& corner : candidates(wish)) {
      const float cost = cost_of({corner, {corner.x + wish.size.x, corner.y + wish.size.y}}, taken, dots, frame);
      if (cost < least) {
        least = cost;
        best = corner;
      }
      if (cost <= 0) break;
    }
    if (!best) continue;
    places[i] = best;
    taken.push_back({*best, {best->x + wish.size.x, best->y + wish.size.y}});
  }
  return places;
}

}  // namespace gf::ui

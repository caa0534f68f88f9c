#include "ui/views/treemap_areas.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace gf::ui {

namespace {

struct Share {
  std::size_t place;
  float area;
};

// Returns the numbers above 0 as areas of the box, the largest first.
std::vector<Share> shares_of(const std::vector<float>& values, const Box& area) {
  const auto counts = [](float value) { return std::isfinite(value) && value > 0; };
  double total = 0;
  for (const float value : values)
    if (counts(value)) total += static_cast<double>(value);
  std::vector<Share> shares;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (counts(values[i])) shares.push_back({i, static_cast<float>(static_cast<double>(values[i]) / total) * area.width() * area.height()});
  std::stable_sort(shares.begin(), shares.end(), [](const Share& a, const Share& b) { return a.area > b.area; });
  return shares;
}

// Returns how far from a square the worst of `count` areas is, if they stand beside each other along a side of this length; 1 is a square.
float worst_ratio(const Share* first, std::size_t count, float side) {
  float sum = 0, worst = 1;
  for (std::size_t i = 0; i < count; ++i) sum += first[i].area;
  const float depth = sum / side;
  for (std::size_t i = 0; i < count; ++i) {
    const float length = first[i].area / depth;
    worst = std::max({worst, length / depth, depth / length});
  }
  return worst;
}

// Puts areas along the shorter side of the box that is left, and takes their strip off the box.
void lay_strip(const Share* first, std::size_t count, Box& left, std::vector<Box>& boxes) {
  float sum = 0;
  for (std::size_t i = 0; i < count; ++i) sum += first[i].area;
  const bool down = left.width() >= left.height();
  const float side = down ? left.height() : left.width(), depth = sum / side;
  float at = down ? left.min.y : left.min.x;
  for (std::size_t i = 0; i < count; ++i) {
    const float to = at + first[i].area / depth;
    boxes[first[i].place] = down ? Box{{left.min.x, at}, {left.min.x + depth, to}} : Box{{at, left.min.y}, {to, left.min.y + depth}};
    at = to;
  }
  (down ? left.min.x : left.min.y) += depth;
}

}  // namespace

std::vector<Box> squarified(const std::vector<float>& values, const Box& area) {
  std::vector<Box> boxes(values.size(), Box{area.min, area.min});
  const std::vector<Share> shares = shares_of(values, area);
  Box left = area;
  for (std::size_t from = 0; from < shares.size();) {
    const float side = std::min(left.width(), left.height());
    if (side <= 0) break;
    std::size_t count = 1;
    while (from + count < shares.size() && worst_ratio(&shares[from], count + 1, side) <= worst_ratio(&shares[from], count, side)) ++count;
    lay_strip(&shares[from], count, left, boxes);
    from += count;
  }
  return boxes;
}

}  // namespace gf::ui

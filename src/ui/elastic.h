// Describes how large something may be drawn.
#pragma once

#include <imgui.h>

#include <algorithm>

namespace gf::ui {

/// Three sizes, each at least as large as the one before. A picture that `keeps_shape` grows as a whole, in the shape of `good`.
struct Elastic {
  ImVec2 least;  // words can be read; digits may be left out
  ImVec2 good;   // everything can be read
  ImVec2 most;   // more room adds nothing
  bool keeps_shape = false;
  // The part inside the margin `base` is at most `widest` times as wide as high, and `tallest` times as high as wide. 0: no limit.
  float widest = 0, tallest = 0;
  ImVec2 base = {};
};

inline bool operator==(const Elastic& a, const Elastic& b) {
  const auto same = [](ImVec2 p, ImVec2 q) { return p.x == q.x && p.y == q.y; };
  return same(a.least, b.least) && same(a.good, b.good) && same(a.most, b.most) && a.keeps_shape == b.keeps_shape && a.widest == b.widest &&
         a.tallest == b.tallest && same(a.base, b.base);
}

/// Returns `size` with a margin of fixed size added to it.
inline Elastic with_margin(const Elastic& size, ImVec2 margin) {
  const auto more = [&](ImVec2 p) { return ImVec2(p.x + margin.x, p.y + margin.y); };
  return {more(size.least), more(size.good), more(size.most), size.keeps_shape, size.widest, size.tallest, more(size.base)};
}

}  // namespace gf::ui

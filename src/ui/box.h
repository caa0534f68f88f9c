// A rectangle on the screen, in points.
#pragma once

#include <imgui.h>

#include <algorithm>

namespace gf::ui {

struct Box {
  ImVec2 min, max;
  float width() const { return max.x - min.x; }
  float height() const { return max.y - min.y; }
  ImVec2 centre() const { return {(min.x + max.x) / 2, (min.y + max.y) / 2}; }
  bool contains(ImVec2 p) const { return p.x >= min.x && p.y >= min.y && p.x < max.x && p.y < max.y; }
  bool operator==(const Box& other) const {
    return min.x == other.min.x && min.y == other.min.y && max.x == other.max.x && max.y == other.max.y;
  }
};

/// Returns the part that two boxes share. Boxes that do not overlap give a box without width, without height, or without both.
inline Box common(const Box& a, const Box& b) {
  Box box{{std::max(a.min.x, b.min.x), std::max(a.min.y, b.min.y)}, {std::min(a.max.x, b.max.x), std::min(a.max.y, b.max.y)}};
  box.max.x = std::max(box.max.x, box.min.x);
  box.max.y = std::max(box.max.y, box.min.y);
  return box;
}

/// Returns the box moved by `by`.
inline Box moved(const Box& box, ImVec2 by) { return {{box.min.x + by.x, box.min.y + by.y}, {box.max.x + by.x, box.max.y + by.y}}; }

/// Returns the part of the current ImGui window that is not scrolled or clipped away.
inline Box visible_box() {
  const ImDrawList* list = ImGui::GetWindowDrawList();
  return {list->GetClipRectMin(), list->GetClipRectMax()};
}

}  // namespace gf::ui

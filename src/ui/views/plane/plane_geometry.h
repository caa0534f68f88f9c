// Computes the range of a plane, its ticks, and the places of its labels. Knows no trace.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <optional>
#include <vector>

#include "ui/box.h"

namespace gf::ui {

/// The range that a plane shows, in its own units.
struct PlaneRange {
  float left = 0, right = 0, bottom = 0, top = 0;
  float width() const { return right - left; }
  float height() const { return top - bottom; }
  /// Widens the range so that it has a point, unless the point is not finite.
  void include(float x, float y);
};

/// Returns the distance of ticks in units of the plane: 1, 2 or 5 times a power of ten. `room` is the length of `span` on the screen, on
/// which ticks are at least `apart` points from each other.
float tick_distance(float span, float room, float apart);
/// Returns a range around the content with equal scales on both axes. `aspect` is height by width.
PlaneRange fitted(const PlaneRange& content, float aspect);
/// Whether a range shows the content well enough to stay as it is. So small changes move the words and not the plane.
bool serves(const PlaneRange& range, const PlaneRange& content);

/// Maps a plane to the screen with `at`, and a point of the screen to the plane with `back`.
struct PlaneLens {
  PlaneRange range;
  Box box;
  float zoom = 1;                                              // the scale of the card: a drag is rounded as at zoom 1
  float scale() const { return box.width() / range.width(); }  // points of the screen for one unit of the plane
  ImVec2 at(float x, float y) const { return {box.min.x + (x - range.left) * scale(), box.max.y - (y - range.bottom) * scale()}; }
  ImVec2 back(ImVec2 p) const { return {range.left + (p.x - box.min.x) / scale(), range.bottom + (box.max.y - p.y) / scale()}; }
  /// Returns the unit to which a dragged place is rounded: a power of ten near the size of a pixel at zoom 1.
  double grain() const;
};

/// Returns the part of a line inside a box, from `min` to `max`; none if the line passes by the box.
std::optional<Box> clipped(ImVec2 from, ImVec2 to, const Box& box);

/// A label that wants to stand beside its point.
struct LabelWish {
  ImVec2 at, size;
  float radius = 0;   // the radius of the point's dot
  bool must = false;  // the label has a place even if all places are taken
};
/// Returns the upper left corner of each label. Labels choose their places in the order of `wishes`. A label that finds no room, and each
/// label after the first `most` labels with a place, has none.
std::vector<std::optional<ImVec2>> place_labels(const std::vector<LabelWish>& wishes, const std::vector<ImVec2>& dots, const Box& frame,
                                                std::size_t most);

}  // namespace gf::ui

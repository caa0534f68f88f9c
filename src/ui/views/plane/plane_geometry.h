// The range of a plane, its ticks, and where its labels go. Knows no trace.
#pragma once

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
  void include(float x, float y);
};

/// The distance of ticks, 1, 2 or 5 times a power of ten, that are at least `apart` points from each other.
float tick_distance(float span, float room, float apart);
/// A range around the content with equal scales on both axes; `aspect` is height by width.
PlaneRange fitted(const PlaneRange& content, float aspect);
/// Whether a range shows the content well enough to stay as it is: small changes move words, not the plane.
bool serves(const PlaneRange& range, const PlaneRange& content);

/// Between plane and screen.
struct PlaneLens {
  PlaneRange range;
  Box box;
  float zoom = 1;                                              // how much larger than usual it is seen: a drag makes the same numbers
  float scale() const { return box.width() / range.width(); }  // points for one unit
  ImVec2 at(float x, float y) const { return {box.min.x + (x - range.left) * scale(), box.max.y - (y - range.bottom) * scale()}; }
  ImVec2 back(ImVec2 p) const { return {range.left + (p.x - box.min.x) / scale(), range.bottom + (box.max.y - p.y) / scale()}; }
  /// The unit to which a dragged place is rounded: the power of ten nearest to a pixel at zoom 1.
  double grain() const;
};

/// The part of a line inside a box; nothing where it passes by.
std::optional<Box> clipped(ImVec2 from, ImVec2 to, const Box& box);

/// A label that wants to stand beside its point.
struct LabelWish {
  ImVec2 at, size;
  float radius = 0;   // of the point
  bool must = false;  // it stands somewhere even where everything is taken
};
/// The upper left corner of each label, in the order of importance: the first ones choose first. None for those that find no room, and
/// for all beyond `most`.
std::vector<std::optional<ImVec2>> place_labels(const std::vector<LabelWish>& wishes, const std::vector<ImVec2>& dots, const Box& frame,
                                                std::size_t most);

}  // namespace gf::ui

// The state that the screen keeps for the planes of a lesson.
#pragma once

#include <imgui.h>

#include <memory>
#include <optional>
#include <string_view>

#include "core/tensor.h"
#include "protocol/trace.h"
#include "ui/memo.h"
#include "ui/views/plane/plane_geometry.h"

namespace gf::ui {

/// The point or unit vector that is being dragged.
struct PlaneHold {
  int panel = -1, node = -1;
  Index index = 0;      // the row of the point, or the number of the unit vector
  bool vector = false;  // a unit vector is dragged
  ImVec2 grip, start;   // the way from the pointer to the point, and the place of the press
  int gesture = 0;      // 0 until the pointer has moved
};

/// All that the content of a group of planes is made from.
struct PlaneContentKey {
  std::shared_ptr<const Trace> trace;
  std::string_view group;  // an outermost section; points into the trace
  bool operator==(const PlaneContentKey&) const = default;
};

/// The state of the planes of one outermost section. They show the same part of the plane, so that they can be compared.
struct PlaneScreen {
  Memo<PlaneContentKey, PlaneRange> content;  // the range of all points in the planes
  bool has_range = false;                     // `shown` and `wanted` have been set
  PlaneRange shown, wanted;                   // `shown` moves towards `wanted`, which stays as long as it serves the content
  std::optional<PlaneHold> hold;
  int key_gesture = 0;  // the gesture of the arrow key that is held
};

}  // namespace gf::ui

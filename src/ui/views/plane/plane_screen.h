// The state of the screen for points in a plane.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "protocol/trace.h"
#include "ui/memo.h"
#include "ui/views/plane/plane_geometry.h"

namespace gf::ui {

/// The point that is being dragged.
struct PlaneHold {
  int panel = -1, node = -1;
  Index index = 0;      // of the point's row, or of the unit vector
  bool vector = false;  // a unit vector
  ImVec2 grip, start;   // from the pointer to the point, and the pointer when it was pressed
  int gesture = 0;      // 0 until the pointer has moved
};

struct PlaneContentKey {
  std::shared_ptr<const Trace> trace;
  std::string_view group;  // an outermost section, as a panel of the trace names it
  bool operator==(const PlaneContentKey&) const = default;
};

/// The planes of one outermost section show the same part of the plane, so that they can be compared.
struct PlaneScreen {
  Memo<PlaneContentKey, PlaneRange> content;  // what all of them show
  bool begun = false;
  PlaneRange shown, wanted;  // around what the planes are fitted; `wanted` stays as long as it serves, so it isn't the content's alone
  std::optional<PlaneHold> hold;
  int key_gesture = 0;
};

}  // namespace gf::ui

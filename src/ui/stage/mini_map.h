// Draws the plan of the lesson as small as a button.
#pragma once

#include "ui/box.h"
#include "ui/frame.h"
#include "ui/stage/scene.h"

namespace gf::ui {

/// Returns the width of a map of this height: it has the shape of the plan, within limits.
float mini_map_width(const Picture& picture, float height);

/// Draws each card of the plan as a block at its place. The cards of the scene have the colours of their roles.
void draw_mini_map(const Frame& frame, const Picture& picture, const Scene& scene, const Box& box);

}  // namespace gf::ui

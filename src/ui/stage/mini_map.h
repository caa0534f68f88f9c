// The plan of the lesson, as small as a button.
#pragma once

#include "ui/box.h"
#include "ui/frame.h"
#include "ui/stage/scene.h"

namespace gf::ui {

/// How wide a map of this height is: as the plan, within limits.
float mini_map_width(const Picture& picture, float height);

/// Draws each card of the plan as a block at its place; those of the scene have the colours of their roles.
void draw_mini_map(const Frame& frame, const Picture& picture, const Scene& scene, const Box& box);

}  // namespace gf::ui

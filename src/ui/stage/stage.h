// Draws the stage: the scene of the present step, or the plan of the lesson under a camera.
#pragma once

#include "ui/box.h"
#include "ui/frame.h"
#include "ui/regions.h"

namespace gf::ui {

/// Draws the stage into `area`, and handles the pointer. A sheet covers the height `covered` below the area. The buttons stand in the foot
/// if it has a line, otherwise at the bottom of the stage.
void draw_stage(const Frame& frame, Screen& screen, const Box& area, float covered, const Foot& foot);

}  // namespace gf::ui

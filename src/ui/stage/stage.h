// The stage: the picture of the lesson under a camera.
#pragma once

#include "ui/box.h"
#include "ui/frame.h"

namespace gf::ui {

/// Draws the picture of the frame's trace into a part of the screen, and does what hands do to it.
void draw_stage(const Frame& frame, Screen& screen, const Box& area, float covered);

}  // namespace gf::ui

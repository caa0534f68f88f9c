// The stage: the picture of the lesson under a camera.
#pragma once

#include "ui/box.h"
#include "ui/frame.h"
#include "ui/regions.h"

namespace gf::ui {

/// Draws the picture of the frame's trace into a part of the screen, and does what hands do to it. Its buttons stand in the foot if there
/// is one.
void draw_stage(const Frame& frame, Screen& screen, const Box& area, float covered, const Foot& foot);

}  // namespace gf::ui

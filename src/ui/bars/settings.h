// Draws the settings beside the stage: the other inputs of the lesson, and the settings that are the same in all lessons.
#pragma once

#include "ui/regions.h"

namespace gf::ui {

/// Draws the settings in their region while they are open: a column at the side, or a sheet at the bottom.
void draw_settings(const Frame& frame, Screen& screen, const Regions& r);

}  // namespace gf::ui

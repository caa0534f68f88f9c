// The settings beside the stage: the inputs beside the main one, and what is the same in all lessons.
#pragma once

#include "ui/regions.h"

namespace gf::ui {

/// In their region, while they are open: a column at the side, or a sheet at the bottom.
void draw_settings(const Frame& frame, Screen& screen, const Regions& r);

}  // namespace gf::ui

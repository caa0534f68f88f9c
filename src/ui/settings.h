// The settings over the stage: the inputs beside the main one, and what is the same in all lessons.
#pragma once

#include "ui/box.h"
#include "ui/frame.h"

namespace gf::ui {

/// Over the upper left of the stage, inside the bench, while they are open.
void draw_settings(const Frame& frame, Screen& screen, const Box& bench, const Box& stage);

}  // namespace gf::ui

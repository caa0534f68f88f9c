// The recap of attention: its formula, each letter with the question that it answers, and each leading to the step that shows it.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// How high the card is in this width.
float recap_height(const Frame& frame, float width);

/// Draws the card at the cursor, `width` wide.
void draw_recap(const Frame& frame, Screen& screen, float width);

}  // namespace gf::ui

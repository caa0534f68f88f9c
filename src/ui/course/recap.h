// Draws the recap of attention: the formula, and below it each part of the formula with the question that it answers. A press on a part
// leads to the step that shows it.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Returns the height of the card at a width.
float recap_height(const Frame& frame, float width);

/// Draws the card at the cursor, `width` wide.
void draw_recap(const Frame& frame, Screen& screen, float width);

}  // namespace gf::ui

// Messages about an edit or a result.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Draws the problem of the last edit; floats above the top of the panels.
void draw_problem(const Frame& frame, Screen& screen, ImVec2 top_left, float width);
/// Says where the computation stops being finite; floats above the foot of the panels.
void draw_not_finite(const Frame& frame, Screen& screen, ImVec2 bottom_left, float width);
/// That no font has some characters of what is shown, until it is closed; floats above the foot of the panels.
void draw_missing_letters(const Frame& frame, Screen& screen, ImVec2 bottom_left, float width);

}  // namespace gf::ui

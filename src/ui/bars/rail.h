// Draws the list of lessons at the left.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Draws the lessons by chapters. Each lesson has a mark that shows how many of its questions were answered.
void draw_rail(const Frame& frame, Screen& screen);
/// Draws the lessons as a narrow column of numbers by chapters, with a button that opens the whole list.
void draw_strip(const Frame& frame, Screen& screen);

}  // namespace gf::ui

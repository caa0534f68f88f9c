// The list of lessons at the left.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// The lessons, each with a mark of how many of its questions were answered.
void draw_rail(const Frame& frame, Screen& screen);
/// The same as a column of dots, with a button for the whole list.
void draw_strip(const Frame& frame, Screen& screen);

}  // namespace gf::ui

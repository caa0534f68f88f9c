// The list of lessons at the left.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// The lessons, with a mark at those that were opened before.
void draw_rail(Frame& frame);
/// The same as a column of dots, with a button for the whole list.
void draw_strip(Frame& frame);

}  // namespace gf::ui

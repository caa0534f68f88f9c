// All panels of a lesson under the headings of their sections.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Draws the panels and scrolls to what is to be seen.
void draw_panels(Frame& frame);

}  // namespace gf::ui

// Pages of text: the recap of a part of the course, the last one, and the sources with the slips that can be found in them.
#pragma once

#include "ui/box.h"
#include "ui/frame.h"

namespace gf::ui {

enum class Reading { recap, last, sources };

/// Shows the sources over the screen.
void open_sources(Screen& screen);

/// Draws a page into a box, scrolled where it is longer.
void draw_reading(const Frame& frame, Screen& screen, Reading reading, const Box& box);

}  // namespace gf::ui

// Draws pages of text: the recap of a chapter, the last page, and the sources with the slips that can be found in them.
#pragma once

#include "ui/box.h"
#include "ui/frame.h"

namespace gf::ui {

/// A page of text.
enum class Reading { recap, last, sources };

/// Opens the sources over the screen.
void open_sources(Screen& screen);

/// Draws a page into a box. A page that is longer than the box scrolls.
void draw_reading(const Frame& frame, Screen& screen, Reading reading, const Box& box);

}  // namespace gf::ui

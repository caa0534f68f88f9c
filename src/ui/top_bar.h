// The bar above everything else.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Title of the lesson and the actions: presets, undo, redo, reset, link, theme. Narrow ones go into a menu.
void draw_top_bar(const Frame& frame, Screen& screen, bool with_menu);

}  // namespace gf::ui

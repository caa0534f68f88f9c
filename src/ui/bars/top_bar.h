// Draws the bar at the top of the screen.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Draws the title of the lesson, the main input if it fits, and the actions: settings, examples, undo, redo, reset, link, export and
/// theme. A narrow bar has most actions in a menu. `with_menu`: the bar begins with a button for the list of lessons.
void draw_top_bar(const Frame& frame, Screen& screen, bool with_menu);

}  // namespace gf::ui

// Lets the reader choose how the program looks in a frame of another page. Switches act at once, and a button copies the tag of the frame.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Draws the part of the settings in which the reader makes a frame.
void draw_embed(const Frame& frame, Screen& screen);

/// Returns `host`. While the reader tries options out (ScreenState::tried), they replace the options of the page around.
UiHost with_tried_options(const UiHost& host, const ScreenState& state);

}  // namespace gf::ui

// Handles the keyboard on the panels and on the whole screen. Arrows, typing and the clipboard act on the selected cell, unless a control
// has the keyboard.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Lets Enter go into the last ImGui item, a matrix or picture of `node`. From then on the arrow keys go through its cells. If no cell of
/// `node` is selected, selects `first`.
void enter_cells(const Frame& frame, Screen& screen, int node, const Cell& first);

/// Handles the keys of the panels (arrows, Enter, digits, Delete, copy and paste) and of the whole screen (undo, redo).
void handle_keys(const Frame& frame, Screen& screen);

}  // namespace gf::ui

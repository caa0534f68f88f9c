// The keyboard on the panels and on the whole screen.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Lets Enter go into the matrix or picture that the keyboard is on; from then on the arrow keys go through its cells. If none of `node` is
/// selected, they begin with `first`.
void enter_cells(const Frame& frame, Screen& screen, int node, const Cell& first);

/// The keys of the panels (arrows, Enter, digits, Delete, copy and paste) and those of the whole screen (undo, redo).
void handle_keys(const Frame& frame, Screen& screen);

}  // namespace gf::ui

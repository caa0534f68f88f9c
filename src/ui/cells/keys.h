// The keyboard on the panels and on the whole screen.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Of a matrix or picture that the keyboard is on: Enter goes in, and from then on the arrow keys go through its cells. Where none of
/// `node` is selected, they begin with `first`.
void enter_cells(Frame& frame, int node, const Cell& first);

/// The keys of the panels (arrows, Enter, digits, Delete, copy and paste) and those of the whole screen (undo, redo).
void handle_keys(Frame& frame);

}  // namespace gf::ui

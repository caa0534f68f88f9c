// Draws the text field over a cell.
#pragma once

#include "ui/cells/grid.h"
#include "ui/frame.h"

namespace gf::ui {

/// Draws the text field over the cell that is being typed in, if this grid has the cell. Only one grid draws the field
/// in a frame. Enter sends the text, and Escape drops it.
void draw_cell_edit(const Frame& frame, Screen& screen, int panel, const Grid& grid);

}  // namespace gf::ui

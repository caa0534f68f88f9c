// The text field over a cell.
#pragma once

#include "ui/cells/grid.h"

namespace gf::ui {

/// The text field over the cell that is being typed in, if it is one of this grid.
void draw_cell_edit(const Frame& frame, Screen& screen, int panel, const Grid& grid);

}  // namespace gf::ui

// Pointer and keyboard on the cells of a grid.
#pragma once

#include "ui/cells/grid.h"

namespace gf::ui {

/// Pointer and keyboard on the visible part of a grid, as one ImGui item; `panel` tells apart grids of one node.
void interact(const Frame& frame, Screen& screen, int panel, const Grid& grid);

}  // namespace gf::ui

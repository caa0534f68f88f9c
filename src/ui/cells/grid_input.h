// Handles pointer and keyboard on the cells of a grid.
#pragma once

#include "ui/cells/grid.h"
#include "ui/frame.h"

namespace gf::ui {

/// Handles pointer and keyboard on the visible part of a grid, which is one ImGui item: hover, selection, drags, typing and the menu.
/// `panel` tells apart grids of one node.
void interact(const Frame& frame, Screen& screen, int panel, const Grid& grid);

}  // namespace gf::ui

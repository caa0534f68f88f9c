// The architecture map beside or above the panels: a clickable picture of where its sections stand in the model.
#pragma once

#include "ui/cells/grid.h"

namespace gf::ui {

/// Draws the map of the frame's trace, if it has one, within the box of the panels. Returns what is left for them: on wide screens the
/// map is a column at its left, else a strip above it that can be closed.
Box draw_map(Frame& frame, const Box& panels);

}  // namespace gf::ui

// The inspector: all that the screen says about one cell.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// The focused cell: value, arithmetic, operands, what the node is.
void draw_inspector(const Frame& frame, Screen& screen);
/// One line of it, for the handle of the sheet.
void draw_inspector_summary(const Frame& frame, float width);

}  // namespace gf::ui

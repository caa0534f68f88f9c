// Draws the inspector, which says everything about one cell.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Draws the focused cell: its value, arithmetic, code, operands and node. Without a focused cell, says what the lesson is about.
void draw_inspector(const Frame& frame, Screen& screen);
/// Draws one line about the focused cell, for the handle of the sheet.
void draw_inspector_summary(const Frame& frame, float width);

}  // namespace gf::ui

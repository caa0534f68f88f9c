// The arithmetic of the focused cell, beside it.
#pragma once

#include "ui/elastic.h"
#include "ui/frame.h"

namespace gf::ui {

/// Whether there is something to say: a cell that was computed is selected.
bool has_callout(const Frame& frame);
/// The sizes between which the callout of the selected cell may be drawn.
Elastic elastic_of_callout(const Frame& frame);
/// Draws the callout of the focused cell, and a line to the cell, which stands at `cell`.
void draw_callout(const Frame& frame, Screen& screen, const Box& box, const Box& cell);

}  // namespace gf::ui

// Draws the callout: the arithmetic of the focused cell, beside the cell. Measure it with `callout_height` and `elastic_of_callout`, then
// draw it.
#pragma once

#include "ui/box.h"
#include "ui/elastic.h"
#include "ui/frame.h"

namespace gf::ui {

/// Returns the height that the callout needs at its good width, within limits. The callout is about the focused cell, or about the node
/// `about` if no cell is focused.
float callout_height(const Frame& frame, int about);
/// Returns the sizes between which a callout of this height is drawn. A scene keeps its first height, so that no card moves when another
/// cell is selected.
Elastic elastic_of_callout(const Theme& theme, float height);
/// Draws the callout in `room`, about the focused cell, or about the node `about` if no cell is focused. `cell` is the place of the cell
/// on the screen, without a width if no card draws it.
void draw_callout(const Frame& frame, Screen& screen, const Box& room, const Box& cell, int about);

}  // namespace gf::ui

// The arithmetic of the focused cell, beside it.
#pragma once

#include "ui/elastic.h"
#include "ui/frame.h"

namespace gf::ui {

/// The height that the callout needs for what it says now, of the focused cell or of the node `about`.
float callout_height(const Frame& frame, int about);
/// The sizes between which a callout of this height is drawn. A scene keeps the height that it began with, so that no card moves when
/// another cell is selected.
Elastic elastic_of_callout(const Theme& theme, float height);
/// Draws what is said of the focused cell, which stands at `cell`, or of the node `about` if no cell is focused.
void draw_callout(const Frame& frame, Screen& screen, const Box& room, const Box& cell, int about);

}  // namespace gf::ui

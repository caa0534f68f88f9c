// The arithmetic of the focused cell, beside it.
#pragma once

#include "ui/elastic.h"
#include "ui/frame.h"

namespace gf::ui {

/// The sizes between which the callout is drawn. They do not depend on what it says, so that no card moves when another cell is selected.
Elastic elastic_of_callout(const Theme& theme);
/// Draws what is said of the focused cell, which stands at `cell`, or of the node `about` if no cell is focused.
void draw_callout(const Frame& frame, Screen& screen, const Box& room, const Box& cell, int about);

}  // namespace gf::ui

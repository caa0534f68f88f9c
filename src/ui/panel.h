// The frame of one panel: title, formula, shape, and the view within.
#pragma once

#include "ui/views/view.h"

namespace gf::ui {

/// What is left for the content of a panel of this width.
float content_room(const Theme& theme, float width);
/// The size of a panel with its frame and header.
ImVec2 measure_panel(const Frame& frame, const PanelView& panel);
void draw_panel(Frame& frame, const PanelView& panel, const Box& box);

}  // namespace gf::ui

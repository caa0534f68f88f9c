// The frame of one panel of the bench: title, formula, shape, and the view within.
#pragma once

#include "ui/views/view.h"

namespace gf::ui {

/// The size of a panel where `available` width is there.
ImVec2 measure_panel(const Frame& frame, const PanelView& panel, float available);
void draw_panel(Frame& frame, const PanelView& panel, const Box& box);

}  // namespace gf::ui

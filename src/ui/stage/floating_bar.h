// Begins a row of controls that lies over the picture.
#pragma once

#include "ui/box.h"
#include "ui/theme.h"

namespace gf::ui {

/// Begins the window of the row, and draws its ground. Returns whether the row is in sight, so that its controls are drawn.
/// `ImGui::EndChild` must follow in either case. An exported picture (ui/picture/vector_picture.h) leaves out a bar whose id begins with
/// "tool: ".
bool begin_floating_bar(const Theme& theme, const char* id, const Box& box);

}  // namespace gf::ui

// Draws headings and boxes of the inspector.
#pragma once

#include <imgui.h>

#include <string_view>

#include "ui/frame.h"

namespace gf::ui {

/// Draws the text `ui.<key>` as a small heading, with a gap above it.
void small_heading(const Frame& frame, std::string_view key);
/// Draws a sunken box as wide as the window allows, with room for words of `height`. Returns the upper left corner of the words, and leaves
/// the cursor below the box.
ImVec2 sunken_box(const Theme& theme, float height);
/// Returns the margin beside the words of a sunken box, on each side.
inline float sunken_margin(const Theme& theme) { return 10 * theme.unit; }

}  // namespace gf::ui

// How the inspector sets what it says.
#pragma once

#include <string_view>

#include "ui/frame.h"

namespace gf::ui {

/// A small heading, `ui.<key>` of the texts, with a gap above it.
void small_heading(const Frame& frame, std::string_view key);
/// A sunken box as wide as the window allows, with room for `height`; returns where its words begin. The cursor comes below it.
ImVec2 sunken_box(const Theme& theme, float height);
/// Beside the words of a sunken box, on each side.
inline float sunken_margin(const Theme& theme) { return 10 * theme.unit; }

}  // namespace gf::ui

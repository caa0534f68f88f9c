// A row of controls that lies over the picture.
#pragma once

#include "ui/box.h"
#include "ui/theme.h"

namespace gf::ui {

/// Begins the window of the row and draws its ground; ImGui::EndChild ends it, whatever is returned: whether there is anything to draw.
/// A bar whose id begins with "tool: " is left out of a picture that is taken away (ui/vector_picture.h).
bool begin_floating_bar(const Theme& theme, const char* id, const Box& box);

}  // namespace gf::ui

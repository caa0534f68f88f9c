// Draws dashed outlines.
#pragma once

#include <imgui.h>

#include "ui/box.h"

namespace gf::ui {

/// Draws the outline of a box in dashes of about this length.
void dashed_rect(ImDrawList* list, const Box& box, ImU32 color, float width, float dash);

/// Draws the outline of a circle in dashes of about this length.
void dashed_circle(ImDrawList* list, ImVec2 centre, float radius, ImU32 color, float width, float dash);

}  // namespace gf::ui

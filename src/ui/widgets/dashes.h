// Dashed lines.
#pragma once

#include "ui/box.h"

namespace gf::ui {

/// The outline of a box in dashes of this length.
void dashed_rect(ImDrawList* list, const Box& box, ImU32 color, float width, float dash);

/// The same of a circle.
void dashed_circle(ImDrawList* list, ImVec2 centre, float radius, ImU32 color, float width, float dash);

}  // namespace gf::ui

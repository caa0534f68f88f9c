// Puts the inspector into its place: a column beside the picture, or a sheet at the bottom.
#pragma once

#include "ui/regions.h"

namespace gf::ui {

/// Draws the inspector in its region. Draws nothing if the page hides it, or if the sheet of the settings has its place.
void draw_inspector_part(const Frame& frame, Screen& screen, const Regions& r);

}  // namespace gf::ui

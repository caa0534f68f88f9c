// The place of the inspector: a column beside the picture, or a sheet that comes up from below.
#pragma once

#include "ui/regions.h"

namespace gf::ui {

void draw_inspector_part(const Frame& frame, Screen& screen, const Regions& r);

}  // namespace gf::ui

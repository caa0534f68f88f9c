// Describes the screen in words and controls, for assistive technology.
#pragma once

#include <string>

#include "ui/frame.h"
#include "ui/places.h"

namespace gf::ui {

/// Returns the JSON text that Ui::accessible_view describes. Call after a frame was drawn: it reads the frame's places.
std::string accessible_view(const Frame& frame, Screen& screen);

}  // namespace gf::ui

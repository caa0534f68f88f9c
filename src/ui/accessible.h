// The screen in words and controls, for assistive technology.
#pragma once

#include <string>

#include "ui/frame.h"
#include "ui/places.h"

namespace gf::ui {

/// See Ui::accessible_view.
std::string accessible_view(const Frame& frame, Screen& screen);

}  // namespace gf::ui

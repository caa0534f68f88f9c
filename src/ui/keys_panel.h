// The list of all keys.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Opens it where somebody asked (ScreenState::keys_asked), over the middle of the screen, until Escape or a press beside it.
void draw_keys_panel(const Frame& frame, Screen& screen);

}  // namespace gf::ui

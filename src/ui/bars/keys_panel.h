// Shows the list of all keys.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Opens the list over the middle of the screen if ScreenState::keys_asked is set, and draws it until Escape or a press beside it. Call
/// once a frame.
void draw_keys_panel(const Frame& frame, Screen& screen);

}  // namespace gf::ui

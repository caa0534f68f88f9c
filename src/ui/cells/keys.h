// The keyboard on the panels and on the whole screen.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// The keys of the panels (arrows, Enter, digits, Delete, copy and paste) and those of the whole screen (undo, redo).
void handle_keys(Frame& frame);

}  // namespace gf::ui

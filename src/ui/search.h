// The search over lessons, their steps, the glossary, and what the open lesson computes.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Opens its sheet in this frame.
void open_search(Screen& screen);

/// A button that opens it.
void search_button(const Frame& frame, Screen& screen, ImVec2 size);

/// The sheet over the screen, while it is open.
void draw_search(const Frame& frame, Screen& screen);

}  // namespace gf::ui

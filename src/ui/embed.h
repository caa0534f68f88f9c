// How the program looks in a frame of another page: chosen with switches that act at once, and copied as a tag.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// The part of the settings in which a frame is made.
void draw_embed(const Frame& frame, Screen& screen);

/// Returns what the host tells the screen, with options that are tried out in place of those that the page around asks for.
UiHost with_tried_options(const UiHost& host, const ScreenState& state);

}  // namespace gf::ui

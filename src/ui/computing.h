// A trace that takes long: that it is on its way, and the way out of it.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Notes since when the present trace has been on its way. Call once a frame.
void follow_computing(const Frame& frame, Screen& screen);

/// Whether it has been long enough for words.
bool computes_long(const Frame& frame);

/// The words with a bar that runs below them, and Stop beside them; their width.
void draw_computing(const Frame& frame, Screen& screen, ImVec2 at, float height);
float computing_width(const Frame& frame);

}  // namespace gf::ui

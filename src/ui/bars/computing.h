// Tells the reader that a trace takes long, and offers to stop it. Call follow_computing once a frame, before the other functions.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Notes since when a trace has been computed after the one on the screen. Call once a frame.
void follow_computing(const Frame& frame, Screen& screen);

/// Whether the computation has taken so long that the screen says so.
bool computes_long(const Frame& frame);

/// Draws words with a moving bar below them, and the button *Stop* beside them. The button has the given height.
void draw_computing(const Frame& frame, Screen& screen, ImVec2 at, float height);
/// Returns the width that draw_computing takes, in points.
float computing_width(const Frame& frame);

}  // namespace gf::ui

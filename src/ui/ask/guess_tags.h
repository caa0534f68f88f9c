// The tags of the guesses that a scene shows: "your guess", beside the ring, where they lie over no words.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Draws the tags of this frame's rings, once all else of the current ImGui window and of those in it is drawn, inside `stage`.
void draw_guess_tags(const Frame& frame, Screen& screen, const Box& stage);

}  // namespace gf::ui

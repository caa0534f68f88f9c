// Draws the tags "your guess" beside the rings of guesses, at places where they cover no words if there are any.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Draws the tags of this frame's rings inside `stage`. Call after everything else in the current ImGui window and its children is drawn.
void draw_guess_tags(const Frame& frame, Screen& screen, const Box& stage);

}  // namespace gf::ui

// The inputs that a step asks to be moved, on the stage: over the card that they change.
#pragma once

#include "ui/box.h"
#include "ui/frame.h"

namespace gf::ui {

/// Draws what the present step brings onto the stage (inputs_on_stage) at the top of this part of the screen. Returns what is left of it
/// for the cards: all of it where there is nothing to draw.
Box draw_controls(const Frame& frame, Screen& screen, const Box& area);

/// Has the controls of the next frame stand over the focus of the scene that was drawn, unless a hand is at them.
void follow_focus_with_controls(Screen& screen);

}  // namespace gf::ui

// Draws the inputs that a step brings onto the stage, above the card in focus. Each frame calls `draw_controls` before the scene is drawn,
// and `follow_focus_with_controls` after it.
#pragma once

#include "ui/box.h"
#include "ui/frame.h"

namespace gf::ui {

/// Draws the inputs of the present step (inputs_on_stage) at the top of `area`. Returns the part of `area` that is left for the cards: all
/// of it if the step has no inputs.
Box draw_controls(const Frame& frame, Screen& screen, const Box& area);

/// Moves the controls of the next frame above the focus of the drawn scene, unless the pointer or the keyboard is on them.
void follow_focus_with_controls(Screen& screen);

}  // namespace gf::ui

// The screen of a training run: its cards are cards of the picture (card.h). Drawn only where the snapshot has a run.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// With which settings the dashed lines of a kept run were made.
void draw_kept_line(const Frame& frame, Screen& screen);

/// Takes over what is under the pointer from one frame to the next; before the cards are drawn.
void follow_training(Screen& screen);

}  // namespace gf::ui

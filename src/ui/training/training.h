// Draws what stands around the cards of a training run (card.h). Both functions are called only if the snapshot has a run.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Draws a line that says in which settings the kept run differs, if a run is kept.
void draw_kept_line(const Frame& frame, Screen& screen);

/// Takes over the record under the pointer from the last frame. Call it before the cards are drawn.
void follow_training(Screen& screen);

}  // namespace gf::ui

// The training screen: curves, norms and answers of a run as cards. Drawn only where the snapshot has a training run.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Curves, norms and samples as cards, unless they are folded.
void draw_training(Frame& frame);

}  // namespace gf::ui

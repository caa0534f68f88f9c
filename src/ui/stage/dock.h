// The cards of a training run beside the picture: they keep their size while that is zoomed, so that curves, answers and the model are seen
// together.
#pragma once

#include <vector>

#include "ui/frame.h"
#include "ui/training/card.h"

namespace gf::ui {

/// Whether nothing is trained yet, and the step does not speak of a training: the run's cards leave the stage to the picture. The frame has
/// a run.
bool waits_for_its_step(const Frame& frame);

/// The cards of the frame's run that stand beside a picture in an area of this size; the others are cards of the picture. None where there
/// is no run, or no room beside the picture.
std::vector<const CardRow*> docked_cards(const Frame& frame, ImVec2 area);

/// Draws them into the left of the area. Returns what is left for the picture.
Box draw_dock(const Frame& frame, Screen& screen, const Box& area);

}  // namespace gf::ui

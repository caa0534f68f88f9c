// The cards of a training run beside the picture: they keep their size while that is zoomed, so that curves, answers and the model are seen
// together.
#pragma once

#include <vector>

#include "ui/frame.h"
#include "ui/training/card.h"

namespace gf::ui {

/// The cards of the frame's run that stand beside a picture in an area of this size; the others are cards of the picture. None where there
/// is no run, or no room beside the picture.
std::vector<const CardRow*> docked_cards(const Frame& frame, ImVec2 area);

/// Draws them into the left of the area. Returns what is left for the picture.
Box draw_dock(const Frame& frame, Screen& screen, const Box& area);

}  // namespace gf::ui

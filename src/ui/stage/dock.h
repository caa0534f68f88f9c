// Draws the cards of a training run beside the picture. The cards keep their size while the picture is zoomed, so that curves, answers and
// the model are seen together.
#pragma once

#include <vector>

#include "ui/box.h"
#include "ui/frame.h"
#include "ui/training/card.h"

namespace gf::ui {

/// Whether the run has not begun, and the present step speaks of no trained model. The run's cards then leave the stage to the picture.
/// Expects a frame with a run.
bool waits_for_its_step(const Frame& frame);

/// Returns the cards of the run that stand beside the picture in an area of this size; the other cards of the run stand in the picture.
/// Returns none if there is no run, no room beside the picture, or an open question, or if the run waits for its step.
std::vector<const CardRow*> docked_cards(const Frame& frame, ImVec2 area);

/// Draws the docked cards at the left of the area. Returns the part of the area that is left for the picture.
Box draw_dock(const Frame& frame, Screen& screen, const Box& area);

}  // namespace gf::ui

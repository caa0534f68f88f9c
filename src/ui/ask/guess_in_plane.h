// Draws the guess of a place in a plane: a ring that the reader drags, and that stays beside the true place after the guess.
#pragma once

#include <string>

#include "ui/frame.h"
#include "ui/views/plane/plane_geometry.h"

namespace gf::ui {

/// Whether the present step asks for a place beside the points of this node, and no guess or a place was guessed.
bool is_place_asked_beside(const Frame& frame, const std::string& node);

/// Draws the ring in the plane that a lens shows. While the step asks, the reader drags the ring, which takes every press on the plane.
/// After the answer, the ring stays at its place. `across` and `up` are the names of the axes.
void draw_guess_in_plane(const Frame& frame, Screen& screen, const PlaneLens& lens, const std::string& across, const std::string& up);

/// Draws a plane with axes, the known points and the guess, for a lesson without a card that shows the plane.
void draw_plane_of_guess(const Frame& frame, Screen& screen, const Step& step, const Box& room);

}  // namespace gf::ui

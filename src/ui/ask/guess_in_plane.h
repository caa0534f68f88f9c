// A place in a plane, guessed by dragging a ring to it; then the ring stays beside the place that is so.
#pragma once

#include <string>

#include "ui/frame.h"
#include "ui/views/plane/plane_geometry.h"

namespace gf::ui {

/// Whether the present step asks for a place beside the points of this node, or did and a place was guessed.
bool is_place_asked_beside(const Frame& frame, const std::string& node);

/// The ring, in any plane that a lens shows: dragged while the step asks, and there to stay once it was answered. While it asks it takes
/// every press on the plane. `across` and `up` are the names of the axes.
void draw_guess_in_plane(const Frame& frame, Screen& screen, const PlaneLens& lens, const std::string& across, const std::string& up);

/// A plane with axes and the places that are known, in which the guess is made, if no card of the lesson shows one.
void draw_plane_of_guess(const Frame& frame, Screen& screen, const Step& step, const Box& room);

}  // namespace gf::ui

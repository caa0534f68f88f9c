// The map of the course: the picture of a transformer, with each lesson at the part that it is about.
#pragma once

#include "ui/box.h"
#include "ui/course/work.h"

namespace gf::ui {

/// The height that the map takes at a width; it grows to `room` where it would have less.
float map_height(const Frame& frame, float width, float room, bool with_pictures);

/// Draws the map into a box of that height, in the present ImGui window; a lesson that is pressed opens.
void draw_map(const Frame& frame, Screen& screen, const Box& box, const Work& work, bool with_pictures);

}  // namespace gf::ui

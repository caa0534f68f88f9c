// A whole transformer, drawn with the lesson of each of its parts and how far the reader got in it.
#pragma once

#include "ui/box.h"
#include "ui/frame.h"

namespace gf::ui {

/// The height that the drawing takes at a width.
float whole_model_height(const Frame& frame, float width);

/// Draws it into a box of that height, in the present ImGui window. A part that is pressed opens its lesson.
void draw_whole_model(const Frame& frame, Screen& screen, const Box& box);

}  // namespace gf::ui

// Draws a whole transformer, with the lesson of each part and the reader's progress in the lesson.
#pragma once

#include "ui/box.h"
#include "ui/frame.h"

namespace gf::ui {

/// Returns the height of the drawing at a width.
float whole_model_height(const Frame& frame, float width);

/// Draws the model into a box of this height, in the present ImGui window. A press on a part opens the lesson of the part.
void draw_whole_model(const Frame& frame, Screen& screen, const Box& box);

}  // namespace gf::ui

// The guided steps of a lesson.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// The guided steps: where one is, the caption, previous and next, what to try.
void draw_steps(Frame& frame);
/// Whether the lesson has steps.
bool has_steps(const Frame& frame);

}  // namespace gf::ui

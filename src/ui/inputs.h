// Editors of a lesson's inputs.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Editors of the lesson's inputs (matrices are edited in their panels) and the notes of the trace.
void draw_inputs(Frame& frame);

}  // namespace gf::ui

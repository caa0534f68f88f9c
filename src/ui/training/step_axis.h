// The optimisation steps of both runs along the width of a plot.
#pragma once

#include "ui/box.h"
#include "ui/frame.h"
#include "ui/training/curves.h"

namespace gf::ui {

/// The steps of both runs.
Scale steps_shown(const Frame& frame);
/// Returns the x position of a step across the width of a box, in points.
float x_of_step(const Box& box, const Scale& steps, double step);
/// Ticks, and grid lines, of the steps under `box`.
void draw_step_axis(const Frame& frame, const Box& box, const Scale& steps);
/// The viewed step and the step under the pointer as vertical lines; short ones where a weight was changed by hand.
void draw_step_marks(const Frame& frame, const Box& box, const Scale& steps);
/// Pointer on a box whose width is `steps`: hover points at a record, a press views it.
void point_at_steps(const Frame& frame, Screen& screen, const char* id, const std::string& name, const Box& box, const Scale& steps);

}  // namespace gf::ui

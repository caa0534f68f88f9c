// Draws the axis of training steps, which the run and the kept run share, and handles the pointer on it.
#pragma once

#include <string>

#include "ui/box.h"
#include "ui/frame.h"
#include "ui/training/curves.h"

namespace gf::ui {

/// Returns the scale of the steps of the run and the kept run.
Scale steps_shown(const Frame& frame);
/// Returns the x position of a step across the width of a box, in points.
float x_of_step(const Box& box, const Scale& steps, double step);
/// Draws the ticks and the numbers of the steps under `box`.
void draw_step_axis(const Frame& frame, const Box& box, const Scale& steps);
/// Draws the shown step and the step under the pointer as vertical lines. Draws a short line at each step at which a weight was edited.
void draw_step_marks(const Frame& frame, const Box& box, const Scale& steps);
/// Handles the pointer on a box whose width has the scale `steps`: hovering points at a record, and a press views the record.
void point_at_steps(const Frame& frame, Screen& screen, const char* id, const std::string& name, const Box& box, const Scale& steps);

}  // namespace gf::ui

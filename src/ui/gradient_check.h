// The finite difference beside a gradient, in the inspector.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// A button that asks for the finite difference of a gradient's cell, and what came of it. Nothing for other nodes.
void draw_gradient_check(const Frame& frame, Screen& screen, const TraceNode& node, const Cell& cell);

/// |a − b| relative to the greater of the two; 0 where both are 0.
double relative_difference(double a, double b);

}  // namespace gf::ui

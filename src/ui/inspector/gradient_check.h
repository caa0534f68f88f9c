// Checks a gradient against a finite difference, in the inspector.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Draws a button that asks for the finite difference of a gradient's cell, and its result. Draws nothing for a node that is not a whole
/// gradient.
void draw_gradient_check(const Frame& frame, Screen& screen, const TraceNode& node, const Cell& cell);

/// Returns |a − b| / max(|a|, |b|); 0 if both are 0.
double relative_difference(double a, double b);

}  // namespace gf::ui

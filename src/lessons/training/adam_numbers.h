// Adam by hand: the two averages that Adam keeps for a parameter, and the steps that they make, cell by cell.
#pragma once

#include "lessons/build.h"
#include "train/optimizer.h"

namespace gf {

/// Appends the numbers of Adam in the scope `adam`. The gradients g, (parameters, steps), are the lesson's input `adam_gradients`. The
/// averages and the steps have the same shape.
/// `m` and `v` are the moving averages of g and of g². `m_hat` and `v_hat` are the same averages, corrected for their start at 0.
/// `root` = √v̂. Adam subtracts `step` = η m̂ / (√v̂ + ε) from the parameter; `sgd_step` = η g stands beside it for comparison.
/// Appends the panels in a section `adam`.
void append_adam_numbers(LessonBuild& out, const Tensor& gradients, const OptimizerSettings& settings);

}  // namespace gf

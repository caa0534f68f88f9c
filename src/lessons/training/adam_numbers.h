// Adam by hand: the two numbers that it keeps for a parameter, and the steps that it makes of them, cell by cell.
#pragma once

#include "lessons/build.h"
#include "train/optimizer.h"

namespace gf {

/// Appends the numbers of Adam under the scope `adam`. The gradients g are the lesson's input `adam_gradients`, with a row for each
/// parameter and a column for each training step.
/// `m` and `v` are the moving averages of g and of g². `m_hat` and `v_hat` are the same averages, corrected for their start at 0.
/// `root` = √v̂. Adam subtracts `step` = η m̂ / (√v̂ + ε) from the parameter; `sgd_step` = η g stands beside it for comparison.
/// Appends the panels in a section `adam`.
void append_adam_numbers(LessonBuild& out, const Tensor& gradients, const OptimizerSettings& settings);

}  // namespace gf

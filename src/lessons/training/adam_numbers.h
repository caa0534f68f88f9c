// Adam by hand: the two numbers that it keeps for a parameter, and the steps that it makes of them, cell by cell.
#pragma once

#include "lessons/build.h"
#include "train/optimizer.h"

namespace gf {

/// Under the scope `adam`, for gradients of some parameters (a row each) at some steps (a column each): `m` and `v`, the moving averages of
/// the gradient and of its square; `m_hat` and `v_hat`, corrected for their start at 0; `root` = √v̂; `step` = η m̂ / (√v̂ + ε), which Adam
/// takes away from the parameter; and `sgd_step` = η g beside it. The gradients are the lesson's input `adam_gradients`. Appends its panels
/// in a section `adam`.
void append_adam_numbers(LessonBuild& out, const Tensor& gradients, const OptimizerSettings& settings);

}  // namespace gf

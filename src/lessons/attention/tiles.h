// Attention in tiles, as FlashAttention computes it: a running maximum, a running sum, and what is gathered so far.
#pragma once

#include "lessons/build.h"

namespace gf {

/// Under the scope `tiles`: one query's scores (1, n), the lesson's input `tile_scores`, are read two at a time, a row of `tile` each.
/// `running_largest` is the largest score so far, `factor` what the sums so far are multiplied by when it rises, `running_sum` the sum of
/// exponentials so far, `running_weighted` that of exponentials times values, and `output` their quotient, after each tile. `whole_output`
/// is the same of the whole row at once. Appends its panels in a section `tiles`. Throws InputError where the scores are not one row, or
/// too many.
void append_tiles(LessonBuild& out, const Tensor& scores);

}  // namespace gf

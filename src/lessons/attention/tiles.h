// Attention in tiles, as FlashAttention computes it: a running maximum, a running sum, and a running weighted sum.
#pragma once

#include "lessons/build.h"

namespace gf {

/// Appends attention in tiles, in the scope `tiles`. The scores of one query, (1, n), are the lesson's input `tile_scores`. Each row of
/// `tile` has two of them. The other nodes have a row for each tile, (n / 2, 1):
///   running_largest   the largest score so far
///   factor            the factor of the running sums when the largest score rises
///   running_sum       the sum of exponentials so far
///   running_weighted  the sum of exponentials times values so far
///   output            running_weighted / running_sum
/// `whole_output`, (1, 1), is the output of the whole row at once. Appends panels in the section `tiles`.
/// Throws InputError if the scores are not one row of an even number of cells, or more than 16.
void append_tiles(LessonBuild& out, const Tensor& scores);

}  // namespace gf

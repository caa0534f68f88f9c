// Why scores are divided by √d: how peaked a softmax over dot products becomes as vectors get longer, measured.
#pragma once

#include "lessons/build.h"

namespace gf {

/// Under the scope `scaling`: with the input `seed`, `draws` times a query and keys of 512 numbers with mean 0 and variance 1 are drawn; of
/// their first d numbers, d = 1, 2, 4, ..., 512, the softmax of the dot products is taken as it is and after division by √d. `peakedness`
/// (10, 2) is the mean largest weight p of a row, a row for each d: first as it is, then divided; `slope` (10, 2) the mean of p (1 − p),
/// how far that weight moves when its score does. Appends its panels in a section `scaling`, and a note.
void measure_scaling(const InputReader& in, LessonBuild& out, Index draws);

}  // namespace gf

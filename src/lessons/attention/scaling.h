// A measurement of why scores are divided by √d: a softmax over dot products becomes more peaked as vectors get longer.
#pragma once

#include "lessons/build.h"

namespace gf {

/// Measures how division by √d changes the softmax. All nodes are in the scope `scaling`.
/// The input `seed` draws a query and keys `draws` times, 512 numbers each, with mean 0 and variance 1. For d = 1, 2, 4, ..., 512, the
/// dot products of the first d numbers go through the softmax twice: undivided, and divided by √d.
/// Appends `peakedness` (10, 2), the mean of the largest weight p of a row, and `slope` (10, 2), the mean of p (1 − p). Both have a row
/// for each d, and the columns undivided and divided. The slope is the derivative of the weight p with respect to its score.
/// Appends panels in the section `scaling`, and a note.
void measure_scaling(const InputReader& in, LessonBuild& out, Index draws);

}  // namespace gf

// Why scores are divided by √d: how peaked a softmax over dot products becomes as vectors get longer, measured.
#pragma once

#include "lessons/build.h"

namespace gf {

/// Measures, under the scope `scaling`, how division by √d changes the softmax.
/// The input `seed` draws a query and keys `draws` times, 512 numbers each, with mean 0 and variance 1. For d = 1, 2, 4, ..., 512, the
/// dot products of the first d numbers go through the softmax twice: undivided, and divided by √d.
/// Appends `peakedness` (10, 2), the mean of the largest weight p of a row, and `slope` (10, 2), the mean of p (1 − p). Both have a row
/// for each d, and the columns undivided and divided. The slope says how far the weight p moves when its score does.
/// Appends the panels in a section `scaling`, and a note.
void measure_scaling(const InputReader& in, LessonBuild& out, Index draws);

}  // namespace gf

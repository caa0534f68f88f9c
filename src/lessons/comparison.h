// Two results that ought to be alike, or not: how far apart they are, as one number.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "lessons/lesson.h"

namespace gf {

/// Appends `difference` = a − b and `largest_difference` (1, 1), the largest magnitude in it.
NodeId largest_difference(Tape& tape, NodeId a, NodeId b);

/// An order of 0 to count - 1, drawn from a seed (Fisher and Yates), that moves something wherever there are two: place t holds what
/// stood at order[t].
std::vector<int> shuffled_order(Index count, std::uint32_t seed);

/// What a lesson computes of embeddings (T, C): one row for each token.
using RowsOf = std::function<NodeId(Tape& tape, NodeId x)>;

/// Under the scope `shuffled`: the embeddings of the same words in another order (`x`), what `compute` makes of them, its rows brought
/// back into the sentence's order (`matched`), and how far they are from `result`. Only the first `words` rows change places; what
/// follows them is padding. Appends a note that says which case it is: "shuffled_same" or "shuffled_differs".
void compare_shuffled(LessonBuild& out, NodeId x, Index words, NodeId result, std::uint32_t seed, const RowsOf& compute);

/// The panels of compare_shuffled, in a section of that name, with these nodes of the scope between `x` and `matched`.
void add_shuffled_panels(LessonBuild& out, const std::vector<Panel>& between);

}  // namespace gf

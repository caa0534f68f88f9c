// The comparison of a result with the result for the same words in another order.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "lessons/build.h"

namespace gf {

/// Appends `difference` = a − b and `largest_difference` (1, 1), the largest magnitude in it.
NodeId largest_difference(Tape& tape, NodeId a, NodeId b);

/// Draws an order of 0 to count - 1 (Fisher and Yates). If count is above 1, the order moves something. Place t gets the row order[t].
std::vector<int> shuffled_order(Index count, std::uint32_t seed);

/// A lesson's computation on embeddings, (T, C), with or without positions. Returns a row for each token.
using RowsOf = std::function<NodeId(Tape& tape, NodeId x, bool positions)>;

struct Shuffle {
  Index words = 0;  // rows that change places; the rows after them are padding
  std::uint32_t seed = 0;
  bool positions = true;  // whether the lesson's own result was made with positions
};

/// Compares `result` with the result for the same words in another order, in the scope `shuffled`.
/// `x` holds the embeddings in the other order. `compute` makes rows from `x`, and `matched` has those rows in the order of the sentence.
/// `largest_difference` says how far `matched` is from `result`.
/// Makes the same comparison with the other choice of positions, in the scope `shuffled.with_positions` or `shuffled.without_positions`.
/// Appends a note that names the case ("shuffled_same" or "shuffled_differs"), and a note with the difference for the other choice
/// ("shuffled_with_positions" or "shuffled_without_positions").
void compare_shuffled(LessonBuild& out, NodeId x, NodeId result, const Shuffle& shuffle, const RowsOf& compute);

/// Lists the panels of compare_shuffled in the section `shuffled`, with the nodes `between` after `x` and before `matched`.
void add_shuffled_panels(LessonBuild& out, const std::vector<std::pair<View, const char*>>& between);

}  // namespace gf

// An approximate index of many rows: inverted lists (Sivic and Zisserman 2003; Jégou et al. 2011), each with a centre. A question is
// compared only with the rows in the lists whose centres are nearest to the question.
#pragma once

#include <cstdint>
#include <vector>

#include "core/replay.h"
#include "core/tensor.h"

namespace gf {

struct InvertedLists {
  Tensor centres;            // (lists, C), each of length 1 or 0
  std::vector<int> list_of;  // for each row: the list whose centre has the largest product with the row
  std::vector<Index> sizes;  // for each list: its number of rows
};

/// Sorts rows of length 1, (N, C), into lists: a few rounds of k-means on at most 1024 of them, from rows drawn with the seed. A list that
/// gets no row keeps its centre. With a replay, the work is done in steps, each of which takes less than a slice.
InvertedLists inverted_lists(const Tensor& rows, Index lists, std::uint32_t seed, Replay* replay);

/// Returns the lists in the order of their centres' nearness to a question, C floats. The first of equal lists comes first.
std::vector<Index> nearest_lists(const InvertedLists& index, const float* question);

/// Rows, best first, and their products with a question.
struct BestRows {
  std::vector<Index> places;
  std::vector<float> scores;
};
/// Compares all rows with a question, and returns the `most` rows with the largest products.
BestRows best_rows(const Tensor& rows, const float* question, Index most);

/// The work and the result of comparing the rows of some lists only, as means over questions.
struct ListsLookedAt {
  Index lists = 0;
  double read = 0;    // rows that are compared, with the centres, divided by the number of all rows
  double recall = 0;  // the share of the `most` best rows that are in these lists
};
/// Measures the trade-off for each of several numbers of lists.
std::vector<ListsLookedAt> trade_off(const Tensor& rows, const InvertedLists& index, const Tensor& questions, Index most,
                                     const std::vector<Index>& numbers_of_lists);

}  // namespace gf

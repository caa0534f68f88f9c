// An approximate index of many rows: inverted lists (Sivic and Zisserman 2003; Jégou et al. 2011), each with a centre. A question is
// compared only with the rows in the lists whose centres are nearest to it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/replay.h"
#include "core/tensor.h"

namespace gf {

struct InvertedLists {
  Tensor centres;            // (lists, width), each of length 1, or 0
  std::vector<int> list_of;  // of each row: the list whose centre it has the largest product with
  std::vector<Index> sizes;  // rows in each list
};

/// Lists of rows of length 1: k-means on up to 1024 of them (a few rounds, from rows drawn with the seed), then each row goes to its list.
/// A list that gets no row keeps its centre. With a replay it is done in steps, each of which has a slice's time.
InvertedLists inverted_lists(const Tensor& rows, Index lists, std::uint32_t seed, Replay* replay);

/// The lists by how near their centres are to a question, nearest first; of equal ones the first.
std::vector<Index> nearest_lists(const InvertedLists& index, const float* question);

/// The `most` rows that have the largest product with a question, the largest first, and their products: every row is looked at.
struct BestRows {
  std::vector<Index> places;
  std::vector<float> scores;
};
BestRows best_rows(const Tensor& rows, const float* question, Index most);

/// The gain and the loss of looking at only so many lists, on the average over questions.
struct ListsLookedAt {
  Index lists = 0;
  double read = 0;    // rows that are compared, centres among them, divided by the number of all rows
  double recall = 0;  // how many of the `most` best rows stand in these lists
};
std::vector<ListsLookedAt> trade_off(const Tensor& rows, const InvertedLists& index, const Tensor& questions, Index most,
                                     const std::vector<Index>& numbers_of_lists);

}  // namespace gf

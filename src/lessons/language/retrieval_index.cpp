#include "lessons/language/retrieval_index.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "core/kernels.h"
#include "core/largest.h"
#include "core/nth.h"
#include "core/random.h"

namespace gf {
namespace {

constexpr Index kSample = 1024, kRoundsOfMeans = 4, kRowsAtOnce = 1000;

// Returns a bᵀ of rows [begin, end) of a.
Tensor products_of(const Tensor& a, Index begin, Index end, const Tensor& b) {
  Tensor result(matrix_shape(end - begin, b.rows()));
  gemm(a.row(begin), Transpose::no, b.data(), Transpose::yes, result.data(), end - begin, a.cols(), b.rows(), false);
  return result;
}

std::vector<int> lists_of(const Tensor& rows, Index begin, Index end, const Tensor& centres) {
  const Tensor nearness = products_of(rows, begin, end, centres);
  std::vector<int> lists;
  for (Index r = 0; r < nearness.rows(); ++r)
    lists.push_back(static_cast<int>(std::max_element(nearness.row(r), nearness.row(r) + nearness.cols()) - nearness.row(r)));
  return lists;
}

// Returns at most kSample rows, evenly spread.
Tensor sample_of(const Tensor& rows) {
  const Index count = std::min(rows.rows(), kSample);
  Tensor sample(matrix_shape(count, rows.cols()));
  for (Index i = 0; i < count; ++i) std::copy_n(rows.row(i * rows.rows() / count), rows.cols(), sample.row(i));
  return sample;
}

// Draws different rows of the sample (Fisher and Yates).
Tensor first_centres(const Tensor& sample, Index lists, std::uint32_t seed) {
  NumpyRandom random(seed);
  std::vector<Index> places(static_cast<std::size_t>(sample.rows()));
  std::iota(places.begin(), places.end(), Index{0});
  Tensor centres(matrix_shape(lists, sample.cols()));
  for (Index i = 0; i < lists; ++i) {
    const Index chosen = i + static_cast<Index>(draw_index(random, static_cast<std::size_t>(sample.rows() - i)));
    std::swap(nth(places, i), nth(places, chosen));
    std::copy_n(sample.row(nth(places, i)), sample.cols(), centres.row(i));
  }
  return centres;
}

void divide_by_length(float* row, Index count) {
  double squares = 0;
  for (Index c = 0; c < count; ++c) squares += static_cast<double>(row[c]) * static_cast<double>(row[c]);
  if (squares > 0)
    for (Index c = 0; c < count; ++c) row[c] = static_cast<float>(static_cast<double>(row[c]) / std::sqrt(squares));
}

// Returns the centres moved to the directions of the means of their rows.
Tensor moved_centres(const Tensor& sample, const Tensor& centres) {
  const std::vector<int> lists = lists_of(sample, 0, sample.rows(), centres);
  Tensor moved(centres.shape());
  std::vector<bool> has_rows(static_cast<std::size_t>(centres.rows()));
  for (Index r = 0; r < sample.rows(); ++r) {
    const int list = nth(lists, r);
    nth(has_rows, list) = true;
    for (Index c = 0; c < sample.cols(); ++c) moved.at(list, c) += sample.at(r, c);
  }
  for (Index i = 0; i < centres.rows(); ++i) {
    if (!nth(has_rows, i)) std::copy_n(centres.row(i), centres.cols(), moved.row(i));
    divide_by_length(moved.row(i), moved.cols());
  }
  return moved;
}

}  // namespace

InvertedLists inverted_lists(const Tensor& rows, Index lists, std::uint32_t seed, Replay* replay) {
  InvertedLists index;
  index.centres = once(replay, [&] { return first_centres(sample_of(rows), lists, seed); });
  for (Index round = 0; round < kRoundsOfMeans; ++round)
    index.centres = once(replay, [&] { return moved_centres(sample_of(rows), index.centres); });
  for (Index begin = 0; begin < rows.rows(); begin += kRowsAtOnce) {
    const Index end = std::min(begin + kRowsAtOnce, rows.rows());
    const std::vector<int> some = once(replay, [&] { return lists_of(rows, begin, end, index.centres); });
    index.list_of.insert(index.list_of.end(), some.begin(), some.end());
  }
  index.sizes.assign(static_cast<std::size_t>(lists), 0);
  for (const int list : index.list_of) ++nth(index.sizes, list);
  return index;
}

std::vector<Index> nearest_lists(const InvertedLists& index, const float* question) {
  Tensor nearness(matrix_shape(1, index.centres.rows()));
  gemm(question, Transpose::no, index.centres.data(), Transpose::yes, nearness.data(), 1, index.centres.cols(), index.centres.rows(),
       false);
  return largest_of({nearness.data(), static_cast<std::size_t>(nearness.size())}, nearness.size());
}

BestRows best_rows(const Tensor& rows, const float* question, Index most) {
  Tensor scores(matrix_shape(1, rows.rows()));
  gemm(question, Transpose::no, rows.data(), Transpose::yes, scores.data(), 1, rows.cols(), rows.rows(), false);
  BestRows best{.places = largest_of({scores.data(), static_cast<std::size_t>(scores.size())}, most), .scores = {}};
  for (const Index place : best.places) best.scores.push_back(scores.at(0, place));
  return best;
}

std::vector<ListsLookedAt> trade_off(const Tensor& rows, const InvertedLists& index, const Tensor& questions, Index most,
                                     const std::vector<Index>& numbers_of_lists) {
  std::vector<ListsLookedAt> result;
  for (const Index lists : numbers_of_lists) result.push_back({.lists = lists});
  for (Index q = 0; q < questions.rows(); ++q) {
    const std::vector<Index> order = nearest_lists(index, questions.row(q));
    const BestRows best = best_rows(rows, questions.row(q), most);
    for (ListsLookedAt& looked : result) {
      const auto end = order.begin() + std::min<std::ptrdiff_t>(looked.lists, std::ssize(order));
      Index read = index.centres.rows(), found = 0;
      for (auto list = order.begin(); list != end; ++list) read += nth(index.sizes, *list);
      for (const Index place : best.places) found += std::find(order.begin(), end, Index{nth(index.list_of, place)}) != end ? 1 : 0;
      looked.read += static_cast<double>(read) / static_cast<double>(rows.rows());
      looked.recall += static_cast<double>(found) / static_cast<double>(best.places.size());
    }
  }
  for (ListsLookedAt& looked : result) {
    looked.read /= static_cast<double>(questions.rows());
    looked.recall /= static_cast<double>(questions.rows());
  }
  return result;
}

}  // namespace gf

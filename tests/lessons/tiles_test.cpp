// Attention in tiles in the lesson on heads, compared with a softmax of the whole row.
#include <algorithm>
#include <cmath>
#include <vector>

#include "lessons/context.h"

using namespace gf;
using namespace gf::test;

namespace tiles_test {
namespace {

constexpr TestedLesson run{"multi-head"};
constexpr double kValues[] = {4, 1, 3, 2, 5, 6};

double at(const Trace& trace, const char* name, Index row, Index col = 0) {
  return static_cast<double>(node(trace, name).value->at(row, col));
}

// Computes attention to the first keys, without subtracting the maximum, in double precision.
double output_of(const std::vector<double>& scores, std::size_t keys) {
  double total = 0, weighted = 0;
  for (std::size_t i = 0; i < keys; ++i) {
    total += std::exp(scores[i]);
    weighted += std::exp(scores[i]) * kValues[i % 6];
  }
  return weighted / total;
}

Trace in_tiles(const std::vector<double>& scores) {
  Tensor row(matrix_shape(1, static_cast<Index>(scores.size())));
  for (std::size_t i = 0; i < scores.size(); ++i) row.at(0, static_cast<Index>(i)) = static_cast<float>(scores[i]);
  return run({{"tiles", true}, {"tile_scores", row}});
}

}  // namespace

TEST_SUITE("lessons/multi_head") {
  TEST_CASE("in tiles: the running maximum and the factor for the old sum") {
    const Trace trace = run({{"tiles", true}});
    const double largest[] = {2, 5, 5};
    for (Index tile = 0; tile < 3; ++tile) CHECK(at(trace, "tiles.running_largest", tile) == largest[tile]);
    CHECK(at(trace, "tiles.factor", 0) == 1);
    CHECK(at(trace, "tiles.factor", 1) == doctest::Approx(std::exp(-3.0)).epsilon(1e-5));
    CHECK(at(trace, "tiles.factor", 2) == 1);
    const double first = std::exp(-1.0) + 1, second = first * std::exp(-3.0) + std::exp(-5.0) + 1;
    CHECK(at(trace, "tiles.running_sum", 0) == doctest::Approx(first).epsilon(1e-5));
    CHECK(at(trace, "tiles.running_sum", 1) == doctest::Approx(second).epsilon(1e-5));
    CHECK(at(trace, "tiles.running_sum", 2) == doctest::Approx(second + std::exp(-2.0) + std::exp(-6.0)).epsilon(1e-5));
    CHECK(first * std::exp(-3.0) == doctest::Approx(0.07).epsilon(0.05));  // as the answer says
  }

  TEST_CASE("in tiles: after each tile the output is attention to the keys so far, whatever the scores") {
    for (const std::vector<double>& scores :
         {std::vector<double>{1, 2, 0, 5, 3, -1}, {5, 4, 3, 2, 1, 0}, {-3, 7, 7, -2, 8, 6, 0.5, 9}, {600, 0, 601, 1, 602, 2}, {0, 0}}) {
      const Trace trace = in_tiles(scores);
      const auto tiles = static_cast<Index>(scores.size() / 2);
      const double top = *std::max_element(scores.begin(), scores.end());
      std::vector<double> lower = scores;
      for (double& score : lower) score -= top;
      for (Index tile = 0; tile < tiles; ++tile)
        CHECK(at(trace, "tiles.output", tile) == doctest::Approx(output_of(lower, static_cast<std::size_t>(2 * (tile + 1)))).epsilon(1e-5));
      CHECK(at(trace, "tiles.whole_output", 0) == doctest::Approx(output_of(lower, scores.size())).epsilon(1e-5));
      CHECK(at(trace, "tiles.output", tiles - 1) == doctest::Approx(at(trace, "tiles.whole_output", 0)).epsilon(1e-5));
    }
  }

  TEST_CASE("in tiles: scores that are not one row of pairs are refused") {
    CHECK(run.refusal({{"tiles", true}, {"tile_scores", Tensor(matrix_shape(1, 5))}}).find("(1, 6)") != std::string::npos);
    CHECK(run.refusal({{"tiles", true}, {"tile_scores", Tensor(matrix_shape(2, 4))}}).find("(1, 4)") != std::string::npos);
    CHECK(run.refusal({{"tiles", true}, {"tile_scores", Tensor(matrix_shape(1, 18))}}).find("(1, 16)") != std::string::npos);
  }
}

}  // namespace tiles_test

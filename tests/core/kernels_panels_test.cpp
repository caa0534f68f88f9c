// Compares products from panels with products from rows, bit for bit.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/kernels.h"
#include "core/parallel.h"
#include "core/random.h"

using namespace gf;

namespace kernels_panels_test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

Tensor drawn(std::uint32_t seed, Index rows, Index cols) { return NumpyRandom(seed).uniform(matrix_shape(rows, cols), 1.0); }
Tensor left_of(Index rows, Index inner) { return drawn(1, rows, inner); }
Tensor right_of(Index inner, Index cols) { return drawn(2, inner, cols); }

}  // namespace

TEST_SUITE("core/kernels") {
  TEST_CASE("from panels a product has the same bits as without, of any number of rows and threads") {
    for (const auto& [inner, cols] :
         {std::pair<Index, Index>{1, 1}, {5, 3}, {13, 29}, {64, 64}, {128, 130}, {256, 96}, {259, 131}, {600, 300}}) {
      const Tensor b = right_of(inner, cols);
      const ColumnPanels panels(b.data(), inner, cols);
      CHECK(panels.inner() == inner);
      CHECK(panels.cols() == cols);
      for (const Index rows : {1, 2, 3, 4, 5, 6, 7, 9, 11, 14}) {
        CAPTURE(rows);
        CAPTURE(inner);
        CAPTURE(cols);
        const Tensor a = left_of(rows, inner);
        std::vector<float> expected(static_cast<std::size_t>(rows * cols)), c(expected.size() + 1, 77.0f);
        gemm(a.data(), Transpose::no, b.data(), Transpose::no, expected.data(), rows, inner, cols, false);
        gemm(a.data(), panels, c.data(), rows);
        CHECK(c.back() == 77);
        c.pop_back();
        CHECK(c == expected);
      }
    }
    const Tensor a = left_of(3, 700), b = right_of(700, 515);
    const ColumnPanels panels(b.data(), 700, 515);
    const auto product = [&](int threads) {
      set_thread_count(threads);
      std::vector<float> c(3 * 515);
      gemm(a.data(), panels, c.data(), 3);
      return c;
    };
    const int before = thread_count();
    const std::vector<float> one = product(1);
    for (const int threads : {2, 5}) CHECK(product(threads) == one);
    set_thread_count(before);
    std::vector<float> nothing(5, 1);
    gemm(nullptr, ColumnPanels(nullptr, 0, 5), nothing.data(), 1);
    CHECK(nothing == std::vector<float>(5));
  }

  TEST_CASE("from panels NaN and infinity come to the cells that read them, and to no others") {
    Tensor a = left_of(3, 300), b = right_of(300, 37);
    a.at(0, 1, 299) = kNan;
    b.at(0, 299, 36) = kInfinity;
    std::vector<float> c(3 * 37);
    gemm(a.data(), ColumnPanels(b.data(), 300, 37), c.data(), 3);
    for (Index i = 0; i < 3; ++i)
      for (Index j = 0; j < 37; ++j) {
        const float value = c[static_cast<std::size_t>(i * 37 + j)];
        CHECK(std::isnan(value) == (i == 1));
        CHECK(std::isinf(value) == (i != 1 && j == 36));
      }
  }
}

}  // namespace kernels_panels_test

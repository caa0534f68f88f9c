// Products with weights of 8 bits: each rounded weight, and each product against plain arithmetic on the rounded numbers.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "core/kernels.h"
#include "core/parallel.h"
#include "core/random.h"

using namespace gf;

namespace kernels_int8_test {
namespace {

Tensor drawn(std::uint32_t seed, Index rows, Index cols) { return NumpyRandom(seed).uniform(matrix_shape(rows, cols), 1.0); }
Int8Panels panels_of(const Tensor& b) { return {{b.data(), b.cols()}, Transpose::no, b.rows(), b.cols()}; }

std::vector<float> product(const Tensor& a, const Int8Panels& b) {
  std::vector<float> c(static_cast<std::size_t>(a.rows() * b.cols()) + 1, 77.0f);
  gemm(a.data(), b, c.data(), a.rows());
  CHECK(c.back() == 77);
  c.pop_back();
  return c;
}

// Returns the largest size in rows [begin, end) of a column, or in those columns of a row.
double largest(const Tensor& m, Index begin, Index end, Index line, bool column) {
  double most = 0;
  for (Index k = begin; k < end; ++k) most = std::max(most, std::abs(static_cast<double>(column ? m.at(0, k, line) : m.at(0, line, k))));
  return most;
}

// Returns a cell of the product in plain arithmetic: a whole number for each group, times both scales, summed as floats.
float plain_cell(const Tensor& a, const Tensor& b, Index row, Index col) {
  float whole = 0;
  for (Index begin = 0; begin < b.rows(); begin += Int8Panels::kGroup) {
    const Index end = std::min(b.rows(), begin + Int8Panels::kGroup);
    const auto of_row = static_cast<float>(largest(a, begin, end, row, false)),
               of_col = static_cast<float>(largest(b, begin, end, col, true));
    std::int64_t sum = 0;
    for (Index k = begin; k < end; ++k) sum += std::llrint(a.at(row, k) * (32767 / of_row)) * std::llrint(b.at(k, col) * (127 / of_col));
    whole += static_cast<float>(sum) * (of_col / 127 * (of_row / 32767));
  }
  return whole;
}

}  // namespace

TEST_SUITE("core/kernels") {
  TEST_CASE("a weight of 8 bits is a whole multiple, from -127 to 127, of the scale of its column and group") {
    const Tensor b = drawn(2, 300, 37);
    const Int8Panels panels = panels_of(b);
    CHECK(panels.inner() == 300);
    CHECK(panels.cols() == 37);
    for (Index col = 0; col < 37; ++col)
      for (Index begin = 0; begin < 300; begin += Int8Panels::kGroup) {
        const Index end = std::min<Index>(300, begin + Int8Panels::kGroup);
        const double scale = largest(b, begin, end, col, true) / 127;
        double most = 0;
        for (Index k = begin; k < end; ++k) {
          const double steps = static_cast<double>(panels.weight(k, col)) / scale;
          CHECK(steps == doctest::Approx(std::round(steps)).epsilon(1e-5));
          CHECK(std::abs(static_cast<double>(panels.weight(k, col) - b.at(0, k, col))) <= 0.5001 * scale);
          most = std::max(most, std::abs(steps));
        }
        CHECK(most == doctest::Approx(127));
      }
  }

  TEST_CASE("a product with weights of 8 bits has the bits of plain arithmetic on rounded numbers, for any number of rows and threads") {
    const int before = thread_count();
    for (const auto& [inner, cols] : {std::pair<Index, Index>{1, 1}, {5, 3}, {128, 32}, {129, 64}, {131, 29}, {384, 130}, {700, 515}}) {
      const Tensor b = drawn(2, inner, cols), all = drawn(1, 11, inner);
      const Int8Panels panels = panels_of(b);
      set_thread_count(1);
      const std::vector<float> expected = product(all, panels);
      for (Index row = 0; row < all.rows(); ++row) {
        // Rounding moves each number of a row by half a step at most.
        double off = 1e-5;
        for (Index begin = 0; begin < inner; begin += Int8Panels::kGroup) {
          const Index end = std::min(inner, begin + Int8Panels::kGroup);
          off += static_cast<double>(end - begin) * 0.5 * largest(all, begin, end, row, false) / 32767;
        }
        for (Index col = 0; col < cols; ++col) {
          CHECK(expected[static_cast<std::size_t>(row * cols + col)] == plain_cell(all, b, row, col));
          double sum = 0;
          for (Index k = 0; k < inner; ++k) sum += static_cast<double>(all.at(0, row, k)) * static_cast<double>(panels.weight(k, col));
          CHECK(std::abs(static_cast<double>(expected[static_cast<std::size_t>(row * cols + col)]) - sum) < off);
        }
      }
      for (const int threads : {1, 2, 5})
        for (const Index rows : {1, 2, 3, 4, 6, 7, 11}) {
          CAPTURE(rows);
          CAPTURE(threads);
          set_thread_count(threads);
          Tensor a = Tensor::uninitialised(matrix_shape(rows, inner));
          std::copy_n(all.data(), a.size(), a.data());
          CHECK(product(a, panels) == std::vector<float>(expected.begin(), expected.begin() + rows * cols));
        }
    }
    set_thread_count(before);
  }

  TEST_CASE("the largest sum of a group of 8-bit weights does not overflow") {
    const Tensor ones = Tensor::filled(matrix_shape(Int8Panels::kGroup, 9), -1),
                 row = Tensor::filled(matrix_shape(1, Int8Panels::kGroup), 1);
    for (const float sum : product(row, panels_of(ones))) CHECK(sum == doctest::Approx(-128));
  }

  TEST_CASE("weights of 8 bits can be the rows of a table") {
    const Tensor table = drawn(3, 70, 140), a = drawn(4, 3, 140);
    Tensor turned = Tensor::uninitialised(matrix_shape(140, 70));
    for (Index i = 0; i < 70; ++i)
      for (Index j = 0; j < 140; ++j) turned.at(0, j, i) = table.at(0, i, j);
    CHECK(product(a, Int8Panels({table.data(), 140}, Transpose::yes, 140, 70)) == product(a, panels_of(turned)));
  }

  TEST_CASE("with weights of 8 bits, numbers that are 0, tiny or not finite give 0, about 0 or NaN where they are read") {
    Tensor a = drawn(1, 4, 200), b = drawn(2, 200, 5);
    for (Index k = 0; k < 200; ++k) {
      a.at(0, 1, k) = 0;
      a.at(0, 2, k) *= 1e-38f;
      b.at(0, k, 2) = 0;
    }
    a.at(0, 3, 199) = std::numeric_limits<float>::infinity();
    b.at(0, 10, 4) = std::numeric_limits<float>::quiet_NaN();
    const std::vector<float> c = product(a, panels_of(b));
    for (Index i = 0; i < 4; ++i)
      for (Index j = 0; j < 5; ++j) {
        const float value = c[static_cast<std::size_t>(i * 5 + j)];
        CAPTURE(i);
        CAPTURE(j);
        CHECK(std::isnan(value) == (i == 3 || j == 4));
        if (!std::isnan(value) && (i == 1 || j == 2)) CHECK(value == 0);
        if (!std::isnan(value) && i == 2) CHECK(std::abs(value) < 1e-35f);
      }
  }
}

}  // namespace kernels_int8_test

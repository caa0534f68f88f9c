// Compares every kernel with its definition in double precision, over sizes around the width of vectors and the edges of tiles.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "core/kernels.h"
#include "core/parallel.h"
#include "core/random.h"

using namespace gf;

namespace kernels_test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

Tensor random_matrix(std::uint32_t seed, Index rows, Index cols) {
  NumpyRandom random(seed);
  return random.uniform(Shape{{}, rows, cols}, 1.0);
}

std::vector<float> random_values(std::uint32_t seed, Index count, double most) {
  NumpyRandom random(seed);
  const Tensor drawn = random.uniform(Shape{{}, 1, count}, most);
  return {drawn.data(), drawn.data() + count};
}

double wide(float value) { return static_cast<double>(value); }

double element(const Tensor& a, Transpose transpose, Index row, Index col) {
  return wide(transpose == Transpose::yes ? a.at(0, col, row) : a.at(0, row, col));
}

// Returns the largest difference of C from the product by its definition.
double product_error(const Tensor& a, Transpose ta, const Tensor& b, Transpose tb, const float* c, Index rows, Index inner, Index cols) {
  double worst = 0;
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < cols; ++j) {
      double sum = 0;
      for (Index k = 0; k < inner; ++k) sum += element(a, ta, i, k) * element(b, tb, k, j);
      worst = std::max(worst, std::abs(sum - wide(c[i * cols + j])));
    }
  return worst;
}

Tensor left_of(Transpose ta, Index rows, Index inner) {
  return ta == Transpose::yes ? random_matrix(1, inner, rows) : random_matrix(1, rows, inner);
}
Tensor right_of(Transpose tb, Index inner, Index cols) {
  return tb == Transpose::yes ? random_matrix(2, cols, inner) : random_matrix(2, inner, cols);
}

void check_product(Index rows, Index inner, Index cols, Transpose ta, Transpose tb) {
  const Tensor a = left_of(ta, rows, inner), b = right_of(tb, inner, cols);
  constexpr float kGuard = 77;
  std::vector<float> c(static_cast<std::size_t>(rows * cols + 1), kGuard);
  gemm(a.data(), ta, b.data(), tb, c.data(), rows, inner, cols, false);
  CAPTURE(rows);
  CAPTURE(inner);
  CAPTURE(cols);
  // float rounding of `inner` products of size at most 1
  CHECK(product_error(a, ta, b, tb, c.data(), rows, inner, cols) <= 1e-6 * static_cast<double>(inner));
  CHECK(c.back() == kGuard);
}

const Transpose kBoth[] = {Transpose::no, Transpose::yes};

// Checks that `run` returns the same bits with 1, 2 and 5 threads.
void check_threads(const std::function<std::vector<float>()>& run) {
  const int before = thread_count();
  set_thread_count(1);
  const std::vector<float> one = run();
  for (const int threads : {2, 5}) {
    set_thread_count(threads);
    CHECK(run() == one);
  }
  set_thread_count(before);
}

double gelu_by_definition(double x, bool tanh_form) {
  if (tanh_form) return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
  return 0.5 * x * std::erfc(-x / std::sqrt(2));
}

double gelu_slope_by_definition(double x, bool tanh_form) {
  constexpr double kStep = 1e-5;
  return (gelu_by_definition(x + kStep, tanh_form) - gelu_by_definition(x - kStep, tanh_form)) / (2 * kStep);
}

}  // namespace

TEST_SUITE("core/kernels") {
  TEST_CASE("gemm is the matrix product in all forms and sizes") {
    for (const Transpose ta : kBoth)
      for (const Transpose tb : kBoth) {
        for (const Index size : {1, 2, 3, 5, 6, 7, 11, 12, 13, 15, 16, 17, 31, 32, 33, 64, 65, 70}) {
          check_product(size, size + 1, size + 2, ta, tb);
          check_product(1, size, 5, ta, tb);
          check_product(size, 3, 1, ta, tb);
        }
        check_product(20, 600, 40, ta, tb);   // more than one block of the inner index
        check_product(3, 530, 1100, ta, tb);  // few rows
        check_product(14, 9, 1070, ta, tb);   // more than one block of columns
      }
    check_product(130, 128, 96, Transpose::no, Transpose::no);
  }

  TEST_CASE("gemm of few rows is the matrix product, of whole vectors and what is left, of whole streams and what is left") {
    for (const Transpose ta : kBoth)
      for (const Transpose tb : kBoth)
        for (const Index rows : {1, 2, 3, 4, 5, 6, 7, 11})
          for (const Index cols : {1, 3, 4, 15, 16, 17, 31, 33, 100, 131, 257})
            for (const Index inner : {0, 1, 5, 6, 7, 8, 13, 33}) check_product(rows, inner, cols, ta, tb);
    for (const Transpose tb : kBoth)
      for (const Index rows : {1, 3, 5}) {
        check_product(rows, 259, 131, Transpose::no, tb);   // more than one block, all of it at once
        check_product(rows, 531, 1103, Transpose::no, tb);  // and a few of its rows at a time, shared
      }
  }

  TEST_CASE("gemm accumulates where asked, and a sum of nothing is 0") {
    for (const Transpose tb : kBoth)
      for (const Index rows : {1, 3, 5, 40})
        for (const Index cols : {21, 700}) {
          const Tensor a = random_matrix(1, rows, 300), b = right_of(tb, 300, cols);
          std::vector<float> once(static_cast<std::size_t>(rows * cols)), twice(once.size(), 100);
          gemm(a.data(), Transpose::no, b.data(), tb, once.data(), rows, 300, cols, false);
          gemm(a.data(), Transpose::no, b.data(), tb, twice.data(), rows, 300, cols, true);
          for (std::size_t i = 0; i < once.size(); ++i)
            CHECK(wide(twice[i]) == doctest::Approx(100 + wide(once[i])).epsilon(1e-5).scale(100));
        }
    float nothing[] = {5, 5};
    gemm(nullptr, Transpose::no, nullptr, Transpose::no, nothing, 1, 0, 2, false);
    CHECK(nothing[0] == 0);
    CHECK(nothing[1] == 0);
  }

  TEST_CASE("gemm passes NaN and infinity on to the cells that read them, and to no others") {
    for (const Transpose ta : kBoth)
      for (const Transpose tb : kBoth) {
        Tensor a = left_of(ta, 19, 23), b = right_of(tb, 23, 37);
        (ta == Transpose::yes ? a.at(0, 4, 7) : a.at(0, 7, 4)) = kNan;
        (tb == Transpose::yes ? b.at(0, 36, 5) : b.at(0, 5, 36)) = kInfinity;
        std::vector<float> c(19 * 37);
        gemm(a.data(), ta, b.data(), tb, c.data(), 19, 23, 37, false);
        for (Index i = 0; i < 19; ++i)
          for (Index j = 0; j < 37; ++j) {
            const float value = c[static_cast<std::size_t>(i * 37 + j)];
            CHECK(std::isnan(value) == (i == 7));
            CHECK(std::isinf(value) == (i != 7 && j == 36));
          }
      }
    // Few rows: 0 times infinity in a row that is 0 is NaN; the columns beside it, and those of other rows, stay numbers.
    for (const Transpose tb : kBoth)
      for (const Index inner : {23, 300})
        for (const Index place : {0, 17, 36}) {
          Tensor a = left_of(Transpose::no, 3, inner), b = right_of(tb, inner, 37);
          (tb == Transpose::yes ? b.at(0, place, inner - 1) : b.at(0, inner - 1, place)) = kInfinity;
          a.at(0, 1, inner - 1) = 0;
          std::vector<float> c(3 * 37);
          gemm(a.data(), Transpose::no, b.data(), tb, c.data(), 3, inner, 37, false);
          for (Index i = 0; i < 3; ++i)
            for (Index j = 0; j < 37; ++j) {
              const float value = c[static_cast<std::size_t>(i * 37 + j)];
              CHECK(std::isnan(value) == (i == 1 && j == place));
              CHECK(std::isfinite(value) == (j != place));
            }
        }
  }

  TEST_CASE("a row of a product has the same bits whether it is made alone or with others") {
    constexpr Index kMost = 40;
    for (const Transpose tb : kBoth)
      for (const auto& [inner, cols] : {std::pair<Index, Index>{13, 29}, {128, 128}, {259, 131}, {600, 300}, {530, 1101}}) {
        const Tensor a = random_matrix(1, kMost, inner), b = right_of(tb, inner, cols);
        const auto product = [&](Index first, Index rows) {
          std::vector<float> c(static_cast<std::size_t>(rows * cols), 1);
          gemm(a.row(first), Transpose::no, b.data(), tb, c.data(), rows, inner, cols, true);
          return c;
        };
        const auto all = product(0, kMost);
        for (const Index rows : {1, 2, 3, 4, 5, 6, 9, 14})
          for (const Index first : {Index{0}, Index{7}, kMost - rows}) {
            const auto some = product(first, rows);
            CAPTURE(rows);
            CAPTURE(inner);
            CHECK(std::equal(some.begin(), some.end(), all.begin() + first * cols));
          }
      }
  }

  TEST_CASE("a stack of products is each product, with one matrix for all where its step is 0") {
    const Index count = 37, rows = 13, inner = 9, cols = 18;
    const Tensor a = random_matrix(5, count * rows, inner), b = random_matrix(6, inner, cols);
    std::vector<float> all(static_cast<std::size_t>(count * rows * cols)), one(static_cast<std::size_t>(rows * cols));
    gemm_stack({a.data(), rows * inner}, Transpose::no, {b.data(), 0}, Transpose::no, all.data(), count, rows, inner, cols);
    for (Index k = 0; k < count; ++k) {
      gemm(a.data() + k * rows * inner, Transpose::no, b.data(), Transpose::no, one.data(), rows, inner, cols, false);
      CHECK(std::equal(one.begin(), one.end(), all.begin() + k * rows * cols));
    }
  }

  TEST_CASE("results are the same bits for any number of threads") {
    const Tensor a = random_matrix(3, 257, 291), b = random_matrix(4, 291, 203);
    const auto values = [](Index count) { return std::vector<float>(static_cast<std::size_t>(count)); };
    for (const Index rows : {Index{7}, Index{257}})
      check_threads([&] {
        auto c = values(rows * 203);
        gemm(a.data(), Transpose::no, b.data(), Transpose::no, c.data(), rows, 291, 203, false);
        return c;
      });
    const Tensor few = random_matrix(5, 5, 531);
    for (const Transpose tb : kBoth) {
      const Tensor wide_b = right_of(tb, 531, 1103);
      for (const Index rows : {1, 3, 5})
        check_threads([&] {
          auto c = values(rows * 1103);
          gemm(few.data(), Transpose::no, wide_b.data(), tb, c.data(), rows, 531, 1103, true);
          return c;
        });
    }
    check_threads([&] {
      auto c = values(60 * 48 * 48);
      gemm_stack({a.data(), 40}, Transpose::no, {b.data(), 50}, Transpose::yes, c.data(), 60, 48, 40, 48);
      return c;
    });
    const auto x = random_values(8, 300 * 301, 3), dy = random_values(9, 300 * 301, 1);
    const Broadcast row{.matrices = 1, .rows = 300, .cols = 301, .b_col = 1};
    const std::function<void(float*)> kernels[] = {
        [&](float* out) { softmax_rows(x.data(), out, 300, 301, 1.5f); },
        [&](float* out) { softmax_gradient_rows(x.data(), dy.data(), out, 300, 301, 1.5f); },
        [&](float* out) { layer_norm_rows(x.data(), out, 300, 301, 1e-5f); },
        [&](float* out) { layer_norm_gradient_rows(x.data(), x.data(), dy.data(), out, 300, 301, 1e-5f); },
        [&](float* out) { gelu(x.data(), out, 300 * 301, false); },
        [&](float* out) { gelu_gradient(x.data(), dy.data(), out, 300 * 301, true); },
        [&](float* out) { add(row, x.data(), dy.data(), out); }};
    for (const auto& kernel : kernels)
      check_threads([&] {
        auto out = values(300 * 301);
        kernel(out.data());
        return out;
      });
    check_threads([&] {
      std::vector<double> sums(301);
      sum_columns(x.data(), sums.data(), 300, 301);
      return std::vector<float>(sums.begin(), sums.end());
    });
  }

  TEST_CASE("parallel_for covers every index once") {
    std::vector<int> count(1000);
    for (int round = 0; round < 200; ++round)
      parallel_for(1000, 7, [&](Index begin, Index end) {
        for (Index i = begin; i < end; ++i) ++count[static_cast<std::size_t>(i)];
      });
    for (int one : count) REQUIRE(one == 200);
    parallel_for(0, 7, [](Index, Index) { FAIL("there is nothing to do"); });
  }

  TEST_CASE("softmax holds far outside the range of exp, and a NaN stays seen") {
    float out[3];
    const float large[] = {1000, 999, 998};
    softmax(large, out, 3, 1, 1);
    CHECK(out[0] == doctest::Approx(0.66524096));
    CHECK(out[0] + out[1] + out[2] == doctest::Approx(1));
    for (const Index count : {1, 3, 8, 21, 70})
      for (Index place = 0; place < count; ++place) {
        std::vector<float> row(static_cast<std::size_t>(count), -kInfinity), y(row);
        softmax(row.data(), y.data(), count, 1, 1);
        CHECK(std::isnan(y[0]));  // no score is visible: 0 / 0
        row[static_cast<std::size_t>(place)] = 0;
        softmax(row.data(), y.data(), count, 1, 1);
        for (Index j = 0; j < count; ++j) CHECK(y[static_cast<std::size_t>(j)] == (j == place ? 1 : 0));
        row[static_cast<std::size_t>(place)] = kNan;
        softmax(row.data(), y.data(), count, 1, 1);
        for (const float value : y) CHECK(std::isnan(value));
      }
  }

  TEST_CASE("softmax keeps the digits of scores that are large and close, whatever the sign of beta") {
    const auto check = [](const std::vector<float>& z, double beta) {
      std::vector<float> p(z.size());
      softmax_rows(z.data(), p.data(), 1, static_cast<Index>(z.size()), static_cast<float>(beta));
      double from = wide(z[0]), total = 0;
      for (const float one : z) from = beta < 0 ? std::min(from, wide(one)) : std::max(from, wide(one));
      for (const float one : z) total += std::exp(beta * (wide(one) - from));
      for (std::size_t j = 0; j < z.size(); ++j)
        CHECK(wide(p[j]) == doctest::Approx(std::exp(beta * (wide(z[j]) - from)) / total).epsilon(1e-6));
    };
    for (const double beta : {20.0, -20.0}) {
      check({1000.1f, 1000.13f, 999.9f}, beta);
      check({100000.1f, 100000.2f}, beta);
      check({1e38f, -1e38f}, beta);
      check({1000.1f, 1000.13f, 999.9f, 1000.05f, 1000.08f, 1000.11f, 999.95f, 1000.02f, 1000.125f, 1000.0f}, beta);
    }
  }

  TEST_CASE("softmax and its gradient of any length are their definitions, along rows and strided") {
    for (Index count = 1; count <= 70; ++count) {
      const auto z = random_values(7, count + 1, 4), dp = random_values(8, count, 1);
      std::vector<float> p(static_cast<std::size_t>(count)), dz(p), strided(static_cast<std::size_t>(3 * count));
      softmax_rows(z.data() + 1, p.data(), 1, count, -1.5f);  // from an address that is no multiple of a vector
      softmax_gradient_rows(p.data(), dp.data(), dz.data(), 1, count, -1.5f);
      double total = 0, dot = 0;
      for (Index j = 0; j < count; ++j) total += std::exp(-1.5 * wide(z[static_cast<std::size_t>(j + 1)]));
      for (std::size_t j = 0; j < p.size(); ++j) dot += wide(p[j]) * wide(dp[j]);
      for (std::size_t j = 0; j < p.size(); ++j) {
        CHECK(wide(p[j]) == doctest::Approx(std::exp(-1.5 * wide(z[j + 1])) / total).epsilon(1e-6));
        CHECK(std::abs(wide(dz[j]) + 1.5 * wide(p[j]) * (wide(dp[j]) - dot)) < 1e-6);
        strided[3 * j] = z[j + 1];
      }
      softmax(strided.data(), strided.data(), count, 3, -1.5f);
      for (std::size_t j = 0; j < p.size(); ++j) CHECK(strided[3 * j] == p[j]);
    }
  }

  TEST_CASE("layer_norm and its gradient are their definitions") {
    const float x[] = {1, 2, 3, 4};
    float y[4];
    layer_norm(x, y, 4, 0);
    CHECK(y[0] == doctest::Approx(-1.3416408));
    CHECK(moments(y, 4).mean == doctest::Approx(0).epsilon(1e-6));
    CHECK(moments(y, 4).variance == doctest::Approx(1).epsilon(1e-6));
    for (Index count = 2; count <= 70; ++count) {
      const auto row = random_values(11, count, 2), dy = random_values(12, count, 1);
      std::vector<float> out(row), dx(row);
      layer_norm_rows(row.data(), out.data(), 1, count, 1e-3f);
      layer_norm_gradient_rows(row.data(), out.data(), dy.data(), dx.data(), 1, count, 1e-3f);
      double mean = 0, variance = 0, mean_dy = 0, mean_dy_y = 0;
      const double n = static_cast<double>(count);
      for (const float value : row) mean += wide(value) / n;
      for (const float value : row) variance += (wide(value) - mean) * (wide(value) - mean) / n;
      for (std::size_t j = 0; j < dy.size(); ++j) {
        mean_dy += wide(dy[j]) / n;
        mean_dy_y += wide(dy[j]) * wide(out[j]) / n;
      }
      for (std::size_t j = 0; j < dy.size(); ++j) {
        CHECK(std::abs(wide(out[j]) - (wide(row[j]) - mean) / std::sqrt(variance + 1e-3)) < 1e-6);
        CHECK(std::abs(wide(dx[j]) - (wide(dy[j]) - mean_dy - wide(out[j]) * mean_dy_y) / std::sqrt(variance + 1e-3)) < 1e-5);
      }
    }
  }

  TEST_CASE("cross entropy and its gradient of any length; a target of -1 counts nothing") {
    for (Index count = 1; count <= 40; ++count) {
      const auto z = random_values(13, 2 * count, 3);
      const int targets[] = {static_cast<int>(count - 1), -1};
      const float dl[] = {0.5f, 0.5f};
      std::vector<float> dz(z.size());
      float losses[2];
      cross_entropy_rows(z.data(), targets, losses, 2, count);
      cross_entropy_gradient_rows(z.data(), targets, dl, dz.data(), 2, count);
      double total = 0;
      for (Index j = 0; j < count; ++j) total += std::exp(wide(z[static_cast<std::size_t>(j)]));
      CHECK(wide(losses[0]) == doctest::Approx(std::log(total) - wide(z[static_cast<std::size_t>(count - 1)])).epsilon(1e-5));
      CHECK(losses[1] == 0);
      for (Index j = 0; j < count; ++j) {
        const double p = std::exp(wide(z[static_cast<std::size_t>(j)])) / total;
        CHECK(std::abs(wide(dz[static_cast<std::size_t>(j)]) - 0.5 * (p - (j == count - 1 ? 1 : 0))) < 1e-6);
        CHECK(dz[static_cast<std::size_t>(count + j)] == 0);
      }
    }
  }

  TEST_CASE("gelu keeps its relative accuracy far below zero") {
    for (const bool tanh_form : {false, true})
      for (double x = -9; x <= 9; x += 0.0137) {
        const float in = static_cast<float>(x), one = 1;
        float value, slope;
        gelu(&in, &value, 1, tanh_form);
        gelu_gradient(&in, &one, &slope, 1, tanh_form);
        // tanh cancels in the definition itself below -4
        const double expected = gelu_by_definition(wide(in), tanh_form), size = tanh_form && x < -4 ? 1e-2 : std::abs(expected);
        CAPTURE(x);
        CHECK(std::abs(wide(value) - expected) <= 2e-6 * size);
        CHECK(std::abs(wide(slope) - gelu_slope_by_definition(wide(in), tanh_form)) <= 2e-6);
      }
    const float odd[] = {kNan, kInfinity, 1e30f, -1e30f};
    float value[4], slope[4];
    const float ones[] = {1, 1, 1, 1};
    for (const bool tanh_form : {false, true}) {
      gelu(odd, value, 4, tanh_form);
      gelu_gradient(odd, ones, slope, 4, tanh_form);
      CHECK(std::isnan(value[0]));
      CHECK(std::isnan(slope[0]));
      CHECK(value[1] == kInfinity);
      CHECK(value[2] == 1e30f);
      CHECK(value[3] == 0);
      CHECK(slope[2] == 1);
      CHECK(slope[3] == 0);
    }
  }

  TEST_CASE("cell-by-cell kernels keep NaN and infinity") {
    for (const Index count : {1, 9, 33}) {
      std::vector<float> x(static_cast<std::size_t>(count), kNan), y(x), ones(x.size(), 1);
      relu(x.data(), y.data(), count);
      CHECK(std::isnan(y.back()));
      exponential(x.data(), y.data(), count);
      CHECK(std::isnan(y.back()));
      x.back() = -kInfinity;
      exponential(x.data(), y.data(), count);
      CHECK(y.back() == 0);
      x.back() = 1000;
      exponential(x.data(), y.data(), count);
      CHECK(y.back() == kInfinity);
      x.back() = 1.25f;
      exponential(x.data(), y.data(), count);
      CHECK(wide(y.back()) == doctest::Approx(std::exp(1.25)).epsilon(1e-7));
      relu_gradient(x.data(), ones.data(), y.data(), count);
      CHECK(y.back() == 1);
    }
  }

  TEST_CASE("a second operand is broadcast from rows, columns, cells and single matrices") {
    const Index matrices = 3, rows = 5, cols = 17;
    const auto a = random_values(21, matrices * rows * cols, 1), b = random_values(22, matrices * rows * cols, 1);
    for (const Index b_matrix : {Index{0}, rows * cols})
      for (const Index b_row : {Index{0}, cols})
        for (const Index b_col : {0, 1}) {
          const Broadcast shape{matrices, rows, cols, rows * cols, b_matrix, b_row, b_col};
          std::vector<float> sums(a.size()), products(a.size());
          add(shape, a.data(), b.data(), sums.data());
          multiply(shape, a.data(), b.data(), products.data());
          for (Index i = 0; i < matrices * rows * cols; ++i) {
            const float x = a[static_cast<std::size_t>(i)];
            const Index k = i / (rows * cols), r = i / cols % rows, c = i % cols;
            const float y = b[static_cast<std::size_t>(k * b_matrix + r * b_row + c * b_col)];
            CHECK(sums[static_cast<std::size_t>(i)] == x + y);
            CHECK(products[static_cast<std::size_t>(i)] == x * y);
          }
        }
  }

  TEST_CASE("sums of rows and columns, and rows scattered by ids") {
    for (const Index cols : {1, 7, 8, 9, 31, 32, 33, 70}) {
      const Index rows = 11;
      const auto x = random_values(31, rows * cols, 1);
      std::vector<double> of_rows(static_cast<std::size_t>(rows)), of_cols(static_cast<std::size_t>(cols));
      sum_rows(x.data(), of_rows.data(), rows, cols);
      sum_columns(x.data(), of_cols.data(), rows, cols);
      const int ids[] = {2, 0, 2, 2, 1, 0, 2, 1, 1, 2, 0};
      std::vector<float> table(static_cast<std::size_t>(4 * cols), 9);
      scatter_rows(x.data(), ids, rows, table.data(), 4, cols);
      std::vector<double> by_id(table.size());
      for (Index r = 0; r < rows; ++r)
        for (Index c = 0; c < cols; ++c) {
          const double value = wide(x[static_cast<std::size_t>(r * cols + c)]);
          of_rows[static_cast<std::size_t>(r)] -= value;
          of_cols[static_cast<std::size_t>(c)] -= value;
          by_id[static_cast<std::size_t>(ids[r] * cols + c)] += value;
        }
      for (const double rest : of_rows) CHECK(std::abs(rest) < 1e-12);
      for (const double rest : of_cols) CHECK(std::abs(rest) < 1e-12);
      for (std::size_t i = 0; i < table.size(); ++i) CHECK(std::abs(by_id[i] - wide(table[i])) < 1e-6);
    }
  }

  TEST_CASE("the range of finite values; none where a value is not finite, wherever it stands") {
    for (const Index count : {1, 2, 3, 4, 7, 16, 17, 33, 100}) {
      auto x = random_values(static_cast<std::uint32_t>(count), count, 1);
      for (float& value : x) value -= 0.5f;
      float least = 0, most = 0;
      CHECK(finite_range(x.data(), count, least, most));
      CHECK(least == *std::min_element(x.begin(), x.end()));
      CHECK(most == *std::max_element(x.begin(), x.end()));
      for (Index place = 0; place < count; ++place)
        for (const float bad : {kNan, kInfinity, -kInfinity}) {
          auto broken = x;
          broken[static_cast<std::size_t>(place)] = bad;
          CHECK_FALSE(finite_range(broken.data(), count, least, most));
        }
    }
    float least = 0, most = 0;
    CHECK_FALSE(finite_range(nullptr, 0, least, most));
  }

  TEST_CASE("a matrix of a mask serves several matrices") {
    const float x[] = {1, 2, kNan, 4, 5, 6, 7, 8}, seen[] = {1, 0, 0, 1};
    float out[8];
    mask(x, seen, 4, 2, 2, -kInfinity, out);
    const float expected[] = {1, -kInfinity, kNan, -kInfinity, -kInfinity, 6, -kInfinity, 8};
    for (int i = 0; i < 8; ++i) CHECK((std::isnan(expected[i]) ? std::isnan(out[i]) : out[i] == expected[i]));
  }
}

}  // namespace kernels_test

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "core/kernels.h"
#include "core/parallel.h"
#include "core/random.h"

using namespace gf;

namespace {

Tensor random_matrix(std::uint32_t seed, Index rows, Index cols) {
  NumpyRandom random(seed);
  return random.uniform(Shape{{}, rows, cols}, 1.0);
}

double element(const Tensor& a, Transpose transpose, Index row, Index col) {
  return static_cast<double>(transpose == Transpose::yes ? a.at(0, col, row) : a.at(0, row, col));
}

// The product by its definition, in double precision.
void check_product(Index rows, Index inner, Index cols, Transpose ta, Transpose tb) {
  const Tensor a = ta == Transpose::yes ? random_matrix(1, inner, rows) : random_matrix(1, rows, inner);
  const Tensor b = tb == Transpose::yes ? random_matrix(2, cols, inner) : random_matrix(2, inner, cols);
  Tensor c(Shape{{}, rows, cols});
  gemm(a.data(), ta, b.data(), tb, c.data(), rows, inner, cols, false);
  double worst = 0;
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < cols; ++j) {
      double sum = 0;
      for (Index k = 0; k < inner; ++k) sum += element(a, ta, i, k) * element(b, tb, k, j);
      worst = std::max(worst, std::abs(sum - static_cast<double>(c.at(0, i, j))));
    }
  CHECK(worst < 1e-6 * static_cast<double>(inner));  // float rounding of `inner` products of size at most 1
}

}  // namespace

TEST_SUITE("core/kernels") {
  TEST_CASE("gemm is the matrix product in all forms and sizes") {
    for (const Transpose ta : {Transpose::no, Transpose::yes})
      for (const Transpose tb : {Transpose::no, Transpose::yes})
        for (const Index size : {1, 2, 3, 7, 16, 33, 65}) {
          check_product(size, size + 1, size + 2, ta, tb);
          check_product(1, size, 5, ta, tb);
        }
    check_product(130, 128, 96, Transpose::no, Transpose::no);
  }

  TEST_CASE("gemm accumulates where asked") {
    const Tensor a = Tensor::from_rows({{1, 2}}), b = Tensor::from_rows({{3}, {4}});
    Tensor c = Tensor::from_rows({{100}});
    gemm(a.data(), Transpose::no, b.data(), Transpose::no, c.data(), 1, 2, 1, true);
    CHECK(c.at(0, 0, 0) == 111);
  }

  TEST_CASE("results are the same bits for any number of threads") {
    const Tensor a = random_matrix(3, 257, 191), b = random_matrix(4, 191, 203);
    Tensor one(Shape{{}, 257, 203}), many(Shape{{}, 257, 203});
    const int before = thread_count();
    set_thread_count(1);
    gemm(a.data(), Transpose::no, b.data(), Transpose::no, one.data(), 257, 191, 203, false);
    for (const int threads : {2, 3, 5}) {
      set_thread_count(threads);
      gemm(a.data(), Transpose::no, b.data(), Transpose::no, many.data(), 257, 191, 203, false);
      CHECK(same_values(one, many));
    }
    set_thread_count(before);
  }

  TEST_CASE("parallel_for covers every index once") {
    std::vector<int> count(1000);
    parallel_for(1000, 7, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) ++count[static_cast<std::size_t>(i)];
    });
    for (int one : count) REQUIRE(one == 1);
    parallel_for(0, 7, [](Index, Index) { FAIL("there is nothing to do"); });
  }

  TEST_CASE("softmax holds far outside the range of exp, and a NaN stays seen") {
    float out[3];
    const float large[] = {1000, 999, 998};
    softmax(large, out, 3, 1, 1);
    CHECK(out[0] == doctest::Approx(0.66524096));
    CHECK(out[0] + out[1] + out[2] == doctest::Approx(1));
    const float broken[] = {1, std::numeric_limits<float>::quiet_NaN(), 0};
    softmax(broken, out, 3, 1, 1);
    CHECK(std::isnan(out[0]));
    const float hidden[] = {-INFINITY, 0, -INFINITY};
    softmax(hidden, out, 3, 1, 1);
    CHECK(out[0] == 0);
    CHECK(out[1] == 1);
  }

  TEST_CASE("layer_norm gives mean 0 and variance 1") {
    const float x[] = {1, 2, 3, 4};
    float y[4];
    layer_norm(x, y, 4, 0);
    CHECK(y[0] == doctest::Approx(-1.3416408));
    CHECK(moments(y, 4).mean == doctest::Approx(0).epsilon(1e-6));
    CHECK(moments(y, 4).variance == doctest::Approx(1).epsilon(1e-6));
  }
}

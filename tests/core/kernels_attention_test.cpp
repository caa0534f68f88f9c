// Compares attention without a matrix of scores with products, mask and softmax, bit for bit.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/kernels.h"
#include "core/parallel.h"
#include "core/random.h"

using namespace gf;

namespace kernels_attention_test {
namespace {

// An example: for each head, queries behind `past` tokens, in a cache with more room than the tokens need.
struct Example {
  Index heads, width, rows, past, room = past + rows + 3;
  Tensor queries = NumpyRandom(1).uniform(matrix_shape(rows, heads* width), 4.0);
  Tensor keys = NumpyRandom(2).uniform({{heads}, room, width}, 1.0), values = NumpyRandom(3).uniform({{heads}, room, width}, 1.0);

  Tensor fused() const {
    Tensor out = Tensor::filled(matrix_shape(rows, heads * width), 77);
    causal_attention({queries.data(), keys.data(), values.data(), room * width, heads, width, rows, past + rows, factor()}, out.data());
    return out;
  }
  Tensor by_matrices() const {
    const Index seen = past + rows;
    Tensor out(matrix_shape(rows, heads * width)), query(matrix_shape(rows, width)), scores(matrix_shape(rows, seen)),
        output(matrix_shape(rows, width));
    for (Index head = 0; head < heads; ++head) {
      for (Index r = 0; r < rows; ++r) std::copy_n(queries.row(r) + head * width, width, query.row(r));
      gemm(query.data(), Transpose::no, keys.matrix(head), Transpose::yes, scores.data(), rows, width, seen, false);
      scale(scores.data(), factor(), scores.data(), scores.size());
      for (Index r = 0; r < rows; ++r)
        std::fill(scores.row(r) + past + r + 1, scores.row(r) + seen, -std::numeric_limits<float>::infinity());
      softmax_rows(scores.data(), scores.data(), rows, seen, 1);
      gemm(scores.data(), Transpose::no, values.matrix(head), Transpose::no, output.data(), rows, seen, width, false);
      for (Index r = 0; r < rows; ++r) std::copy_n(output.row(r), width, out.row(r) + head * width);
    }
    return out;
  }
  float factor() const { return 1 / std::sqrt(static_cast<float>(width)); }
};

}  // namespace

TEST_SUITE("core/kernels") {
  TEST_CASE("attention has the same bits with and without matrices of scores, behind any number of others and with any number of threads") {
    const int before = thread_count();
    for (const Index past : {0, 1, 7, 37, 300})
      for (const Index rows : {1, 3, 11, 12, 47, 48, 50, 130})
        for (const Index width : {5, 32}) {
          CAPTURE(past);
          CAPTURE(rows);
          CAPTURE(width);
          const Example example{3, width, rows, past};
          const Tensor expected = example.by_matrices();
          for (const int threads : {1, 3}) {
            set_thread_count(threads);
            CHECK(same_values(example.fused(), expected));
          }
        }
    set_thread_count(before);
  }

  TEST_CASE("keys and values behind a query in the cache are never read") {
    Example example{2, 8, 20, 5};
    const Tensor expected = example.fused();
    for (Index head = 0; head < 2; ++head)
      for (Index row = 25; row < example.room; ++row)
        std::fill_n(example.keys.row(head, row), 8, std::numeric_limits<float>::quiet_NaN()),
            std::fill_n(example.values.row(head, row), 8, std::numeric_limits<float>::quiet_NaN());
    CHECK(same_values(example.fused(), expected));
  }

  TEST_CASE("rows are added to rows, and scaled and shifted, in place") {
    Tensor x = Tensor::from_rows({{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}});
    const Tensor row = Tensor::from_rows({{10, 20, 30, 40, 50}}), all = Tensor::from_rows({{1, 1, 1, 1, 1}, {2, 2, 2, 2, 2}});
    add_to(x.data(), row.data(), 0, 2, 5);
    CHECK(same_values(x, Tensor::from_rows({{11, 22, 33, 44, 55}, {16, 27, 38, 49, 60}})));
    add_to(x.data(), all.data(), 5, 2, 5);
    CHECK(same_values(x, Tensor::from_rows({{12, 23, 34, 45, 56}, {18, 29, 40, 51, 62}})));
    scale_and_shift_rows(x.data(), row.data(), all.data(), 2, 5);
    CHECK(same_values(x, Tensor::from_rows({{121, 461, 1021, 1801, 2801}, {181, 581, 1201, 2041, 3101}})));
  }
}

}  // namespace kernels_attention_test

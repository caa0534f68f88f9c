#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/tensor.h"

using namespace gf;

TEST_SUITE("core/tensor") {
  TEST_CASE("a tensor is a stack of row-major matrices") {
    Tensor tensor(Shape{{2}, 2, 3});
    tensor.at(1, 0, 2) = 5;
    CHECK(tensor.size() == 12);
    CHECK(tensor.data()[8] == 5);
    CHECK(tensor.matrix(1)[2] == 5);
    CHECK(to_string(tensor.shape()) == "(2, 2, 3)");
    CHECK(to_string(Cell{1, 0, 2}, tensor.shape()) == "[1,0,2]");
    CHECK(to_string(Cell{0, 0, 2}, Shape{{}, 2, 3}) == "[0,2]");
    CHECK(tensor.contains({1, 1, 2}));
    CHECK_FALSE(tensor.contains({2, 0, 0}));
    CHECK_FALSE(tensor.contains({0, 0, -1}));
    CHECK(matrix_shape(2, 3) == Shape{{}, 2, 3});
  }

  TEST_CASE("without outer axes a row and a column are a place") {
    Tensor tensor = Tensor::from_rows({{1, 2}, {3, 4}});
    CHECK(tensor.at(1, 0) == 3);
    CHECK(tensor.row(1)[1] == 4);
    tensor.at(0, 1) = 5;
    CHECK(tensor.at(0, 0, 1) == 5);
  }

  TEST_CASE("ragged rows are refused with both lengths") {
    CHECK_THROWS_WITH_AS(Tensor::from_rows({{1, 2}, {3}}), "[matrix] row 1 has 1 values, row 0 has 2", ShapeError);
  }

  TEST_CASE("same_values compares bits, and NaN with NaN") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK(same_values(Tensor::from_rows({{1, nan}}), Tensor::from_rows({{1, nan}})));
    CHECK_FALSE(same_values(Tensor::from_rows({{0.0f}}), Tensor::from_rows({{-0.0f}})));
    CHECK_FALSE(same_values(Tensor::from_rows({{1, 2}}), Tensor::from_rows({{1}, {2}})));
  }
}

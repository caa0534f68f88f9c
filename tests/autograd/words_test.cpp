// Ops that count edits and pick the nearest, with known numbers.
#include <cmath>

#include "autograd/ops.h"
#include "core/explanation.h"
#include "support.h"

using namespace gf;

TEST_SUITE("autograd/words") {
  TEST_CASE("the edit matrix of sunday and saturday, and how one of its cells came about") {
    const std::string a = "sunday", b = "saturday";
    Tensor costs(Shape{{}, 6, 8});
    for (Index i = 0; i < 6; ++i)
      for (Index j = 0; j < 8; ++j) costs.at(0, i, j) = a[static_cast<std::size_t>(i)] == b[static_cast<std::size_t>(j)] ? 0 : 1;
    Tape tape;
    const NodeId edits = edit_matrix(tape, constant(tape, costs, "costs"), "edits");
    CHECK(tape.value(edits).shape() == Shape{{}, 7, 9});
    CHECK(tape.value(edits).at(0, 6, 8) == 3);
    CHECK(tape.value(edits).at(0, 3, 0) == 3);
    CHECK(tape.value(edits).at(0, 2, 1) == 1);
    const Explanation cell = explain(tape, edits, {0, 2, 1});
    CHECK(cell.symbols == "edits[2,1] = min(D[1,1] + 1, D[2,0] + 1, D[1,0] + costs[1,0])");
    CHECK(cell.numbers == "min(0 + 1, 2 + 1, 1 + 1) = 1");
    REQUIRE(cell.operands.size() == 4);
    CHECK(cell.operands[0] == CellReference{edits, {0, 1, 1}});  // a cell of the matrix itself
    CHECK(cell.operands[3] == CellReference{0, {0, 1, 0}});
    CHECK(explain(tape, edits, {0, 0, 0}).numbers == "0");
  }

  TEST_CASE("the first of several largest or least values is picked, and the explanation says why not the second") {
    Tape tape;
    const NodeId x = parameter(tape, Tensor::from_rows({{2, 1, 2}, {-1, -3, -3}}), "x");
    const NodeId largest = pick(tape, x, Extreme::largest, "largest"), least = pick(tape, x, Extreme::least, "least");
    CHECK(same_values(tape.value(largest), Tensor::from_rows({{1, 0, 0}, {1, 0, 0}})));
    CHECK(same_values(tape.value(least), Tensor::from_rows({{0, 1, 0}, {0, 1, 0}})));
    CHECK(explain(tape, largest, {0, 0, 0}).numbers == "[2 = max(2, 1, 2)] = 1");
    CHECK(explain(tape, largest, {0, 0, 1}).numbers == "[1 = max(2, 1, 2)] = 0");
    CHECK(explain(tape, largest, {0, 0, 2}).numbers == "[2 = max(2, 1, 2)]·[max(2, 1) < 2] = 0");
    CHECK(explain(tape, least, {0, 1, 2}).numbers == "[−3 = min(−1, −3, −3)]·[−3 < min(−1, −3)] = 0");
  }

  TEST_CASE("the k largest of a line are kept, of equal ones the first, and the explanation counts what stands before") {
    Tape tape;
    const NodeId x = parameter(tape, Tensor::from_rows({{2, 1, 2}, {-1, -3, 5}}), "x");
    CHECK(same_values(tape.value(top_k(tape, x, 1, Along::rows, "one")), Tensor::from_rows({{1, 0, 0}, {0, 0, 1}})));
    const NodeId two = top_k(tape, x, 2, Along::rows, "two");
    CHECK(same_values(tape.value(two), Tensor::from_rows({{1, 0, 1}, {1, 0, 1}})));
    CHECK(same_values(tape.value(top_k(tape, x, 9, Along::rows, "all")), Tensor::filled(matrix_shape(2, 3), 1)));
    CHECK(same_values(tape.value(top_k(tape, x, 1, Along::columns, "down")), Tensor::from_rows({{1, 1, 0}, {0, 0, 1}})));
    CHECK(explain(tape, two, {0, 0, 2}).numbers == "[[2 < 2] + [2 = 2] + [2 < 1] < 2] = 1");
    CHECK_THROWS_AS(top_k(tape, x, 0, Along::rows, "none"), ShapeError);
    const NodeId broken = parameter(tape, Tensor::from_rows({{1, NAN, 3}}), "broken");
    CHECK(std::isnan(tape.value(top_k(tape, broken, 1, Along::rows, "unknown")).at(0, 0)));
  }

  TEST_CASE("rows of tokens are joined by their shares, the largest first, each up to its end") {
    Tape tape;
    const NodeId rows = constant(tape, Tensor::from_rows({{5, 6, -1}, {7, 8, 9}, {4, -1, -1}}), "rows");
    const auto joined_by = [&](const char* name, float a, float b, float c) {
      return tape.value(join_rows(tape, rows, constant(tape, Tensor::from_rows({{a}, {b}, {c}}), std::string("shares_") + name), name));
    };
    CHECK(same_values(joined_by("two", 0.2f, 0.8f, 0), Tensor::from_rows({{7, 8, 9, 5, 6}})));
    CHECK(same_values(joined_by("equal", 0.5f, 0, 0.5f), Tensor::from_rows({{5, 6, 4}})));
    CHECK(joined_by("none", 0, 0, 0).size() == 0);
    CHECK_THROWS_AS(join_rows(tape, rows, rows, "misfit"), ShapeError);
  }

  TEST_CASE("rows of a table by tokens that were computed; of a number that no row has nothing is known") {
    Tape tape;
    const NodeId table = parameter(tape, Tensor::from_rows({{1, 2}, {3, 4}, {5, 6}}), "table");
    const NodeId found = table_rows(tape, table, constant(tape, Tensor::from_rows({{2, 0, 2}}), "row"), "found");
    CHECK(same_values(tape.value(found), Tensor::from_rows({{5, 6}, {1, 2}, {5, 6}})));
    CHECK(explain(tape, found, {0, 1, 1}).symbols == "found[1,1] = table[0,1]");
    const Tensor& unknown = tape.value(table_rows(tape, table, constant(tape, Tensor::from_rows({{3, -1}}), "other"), "unknown"));
    CHECK((std::isnan(unknown.at(0, 0)) && std::isnan(unknown.at(1, 1))));
    CHECK_THROWS_AS(table_rows(tape, table, table, "misfit"), ShapeError);
  }

  TEST_CASE("counted values stay, and their explanation says how they were counted") {
    Tape tape;
    const auto account = [](const Cell& cell) {
      return CellArithmetic{"letters of word " + std::to_string(cell.row), expr::sum({expr::number(1), expr::number(1)})};
    };
    const NodeId counted = accounted(tape, Tensor::from_rows({{2}, {2}}), account, {}, "counted");
    CHECK(explain(tape, counted, {0, 1, 0}).symbols == "counted[1,0] = letters of word 1");
    CHECK(explain(tape, counted, {0, 1, 0}).numbers == "1 + 1 = 2");
  }
}

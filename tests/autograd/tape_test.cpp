#include <doctest/doctest.h>

#include <cmath>

#include "autograd/ops.h"
#include "core/explanation.h"

using namespace gf;

namespace tape_test {
namespace {

float at(const Tape& tape, std::string_view name, Index row, Index col) { return tape.value(tape.find(name)).at(0, row, col); }

// Returns the tape of y = softmax(x w) with the pins.
Tape small_tape(std::vector<Pin> pins) {
  Tape tape(std::move(pins));
  const NodeId x = parameter(tape, Tensor::from_rows({{1, 2}, {3, 4}}), Label("x").with_rows({"tokens", {"a", "b"}}));
  const NodeId w = parameter(tape, Tensor::from_rows({{0.5f, -1, 0}, {0.25f, 1, 2}}), "w");
  softmax(tape, matmul(tape, x, w, "z"), 1, Along::rows, "y");
  return tape;
}

}  // namespace

TEST_SUITE("autograd/tape") {
  TEST_CASE("nodes have names, formulas and axes that follow the data") {
    const Tape tape = small_tape({});
    const Node& z = tape[tape.find("z")];
    CHECK(z.formula == "x · w");
    CHECK(z.rows.labels == std::vector<std::string>{"a", "b"});
    CHECK(at(tape, "z", 0, 0) == 1);
    CHECK(tape[tape.find("y")].rows.name == "tokens");
    CHECK(tape.find("nothing") == -1);
  }

  TEST_CASE("a scope stands before every name, and a name is used once") {
    Tape tape;
    {
      const auto outer = tape.scope("encoder");
      const auto inner = tape.scope("0");
      constant(tape, Tensor::from_rows({{1}}), "query");
      CHECK_THROWS_AS(constant(tape, Tensor::from_rows({{1}}), "query"), std::invalid_argument);
    }
    constant(tape, Tensor::from_rows({{1}}), "query");
    CHECK(tape.find("encoder.0.query") == 0);
    CHECK(short_name("encoder.0.query") == "query");
  }

  TEST_CASE("a pin holds a cell, what follows uses it, and its formula stays") {
    const Tape tape = small_tape({{"z", {0, 0, 1}, 10}});
    CHECK(at(tape, "z", 0, 1) == 10);
    CHECK(at(tape, "y", 0, 1) == doctest::Approx(0.9974052));  // e^10 / (e^1 + e^10 + e^4)
    const Explanation held = explain(tape, tape.find("z"), {0, 0, 1});
    CHECK(held.pinned);
    CHECK(held.value == 10);
    CHECK(held.computed == 1);
    CHECK(held.numbers == "1·−1 + 2·1 = 1");
    CHECK_FALSE(explain(tape, tape.find("z"), {0, 0, 0}).pinned);
  }

  TEST_CASE("pins work on every computed node, gradients too") {
    Tape free = small_tape({});
    backward(free, free.find("y"));
    for (NodeId id = 0; id < free.size(); ++id) {
      Tape held = small_tape({{free[id].name, {0, 1, 1}, 0.625f}});
      backward(held, held.find("y"));
      CAPTURE(free[id].name);
      CHECK(at(held, free[id].name, 1, 1) == 0.625f);
      CHECK(held.untaken_pins().empty());
    }
  }

  TEST_CASE("a pinned cell passes no gradient on") {
    const auto gradient = [](std::vector<Pin> pins) {
      Tape tape(std::move(pins));
      const NodeId x = parameter(tape, Tensor::from_rows({{1, 2}}), "x");
      const NodeId y = scale(tape, x, 3, "y");
      backward(tape, sum(tape, y, Along::all, "loss"));
      return std::pair(at(tape, "d_x", 0, 0), at(tape, "d_x", 0, 1));
    };
    CHECK(gradient({}) == std::pair(3.0f, 3.0f));
    CHECK(gradient({{"y", {0, 0, 1}, 5}}) == std::pair(3.0f, 0.0f));
  }

  TEST_CASE("a node without a name is no operand: its pins would come too late") {
    Tape tape;
    const NodeId nameless = scale(tape, parameter(tape, Tensor::from_rows({{1, 2}}), "x"), 2, Label{});
    CHECK_THROWS_AS(scale(tape, nameless, 2, "y"), std::logic_error);
    tape.name(nameless, "twice");
    CHECK(tape[scale(tape, nameless, 2, "y")].formula == "2 · twice");
  }

  TEST_CASE("the gradient of a softmax or a norm with a held cell reads what it computed, as a node of its own") {
    Tape tape({{"p", {0, 0, 1}, 0.9f}, {"n", {0, 0, 0}, 3}});
    const NodeId z = parameter(tape, Tensor::from_rows({{0, 1, 2}}), "z");
    const NodeId p = softmax(tape, z, 1, Along::rows, Label("p", "shares of z"));
    backward(tape, layer_norm(tape, p, 0.1f, "n"));
    const Node& again = tape[tape.find("p_unpinned")];
    CHECK(again.formula == "shares of z");
    CHECK(again.value->at(0, 0, 1) == tape[p].computed->at(0, 0, 1));
    CHECK(tape.find("n_unpinned") >= 0);
    const Explanation cell = explain(tape, tape.find("d_z"), {0, 0, 1});
    CHECK(cell.symbols == "d_z[0,1] = p_unpinned[0,1] · (d_p_unpinned[0,1] − Σₖ d_p_unpinned[0,k] · p_unpinned[0,k])");
    CHECK(cell.operands.front() == CellReference{tape.find("p_unpinned"), {0, 0, 1}});
  }

  TEST_CASE("a number that is larger than a float can hold is said to be, and not to equal infinity") {
    Tape tape;
    const NodeId x = parameter(tape, Tensor::from_rows({{277.12f, 1000, INFINITY, 1}}), "x");
    const NodeId powers = exponential(tape, x, "powers"), negative = scale(tape, x, -1e38f, "negative");
    CHECK(explain(tape, powers, {0, 0, 0}).numbers == "exp(277.12) = 2.247·10¹²⁰ > 3.403·10³⁸ → ∞");
    CHECK(explain(tape, powers, {0, 0, 1}).numbers == "exp(1000) > 3.403·10³⁸ → ∞");
    CHECK(explain(tape, powers, {0, 0, 2}).numbers == "exp(∞) = ∞");
    CHECK(explain(tape, powers, {0, 0, 3}).numbers == "exp(1) = 2.7183");
    CHECK(explain(tape, negative, {0, 0, 1}).numbers == "−1·10³⁸·1000 = −1·10⁴¹ < −3.403·10³⁸ → −∞");
  }

  TEST_CASE("pins without a cell are reported") {
    const Tape tape = small_tape({{"nothing", {0, 0, 0}, 1}, {"z", {0, 9, 0}, 1}, {"z", {0, 0, 0}, 1}});
    CHECK(tape.untaken_pins().size() == 2);
  }

  TEST_CASE("a value that is used twice gets both contributions, each a node, and their sum") {
    Tape tape;
    const NodeId x = parameter(tape, Tensor::from_rows({{2, 3}}), "x");
    const NodeId square = multiply(tape, x, x, "square");
    const NodeId both = add(tape, square, x, "both");
    backward(tape, sum(tape, both, Along::all, "loss"));
    CHECK(at(tape, "d_x", 0, 0) == 5);
    CHECK(at(tape, "d_x", 0, 1) == 7);
    for (NodeId id = 0; id < tape.size(); ++id) CHECK_FALSE(tape[id].name.empty());
  }

  TEST_CASE("gradients have the axes of their values, and no gradient is made for constants") {
    Tape tape = small_tape({});
    backward(tape, tape.find("y"));
    CHECK(tape[tape.find("d_x")].rows.labels == std::vector<std::string>{"a", "b"});
    Tape other;
    const NodeId c = constant(other, Tensor::from_rows({{1, 2}}), "c");
    const NodeId p = parameter(other, Tensor::from_rows({{1, 2}}), "p");
    backward(other, add(other, c, p, "y"));
    CHECK(other.find("d_c") == -1);
    CHECK(other.find("d_p") >= 0);
  }

  TEST_CASE("products over stacks agree with one matrix at a time") {
    Tape tape;
    const NodeId a = parameter(tape, Tensor::filled(Shape{{2}, 3, 4}, 0.5f), "a");
    const NodeId w = parameter(tape, Tensor::filled(Shape{{}, 4, 2}, 2), "w");
    const NodeId y = matmul(tape, a, w, "y");
    CHECK(tape.value(y).shape() == Shape{{2}, 3, 2});
    backward(tape, y);
    CHECK(tape.value(tape.find("d_w")).shape() == Shape{{}, 4, 2});
    CHECK(at(tape, "d_w", 0, 0) == 3);  // 2 · 3 rows of 0.5
  }

  TEST_CASE("operands with the same last name are told apart by what stands before it, and only they") {
    Tape tape;
    NodeId sides[2];
    for (const char* side : {"first", "second"}) {
      const auto scope = tape.scope(side);
      sides[side[0] == 's'] = parameter(tape, Tensor::from_rows({{1, 2}}), "output");
    }
    const NodeId far = distance(tape, sides[0], sides[1], "apart");
    CHECK(tape[far].formula == "‖first.output − second.output‖");
    CHECK(explain(tape, far, {0, 0, 0}).symbols.find("first.output[0,k] − second.output[0,k]") != std::string::npos);
    const NodeId twice = add(tape, sides[0], sides[0], "twice");
    CHECK(tape[twice].formula == "output + output");
  }
}

}  // namespace tape_test

// Adam by hand in the lesson on training, compared with the optimiser and with plain arithmetic.
#include <cmath>

#include "lessons/context.h"
#include "train/optimizer.h"

using namespace gf;
using namespace gf::test;

namespace adam_numbers_test {
namespace {

constexpr TestedLesson run{"training"};

double at(const Trace& trace, const char* name, Index row, Index col) { return static_cast<double>(node(trace, name).value->at(row, col)); }

Trace by_hand(const Inputs& more = {}) {
  Inputs inputs{{"adam_numbers", true}};
  for (const auto& [name, value] : more) inputs.insert_or_assign(name, value);
  return run(inputs);
}

}  // namespace

TEST_SUITE("lessons/training") {
  TEST_CASE("Adam by hand: each number is that of the formula") {
    const Trace trace = by_hand();
    const double gradients[2][3] = {{20, 10, -10}, {0.2, 0.1, -0.1}};
    for (Index row = 0; row < 2; ++row) {
      double m = 0, v = 0;
      for (Index step = 0; step < 3; ++step) {
        const double g = gradients[row][step], k = static_cast<double>(step + 1);
        CAPTURE(row);
        CAPTURE(step);
        m = 0.9 * m + 0.1 * g;
        v = 0.999 * v + 0.001 * g * g;
        const double m_hat = m / (1 - std::pow(0.9, k)), v_hat = v / (1 - std::pow(0.999, k));
        CHECK(at(trace, "adam.m", row, step) == doctest::Approx(m).epsilon(1e-5));
        CHECK(at(trace, "adam.v", row, step) == doctest::Approx(v).epsilon(1e-4));
        CHECK(at(trace, "adam.m_hat", row, step) == doctest::Approx(m_hat).epsilon(1e-5));
        CHECK(at(trace, "adam.root", row, step) == doctest::Approx(std::sqrt(v_hat)).epsilon(1e-4));
        CHECK(at(trace, "adam.step", row, step) == doctest::Approx(0.003 * m_hat / (std::sqrt(v_hat) + 1e-8)).epsilon(1e-4));
        CHECK(at(trace, "adam.sgd_step", row, step) == doctest::Approx(0.003 * g).epsilon(1e-5));
      }
    }
  }

  TEST_CASE("Adam by hand: its steps are those of the optimiser that trains") {
    const Trace trace = by_hand({{"learning_rate", 0.05}});
    const Tensor& gradients = *node(trace, "adam.gradients").value;
    NamedTensors weights;
    weights.tensors.push_back({"w", Tensor(matrix_shape(2, 1))});
    OptimizerState state;
    for (Index step = 0; step < 3; ++step) {
      const Tensor before = weights.tensors[0].value, gradient = Tensor::from_rows({{gradients.at(0, step)}, {gradients.at(1, step)}});
      const Tensor* all[] = {&gradient};
      optimizer_step({.kind = OptimizerKind::adam}, 0.05, weights, all, state);
      for (Index row = 0; row < 2; ++row) {
        const double moved = static_cast<double>(before.at(row, 0)) - static_cast<double>(weights.tensors[0].value.at(row, 0));
        CHECK(at(trace, "adam.step", row, step) == doctest::Approx(moved).epsilon(1e-3));
        CHECK(at(trace, "adam.m", row, step) == doctest::Approx(static_cast<double>(state.first[0].value.at(row, 0))).epsilon(1e-5));
        CHECK(at(trace, "adam.v", row, step) == doctest::Approx(static_cast<double>(state.second[0].value.at(row, 0))).epsilon(1e-5));
      }
    }
  }

  TEST_CASE("Adam by hand: the first step is the learning rate for any gradient, and one turned gradient does not turn m") {
    const Trace trace = by_hand();
    CHECK(at(trace, "adam.gradients", 0, 0) == doctest::Approx(100 * at(trace, "adam.gradients", 1, 0)));
    CHECK(at(trace, "adam.step", 0, 0) == doctest::Approx(0.003).epsilon(1e-4));
    CHECK(at(trace, "adam.step", 1, 0) == doctest::Approx(0.003).epsilon(1e-4));
    CHECK(at(trace, "adam.sgd_step", 0, 0) == doctest::Approx(100 * at(trace, "adam.sgd_step", 1, 0)));
    CHECK(at(trace, "adam.gradients", 0, 2) < 0);
    CHECK(at(trace, "adam.m", 0, 2) > 0);
    const Trace other = by_hand({{"adam_gradients", Tensor::from_rows({{-50, 3}, {0.001f, 3}})}});
    CHECK(at(other, "adam.step", 0, 0) == doctest::Approx(-0.003).epsilon(1e-4));
    CHECK(at(other, "adam.step", 1, 0) == doctest::Approx(0.003).epsilon(1e-4));
  }

  TEST_CASE("Adam by hand: a table that is too large is refused") {
    CHECK(run.refusal({{"adam_numbers", true}, {"adam_gradients", Tensor(matrix_shape(9, 2))}}).find("(8, 16)") != std::string::npos);
    CHECK(run.refusal({{"adam_numbers", true}, {"adam_gradients", Tensor(matrix_shape(2, 17))}}).find("(8, 16)") != std::string::npos);
  }
}

}  // namespace adam_numbers_test

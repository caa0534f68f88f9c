// Finite differences of losses with a known gradient.
#include "session/finite_difference.h"

#include <cmath>

#include "support.h"

using namespace gf;

namespace finite_difference_test {
namespace {

// Returns a loss of a float, rounded to a float, as in the program.
template <typename Function>
auto as_float(Function function) {
  return [function](float x) { return static_cast<double>(static_cast<float>(function(static_cast<double>(x)))); };
}

template <typename Function>
GradientVerdict verdict_of(Function function, float x, double scale, double gradient) {
  return check_gradient(as_float(function), x, scale, gradient).verdict;
}

}  // namespace

TEST_SUITE("session/finite_difference") {
  using enum GradientVerdict;

  TEST_CASE("the slope of a known loss is within its uncertainty, and that is small") {
    const auto check = [](auto function, float x, double scale, double gradient) {
      const FiniteDifference found = finite_difference(as_float(function), x, scale);
      CAPTURE(found.slope);
      CHECK(std::abs(found.slope - gradient) <= found.uncertainty);
      CHECK(found.uncertainty < 0.01 * std::abs(gradient));
      CHECK(found.slope == doctest::Approx((found.above - found.below) / (2 * found.h)));
    };
    check([](double x) { return x * x; }, 3, 1, 6);
    check([](double x) { return std::sin(x); }, 0.5f, 0.5, std::cos(0.5));
    check([](double x) { return std::exp(-5 * x); }, 0.2f, 0.2, -5 * std::exp(-5 * 0.2f));
    check([](double x) { return 1e-6 * x; }, 0.1f, 0.3, 1e-6);         // a tiny loss is known as well as a large one
    check([](double x) { return 2.5 + 1e-3 * x; }, 1000, 1000, 1e-3);  // large numbers move far
    check([](double x) { return std::log1p(std::exp(x)); }, 1e-4f, 0.1, 1 / (1 + std::exp(-1e-4)));  // a small number among large ones
  }

  TEST_CASE("a right gradient agrees, one that is 22.9 % off or has the wrong sign differs") {
    const auto loss = [](double x) { return std::sin(x); };
    const double gradient = std::cos(0.5);
    CHECK(verdict_of(loss, 0.5f, 0.5, gradient) == agree);
    for (const double wrong : {1.229, 0.771, 1.1, -1.0, 0.0}) CHECK(verdict_of(loss, 0.5f, 0.5, wrong * gradient) == differ);
    const auto flat = [](double x) { return 0.01 + 7.2e-6 * x; };  // such a slope as after a thousand steps of training
    CHECK(verdict_of(flat, 0.2f, 0.2, 7.2e-6) == agree);
    CHECK(verdict_of(flat, 0.2f, 0.2, 5.6e-6) == differ);
    CHECK(verdict_of(flat, 0.2f, 0.2, -7.2e-6) == differ);
  }

  TEST_CASE("a difference in the last digits of the loss is too small to tell, whatever its sign") {
    for (const double gradient : {1e-8, -1e-8, 3e-8}) {
      const auto loss = [](double x) { return 3 + 1e-8 * x; };
      CHECK(verdict_of(loss, 0.2f, 0.2, gradient) == too_small);
    }
  }

  TEST_CASE("a noisy loss makes no verdict out of its noise") {
    // Sums and logarithms of floats are off by more than their last place.
    const auto noisy = [](double x) { return 2 + 1e-5 * x + 1e-6 * std::sin(1e7 * x); };
    for (const double gradient : {1e-5, 2e-5, -1e-5}) CHECK(verdict_of(noisy, 0.2f, 0.2, gradient) == too_small);
    CHECK(verdict_of(noisy, 0.2f, 0.2, 1.0) == differ);
  }

  TEST_CASE("a value without a slope has a gradient of zero, and no other") {
    const auto constant = [](double) { return 1.5; };
    CHECK(verdict_of(constant, 0.3f, 1, 0) == agree);
    CHECK(verdict_of(constant, 0.3f, 1, 0.5) == differ);
  }

  TEST_CASE("a loss that is not finite everywhere near, or nowhere, says nothing wrong") {
    const auto partly = [](double x) { return std::sqrt(x); };  // NaN below 0
    CHECK(verdict_of(partly, 0.25f, 1, 1) == agree);
    const auto nowhere = [](double) { return static_cast<double>(NAN); };
    CHECK(verdict_of(nowhere, 0.25f, 1, 1) == too_small);
    CHECK(verdict_on(NAN, 1, 0.001) == too_small);
  }

  TEST_CASE("never agree where more than a twentieth lies between") {
    for (const double uncertainty : {0.0, 1e-6, 0.01, 0.06, 1.0, 100.0})
      for (const double gradient : {0.7, 0.771, 0.94, 1.06, 1.229, -1.0, 0.0}) {
        CAPTURE(uncertainty);
        CAPTURE(gradient);
        CHECK(verdict_on(gradient, 1, uncertainty) != agree);
      }
    CHECK(verdict_on(0.995, 1, 1e-6) == agree);
    CHECK(verdict_on(0.97, 1, 0.04) == agree);
    CHECK(verdict_on(0.97, 1, 1e-6) == differ);
  }

  TEST_CASE("a few times the uncertainty between them is within what a float can tell, and more is not") {
    CHECK(verdict_on(7.2e-6, 7.6e-6, 1.5e-7) == within);
    CHECK(verdict_on(7.2e-6, 7.6e-6, 3e-8) == differ);
    CHECK(verdict_on(-7.2e-6, 7.6e-6, 1.5e-7) == differ);
    for (const double gradient : {0.86, 1.14}) CHECK(verdict_on(gradient, 1, 0.04) == within);
    CHECK(verdict_on(0.8, 1, 0.04) == differ);
  }

  TEST_CASE("the tiny gradients of a trained model are never called wrong, and what is far from them is") {
    // A loss of 0.05 whose float is off by a few units in its last place, as a sum over a batch is.
    for (int seed = 0; seed < 40; ++seed) {
      CAPTURE(seed);
      const auto loss = [seed](double x) { return 0.05 + 7.2e-6 * x + 6e-9 * std::sin(1e6 * x + seed); };
      const GradientVerdict verdict = verdict_of(loss, 0.21f, 0.2, 7.2e-6);
      CHECK(verdict != differ);
      CHECK(verdict != kink);
      CHECK(verdict_of(loss, 0.21f, 0.2, 7.2e-5) == differ);
      CHECK(verdict_of(loss, 0.21f, 0.2, -7.2e-6) != agree);
    }
  }

  TEST_CASE("a kink is named where the loss has one, and only there") {
    const auto relu = [](double x) { return std::max(x, 0.0); };
    for (const double gradient : {0.0, 0.3, 1.0}) CHECK(verdict_of(relu, 0.0f, 1, gradient) == kink);
    for (const double gradient : {-1.0, 2.0}) CHECK(verdict_of(relu, 0.0f, 1, gradient) == differ);
    CHECK(verdict_of(relu, 0.5f, 1, 1) == agree);
    CHECK(verdict_of(relu, 0.5f, 1, 0) == differ);
    CHECK(verdict_of([](double x) { return x * x; }, 1.0f, 1, 3) == differ);
  }
}

}  // namespace finite_difference_test

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <map>
#include <vector>

#include "core/random.h"

using namespace gf;

TEST_SUITE("core/random") {
  // numpy.random.seed(42); numpy.random.rand() three times.
  TEST_CASE("uniform numbers are NumPy's") {
    NumpyRandom random(42);
    CHECK(random.uniform() == 0.3745401188473625);
    CHECK(random.uniform() == 0.9507143064099162);
    CHECK(random.uniform() == 0.7319939418114051);
  }

  // numpy.random.seed(0); numpy.random.randn() three times.
  TEST_CASE("normal numbers are NumPy's") {
    NumpyRandom random(0);
    CHECK(random.normal() == doctest::Approx(1.764052345967664).epsilon(1e-15));
    CHECK(random.normal() == doctest::Approx(0.4001572083672233).epsilon(1e-15));
    CHECK(random.normal() == doctest::Approx(0.9787379841057392).epsilon(1e-15));
  }

  TEST_CASE("a word's seed depends on the word and on the seed") {
    CHECK(seed_of_word(1, "cat") == seed_of_word(1, "cat"));
    CHECK(seed_of_word(1, "cat") != seed_of_word(1, "act"));
    CHECK(seed_of_word(1, "cat") != seed_of_word(2, "cat"));
  }

  TEST_CASE("every index, and every order of three, is drawn as often as any other") {
    NumpyRandom random(3);
    std::map<std::size_t, int> indices;
    std::map<std::vector<int>, int> orders;
    for (int i = 0; i < 6000; ++i) {
      ++indices[draw_index(random, 6)];
      std::vector<int> order{0, 1, 2};
      shuffle(order, random);
      ++orders[order];
    }
    CHECK(indices.size() == 6);
    CHECK(orders.size() == 6);
    for (const auto& [index, count] : indices) CHECK(std::abs(count - 1000) < 116);  // four standard deviations
    for (const auto& [order, count] : orders) CHECK(std::abs(count - 1000) < 116);
  }

  TEST_CASE("a limit and a standard deviation hold") {
    NumpyRandom random(7);
    const Tensor uniform = random.uniform(Shape{{}, 100, 100}, 0.25);
    const Tensor normal = random.normal(Shape{{}, 100, 100}, 2.0);
    double largest = 0, squares = 0;
    for (Index i = 0; i < uniform.size(); ++i) {
      largest = std::max(largest, std::abs(static_cast<double>(uniform.data()[i])));
      squares += std::pow(static_cast<double>(normal.data()[i]), 2);
    }
    CHECK(largest <= 0.25);
    CHECK(largest > 0.2499);
    CHECK(std::sqrt(squares / 10000) == doctest::Approx(2).epsilon(0.03));  // three standard errors of 10000 draws
  }
}

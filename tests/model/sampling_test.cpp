// From logits to the drawn token, against the steps written out.
#include "model/sampling.h"

#include <cmath>
#include <numeric>

#include "core/problem.h"
#include "core/random.h"
#include "support.h"

using namespace gf;

namespace sampling_test {
namespace {

const std::vector<float> kLogits{2, 0.5f, 1, -3};

std::vector<double> shares(SamplingSettings settings) { return sampling_shares(kLogits.data(), 4, settings); }

}  // namespace

TEST_SUITE("model/sampling") {
  TEST_CASE("without a cut, the softmax of the logits divided by the temperature") {
    for (const double temperature : {0.5, 1.0, 2.0}) {
      double sum = 0;
      for (const float z : kLogits) sum += std::exp(static_cast<double>(z) / temperature);
      const std::vector<double> got = shares({.temperature = temperature});
      for (std::size_t i = 0; i < 4; ++i) CHECK(got[i] == doctest::Approx(std::exp(static_cast<double>(kLogits[i]) / temperature) / sum));
    }
  }

  TEST_CASE("no heat leaves the likeliest, all heat makes all alike") {
    CHECK(shares({.temperature = 0}) == std::vector<double>{1, 0, 0, 0});
    for (const double share : shares({.temperature = 1e9})) CHECK(share == doctest::Approx(0.25));
    CHECK(shares({.temperature = 1e-9}) == std::vector<double>{1, 0, 0, 0});
  }

  TEST_CASE("tokens that are cut have no share, and the others are divided by their sum") {
    const std::vector<double> all = shares({}), two = shares({.top_k = 2});
    CHECK(two[1] == 0);
    CHECK(two[3] == 0);
    CHECK(two[0] == doctest::Approx(all[0] / (all[0] + all[2])));
    CHECK(shares({.top_k = 1}) == std::vector<double>{1, 0, 0, 0});
    CHECK(shares({.top_k = 100}) == all);
    // The shares are 0.60, 0.22 and 0.13: 0.5 needs the first alone, 0.7 the first two.
    CHECK(shares({.top_p = 0.5}) == std::vector<double>{1, 0, 0, 0});
    CHECK(shares({.top_p = 0.7}) == two);
    CHECK(shares({.top_p = 0}) == std::vector<double>{1, 0, 0, 0});
    const std::vector<float> equal{1, 1, 1};
    CHECK(sampling_shares(equal.data(), 3, {.top_k = 2}) == std::vector<double>{0.5, 0.5, 0});
  }

  TEST_CASE("tokens are drawn as often as their shares say, and none that has none") {
    NumpyRandom random(7);
    std::vector<int> count(4);
    const std::vector<double> asked{0.5, 0, 0.3, 0.2};
    for (int i = 0; i < 20'000; ++i) ++count[static_cast<std::size_t>(draw_token(asked, random.uniform()))];
    for (std::size_t i = 0; i < 4; ++i) CHECK(std::abs(count[i] / 20'000.0 - asked[i]) < 0.015);
    CHECK(count[1] == 0);
  }

  TEST_CASE("a number hits the tokens in the order of their shares") {
    const std::vector<double> asked{0.25, 0, 0.5, 0.25};
    CHECK(draw_token(asked, 0) == 2);
    CHECK(draw_token(asked, 0.49) == 2);
    CHECK(draw_token(asked, 0.5) == 0);
    CHECK(draw_token(asked, 0.75) == 3);
    CHECK(draw_token(asked, 0.9999) == 3);
    CHECK(draw_tokens(asked, {0.75, 0, 0.9999, 0.5, 0.49}) == std::vector<Index>{3, 2, 3, 0, 2});
    CHECK(draw_token({0.5, 0.5 - 1e-9, 0}, 0.9999999999) == 1);  // shares that do not quite add up
  }

  TEST_CASE("numbers that mean nothing are refused by name") {
    const double nan = std::nan("");
    for (const SamplingSettings& bad : {SamplingSettings{.temperature = -1},
                                        {.temperature = nan},
                                        {.temperature = 1e10},
                                        {.top_k = -1},
                                        {.top_p = 1.5},
                                        {.top_p = -0.1},
                                        {.top_p = nan}})
      CHECK_THROWS_AS(shares(bad), InputError);
  }
}

}  // namespace sampling_test

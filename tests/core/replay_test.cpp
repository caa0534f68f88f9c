#include "core/replay.h"

#include <doctest/doctest.h>

#include <memory>
#include <stdexcept>
#include <vector>

using namespace gf;

namespace replay_test {
namespace {

// Runs the computation in slices of `steps` new steps until it is done. Returns the number of slices.
template <typename Computation>
int in_slices(int steps, Computation compute) {
  Replay replay;
  for (int slices = 1;; ++slices) {
    int left = steps;
    replay.begin([&left] { return left-- <= 0; });
    try {
      compute(replay);
      return slices;
    } catch (const Paused&) {
      REQUIRE(slices < 1000);
    }
  }
}

}  // namespace

TEST_SUITE("core/replay") {
  TEST_CASE("in slices each step is computed once, and the result is that of one go") {
    for (const int steps : {0, 1, 2, 3, 100}) {
      std::vector<int> computed(10);
      int sum = 0;
      const int slices = in_slices(steps, [&](Replay& replay) {
        sum = 0;
        for (int i = 0; i < 10; ++i)
          sum += replay.once([&] {
            ++computed[static_cast<std::size_t>(i)];
            return i * i;
          });
      });
      CHECK(sum == 285);
      CHECK(computed == std::vector<int>(10, 1));
      CHECK(slices == (steps <= 1 ? 10 : (10 + steps - 1) / steps));
    }
  }

  TEST_CASE("steps of steps: those inside a step are let go once it is done") {
    int outer = 0, inner = 0;
    std::weak_ptr<int> large;
    bool alive_after = true;
    in_slices(1, [&](Replay& replay) {
      int total = 0;
      for (int i = 0; i < 3; ++i)
        total += replay.once([&] {
          int sum = 0;
          for (int k = 0; k < 4; ++k)
            sum += *replay.once([&] {
              ++inner;
              auto value = std::make_shared<int>(10 * i + k);
              large = value;
              return value;
            });
          ++outer;
          return sum;
        });
      alive_after = !large.expired();
      CHECK(total == 6 + 46 + 86);
    });
    CHECK(outer == 3);
    CHECK(inner == 12);
    CHECK_FALSE(alive_after);
  }

  TEST_CASE("a step that throws is no step: caught or not, it throws again") {
    int thrown = 0, after = 0;
    const auto failing = [&]() -> int {
      ++thrown;
      throw std::runtime_error("no");
    };
    in_slices(1, [&](Replay& replay) {
      int caught = 0;
      for (int i = 0; i < 2; ++i) {
        try {
          replay.once([&] {
            replay.once([] { return 1; });
            return replay.once(failing);
          });
        } catch (const std::runtime_error&) {
          ++caught;
        }
        replay.once([&] { return ++after; });
      }
      CHECK(caught == 2);
    });
    CHECK(after == 2);
    CHECK(thrown > 2);
    Replay replay;
    replay.begin({});
    CHECK_THROWS_AS(replay.once(failing), std::runtime_error);
  }

  TEST_CASE("without a replay a step is computed at once") {
    CHECK(once(nullptr, [] { return 7; }) == 7);
  }
}

}  // namespace replay_test

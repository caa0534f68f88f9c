// The training step that tools/bench measures: it has the shapes that the measurement names, and it learns.
#include "train/measured_step.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace gf;

TEST_SUITE("train/measured_step") {
  TEST_CASE("a batch has 16 sequences of 64 tokens of the vocabulary, the same each time") {
    const TransformerConfig config = measured_config();
    const Batch batch = random_batch(config, 16);
    CHECK(std::ssize(batch.target) == 16 * 64);
    CHECK(std::ssize(batch.labels) == 16 * 64);
    for (const auto* tokens : {&batch.target, &batch.labels}) {
      CHECK(*std::min_element(tokens->begin(), tokens->end()) >= 0);
      CHECK(*std::max_element(tokens->begin(), tokens->end()) < config.vocabulary);
    }
    CHECK(batch.target == random_batch(config, 16).target);
  }

  TEST_CASE("the first loss is near that of a guess, and steps lower it") {
    MeasuredStep step;
    const double first = step.take();
    CHECK(first == doctest::Approx(std::log(256)).epsilon(0.05));
    double last = first;
    for (int i = 0; i < 4; ++i) last = step.take();
    CHECK(last < first - 0.1);
  }
}

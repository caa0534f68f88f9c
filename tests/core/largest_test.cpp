#include "core/largest.h"

#include <doctest/doctest.h>

using namespace gf;

TEST_SUITE("core/largest") {
  TEST_CASE("the largest first, equal ones in their order, what is no number last, and no more than there are") {
    const float none = std::numeric_limits<float>::quiet_NaN();
    const std::vector<float> values{0.2f, none, 0.7f, 0.2f, 0.1f};
    CHECK(largest_of(values, 3) == std::vector<Index>{2, 0, 3});
    CHECK(largest_of(values, 9) == std::vector<Index>{2, 0, 3, 4, 1});
    CHECK(largest_of({}, 2).empty());
  }
}

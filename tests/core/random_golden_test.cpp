#include "core/random.h"
#include "golden.h"

using namespace gf;
using namespace gf::test;

TEST_SUITE("core/random_golden") {
  TEST_CASE("any seed reproduces NumPy's stream") {
    for (const nlohmann::json& entry : golden("random.json")) {
      NumpyRandom random(entry["seed"].get<std::uint32_t>());
      check_values(random.uniform(Shape{{}, 2, 3}), table_of(entry["uniform"]), 1e-7);
      check_values(random.normal(Shape{{}, 2, 3}, 1.0), table_of(entry["normal"]), 1e-6);  // float rounding of values up to about 3
    }
  }
}

#include "core/memory.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/tensor.h"

using namespace gf;

namespace memory_test {
namespace {
constexpr std::size_t kLarge = 100000;
}

TEST_SUITE("core/memory") {
  TEST_CASE("memory begins at a multiple of 64 bytes") {
    for (const std::size_t count : {std::size_t{1}, std::size_t{1000}, kLarge}) {
      float* memory = take_floats(count);
      CHECK(reinterpret_cast<std::uintptr_t>(memory) % 64 == 0);
      give_floats(memory, count);
    }
  }

  TEST_CASE("returned memory is kept for the same count while someone reuses memory") {
    const MemoryReuse reuse;
    const MemoryReuse copy = reuse;
    float* first = take_floats(kLarge);
    give_floats(first, kLarge);
    float* other = take_floats(kLarge + 1);
    CHECK(other != first);
    CHECK(take_floats(kLarge) == first);
    give_floats(first, kLarge);
    give_floats(other, kLarge + 1);
  }

  TEST_CASE("a tensor is zero also in memory that was used before") {
    const MemoryReuse reuse;
    const Shape shape{{}, 1, static_cast<Index>(kLarge)};
    { const Tensor used = Tensor::filled(shape, NAN); }
    const Tensor fresh(shape);
    CHECK(std::all_of(fresh.data(), fresh.data() + fresh.size(), [](float x) { return x == 0; }));
  }
}

}  // namespace memory_test

// Memory of tensors. Large pieces can be kept for the next tensors: the system clears each page that it hands out, which costs a
// training step as much as a third of its arithmetic.
#pragma once

#include <cstddef>
#include <new>
#include <utility>

namespace gf {

/// Memory for `count` floats at a multiple of 64 bytes, holding anything. Throws std::bad_alloc.
float* take_floats(std::size_t count);
/// Gives it back, with the count that it was taken with.
void give_floats(float* memory, std::size_t count) noexcept;

/// While one exists, large pieces that are given back are kept for those who take as many floats again: for loops that make the same
/// tensors again and again. With the last one goes all that was kept. Example: `MemoryReuse reuse; for (...) trainer.advance();`
class MemoryReuse {
 public:
  MemoryReuse();
  ~MemoryReuse();
  MemoryReuse(const MemoryReuse&) : MemoryReuse() {}
  MemoryReuse& operator=(const MemoryReuse&) = default;
};

/// Floats of a vector that are left as they are unless a value is given for them.
struct FloatAllocator {
  using value_type = float;
  template <typename>
  struct rebind {
    using other = FloatAllocator;  // there is nothing but floats
  };
  float* allocate(std::size_t count) { return take_floats(count); }
  void deallocate(float* memory, std::size_t count) noexcept { give_floats(memory, count); }
  template <typename... Values>
  void construct(float* at, Values&&... values) {
    if constexpr (sizeof...(Values) > 0) ::new (static_cast<void*>(at)) float(std::forward<Values>(values)...);
  }
  bool operator==(const FloatAllocator&) const = default;
};

}  // namespace gf

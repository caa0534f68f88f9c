// Memory of tensors. MemoryReuse keeps large blocks for the next tensors: the system clears each page that it hands out, which costs a
// training step as much as a third of its arithmetic.
#pragma once

#include <cstddef>
#include <new>
#include <utility>

namespace gf {

/// Returns memory for `count` floats at a multiple of 64 bytes, with undefined values. Throws std::bad_alloc.
float* take_floats(std::size_t count);
/// Frees or keeps memory of take_floats; `count` is the count that was asked for.
void give_floats(float* memory, std::size_t count) noexcept;

/// While a MemoryReuse exists, give_floats keeps large blocks, and take_floats hands a block out again for the same count. It serves loops
/// that make the same tensors again and again. The destructor of the last MemoryReuse frees the kept blocks.
/// Example: `MemoryReuse reuse; for (...) trainer.advance();`
class MemoryReuse {
 public:
  MemoryReuse();
  ~MemoryReuse();
  MemoryReuse(const MemoryReuse&) : MemoryReuse() {}
  MemoryReuse& operator=(const MemoryReuse&) = default;
};

/// The allocator of a vector of floats. Elements without a given value are left uninitialised.
struct FloatAllocator {
  using value_type = float;
  template <typename>
  struct rebind {
    using other = FloatAllocator;  // Tensor allocates floats alone
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

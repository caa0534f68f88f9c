// Replaces the allocations of the program gf_fault_tests: operator new, malloc and aligned_alloc.
#include <cstddef>
#include <cstdlib>
#include <new>

#include "faults/faults.h"

// The linker turns each call of malloc in this program into __wrap_malloc, and __real_malloc into the library's malloc; likewise
// aligned_alloc.
extern "C" {
void* __real_malloc(std::size_t size);
void* __real_aligned_alloc(std::size_t alignment, std::size_t size);

void* __wrap_malloc(std::size_t size) { return gf::test::Faults::strikes(gf::test::Fault::allocation) ? nullptr : __real_malloc(size); }
void* __wrap_aligned_alloc(std::size_t alignment, std::size_t size) {
  const bool fails =
      gf::test::Faults::strikes(gf::test::Fault::allocation) || gf::test::Faults::strikes(gf::test::Fault::aligned_allocation);
  return fails ? nullptr : __real_aligned_alloc(alignment, size);
}
}

namespace {

void* or_throw(void* memory) { return memory ? memory : throw std::bad_alloc(); }

std::size_t whole(std::size_t size, std::align_val_t alignment) {
  const auto step = static_cast<std::size_t>(alignment);
  return (size + step - 1) / step * step;
}

}  // namespace

void* operator new(std::size_t size) { return or_throw(__wrap_malloc(size)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return __wrap_malloc(size); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return or_throw(__wrap_aligned_alloc(static_cast<std::size_t>(alignment), whole(size, alignment)));
}
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return __wrap_aligned_alloc(static_cast<std::size_t>(alignment), whole(size, alignment));
}
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new[](std::size_t size, const std::nothrow_t& nothrow) noexcept { return operator new(size, nothrow); }
void* operator new[](std::size_t size, std::align_val_t alignment) { return operator new(size, alignment); }

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

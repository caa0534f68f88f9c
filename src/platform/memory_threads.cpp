// memcpy, memmove and memset of the web programs with threads. Those of the C library consist of the instructions memory.copy and
// memory.fill, which can stop a correct program. V8 checks their bounds by a size of the memory that it notes at calls and loops, which is
// too small if another thread has enlarged the memory since then. Loads and stores have no such check. tools/lib/plain_memory.mjs has the
// program call these functions wherever the compiler wrote one of the two instructions.
//
// This file is compiled with -fno-builtin. Otherwise the compiler would take the loops for what they implement, and have them call
// themselves.
#include <wasm_simd128.h>

#include <cstddef>
#include <cstdint>

namespace {

using Byte = unsigned char;

constexpr std::size_t kWide = sizeof(v128_t), kBlock = 4 * kWide;

// From so many bytes on, an instruction is faster than a loop of vectors: two to four times in V8.
constexpr std::size_t kLarge = 512;

// Whether this thread knows that the memory is large enough for these bytes. Then an instruction does not stop, since a memory never
// becomes smaller.
bool is_known(const Byte* begin, std::size_t count) {
  constexpr std::uint64_t kPage = 65536;
  return reinterpret_cast<std::uintptr_t>(begin) + std::uint64_t{count} <= __builtin_wasm_memory_size(0) * kPage;
}

// A value at an address of any alignment.
template <class T>
struct [[gnu::packed, gnu::may_alias]] Unaligned {
  T value;
};

template <class T>
T load(const Byte* from) {
  return reinterpret_cast<const Unaligned<T>*>(from)->value;
}

template <class T>
void store(Byte* to, T value) {
  reinterpret_cast<Unaligned<T>*>(to)->value = value;
}

// Copies sizeof(T) to 2 sizeof(T) bytes: the first and the last ones, which may be the same. All are read before one is written.
template <class T>
void move_ends(Byte* to, const Byte* from, std::size_t count) {
  const T first = load<T>(from), last = load<T>(from + count - sizeof(T));
  store(to, first);
  store(to + count - sizeof(T), last);
}

// Copies at most kWide bytes.
void move_few(Byte* to, const Byte* from, std::size_t count) {
  if (count >= sizeof(std::uint64_t))
    move_ends<std::uint64_t>(to, from, count);
  else if (count >= sizeof(std::uint32_t))
    move_ends<std::uint32_t>(to, from, count);
  else if (count >= sizeof(std::uint16_t))
    move_ends<std::uint16_t>(to, from, count);
  else if (count > 0)
    *to = *from;
}

void move_block(Byte* to, const Byte* from) {
  const v128_t first = load<v128_t>(from), second = load<v128_t>(from + kWide), third = load<v128_t>(from + 2 * kWide),
               fourth = load<v128_t>(from + 3 * kWide);
  store(to, first);
  store(to + kWide, second);
  store(to + 2 * kWide, third);
  store(to + 3 * kWide, fourth);
}

// Copies more than kWide bytes from the first one on, to a place that begins before them or shares none of them.
void move_forwards(Byte* to, const Byte* from, std::size_t count) {
  const v128_t last = load<v128_t>(from + count - kWide);
  std::size_t at = 0;
  for (; at + kBlock <= count; at += kBlock) move_block(to + at, from + at);
  for (; at + kWide < count; at += kWide) store(to + at, load<v128_t>(from + at));
  store(to + count - kWide, last);
}

// Copies more than kWide bytes from the last one on, to a place that begins among them.
void move_backwards(Byte* to, const Byte* from, std::size_t count) {
  const v128_t first = load<v128_t>(from);
  std::size_t at = count;
  for (; at >= kBlock; at -= kBlock) move_block(to + at - kBlock, from + at - kBlock);
  for (; at > kWide; at -= kWide) store(to + at - kWide, load<v128_t>(from + at - kWide));
  store(to, first);
}

}  // namespace

extern "C" {

/**
 * Copies `count` bytes as if by way of a third place, so the two places may overlap. Returns `to`.
 * Example: memmove(text + 1, text, 3) makes "aabc" of "abcd".
 */
[[gnu::noinline]] void* memmove(void* to, const void* from, std::size_t count) {
  Byte* const target = static_cast<Byte*>(to);
  const Byte* const source = static_cast<const Byte*>(from);
  if (count >= kLarge && is_known(target, count) && is_known(source, count)) {
    asm volatile("local.get %0\n local.get %1\n local.get %2\n memory.copy 0, 0" : : "r"(to), "r"(from), "r"(count) : "memory");
  } else if (count > kWide) {
    if (reinterpret_cast<std::uintptr_t>(target) - reinterpret_cast<std::uintptr_t>(source) < count)
      move_backwards(target, source, count);
    else
      move_forwards(target, source, count);
  } else {
    move_few(target, source, count);
  }
  return to;
}

/** Copies `count` bytes between places that share none. Returns `to`. Example: memcpy(copy, row, sizeof(row)). */
void* memcpy(void* to, const void* from, std::size_t count) { return memmove(to, from, count); }

/** Sets `count` bytes to the lowest eight bits of `value`. Returns `to`. Example: memset(row, 0, sizeof(row)). */
void* memset(void* to, int value, std::size_t count) {
  Byte* const target = static_cast<Byte*>(to);
  const v128_t wide = wasm_u8x16_splat(static_cast<Byte>(value));
  if (count >= kLarge && is_known(target, count)) {
    asm volatile("local.get %0\n local.get %1\n local.get %2\n memory.fill 0" : : "r"(to), "r"(value), "r"(count) : "memory");
  } else if (count > kWide) {
    std::size_t at = 0;
    for (; at + kBlock <= count; at += kBlock) {
      store(target + at, wide);
      store(target + at + kWide, wide);
      store(target + at + 2 * kWide, wide);
      store(target + at + 3 * kWide, wide);
    }
    for (; at + kWide < count; at += kWide) store(target + at, wide);
    store(target + count - kWide, wide);
  } else {
    move_few(target, reinterpret_cast<const Byte*>(&wide), count);
  }
  return to;
}

}  // extern "C"

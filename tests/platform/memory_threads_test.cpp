#include <atomic>
#include <cstdint>
#include <cstring>
#include <thread>
#include <utility>
#include <vector>

#include "core/elapsed.h"
#include "core/parallel.h"
#include "support.h"

using namespace gf;

namespace {

using Bytes = std::vector<unsigned char>;

Bytes numbered(std::size_t count) {
  Bytes bytes(count);
  for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<unsigned char>(i * 151 + i / 256);
  return bytes;
}

// The counts at which the functions change their way, and those beside them.
std::vector<std::size_t> counts() {
  std::vector<std::size_t> all;
  for (std::size_t count = 0; count <= 150; ++count) all.push_back(count);
  for (const std::size_t count : {255, 256, 257, 511, 512, 513, 575, 4099}) all.push_back(count);
  return all;
}

#ifdef __wasm__

// Some microseconds of arithmetic without a loop or a call.
template <std::size_t... kStep>
[[gnu::always_inline]] inline void calculate(std::uint64_t& number, std::index_sequence<kStep...> /*steps*/) {
  ((number = (std::uint64_t{0} - 3 - number) / (number | 1), static_cast<void>(kStep)), ...);
}

constexpr std::size_t kCount = 2048;
enum class Writing { copies, fills };

// One thread enlarges the memory and says where it is new. Another one copies kCount bytes there at once, or fills them, and looks at the
// last one. Returns how many of these places were written. The instructions stand in the loop as the optimizer puts them, since a call
// would let the thread see the new size.
template <Writing kWriting>
int places_written(int places) {
  constexpr std::size_t kPage = 65536;
  constexpr unsigned char kValue = 5;
  const Bytes bytes(kCount, kValue);
  unsigned char* place = nullptr;
  std::atomic<int> seen = -1, written = 0;  // -1: the thread has not begun
  std::atomic<bool> ended = false;
  std::thread writes([&] {
    const unsigned char* const from = bytes.data();
    std::uint64_t number = 1;
    unsigned char* before = nullptr;
    seen = 0;
    while (!ended) {
      calculate(number, std::make_index_sequence<300>());
      unsigned char* const now = __atomic_load_n(&place, __ATOMIC_SEQ_CST);
      if (now == before) continue;
      if constexpr (kWriting == Writing::copies) {
        asm volatile("local.get %0\n local.get %1\n local.get %2\n memory.copy 0, 0" : : "r"(now), "r"(from), "r"(kCount) : "memory");
      } else {
        asm volatile("local.get %0\n local.get %1\n local.get %2\n memory.fill 0" : : "r"(now), "r"(int{kValue}), "r"(kCount) : "memory");
      }
      written += now[kCount - 1] == kValue ? 1 : 0;
      before = now;
      ++seen;
    }
  });
  int told = 0;
  for (; told < places; ++told) {
    while (seen < told) std::this_thread::yield();
    // The thread is in the midst of its arithmetic when the memory grows.
    for (const SteadyClock::time_point since = SteadyClock::now(); elapsed_ms(since) < 0.02;) continue;
    const std::size_t pages = __builtin_wasm_memory_grow(0, 1);
    if (pages == SIZE_MAX) break;
    __atomic_store_n(&place, reinterpret_cast<unsigned char*>(pages * kPage), __ATOMIC_SEQ_CST);
  }
  while (seen < told) std::this_thread::yield();
  ended = true;
  writes.join();
  return written;
}

#endif

}  // namespace

TEST_SUITE("platform/memory_threads") {
  TEST_CASE("bytes are copied as if by way of a third place, however the two places overlap") {
    for (const std::size_t count : counts()) {
      for (const int to : {0, 1, 3, 15, 16, 17, 40, 64, 65, 130, 600}) {
        for (const int from : {0, 1, 7, 16, 33, 64, 129, 600}) {
          const Bytes before = numbered(count + 700);
          Bytes expected = before;
          for (std::size_t i = 0; i < count; ++i) expected[to + i] = before[from + i];
          Bytes moved = before;
          CHECK(std::memmove(moved.data() + to, moved.data() + from, count) == moved.data() + to);
          CHECK_MESSAGE(moved == expected, count, " bytes from ", from, " to ", to);
          Bytes copied = before;
          CHECK(std::memcpy(copied.data() + to, before.data() + from, count) == copied.data() + to);
          CHECK_MESSAGE(copied == expected, count, " bytes from ", from, " to ", to, " of another place");
        }
      }
    }
  }

  TEST_CASE("bytes are filled with the lowest eight bits of a number, and no others change") {
    for (const std::size_t count : counts()) {
      for (const int at : {0, 1, 3, 16, 21}) {
        for (const int value : {0, 1, 0x1ab, -1}) {
          Bytes filled = numbered(count + 50), expected = filled;
          for (std::size_t i = 0; i < count; ++i) expected[at + i] = static_cast<unsigned char>(value);
          CHECK(std::memset(filled.data() + at, value, count) == filled.data() + at);
          CHECK_MESSAGE(filled == expected, count, " bytes at ", at);
        }
      }
    }
  }

#ifdef __wasm__
  TEST_CASE("a thread copies to memory, and fills memory, by which another thread has just enlarged it") {
    const int before = thread_count();
    set_thread_count(2);
    if (thread_count() == 2) {  // a program without threads has no other thread
      constexpr int kPlaces = 600;
      CHECK(places_written<Writing::copies>(kPlaces) == kPlaces);
      CHECK(places_written<Writing::fills>(kPlaces) == kPlaces);
    }
    set_thread_count(before);
  }
#endif
}

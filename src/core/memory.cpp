#include "core/memory.h"

#include <map>
#include <mutex>
#include <vector>

namespace gf {
namespace {

constexpr std::align_val_t kAlignment{64};
constexpr std::size_t kLarge = 1 << 13;  // floats: for smaller blocks, operator new is as fast
// The most floats that are kept: 512 MB, or 64 MB in a page, whose address space has 4 GB. Blocks of sizes that do not return must not pile
// up.
constexpr std::size_t kMostKept = sizeof(void*) > 4 ? std::size_t{1} << 27 : std::size_t{1} << 24;

// The blocks that are kept. The process has one memory, hence one list.
struct Kept {
  std::mutex mutex;
  int users = 0;
  std::size_t floats = 0;
  std::map<std::size_t, std::vector<float*>> by_count;
};

Kept& kept() {
  static Kept pieces;
  return pieces;
}

void release(float* memory) noexcept { ::operator delete(memory, kAlignment); }

float* take_kept(std::size_t count) {
  Kept& pieces = kept();
  const std::lock_guard lock(pieces.mutex);
  const auto found = pieces.by_count.find(count);
  if (found == pieces.by_count.end() || found->second.empty()) return nullptr;
  float* memory = found->second.back();  // the block kept last is the likeliest to be in a cache
  found->second.pop_back();
  pieces.floats -= count;
  return memory;
}

void release_all(Kept& pieces) noexcept {
  for (const auto& [count, memories] : pieces.by_count)
    for (float* memory : memories) release(memory);
  pieces.by_count.clear();
  pieces.floats = 0;
}

bool keep(float* memory, std::size_t count) noexcept {
  Kept& pieces = kept();
  const std::lock_guard lock(pieces.mutex);
  if (pieces.users == 0 || count > kMostKept) return false;
  if (pieces.floats + count > kMostKept) release_all(pieces);  // sizes still in use will be kept again
  try {
    pieces.by_count[count].push_back(memory);
  } catch (const std::bad_alloc&) {
    return false;
  }
  pieces.floats += count;
  return true;
}

}  // namespace

float* take_floats(std::size_t count) {
  if (count >= kLarge)
    if (float* memory = take_kept(count)) return memory;
  return static_cast<float*>(::operator new(count * sizeof(float), kAlignment));
}

void give_floats(float* memory, std::size_t count) noexcept {
  if (count < kLarge || !keep(memory, count)) release(memory);
}

MemoryReuse::MemoryReuse() {
  Kept& pieces = kept();
  const std::lock_guard lock(pieces.mutex);
  ++pieces.users;
}

MemoryReuse::~MemoryReuse() {
  Kept& pieces = kept();
  const std::lock_guard lock(pieces.mutex);
  if (--pieces.users == 0) release_all(pieces);
}

}  // namespace gf

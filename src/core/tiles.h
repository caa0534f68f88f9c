// Building blocks of matrix products: sums of a tile of C in registers, and memory for matrices that are packed in reading order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <memory>
#include <new>

#include "core/parallel.h"
#include "core/simd.h"
#include "core/tensor.h"

namespace gf::tiles {

using simd::Floats;
using simd::kLanes;

// Twelve sums hide the latency of fused multiply-add. With separate multiplications eight sums do, and V8 would spill more of them.
constexpr Index kTileRows = simd::kFused ? 6 : 4;
constexpr Index kManyRows = 2 * kTileRows;  // the fewest rows for which packing B for one product pays
constexpr Index kInnerBlock = 256;          // a panel of B (16 KB at 8 lanes) stays in the first-level cache

using Packed = std::unique_ptr<float[], void (*)(void*)>;
/// Returns memory for `count` floats at a multiple of 64 bytes. Throws std::bad_alloc.
inline Packed packed_floats(Index count) {
  constexpr std::size_t kLine = 64;
  const std::size_t bytes = (static_cast<std::size_t>(count) * sizeof(float) + kLine - 1) / kLine * kLine;
  Packed floats(static_cast<float*>(std::aligned_alloc(kLine, std::max(bytes, kLine))), std::free);
  if (!floats) throw std::bad_alloc();
  return floats;
}

template <Index rows, Index vectors>
void clear(Floats (&sums)[rows][vectors]) {
  for (Index i = 0; i < rows; ++i)
    for (Index v = 0; v < vectors; ++v) sums[i][v] = simd::all(0);
}

// Writes C (rows, vectors * kLanes) = sums, or C += sums with `accumulate`.
template <Index rows, Index vectors>
void write(const Floats (&sums)[rows][vectors], float* c, Index c_step, bool accumulate) {
  for (Index i = 0; i < rows; ++i)
    for (Index v = 0; v < vectors; ++v) {
      float* out = c + i * c_step + v * kLanes;
      simd::store(out, accumulate ? simd::packet::padd(sums[i][v], simd::load(out)) : sums[i][v]);
    }
}

inline Index round_up(Index count, Index step) { return (count + step - 1) / step * step; }

// Runs pieces on all threads if `shared`, otherwise on the calling thread.
inline void share(bool shared, Index count, Index grain, const std::function<void(Index, Index)>& body) {
  if (shared) return parallel_for(count, grain, body);
  for (Index begin = 0; begin < count; begin += grain) body(begin, std::min(count, begin + grain));
}

// Returns how many panels a thread takes at a time: each thread takes four pieces, so that a slow one holds up few.
inline Index panels_of_piece(Index panels) {
  constexpr Index kPiecesOfThread = 4;
  const Index pieces = thread_count() > 1 ? kPiecesOfThread * thread_count() : 1;
  return (panels + pieces - 1) / pieces;
}

}  // namespace gf::tiles

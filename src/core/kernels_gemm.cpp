// Products of matrices. A tile of C stays in registers while a panel of B, packed once into the order in which it is read, streams by.
// Every cell of C is summed over the inner index in one fixed order, whichever thread computes it.
#include <algorithm>
#include <cstdlib>
#include <memory>

#include "core/kernels.h"
#include "core/parallel.h"
#include "core/simd.h"

namespace gf {
namespace {

using simd::Floats;
using simd::kLanes;

// Twelve sums hide the latency of fused multiply-add; with separate multiplications eight do, and V8 spills more of them.
constexpr Index kTileRows = simd::kFused ? 6 : 4;
constexpr Index kTileVectors = 2;
constexpr Index kTileCols = kTileVectors * kLanes;
constexpr Index kInnerBlock = 256;          // a panel of B (16 KB at 8 lanes) stays in the first cache
constexpr Index kColsBlock = 1024;          // the packed block of B (1 MB) stays in the second
constexpr Index kManyRows = 2 * kTileRows;  // from here on packing B pays
constexpr Index kWorthSharing = 1 << 19;    // multiplications: below this, waking helpers costs more than it saves

struct AlignedFree {
  void operator()(float* memory) const { std::free(memory); }
};
using Packed = std::unique_ptr<float[], AlignedFree>;
Packed packed_floats(Index count) {
  constexpr std::size_t kLine = 64;
  const std::size_t bytes = (static_cast<std::size_t>(count) * sizeof(float) + kLine - 1) / kLine * kLine;
  return Packed(static_cast<float*>(std::aligned_alloc(kLine, std::max(bytes, kLine))));
}

// op(M) where M is row-major: cell (i, j) is data[i * row_step + j * col_step], one of the steps is 1.
struct View {
  const float* data;
  Index row_step, col_step;
  const float* at(Index row, Index col) const { return data + row * row_step + col * col_step; }
};
View view(const float* data, Transpose transpose, Index rows, Index cols) {
  return transpose == Transpose::yes ? View{data, 1, rows} : View{data, cols, 1};
}

// C (rows, kTileCols) = or += A B for one tile; A's cell (i, k) is a[i * row_step + k * inner_step].
template <Index rows>
void tile(const float* a, Index row_step, Index inner_step, const float* b, Index b_step, Index inner, float* c, Index c_step,
          bool accumulate) {
  Floats sums[rows][kTileVectors];
  for (Index i = 0; i < rows; ++i)
    for (Index v = 0; v < kTileVectors; ++v) sums[i][v] = simd::all(0);
  for (Index k = 0; k < inner; ++k) {
    Floats columns[kTileVectors];
    for (Index v = 0; v < kTileVectors; ++v) columns[v] = simd::load(b + k * b_step + v * kLanes);
    for (Index i = 0; i < rows; ++i) {
      const Floats factor = simd::all(a[i * row_step + k * inner_step]);
      for (Index v = 0; v < kTileVectors; ++v) sums[i][v] = simd::packet::pmadd(factor, columns[v], sums[i][v]);
    }
  }
  for (Index i = 0; i < rows; ++i)
    for (Index v = 0; v < kTileVectors; ++v) {
      float* out = c + i * c_step + v * kLanes;
      simd::store(out, accumulate ? simd::packet::padd(sums[i][v], simd::load(out)) : sums[i][v]);
    }
}

// A panel of B: packed, or kTileCols columns of B as they are.
struct Panel {
  const float* data;
  Index step;
};

// The layouts of A and B that occur, so that the compiler knows the steps that are 1, kTileRows, kTileCols.
template <Index rows>
void tile_of(const View& a, const Panel& b, Index inner, float* c, Index c_step, bool accumulate) {
  if (a.col_step != 1)
    tile<rows>(a.data, 1, kTileRows, b.data, kTileCols, inner, c, c_step, accumulate);
  else if (b.step == kTileCols)
    tile<rows>(a.data, a.row_step, 1, b.data, kTileCols, inner, c, c_step, accumulate);
  else
    tile<rows>(a.data, a.row_step, 1, b.data, b.step, inner, c, c_step, accumulate);
}

void any_tile(Index rows, const View& a, const Panel& b, Index inner, float* c, Index c_step, bool accumulate) {
  switch (rows) {
    case 1:
      return tile_of<1>(a, b, inner, c, c_step, accumulate);
    case 2:
      return tile_of<2>(a, b, inner, c, c_step, accumulate);
    case 3:
      return tile_of<3>(a, b, inner, c, c_step, accumulate);
    case 4:
      return tile_of<4>(a, b, inner, c, c_step, accumulate);
    case 5:
      return tile_of<5>(a, b, inner, c, c_step, accumulate);
    default:
      return tile_of<kTileRows>(a, b, inner, c, c_step, accumulate);
  }
}

// A panel of `cols` <= kTileCols columns of B, rows one after the other, missing columns as zeros.
void pack_columns(const View& b, Index inner, Index cols, float* out) {
  Index k = 0;
  if (cols == kTileCols && b.col_step == 1) {
    for (; k < inner; ++k)
      for (Index v = 0; v < kTileVectors; ++v) simd::packet::pstore(out + k * kTileCols + v * kLanes, simd::load(b.at(k, v * kLanes)));
  } else if (cols == kTileCols) {
    for (; k + kLanes <= inner; k += kLanes)
      for (Index v = 0; v < kTileVectors; ++v) {
        simd::packet::PacketBlock<Floats, static_cast<int>(kLanes)> block;
        for (Index lane = 0; lane < kLanes; ++lane) block.packet[lane] = simd::load(b.at(k, v * kLanes + lane));
        simd::packet::ptranspose(block);
        for (Index lane = 0; lane < kLanes; ++lane) simd::packet::pstore(out + (k + lane) * kTileCols + v * kLanes, block.packet[lane]);
      }
  }
  for (; k < inner; ++k)
    for (Index j = 0; j < kTileCols; ++j) out[k * kTileCols + j] = j < cols ? *b.at(k, j) : 0;
}

// A panel of up to kTileRows rows of A, where they are strided in memory: columns one after the other.
void pack_rows(const View& a, Index inner, Index rows, float* out) {
  for (Index k = 0; k < inner; ++k)
    for (Index i = 0; i < kTileRows; ++i) out[k * kTileRows + i] = i < rows ? *a.at(i, k) : 0;
}

// Writes or adds a tile of any size: where columns are missing, by way of a whole one.
void edge_tile(Index rows, Index cols, const View& a, const Panel& b, Index inner, float* c, Index c_step, bool accumulate) {
  if (cols == kTileCols) return any_tile(rows, a, b, inner, c, c_step, accumulate);
  alignas(64) float whole[kTileRows * kTileCols];
  any_tile(rows, a, b, inner, whole, kTileCols, false);
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < cols; ++j) {
      float& out = c[i * c_step + j];
      out = accumulate ? out + whole[i * kTileCols + j] : whole[i * kTileCols + j];
    }
}

// A block of the inner index and of columns: A (rows, inner) packed where it was transposed, B packed.
struct Block {
  View a;
  float* packed_a;  // null where A is read as it is
  const float* packed_b;
  float* c;
  Index c_step, rows, inner, cols;
  bool accumulate;
};

// Up to kTileRows rows of A, packed where it is strided.
View rows_of(const Block& block, Index row, Index rows, float* packed) {
  const View a{block.a.at(row, 0), block.a.row_step, block.a.col_step};
  if (!packed) return a;
  pack_rows(a, block.inner, rows, packed);
  return {packed, 1, kTileRows};
}

void multiply_rows(const Block& block, Index begin, Index end) {
  for (Index row = begin; row < end; row += kTileRows) {
    const Index rows = std::min(kTileRows, block.rows - row);
    const View a = rows_of(block, row, rows, block.packed_a ? block.packed_a + row * block.inner : nullptr);
    for (Index col = 0; col < block.cols; col += kTileCols)
      edge_tile(rows, std::min(kTileCols, block.cols - col), a, {block.packed_b + col * block.inner, kTileCols}, block.inner,
                block.c + row * block.c_step + col, block.c_step, block.accumulate);
  }
}

// All rows of one panel of columns.
void multiply_panel(const Block& block, const Panel& panel) {
  for (Index row = 0; row < block.rows; row += kTileRows) {
    const Index rows = std::min(kTileRows, block.rows - row);
    edge_tile(rows, block.cols, rows_of(block, row, rows, block.packed_a), panel, block.inner, block.c + row * block.c_step, block.c_step,
              block.accumulate);
  }
}

Index round_up(Index count, Index step) { return (count + step - 1) / step * step; }

// Runs pieces on all threads, or in place.
void share(bool shared, Index count, Index grain, const std::function<void(Index, Index)>& body) {
  if (shared) return parallel_for(count, grain, body);
  for (Index begin = 0; begin < count; begin += grain) body(begin, std::min(count, begin + grain));
}

// The whole of B is packed first, then pieces of rows use it.
void multiply_many(const View& a, const View& b, float* c, Index rows, Index inner, Index cols, bool accumulate, bool shared) {
  const Index deepest = std::min(inner, kInnerBlock);
  const Packed packed_b = packed_floats(round_up(std::min(cols, kColsBlock), kTileCols) * deepest);
  const Packed packed_a = a.col_step == 1 ? Packed() : packed_floats(round_up(rows, kTileRows) * deepest);
  const Index rows_piece = kTileRows * std::clamp<Index>(rows / kTileRows / 16, 1, 16);
  for (Index j = 0; j < cols; j += kColsBlock)
    for (Index k = 0; k < inner; k += kInnerBlock) {
      const Index width = std::min(cols - j, kColsBlock), depth = std::min(inner - k, kInnerBlock);
      share(shared, width, 4 * kTileCols, [&](Index begin, Index end) {
        for (Index col = begin; col < end; col += kTileCols)
          pack_columns({b.at(k, j + col), b.row_step, b.col_step}, depth, std::min(kTileCols, width - col), packed_b.get() + col * depth);
      });
      const Block block{
          {a.at(0, k), a.row_step, a.col_step}, packed_a.get(), packed_b.get(), c + j, cols, rows, depth, width, accumulate || k > 0};
      share(shared, rows, rows_piece, [&](Index begin, Index end) { multiply_rows(block, begin, end); });
    }
}

// Few rows use a cell of B only a few times, so that B is read as it is where its rows are contiguous; pieces are of columns.
void multiply_few(const View& a, const View& b, float* c, Index rows, Index inner, Index cols, bool accumulate, bool shared) {
  share(shared, cols, 8 * kTileCols, [&](Index begin, Index end) {
    const Packed packed_b = packed_floats(kTileCols * std::min(inner, kInnerBlock)), packed_a = packed_floats(kTileRows * kInnerBlock);
    for (Index col = begin; col < end; col += kTileCols)
      for (Index k = 0; k < inner; k += kInnerBlock) {
        const Index width = std::min(kTileCols, cols - col), depth = std::min(inner - k, kInnerBlock);
        const View corner{b.at(k, col), b.row_step, b.col_step};
        Panel panel{corner.data, corner.row_step};
        if (width < kTileCols || corner.col_step != 1 || a.col_step != 1) {  // a packed A goes with a packed B
          pack_columns(corner, depth, width, packed_b.get());
          panel = {packed_b.get(), kTileCols};
        }
        const Block block{{a.at(0, k), a.row_step, a.col_step},
                          a.col_step == 1 ? nullptr : packed_a.get(),
                          nullptr,
                          c + col,
                          cols,
                          rows,
                          depth,
                          width,
                          accumulate || k > 0};
        multiply_panel(block, panel);
      }
  });
}

void multiply(const View& a, const View& b, float* c, Index rows, Index inner, Index cols, bool accumulate, bool shared) {
  if (inner == 0 && !accumulate) std::fill_n(c, rows * cols, 0.0f);
  if (rows < kManyRows)
    multiply_few(a, b, c, rows, inner, cols, accumulate, shared);
  else
    multiply_many(a, b, c, rows, inner, cols, accumulate, shared);
}

}  // namespace

void gemm(const float* a, Transpose transpose_a, const float* b, Transpose transpose_b, float* c, Index rows, Index inner, Index cols,
          bool accumulate) {
  multiply(view(a, transpose_a, rows, inner), view(b, transpose_b, inner, cols), c, rows, inner, cols, accumulate,
           rows * inner * cols >= kWorthSharing);
}

void gemm_stack(Stacked a, Transpose transpose_a, Stacked b, Transpose transpose_b, float* c, Index count, Index rows, Index inner,
                Index cols) {
  const Index work = std::max<Index>(1, rows * inner * cols);
  if (work >= kWorthSharing * 4) {
    for (Index k = 0; k < count; ++k)
      gemm(a.data + k * a.step, transpose_a, b.data + k * b.step, transpose_b, c + k * rows * cols, rows, inner, cols, false);
    return;
  }
  share(count * work >= kWorthSharing, count, std::max<Index>(1, kWorthSharing / work), [&](Index begin, Index end) {
    for (Index k = begin; k < end; ++k)
      multiply(view(a.data + k * a.step, transpose_a, rows, inner), view(b.data + k * b.step, transpose_b, inner, cols),
               c + k * rows * cols, rows, inner, cols, false, false);
  });
}

}  // namespace gf

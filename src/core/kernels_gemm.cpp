// Products of matrices. A tile of C stays in registers while a panel of B, packed once into the order in which it is read, streams by; few
// rows use a cell of B so seldom that it is read as it is.
// Every cell of C is summed over the inner index in one fixed order, whichever thread computes it and however many rows there are: within
// a block of kInnerBlock one product after the other, then one block after the other.
#include <algorithm>
#include <type_traits>

#include "core/kernels.h"
#include "core/parallel.h"
#include "core/tiles.h"

namespace gf {
namespace {

using namespace tiles;

constexpr Index kTileVectors = 2;
constexpr Index kTileCols = kTileVectors * kLanes;
constexpr Index kColsBlock = 1024;        // the packed block of B (1 MB) stays in the second
constexpr Index kWorthSharing = 1 << 19;  // multiplications: below this, waking helpers costs more than it saves

// op(M) where M is row-major: cell (i, j) is data[i * row_step + j * col_step], one of the steps is 1.
struct View {
  const float* data;
  Index row_step, col_step;
  const float* at(Index row, Index col) const { return data + row * row_step + col * col_step; }
};
View view(const float* data, Transpose transpose, Index rows, Index cols) {
  return transpose == Transpose::yes ? View{data, 1, rows} : View{data, cols, 1};
}

// Calls `body` with the number of rows as a constant of the type.
template <typename Body>
void with_rows(Index rows, Body&& body) {
  switch (rows) {
    case 1:
      return body(std::integral_constant<Index, 1>());
    case 2:
      return body(std::integral_constant<Index, 2>());
    case 3:
      return body(std::integral_constant<Index, 3>());
    case 4:
      return body(std::integral_constant<Index, 4>());
    case 5:
      return body(std::integral_constant<Index, 5>());
    default:
      return body(std::integral_constant<Index, kTileRows>());
  }
}

// sums (rows, vectors * kLanes) += A B; A's cell (i, k) is a[i * row_step + k * inner_step].
template <Index rows, Index vectors>
void add_products(Floats (&sums)[rows][vectors], const float* a, Index row_step, Index inner_step, const float* b, Index b_step,
                  Index inner) {
  for (Index k = 0; k < inner; ++k) {
    Floats columns[vectors];
    for (Index v = 0; v < vectors; ++v) columns[v] = simd::load(b + k * b_step + v * kLanes);
    for (Index i = 0; i < rows; ++i) {
      const Floats factor = simd::all(a[i * row_step + k * inner_step]);
      for (Index v = 0; v < vectors; ++v) sums[i][v] = simd::packet::pmadd(factor, columns[v], sums[i][v]);
    }
  }
}

// C (rows, kTileCols) = or += A B for one tile.
template <Index rows>
void tile(const float* a, Index row_step, Index inner_step, const float* b, Index b_step, Index inner, float* c, Index c_step,
          bool accumulate) {
  Floats sums[rows][kTileVectors];
  clear(sums);
  add_products(sums, a, row_step, inner_step, b, b_step, inner);
  write(sums, c, c_step, accumulate);
}

// The layouts of A that occur, so that the compiler knows the steps that are 1 and kTileRows. B is a packed panel.
template <Index rows>
void tile_of(const View& a, const float* b, Index inner, float* c, Index c_step, bool accumulate) {
  if (a.col_step != 1)
    tile<rows>(a.data, 1, kTileRows, b, kTileCols, inner, c, c_step, accumulate);
  else
    tile<rows>(a.data, a.row_step, 1, b, kTileCols, inner, c, c_step, accumulate);
}

void any_tile(Index rows, const View& a, const float* b, Index inner, float* c, Index c_step, bool accumulate) {
  with_rows(rows, [&](auto constant) { tile_of<constant()>(a, b, inner, c, c_step, accumulate); });
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
void edge_tile(Index rows, Index cols, const View& a, const float* b, Index inner, float* c, Index c_step, bool accumulate) {
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
      edge_tile(rows, std::min(kTileCols, block.cols - col), a, block.packed_b + col * block.inner, block.inner,
                block.c + row * block.c_step + col, block.c_step, block.accumulate);
  }
}

// The whole of B is packed first, then pieces of rows use it.
void multiply_many(const View& a, const View& b, float* c, Index rows, Index inner, Index cols, bool accumulate, bool shared) {
  const Index deepest = std::min(inner, kInnerBlock);
  const Packed packed_b = packed_floats(round_up(std::min(cols, kColsBlock), kTileCols) * deepest);
  const Packed packed_a = a.col_step == 1 ? Packed(nullptr, std::free) : packed_floats(round_up(rows, kTileRows) * deepest);
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

// ---- Few rows ----------------------------------------------------------------------------------------------------------

struct Few {
  View a, b;
  float* c;
  Index rows, inner, cols;
  bool accumulate;
};

// A row of B, a strip of it, passes by the sums, which stay in the first cache, together with rows below it: so many at once that the sums
// are seldom fetched, and so few that the memory sees streams.
constexpr Index kStreams = 8, kStreamsOfOne = 6;
constexpr Index kSmall = 160 * 1024;  // a B of so many floats is in the second cache: there all of a block at once is faster

// How many vectors of B's row are at work at once: as many as there are registers for their sums.
constexpr Index strip_vectors(Index rows) { return rows == 1 ? 8 : rows == 2 ? 4 : rows == 3 ? 3 : 2; }

// sums (rows, cols) = or += A B for some rows of B, and columns that are a multiple of kLanes.
struct Strip {
  const float* a;
  Index a_step;
  const float* b;
  Index b_step;
  float* sums;
  Index sums_step, inner, cols;
  bool fresh;  // nothing is in the sums yet
};

template <Index rows, Index vectors>
void fetch(Floats (&sums)[rows][vectors], const Strip& strip, Index col) {
  for (Index i = 0; i < rows; ++i)
    for (Index v = 0; v < vectors; ++v)
      sums[i][v] = strip.fresh ? simd::all(0) : simd::load(strip.sums + i * strip.sums_step + col + v * kLanes);
}

// Calls `body` with columns that are a multiple of kLanes: wide pieces, then narrower ones.
template <Index vectors, typename Body>
Index for_vectors(Index col, Index cols, Body&& body) {
  for (; col + vectors * kLanes <= cols; col += vectors * kLanes) body(std::integral_constant<Index, vectors>(), col);
  if constexpr (vectors > 1) return for_vectors<(vectors > 2 ? 2 : 1)>(col, cols, body);
  return col;
}

// A function for each number of rows: in a browser those that a page's first frame does not call travel later.
template <Index rows>
[[gnu::noinline]] void add_strip(const Strip& strip) {
  for_vectors<strip_vectors(rows)>(0, strip.cols, [&](auto vectors, Index col) {
    Floats sums[rows][vectors()];
    fetch(sums, strip, col);
    add_products(sums, strip.a, strip.a_step, 1, strip.b + col, strip.b_step, strip.inner);
    write(sums, strip.sums + col, strip.sums_step, false);
  });
}

// The same for one row of A and kStreamsOfOne of B: the factors stay in registers.
void add_strip_of_one(const Strip& strip) {
  Floats factors[kStreamsOfOne];
  for (Index k = 0; k < kStreamsOfOne; ++k) factors[k] = simd::all(strip.a[k]);
  for_vectors<2>(0, strip.cols, [&](auto vectors, Index col) {
    Floats sums[1][vectors()];
    fetch(sums, strip, col);
    for (Index k = 0; k < kStreamsOfOne; ++k)
      for (Index v = 0; v < vectors; ++v) {
        sums[0][v] = simd::packet::pmadd(factors[k], simd::load(strip.b + k * strip.b_step + col + v * kLanes), sums[0][v]);
        simd::in_order(sums[0][v]);
      }
    write(sums, strip.sums + col, strip.sums_step, false);
  });
}

void any_strip(Index rows, const Strip& strip) {
  if (rows == 1 && strip.inner == kStreamsOfOne) return add_strip_of_one(strip);
  with_rows(rows, [&](auto constant) { add_strip<constant()>(strip); });
}

// Columns from `begin` on of C, where rows of A and B are contiguous; returns where it ended, less than a vector before `end`.
Index multiply_streams(const Few& few, Index begin, Index end) {
  const Index width = (end - begin) / kLanes * kLanes;
  if (width == 0) return begin;
  const Index streams = few.inner * few.cols <= kSmall ? kInnerBlock : few.rows == 1 ? kStreamsOfOne : kStreams;
  // The sums of a block that are added to others are made apart from them.
  const bool added = few.accumulate || few.inner > kInnerBlock;
  const Packed apart = added ? packed_floats(few.rows * width) : Packed(nullptr, std::free);
  for (Index k = 0; k < few.inner; k += kInnerBlock) {
    const bool here = k == 0 && !few.accumulate;
    float* const sums = here ? few.c + begin : apart.get();
    const Index sums_step = here ? few.cols : width, block = std::min(few.inner, k + kInnerBlock);
    for (Index from = k; from < block; from += streams)
      for (Index row = 0; row < few.rows; row += kTileRows)
        any_strip(std::min(kTileRows, few.rows - row),
                  {few.a.at(row, from), few.a.row_step, few.b.at(from, begin), few.b.row_step, sums + row * sums_step, sums_step,
                   std::min(streams, block - from), width, from == k});
    if (here) continue;
    for (Index i = 0; i < few.rows; ++i) {
      float* const out = few.c + i * few.cols + begin;
      simd::map(
          out, 0, width, [](const Floats& sum, const Floats& before) { return simd::packet::padd(sum, before); }, sums + i * width, out);
    }
  }
  return begin + width;
}

// The next cells of kLanes columns of B, where they are contiguous: `cells` of each, turned into rows.
using Square = simd::packet::PacketBlock<Floats, static_cast<int>(kLanes)>;
Square turned(const float* b, Index b_step, Index cells) {
  Square square;
  for (Index lane = 0; lane < kLanes; ++lane)
    square.packet[lane] = cells == kLanes ? simd::load(b + lane * b_step) : simd::load_part(b + lane * b_step, cells, 0);
  simd::packet::ptranspose(square);
  return square;
}

// sums (rows, vectors * kLanes) += A B, where the columns of B are contiguous, b_step apart.
template <Index rows, Index vectors>
void add_turned(Floats (&sums)[rows][vectors], const float* a, Index a_step, const float* b, Index b_step, Index inner) {
  for (Index k = 0; k < inner; k += kLanes) {
    const Index cells = std::min(kLanes, inner - k);
    for (Index v = 0; v < vectors; ++v) {
      const Square square = turned(b + k + v * kLanes * b_step, b_step, cells);
      for (Index lane = 0; lane < cells; ++lane)
        for (Index i = 0; i < rows; ++i)
          sums[i][v] = simd::packet::pmadd(simd::all(a[i * a_step + k + lane]), square.packet[lane], sums[i][v]);
    }
  }
}

// As multiply_streams, for some rows of C, where rows of A and columns of B are contiguous.
template <Index rows>
[[gnu::noinline]] Index turned_rows(const Few& few, Index row, Index begin, Index end) {
  return for_vectors<(rows == 1   ? 4
                      : rows <= 4 ? 2
                                  : 1)>(begin, end, [&](auto vectors, Index col) {
    for (Index k = 0; k < few.inner; k += kInnerBlock) {
      Floats sums[rows][vectors()];
      clear(sums);
      add_turned(sums, few.a.at(row, k), few.a.row_step, few.b.at(k, col), few.b.col_step, std::min(kInnerBlock, few.inner - k));
      write(sums, few.c + row * few.cols + col, few.cols, few.accumulate || k > 0);
    }
  });
}

Index multiply_turned(const Few& few, Index begin, Index end) {
  Index done = begin;
  for (Index row = 0; row < few.rows; row += kTileRows)
    with_rows(std::min(kTileRows, few.rows - row), [&](auto rows) { done = turned_rows<rows()>(few, row, begin, end); });
  return done;
}

// Multiplies the remaining columns by way of packed panels: those that fill no vector, and all of them if A is transposed.
[[gnu::noinline]] void multiply_packed(const Few& few, Index begin, Index end) {
  const Packed packed_b = packed_floats(kTileCols * std::min(few.inner, kInnerBlock)), packed_a = packed_floats(kTileRows * kInnerBlock);
  for (Index col = begin; col < end; col += kTileCols)
    for (Index k = 0; k < few.inner; k += kInnerBlock) {
      const Index width = std::min(kTileCols, end - col), depth = std::min(few.inner - k, kInnerBlock);
      pack_columns({few.b.at(k, col), few.b.row_step, few.b.col_step}, depth, width, packed_b.get());
      for (Index row = 0; row < few.rows; row += kTileRows) {
        const Index rows = std::min(kTileRows, few.rows - row);
        View a{few.a.at(row, k), few.a.row_step, few.a.col_step};
        if (a.col_step != 1) {
          pack_rows(a, depth, rows, packed_a.get());
          a = {packed_a.get(), 1, kTileRows};
        }
        edge_tile(rows, width, a, packed_b.get(), depth, few.c + row * few.cols + col, few.cols, few.accumulate || k > 0);
      }
    }
}

void multiply_few(const Few& few, bool shared) {
  // Wide pieces, since memory likes long streams. They may depend on the threads: a cell's sum does not depend on its piece.
  constexpr Index kPiecesOfThread = 2, kLeastCols = 128;
  const Index pieces = shared && thread_count() > 1 ? kPiecesOfThread * thread_count() : 1;
  const Index piece = std::max(kLeastCols, round_up((few.cols + pieces - 1) / pieces, kTileCols));
  share(shared, few.cols, piece, [&](Index begin, Index end) {
    if (few.a.col_step == 1) begin = few.b.col_step == 1 ? multiply_streams(few, begin, end) : multiply_turned(few, begin, end);
    if (begin < end) multiply_packed(few, begin, end);
  });
}

void multiply(const View& a, const View& b, float* c, Index rows, Index inner, Index cols, bool accumulate, bool shared) {
  if (inner == 0 && !accumulate) std::fill_n(c, rows * cols, 0.0f);
  if (rows < kManyRows)
    multiply_few({a, b, c, rows, inner, cols, accumulate}, shared);
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

void gemm_here(Rows a, Rows b, Transpose transpose_b, float* c, Index rows, Index inner, Index cols) {
  const View right = transpose_b == Transpose::yes ? View{b.data, 1, b.step} : View{b.data, b.step, 1};
  multiply({a.data, a.step, 1}, right, c, rows, inner, cols, false, false);
}

}  // namespace gf

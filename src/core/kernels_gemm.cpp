// Products of matrices. A tile of C stays in registers while a panel of B, packed once in reading order, streams by. A product of few rows
// uses each cell of B so seldom that packing B does not pay. Every cell of C is summed over the inner index in one fixed order, for any
// number of threads and rows: product after product within a block of kInnerBlock, then block after block.
#include <algorithm>
#include <cstdlib>
#include <type_traits>

#include "core/kernels.h"
#include "core/parallel.h"
#include "core/tiles.h"

namespace gf {
namespace {

using namespace tiles;

constexpr Index kTileVectors = 2;
constexpr Index kTileCols = kTileVectors * kLanes;
constexpr Index kColsBlock = 1024;        // the packed block of B (1 MB) stays in the second-level cache
constexpr Index kWorthSharing = 1 << 19;  // multiplications: below this, waking helpers costs more than they save

// op(M) of a row-major M: cell (i, j) is data[i * row_step + j * col_step], and one of the steps is 1.
struct View {
  const float* data;
  Index row_step, col_step;
  const float* at(Index row, Index col) const { return data + row * row_step + col * col_step; }
};
View view(const float* data, Transpose transpose, Index rows, Index cols) {
  return transpose == Transpose::yes ? View{data, 1, rows} : View{data, cols, 1};
}

// Calls `body` with the number of rows as a constant of its type; 6 or more rows count as kTileRows.
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

// sums (rows, vectors * kLanes) += A B; cell (i, k) of A is a[i * row_step + k * inner_step].
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

// C (rows, kTileCols) = A B for one tile, or C += A B with `accumulate`.
template <Index rows>
void tile(const float* a, Index row_step, Index inner_step, const float* b, Index b_step, Index inner, float* c, Index c_step,
          bool accumulate) {
  Floats sums[rows][kTileVectors];
  clear(sums);
  add_products(sums, a, row_step, inner_step, b, b_step, inner);
  write(sums, c, c_step, accumulate);
}

// Computes a tile from a packed panel of B. The two layouts of A have separate calls, so that the compiler knows the constant steps.
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

// Packs a panel of `cols` <= kTileCols columns of B, row after row, with zeros for missing columns.
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

// Packs a panel of up to kTileRows rows of a transposed A, column after column, with zeros for missing rows.
void pack_rows(const View& a, Index inner, Index rows, float* out) {
  for (Index k = 0; k < inner; ++k)
    for (Index i = 0; i < kTileRows; ++i) out[k * kTileRows + i] = i < rows ? *a.at(i, k) : 0;
}

// Writes or adds a tile of any size. A tile with missing columns is computed in a whole tile first.
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

// A block of the inner index and of columns: A (rows, inner), which is packed if it is transposed, and a packed B.
struct Block {
  View a;
  float* packed_a;  // memory to pack A; null: A is not packed
  const float* packed_b;
  float* c;
  Index c_step, rows, inner, cols;
  bool accumulate;
};

// Returns up to kTileRows rows of A, packed into `packed` unless it is null.
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

// Multiplies many rows: each block of B is packed first, and pieces of rows then use it.
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

// Rows of B that are added to the sums together. The sums stay in the first-level cache. Many rows fetch the sums seldom; few rows are
// streams that the memory reads ahead.
constexpr Index kStreams = 8, kStreamsOfOne = 6;
constexpr Index kSmall = 160 * 1024;  // floats of a B that stays in the second-level cache, for which a whole block at once is faster

// Returns how many vectors of a row of B are in use at once: as many as the registers hold sums for.
constexpr Index strip_vectors(Index rows) {
  if (rows == 1) return 8;
  if (rows == 2) return 4;
  return rows == 3 ? 3 : 2;
}

// The operands of sums (rows, cols) += A B, for some rows of B, and for columns that are a multiple of kLanes.
struct Strip {
  const float* a;
  Index a_step;
  const float* b;
  Index b_step;
  float* sums;
  Index sums_step, inner, cols;
  bool fresh;  // the sums begin at 0
};

template <Index rows, Index vectors>
void fetch(Floats (&sums)[rows][vectors], const Strip& strip, Index col) {
  for (Index i = 0; i < rows; ++i)
    for (Index v = 0; v < vectors; ++v)
      sums[i][v] = strip.fresh ? simd::all(0) : simd::load(strip.sums + i * strip.sums_step + col + v * kLanes);
}

// Calls `body` with columns that are a multiple of kLanes: wide pieces, then narrower pieces. Returns the first column that is left.
template <Index vectors, typename Body>
Index for_vectors(Index col, Index cols, Body&& body) {
  for (; col + vectors * kLanes <= cols; col += vectors * kLanes) body(std::integral_constant<Index, vectors>(), col);
  if constexpr (vectors > 1) return for_vectors<(vectors > 2 ? 2 : 1)>(col, cols, body);
  return col;
}

// Adds a strip. Each number of rows is a function, so that a page loads the functions that its first frame does not call later.
template <Index rows>
[[gnu::noinline]] void add_strip(const Strip& strip) {
  for_vectors<strip_vectors(rows)>(0, strip.cols, [&](auto vectors, Index col) {
    Floats sums[rows][vectors()];
    fetch(sums, strip, col);
    add_products(sums, strip.a, strip.a_step, 1, strip.b + col, strip.b_step, strip.inner);
    write(sums, strip.sums + col, strip.sums_step, false);
  });
}

// Like add_strip, for one row of A and kStreamsOfOne rows of B: the factors stay in registers.
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

// Returns how many rows of B are added to the sums together.
Index streams_of(const Few& few) {
  if (few.inner * few.cols <= kSmall) return kInnerBlock;
  return few.rows == 1 ? kStreamsOfOne : kStreams;
}

// Computes columns of C from `begin` on, if rows of A and B are contiguous. Returns the first column that is left, less than a vector
// before `end`.
Index multiply_streams(const Few& few, Index begin, Index end) {
  const Index width = (end - begin) / kLanes * kLanes;
  if (width == 0) return begin;
  const Index streams = streams_of(few);
  // The sums of a later block are made apart, and then added to C.
  const bool added = few.accumulate || few.inner > kInnerBlock;
  const Packed apart = added ? packed_floats(few.rows * width) : Packed(nullptr, std::free);
  for (Index k = 0; k < few.inner; k += kInnerBlock) {
    const bool in_place = k == 0 && !few.accumulate;
    float* const sums = in_place ? few.c + begin : apart.get();
    const Index sums_step = in_place ? few.cols : width, block = std::min(few.inner, k + kInnerBlock);
    for (Index from = k; from < block; from += streams)
      for (Index row = 0; row < few.rows; row += kTileRows)
        any_strip(std::min(kTileRows, few.rows - row),
                  {few.a.at(row, from), few.a.row_step, few.b.at(from, begin), few.b.row_step, sums + row * sums_step, sums_step,
                   std::min(streams, block - from), width, from == k});
    if (in_place) continue;
    for (Index i = 0; i < few.rows; ++i) {
      float* const out = few.c + i * few.cols + begin;
      simd::map(
          out, 0, width, [](const Floats& sum, const Floats& before) { return simd::packet::padd(sum, before); }, sums + i * width, out);
    }
  }
  return begin + width;
}

// Returns the next `cells` cells of kLanes contiguous columns of B, turned into rows.
using Square = simd::packet::PacketBlock<Floats, static_cast<int>(kLanes)>;
Square turned(const float* b, Index b_step, Index cells) {
  Square square;
  for (Index lane = 0; lane < kLanes; ++lane)
    square.packet[lane] = cells == kLanes ? simd::load(b + lane * b_step) : simd::load_part(b + lane * b_step, cells, 0);
  simd::packet::ptranspose(square);
  return square;
}

// sums (rows, vectors * kLanes) += A B, if the columns of B are contiguous and b_step apart.
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

// Returns how many vectors of columns of a turned B are in use at once.
constexpr Index turned_vectors(Index rows) {
  if (rows == 1) return 4;
  return rows <= 4 ? 2 : 1;
}

// Like multiply_streams, for some rows of C, if rows of A and columns of B are contiguous.
template <Index rows>
[[gnu::noinline]] Index turned_rows(const Few& few, Index row, Index begin, Index end) {
  return for_vectors<turned_vectors(rows)>(begin, end, [&](auto vectors, Index col) {
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

// Multiplies the remaining columns by packed panels: the columns that fill no vector, and all columns if A is transposed.
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
  // Pieces are wide, because memory reads long streams fastest. They may depend on the threads: the sum of a cell does not depend on its
  // piece.
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

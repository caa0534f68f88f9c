// Products with weights of 8 bits. A product of few rows takes as long as its weights take to come from memory, and these are a quarter of
// the bytes of floats. Each row of the left side is rounded to 16 bits, so that the sums of a group are whole numbers, which are exact.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#if defined(__wasm__)
#include <wasm_simd128.h>
#elif defined(__AVX2__)
#include <immintrin.h>
#endif

#include "core/kernels.h"
#include "core/tiles.h"

namespace gf {
namespace {

using namespace tiles;

constexpr Index kInt8PanelCols = 32;  // a pair of rows of a panel is a line of the cache
constexpr Index kPairBytes = 2 * kInt8PanelCols;
constexpr Index kWorthSharingInt8 = 1 << 18;  // multiplications: below this, a helper hardly saves more time than waking it takes
constexpr float kMostInt8 = 127, kMostInt16 = 32767;

// ---- Vectors of whole numbers ------------------------------------------------------------------------------------------
// Ints has a sum of 32 bits in each lane, or a pair of factors of 16 bits in each lane.

#if defined(__wasm__)
using Ints = v128_t;
Ints zeros() { return wasm_i32x4_splat(0); }
Ints pair_in_all_lanes(const std::int16_t* pair) { return wasm_v128_load32_splat(pair); }
Ints widened(const std::int8_t* weights) { return wasm_i16x8_load8x8(weights); }
Ints with_products(Ints sum, Ints a, Ints b) { return wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(a, b)); }
void store(std::int32_t* to, Ints sums) { wasm_v128_store(to, sums); }
#elif defined(__AVX2__)
using Ints = __m256i;
Ints zeros() { return _mm256_setzero_si256(); }
Ints pair_in_all_lanes(const std::int16_t* pair) {
  std::int32_t both;
  std::memcpy(&both, pair, sizeof(both));
  return _mm256_set1_epi32(both);
}
Ints widened(const std::int8_t* weights) { return _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(weights))); }
Ints with_products(Ints sum, Ints a, Ints b) { return _mm256_add_epi32(sum, _mm256_madd_epi16(a, b)); }
void store(std::int32_t* to, Ints sums) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), sums); }
#else
struct Ints {
  std::int32_t first[4], second[4];  // a sum has no second numbers
};
Ints zeros() { return {}; }
Ints pair_in_all_lanes(const std::int16_t* pair) { return {{pair[0], pair[0], pair[0], pair[0]}, {pair[1], pair[1], pair[1], pair[1]}}; }
Ints widened(const std::int8_t* w) { return {{w[0], w[2], w[4], w[6]}, {w[1], w[3], w[5], w[7]}}; }
Ints with_products(Ints sum, const Ints& a, const Ints& b) {
  for (int i = 0; i < 4; ++i) sum.first[i] += a.first[i] * b.first[i] + a.second[i] * b.second[i];
  return sum;
}
void store(std::int32_t* to, const Ints& sums) { std::copy_n(sums.first, 4, to); }
#endif

#if !defined(__wasm__) && defined(__AVX2__)
constexpr Index kIntLanes = 8;
#else
constexpr Index kIntLanes = 4;
#endif

// ---- Rounding ----------------------------------------------------------------------------------------------------------

// How numbers are rounded to whole numbers: x is about scale * nearest(x * steps).
struct Grid {
  float steps, scale;
};

// `nothing` is 0, or NaN if a number is not finite; all results that read these numbers then are NaN.
Grid grid_of(float largest, float nothing, float most) {
  constexpr float kLeast = 1e-30f;  // numbers below this count as 0, since 1 / scale would be infinite
  return {largest > kLeast ? most / largest : 0, largest / most + nothing};
}

// Returns x rounded to the nearest whole number, for |x| < 2^22: the last bits of 1.5 · 2^23 + x are the number. NaN gives any number.
std::int32_t nearest(float x) {
  constexpr float kPlace = 12582912;
  return static_cast<std::int32_t>(std::bit_cast<std::uint32_t>(x + kPlace) - std::bit_cast<std::uint32_t>(kPlace));
}

Grid grid_of(const float* x, Index count, float most) {
  Floats largest = simd::all(0), nothing = simd::all(0);
  for (Index i = 0; i < count; i += kLanes) {
    const Floats part = i + kLanes <= count ? simd::load(x + i) : simd::load_part(x + i, count - i, 0);
    largest = simd::packet::pmax(largest, simd::packet::pabs(part));
    nothing = simd::packet::padd(nothing, simd::packet::pmul(part, simd::all(0)));
  }
  return grid_of(simd::packet::predux_max(largest), simd::packet::predux(nothing), most);
}

// Rows of numbers of 16 bits. Each group of Int8Panels::kGroup numbers of a row has its scale.
struct Int16Rows {
  Index step, groups;
  std::vector<std::int16_t> numbers;  // (rows, step)
  std::vector<float> scales;          // (rows, groups)

  Int16Rows(const float* a, Index rows, Index inner)
      : step(round_up(inner, 2)),
        groups(round_up(inner, Int8Panels::kGroup) / Int8Panels::kGroup),
        numbers(static_cast<std::size_t>(rows * step)),
        scales(static_cast<std::size_t>(rows * groups)) {
    for (Index row = 0; row < rows; ++row)
      for (Index group = 0; group < groups; ++group) {
        const Index begin = group * Int8Panels::kGroup, count = std::min(Int8Panels::kGroup, inner - begin);
        const float* from = a + row * inner + begin;
        const Grid grid = grid_of(from, count, kMostInt16);
        std::int16_t* to = numbers.data() + row * step + begin;
        for (Index i = 0; i < count; ++i) to[i] = static_cast<std::int16_t>(nearest(from[i] * grid.steps));
        scales[static_cast<std::size_t>(row * groups + group)] = grid.scale;
      }
  }
};

// ---- The product -------------------------------------------------------------------------------------------------------

struct Int8Product {
  const Int16Rows& a;
  const Int8Panels& b;
  float* c;
};

// sums += A B for pairs of rows of a panel. |sums| stays below kGroup · 127 · 32767 < 2^31.
template <Index rows, Index vectors>
void add_pairs(Ints (&sums)[rows][vectors], const std::int16_t* a, Index a_step, const std::int8_t* b, Index pairs) {
  for (Index pair = 0; pair < pairs; ++pair, a += 2, b += kPairBytes) {
    Ints factors[rows];
    for (Index i = 0; i < rows; ++i) factors[i] = pair_in_all_lanes(a + i * a_step);
    for (Index v = 0; v < vectors; ++v) {
      const Ints weights = widened(b + v * 2 * kIntLanes);
      for (Index i = 0; i < rows; ++i) sums[i][v] = with_products(sums[i][v], factors[i], weights);
    }
  }
}

// Computes some rows of C for the columns from vector `v` of a panel on.
template <Index rows, Index vectors>
void multiply_tile(const Int8Product& product, Index row, Index panel, Index v) {
  constexpr Index kGroup = Int8Panels::kGroup, width = vectors * kIntLanes;
  const Int16Rows& a = product.a;
  const Int8Panels& b = product.b;
  const Index skipped = v * kIntLanes, col = panel * kInt8PanelCols + skipped;
  if (col >= b.cols()) return;
  float whole[rows][width] = {};
  for (Index group = 0; group < a.groups; ++group) {
    const Index begin = group * kGroup, depth = std::min(kGroup, a.step - begin);
    Ints sums[rows][vectors];
    for (auto& row_sums : sums) std::fill_n(row_sums, vectors, zeros());
    add_pairs(sums, a.numbers.data() + row * a.step + begin, a.step, b.weights() + (panel * a.step + begin) * kInt8PanelCols + 2 * skipped,
              depth / 2);
    const float* scales = b.scales() + (panel * a.groups + group) * kInt8PanelCols + skipped;
    for (Index i = 0; i < rows; ++i) {
      std::int32_t numbers[width];
      for (Index n = 0; n < vectors; ++n) store(numbers + n * kIntLanes, sums[i][n]);
      const float scale = a.scales[static_cast<std::size_t>((row + i) * a.groups + group)];
      for (Index j = 0; j < width; ++j) whole[i][j] += static_cast<float>(numbers[j]) * (scales[j] * scale);
    }
  }
  for (Index i = 0; i < rows; ++i) std::copy_n(whole[i], std::min(width, b.cols() - col), product.c + (row + i) * b.cols() + col);
}

// Computes all rows of C for a panel. The registers hold the sums of two rows of half a panel, or of one row.
void multiply_panel(const Int8Product& product, Index rows, Index panel) {
  constexpr Index kVectors = kInt8PanelCols / kIntLanes;
  Index row = 0;
  for (; row + 2 <= rows; row += 2)
    for (Index v = 0; v < kVectors; v += kVectors / 2) multiply_tile<2, kVectors / 2>(product, row, panel, v);
  if (row < rows) multiply_tile<1, kVectors>(product, row, panel, 0);
}

}  // namespace

// The weights of a panel: pairs of rows, with the two weights of a column side by side. A row that is missing at the end is 0.
Int8Panels::Int8Panels(Rows b, Transpose transpose, Index inner, Index cols) : inner_(inner), cols_(cols) {
  const Index step = round_up(inner, 2), groups = round_up(inner, kGroup) / kGroup,
              panels = round_up(cols, kInt8PanelCols) / kInt8PanelCols;
  weights_.resize(static_cast<std::size_t>(panels * step * kInt8PanelCols));
  scales_.resize(static_cast<std::size_t>(panels * groups * kInt8PanelCols));
  std::vector<float> column(static_cast<std::size_t>(std::min(inner, kGroup)));
  for (Index col = 0; col < cols; ++col)
    for (Index group = 0; group < groups; ++group) {
      const Index begin = group * kGroup, count = std::min(kGroup, inner - begin);
      for (Index k = 0; k < count; ++k)
        column[static_cast<std::size_t>(k)] =
            transpose == Transpose::yes ? b.data[col * b.step + begin + k] : b.data[(begin + k) * b.step + col];
      const Grid grid = grid_of(column.data(), count, kMostInt8);
      scales_[scale_place(begin, col)] = grid.scale;
      for (Index k = 0; k < count; ++k)
        weights_[place(begin + k, col)] = static_cast<std::int8_t>(nearest(column[static_cast<std::size_t>(k)] * grid.steps));
    }
}

std::size_t Int8Panels::place(Index row, Index col) const {
  const Index panel = col / kInt8PanelCols, step = round_up(inner_, 2);
  return static_cast<std::size_t>((panel * step + row / 2 * 2) * kInt8PanelCols + col % kInt8PanelCols * 2 + row % 2);
}

std::size_t Int8Panels::scale_place(Index row, Index col) const {
  const Index groups = round_up(inner_, kGroup) / kGroup;
  return static_cast<std::size_t>((col / kInt8PanelCols * groups + row / kGroup) * kInt8PanelCols + col % kInt8PanelCols);
}

float Int8Panels::weight(Index row, Index col) const {
  return static_cast<float>(weights_[place(row, col)]) * scales_[scale_place(row, col)];
}

void gemm(const float* a, const Int8Panels& b, float* c, Index rows) {
  const Int16Rows rounded(a, rows, b.inner());
  const Index panels = round_up(b.cols(), kInt8PanelCols) / kInt8PanelCols;
  const Int8Product product{rounded, b, c};
  share(rows * b.inner() * b.cols() >= kWorthSharingInt8, panels, panels_of_piece(panels), [&](Index begin, Index end) {
    for (Index panel = begin; panel < end; ++panel) multiply_panel(product, rows, panel);
  });
}

}  // namespace gf

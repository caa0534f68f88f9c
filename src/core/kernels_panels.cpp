// Products of few rows with weights that many products share. B is copied once into panels of columns, which each product reads from
// beginning to end, the way memory is fastest. Sums have the order of kernels_gemm.cpp, so that the bits are the same.
#include <algorithm>
#include <cstddef>
#include <cstring>

#include "core/kernels.h"
#include "core/tiles.h"

namespace gf {
namespace {

using namespace tiles;

constexpr Index kPanelVectors = 4;  // with 4 lanes, each row of a panel is a line of the cache
constexpr Index kPanelCols = kPanelVectors * kLanes;
constexpr Index kWorthSharingPanels = 1 << 17;  // multiplications: below this, a helper hardly saves more time than waking it takes

struct Product {
  const float* a;
  const ColumnPanels& b;
  float* c;
  Index rows;
};

// sums (rows, panels * vectors * kLanes) += A B for panels that are `b_step` floats apart.
template <Index rows, Index panels, Index vectors>
void add_panels(Floats (&sums)[rows][panels * vectors], const float* a, Index a_step, const float* b, Index b_step, Index inner) {
  for (Index k = 0; k < inner; ++k) {
    Floats factors[rows];
    for (Index i = 0; i < rows; ++i) factors[i] = simd::all(a[i * a_step + k]);
    for (Index panel = 0; panel < panels; ++panel)
      for (Index v = 0; v < vectors; ++v) {
        const Floats column = simd::load(b + panel * b_step + k * kPanelCols + v * kLanes);
        for (Index i = 0; i < rows; ++i) {
          Floats& sum = sums[i][panel * vectors + v];
          sum = simd::packet::pmadd(factors[i], column, sum);
        }
      }
  }
}

// Writes C = sums, or C += sums with `accumulate`. C may lack the last columns.
template <Index rows, Index vectors>
void write_part(const Floats (&sums)[rows][vectors], float* c, Index c_step, Index cols, bool accumulate) {
  if (cols >= vectors * kLanes) return write(sums, c, c_step, accumulate);
  alignas(64) float whole[rows][vectors * kLanes];
  write(sums, whole[0], vectors * kLanes, false);
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < cols; ++j) c[i * c_step + j] = accumulate ? c[i * c_step + j] + whole[i][j] : whole[i][j];
}

// A block of the inner index: its first index and its length.
struct InnerBlock {
  Index begin, depth;
};

// Computes some rows of C for one block, and for the columns from vector `v` of a panel on. The first block sets C, later blocks add to C.
template <Index rows, Index panels, Index vectors>
void multiply_tile(const Product& product, const InnerBlock& block, Index row, Index panel, Index v) {
  const Index inner = product.b.inner(), cols = product.b.cols(), col = panel * kPanelCols + v * kLanes;
  if (col >= cols) return;
  Floats sums[rows][panels * vectors];
  clear(sums);
  add_panels<rows, panels, vectors>(sums, product.a + row * inner + block.begin, inner,
                                    product.b.data() + (panel * inner + block.begin) * kPanelCols + v * kLanes, inner * kPanelCols,
                                    block.depth);
  write_part(sums, product.c + row * cols + col, cols, cols - col, block.begin > 0);
}

// Computes all rows of C for a block of one or two panels, which stays in the first-level cache. The registers hold the sums of four rows
// of half a panel, of two rows of a panel, or of one row of two panels.
void multiply_block(const Product& product, const InnerBlock& block, Index panel, Index end) {
  Index row = 0;
  for (; row + 4 <= product.rows; row += 4)
    for (Index p = panel; p < end; ++p)
      for (const Index v : {Index{0}, kPanelVectors / 2}) multiply_tile<4, 1, kPanelVectors / 2>(product, block, row, p, v);
  for (; row + 2 <= product.rows; row += 2)
    for (Index p = panel; p < end; ++p) multiply_tile<2, 1, kPanelVectors>(product, block, row, p, 0);
  if (row == product.rows) return;
  if (end - panel == 2)
    multiply_tile<1, 2, kPanelVectors>(product, block, row, panel, 0);
  else
    multiply_tile<1, 1, kPanelVectors>(product, block, row, panel, 0);
}

}  // namespace

ColumnPanels::ColumnPanels(const float* b, Index inner, Index cols) : inner_(inner), cols_(cols) {
  data_ = packed_floats(round_up(cols, kPanelCols) * inner);
  float* out = data_.get();
  for (Index col = 0; col < cols; col += kPanelCols) {
    const Index width = std::min(kPanelCols, cols - col);
    for (Index k = 0; k < inner; ++k, out += kPanelCols) {
      std::memcpy(out, b + k * cols + col, static_cast<std::size_t>(width) * sizeof(float));
      std::fill(out + width, out + kPanelCols, 0.0f);
    }
  }
}

bool ColumnPanels::worth_it(Index inner, Index cols) { return inner * cols >= kWorthSharingPanels; }
bool ColumnPanels::serve(Index rows) { return rows < kManyRows; }

void gemm(const float* a, const ColumnPanels& b, float* c, Index rows) {
  const Index inner = b.inner(), cols = b.cols();
  if (inner == 0) std::fill_n(c, rows * cols, 0.0f);
  const Index panels = round_up(cols, kPanelCols) / kPanelCols;
  const Product product{a, b, c, rows};
  share(rows * inner * cols >= kWorthSharingPanels, panels, round_up(panels_of_piece(panels), 2), [&](Index begin, Index end) {
    for (Index panel = begin; panel < end; panel += 2)
      for (Index k = 0; k < inner; k += kInnerBlock)
        multiply_block(product, {k, std::min(kInnerBlock, inner - k)}, panel, std::min(end, panel + 2));
  });
}

}  // namespace gf

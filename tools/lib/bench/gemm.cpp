// Exports the product of core/ to a page that measures it: tools/bench gemm.
#include "core/kernels.h"
#include "core/parallel.h"

extern "C" {

void bench_threads(int count) { gf::set_thread_count(count); }

/// Returns B (inner, cols) in panels, or null if the product reads B as it is.
void* bench_panels(const float* b, int inner, int cols) {
  return gf::ColumnPanels::worth_it(inner, cols) ? new gf::ColumnPanels(b, inner, cols) : nullptr;
}

/// Computes C_i = A_i B for `count` matrices A_i (rows, inner) that lie one behind the other, and B (inner, cols).
void bench_products(const float* a, const float* b, const void* panels, float* c, int count, int rows, int inner, int cols) {
  using gf::Index;
  for (Index i = 0; i < count; ++i) {
    if (panels && gf::ColumnPanels::serve(rows))
      gf::gemm(a + i * rows * inner, *static_cast<const gf::ColumnPanels*>(panels), c + i * rows * cols, rows);
    else
      gf::gemm(a + i * rows * inner, gf::Transpose::no, b, gf::Transpose::no, c + i * rows * cols, rows, inner, cols, false);
  }
}
}

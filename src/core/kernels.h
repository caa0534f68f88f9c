// The inner loops. Everything that is worth SIMD is here, in one translation unit that the web build compiles twice
// (plain SIMD and relaxed SIMD).
#pragma once

#include "core/tensor.h"

namespace gf {

/// How a matrix takes part in a product.
enum class Transpose { no, yes };

/// C = op(A) op(B), or C += with `accumulate`; all row-major and dense. op(A) is (rows, inner), op(B) is (inner, cols).
/// Rows are computed in fixed blocks, so that the result does not depend on the number of threads.
void gemm(const float* a, Transpose transpose_a, const float* b, Transpose transpose_b, float* c, Index rows, Index inner, Index cols,
          bool accumulate);

/// out_j = exp(beta z_j - m) / sum_k exp(beta z_k - m), m = max(beta z), over `count` values `stride` apart. A row of nothing but
/// -infinity gives NaN, as the formula does.
void softmax(const float* z, float* out, Index count, Index stride, float beta);

/// out = (x - mean(x)) / sqrt(variance(x) + epsilon), with the population variance.
void layer_norm(const float* x, float* out, Index count, float epsilon);

/// Mean and population variance in double precision.
struct Moments {
  double mean = 0;
  double variance = 0;
};
Moments moments(const float* x, Index count);

}  // namespace gf

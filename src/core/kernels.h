// The inner loops. Everything that is worth SIMD is here, in files that the web build compiles twice (plain SIMD and relaxed SIMD).
// Large ones share their work among the threads in pieces that depend on the sizes alone, so that results don't depend on the threads.
// Unless said otherwise `out` may be one of the inputs, and NaN and infinity come out as the formula gives them.
#pragma once

#include <cstdlib>
#include <memory>

#include "core/tensor.h"

namespace gf {

// ---- kernels_gemm.cpp --------------------------------------------------------------------------------------------------

/// How a matrix takes part in a product.
enum class Transpose { no, yes };

/// C = op(A) op(B), or C += with `accumulate`; all row-major and dense, C apart from A and B. op(A) is (rows, inner), op(B) (inner, cols).
/// A row of C has the same bits for any number of threads, and whether it is made alone or with others.
void gemm(const float* a, Transpose transpose_a, const float* b, Transpose transpose_b, float* c, Index rows, Index inner, Index cols,
          bool accumulate);

/// One matrix after the other: `step` floats from each to the next, 0 where one serves all.
struct Stacked {
  const float* data;
  Index step;
};
/// C_k = op(A_k) op(B_k) for `count` matrices, those of C lying dense.
void gemm_stack(Stacked a, Transpose transpose_a, Stacked b, Transpose transpose_b, float* c, Index count, Index rows, Index inner,
                Index cols);

/// A matrix that stands in a wider one: `step` floats from each row to the next.
struct Rows {
  const float* data;
  Index step;
};
/// C = A op(B), C dense, on the calling thread alone: for pieces of work that threads share. The same bits as gemm makes.
void gemm_here(Rows a, Rows b, Transpose transpose_b, float* c, Index rows, Index inner, Index cols);

// ---- kernels_panels.cpp ------------------------------------------------------------------------------------------------

/// B (inner, cols) once more, in the order in which a product of few rows reads it: for weights that many such products share, as those
/// of a decoder that reads token after token. Example: `ColumnPanels panels(w.data(), w.rows(), w.cols()); gemm(x, panels, y, 1);`
class ColumnPanels {
 public:
  ColumnPanels(const float* b, Index inner, Index cols);
  Index inner() const { return inner_; }
  Index cols() const { return cols_; }
  const float* data() const { return data_.get(); }

  /// Whether they are faster: a smaller B stays in the caches, and is read as it is.
  static bool worth_it(Index inner, Index cols);
  /// Whether a product of so many rows is one of few rows.
  static bool serve(Index rows);

 private:
  std::unique_ptr<float[], void (*)(void*)> data_{nullptr, std::free};
  Index inner_, cols_;
};
/// C (rows, cols) = A B, A (rows, inner). The same bits as the other gemm of A and B makes.
void gemm(const float* a, const ColumnPanels& b, float* c, Index rows);

// ---- kernels_attention.cpp ---------------------------------------------------------------------------------------------

/// T queries behind S - T others: query t sees the first S - T + t + 1 keys. D is the width of a head.
struct CausalAttention {
  const float* queries;        // (T, H · D): the heads side by side
  const float *keys, *values;  // (S, D) of each head, `head_step` floats from each head to the next
  Index head_step;
  Index heads, width;  // H, D
  Index rows, seen;    // T, S
  float factor;        // of the dot products: 1/√D
};
/// out (T, H · D) = softmax(factor Q_h K_hᵀ) V_h of each head h, without keeping a matrix (T, S). The same bits as gemm_stack, scale, mask
/// and softmax_rows make.
void causal_attention(const CausalAttention& of, float* out);

// ---- kernels_row.cpp ---------------------------------------------------------------------------------------------------

/// out_j = exp(beta (z_j - m)) / sum_k exp(beta (z_k - m)), m = max(z), or min(z) where beta is negative, over `count` values
/// `stride` apart. A row of nothing but -infinity gives NaN, as the formula does.
void softmax(const float* z, float* out, Index count, Index stride, float beta);
/// The same of each of `rows` rows of `count` values.
void softmax_rows(const float* z, float* out, Index rows, Index count, float beta);
/// dz_j = beta p_j (dp_j - sum_k dp_k p_k) of each row: the Jacobian diag(p) - p pᵀ times the gradient for p.
void softmax_gradient_rows(const float* p, const float* dp, float* dz, Index rows, Index count, float beta);

/// out = (x - mean(x)) / sqrt(variance(x) + epsilon), with the population variance.
void layer_norm(const float* x, float* out, Index count, float epsilon);
/// The same of each row.
void layer_norm_rows(const float* x, float* out, Index rows, Index count, float epsilon);

/// Mean and population variance in double precision.
struct Moments {
  double mean = 0;
  double variance = 0;
};
Moments moments(const float* x, Index count);

/// With y the normalised row: dx_j = (dy_j - mean(dy) - y_j mean(dy ⊙ y)) / sqrt(variance(x) + epsilon) of each row.
void layer_norm_gradient_rows(const float* x, const float* y, const float* dy, float* dx, Index rows, Index count, float epsilon);

/// -ln softmax(row)[target] of each row; 0 where the target is -1.
void cross_entropy_rows(const float* logits, const int* targets, float* out, Index rows, Index count);
/// dz_j = dl (softmax(z)_j - [j = target]) of each row, dl one value a row; 0 where the target is -1.
void cross_entropy_gradient_rows(const float* logits, const int* targets, const float* dl, float* dz, Index rows, Index count);

/// The sum of each row, in double precision.
void sum_rows(const float* x, double* out, Index rows, Index count);
/// The sum of each column of (rows, cols), in double precision.
void sum_columns(const float* x, double* out, Index rows, Index cols);
/// out[id] += row t for the id of each t: the gradient of a table (rows of `cols` values), in double precision before it is rounded.
void scatter_rows(const float* x, const int* ids, Index count, float* out, Index rows, Index cols);

/// The least and the largest value, where all of them are finite and there is one: false where they are not.
bool finite_range(const float* x, Index count, float& least, float& most);

// ---- kernels_elementwise.cpp -------------------------------------------------------------------------------------------

/// Which cell of B serves a cell of A in a cell-by-cell op: steps in floats from a matrix, row and column to the next; 0 where one
/// serves all.
struct Broadcast {
  Index matrices = 1, rows = 1, cols = 1;  // of the result
  Index a_matrix = 0;                      // A has the result's rows and columns
  Index b_matrix = 0, b_row = 0, b_col = 0;
};
/// out = A + B, out = A ⊙ B.
void add(const Broadcast& shape, const float* a, const float* b, float* out);
void multiply(const Broadcast& shape, const float* a, const float* b, float* out);

/// x += y for `rows` rows of `cols` values, those of y `y_step` apart; 0 where one row serves all.
void add_to(float* x, const float* y, Index y_step, Index rows, Index cols);
/// x = x ⊙ gain + shift for each row.
void scale_and_shift_rows(float* x, const float* gain, const float* shift, Index rows, Index cols);

void scale(const float* x, float factor, float* out, Index count);
void exponential(const float* x, float* out, Index count);
/// max(x, 0), and its gradient dy [x > 0].
void relu(const float* x, float* out, Index count);
void relu_gradient(const float* x, const float* dy, float* out, Index count);
/// x Φ(x), or with `tanh_form` x/2 (1 + tanh(√(2/π)(x + 0.044715 x³))), within 2e-6 of their size; and dy times their slope.
void gelu(const float* x, float* out, Index count, bool tanh_form);
void gelu_gradient(const float* x, const float* dy, float* out, Index count, bool tanh_form);
/// mask != 0 ? x : fill, for `matrices` matrices of x; each matrix of the mask serves `repeats` of them.
void mask(const float* x, const float* mask, Index matrices, Index repeats, Index matrix_size, float fill, float* out);

}  // namespace gf

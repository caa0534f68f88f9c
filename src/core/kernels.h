// The kernels: all inner loops that gain from SIMD. The web build compiles kernels_*.cpp twice, for plain and for relaxed SIMD. Large
// kernels share their work among the threads. The bits of a result do not depend on the number of threads. Unless a comment says otherwise,
// `out` may be one of the inputs, and NaN and infinity come out as the formula gives them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "core/tensor.h"

namespace gf {

// ---- kernels_gemm.cpp --------------------------------------------------------------------------------------------------

/// Whether a matrix is transposed in a product: op(M) is M or Mᵀ.
enum class Transpose { no, yes };

/// C = op(A) op(B), or C += op(A) op(B) with `accumulate`. op(A) is (rows, inner), op(B) (inner, cols), C (rows, cols); all are row-major
/// and dense. C must not overlap A or B. A row of C has the same bits for any number of rows and of threads.
void gemm(const float* a, Transpose transpose_a, const float* b, Transpose transpose_b, float* c, Index rows, Index inner, Index cols,
          bool accumulate);

/// A stack of matrices: `step` floats from each matrix to the next; 0: one matrix serves all.
struct Stacked {
  const float* data;
  Index step;
};
/// C_k = op(A_k) op(B_k) for `count` matrices; C is dense.
void gemm_stack(Stacked a, Transpose transpose_a, Stacked b, Transpose transpose_b, float* c, Index count, Index rows, Index inner,
                Index cols);

/// A matrix inside a wider matrix: `step` floats from each row to the next.
struct Rows {
  const float* data;
  Index step;
};
/// C = A op(B) with a dense C, on the calling thread alone, for use inside parallel_for. The bits are those of gemm.
void gemm_here(Rows a, Rows b, Transpose transpose_b, float* c, Index rows, Index inner, Index cols);

// ---- kernels_panels.cpp ------------------------------------------------------------------------------------------------

/// A copy of B (inner, cols) in the order in which a product of few rows reads B. It serves weights that many such products share, such as
/// the weights of a decoder that reads token after token.
/// Example: `ColumnPanels panels(w.data(), w.rows(), w.cols()); gemm(x, panels, y, 1);`
class ColumnPanels {
 public:
  ColumnPanels(const float* b, Index inner, Index cols);
  Index inner() const { return inner_; }
  Index cols() const { return cols_; }
  const float* data() const { return data_.get(); }

  /// Whether panels are faster than B. A small B stays in the caches, and gains nothing.
  static bool worth_it(Index inner, Index cols);
  /// Whether panels serve a product of so many rows.
  static bool serve(Index rows);

 private:
  std::unique_ptr<float[], void (*)(void*)> data_{nullptr, std::free};
  Index inner_, cols_;
};
/// C (rows, cols) = A B for A (rows, inner). The bits are those of the other gemm.
void gemm(const float* a, const ColumnPanels& b, float* c, Index rows);

// ---- kernels_int8.cpp --------------------------------------------------------------------------------------------------

/// A copy of B (inner, cols) with 8 bits a weight, a quarter of the memory of floats. Each column has a scale for every kGroup rows,
/// max |b| / 127, and a weight becomes the nearest multiple of its scale. A group with NaN or infinity becomes NaN.
/// Example: `Int8Panels panels({w.data(), w.cols()}, Transpose::no, w.rows(), w.cols()); gemm(x, panels, y, 1);`
class Int8Panels {
 public:
  static constexpr Index kGroup = 128;
  /// Takes op(B): with Transpose::yes, `b` has the columns of (inner, cols) as rows.
  Int8Panels(Rows b, Transpose transpose, Index inner, Index cols);
  Index inner() const { return inner_; }
  Index cols() const { return cols_; }
  /// Returns the value that stands for a weight.
  float weight(Index row, Index col) const;
  const std::int8_t* weights() const { return weights_.data(); }
  const float* scales() const { return scales_.data(); }

 private:
  std::size_t place(Index row, Index col) const;
  std::size_t scale_place(Index row, Index col) const;
  std::vector<std::int8_t> weights_;
  std::vector<float> scales_;
  Index inner_, cols_;
};
/// C (rows, cols) = A B for A (rows, inner). Each row of A is rounded to 16 bits, with a scale for every Int8Panels::kGroup numbers,
/// max |a| / 32767. A row has the same bits for any number of rows and of threads, and in each build. NaN or infinity in a row of A makes
/// NaN of the whole row of C.
void gemm(const float* a, const Int8Panels& b, float* c, Index rows);

// ---- kernels_attention.cpp ---------------------------------------------------------------------------------------------

/// The operands of a causal attention with T queries behind S - T earlier tokens: query t attends to the first S - T + t + 1 keys.
struct CausalAttention {
  const float* queries;        // (T, H · D): the heads side by side
  const float *keys, *values;  // (S, D) for each head
  Index head_step;             // floats from the keys of each head to the next; the same for values
  Index heads, width;          // H, D
  Index rows, seen;            // T, S
  float factor;                // of the dot products: 1/√D
};
/// out (T, H · D) = softmax(factor Q_h K_hᵀ) V_h for each head h, without a matrix (T, S) in memory. The bits are those of gemm_stack,
/// scale, mask and softmax_rows. `out` must not overlap the operands.
void causal_attention(const CausalAttention& attention, float* out);

// ---- kernels_row.cpp ---------------------------------------------------------------------------------------------------

/// out_j = exp(beta (z_j - m)) / sum_k exp(beta (z_k - m)) over `count` values `stride` apart, with m = max(z), or m = min(z) if beta is
/// negative. If all values are -infinity, the result is NaN.
void softmax(const float* z, float* out, Index count, Index stride, float beta);
/// The softmax of each of `rows` rows of `count` values.
void softmax_rows(const float* z, float* out, Index rows, Index count, float beta);
/// dz_j = beta p_j (dp_j - sum_k dp_k p_k) of each row: the Jacobian diag(p) - p pᵀ times the gradient for p.
void softmax_gradient_rows(const float* p, const float* dp, float* dz, Index rows, Index count, float beta);

/// out = (x - mean(x)) / sqrt(variance(x) + epsilon), with the population variance.
void layer_norm(const float* x, float* out, Index count, float epsilon);
/// The layer norm of each row.
void layer_norm_rows(const float* x, float* out, Index rows, Index count, float epsilon);

/// Mean and population variance in double precision.
struct Moments {
  double mean = 0;
  double variance = 0;
};
/// The moments of `count` values.
Moments moments(const float* x, Index count);

/// With y the normalised row: dx_j = (dy_j - mean(dy) - y_j mean(dy ⊙ y)) / sqrt(variance(x) + epsilon) of each row.
void layer_norm_gradient_rows(const float* x, const float* y, const float* dy, float* dx, Index rows, Index count, float epsilon);

/// -ln softmax(row)[target] of each row; 0 if the target is -1.
void cross_entropy_rows(const float* logits, const int* targets, float* out, Index rows, Index count);
/// dz_j = dl (softmax(z)_j - [j = target]) of each row, with one value dl for each row; 0 if the target is -1.
void cross_entropy_gradient_rows(const float* logits, const int* targets, const float* dl, float* dz, Index rows, Index count);

/// The sum of each row, in double precision.
void sum_rows(const float* x, double* out, Index rows, Index count);
/// The sum of each column of (rows, cols), in double precision.
void sum_columns(const float* x, double* out, Index rows, Index cols);
/// out (rows, cols): row r is the sum of the rows t of x (count, cols) with ids[t] = r, in double precision before it is rounded. This is
/// the gradient of a table.
void scatter_rows(const float* x, const int* ids, Index count, float* out, Index rows, Index cols);

/// Whether x has a value and all values are finite. If so, sets the least and the largest value; otherwise leaves them undefined.
bool finite_range(const float* x, Index count, float& least, float& most);

// ---- kernels_elementwise.cpp -------------------------------------------------------------------------------------------

/// The layout of A and B in a cell-by-cell op: steps in floats from one matrix, row or column to the next; 0: one serves all.
struct Broadcast {
  Index matrices = 1, rows = 1, cols = 1;  // of the result
  Index a_matrix = 0;                      // of A, which has the rows and columns of the result
  Index b_matrix = 0, b_row = 0, b_col = 0;
};
/// out = A + B, and out = A ⊙ B.
void add(const Broadcast& shape, const float* a, const float* b, float* out);
void multiply(const Broadcast& shape, const float* a, const float* b, float* out);

/// x += y for `rows` rows of `cols` values. The rows of y are `y_step` floats apart; 0: one row serves all.
void add_to(float* x, const float* y, Index y_step, Index rows, Index cols);
/// x = x ⊙ gain + shift for each row.
void scale_and_shift_rows(float* x, const float* gain, const float* shift, Index rows, Index cols);

/// out = factor x.
void scale(const float* x, float factor, float* out, Index count);
/// out = e^x.
void exponential(const float* x, float* out, Index count);
/// out = max(x, 0), and its gradient dy [x > 0].
void relu(const float* x, float* out, Index count);
void relu_gradient(const float* x, const float* dy, float* out, Index count);
/// out = x Φ(x), or with `tanh_form` x/2 (1 + tanh(√(2/π)(x + 0.044715 x³))), with a relative error of at most 2e-6; and dy times the
/// slope.
void gelu(const float* x, float* out, Index count, bool tanh_form);
void gelu_gradient(const float* x, const float* dy, float* out, Index count, bool tanh_form);
/// out = mask != 0 ? x : fill, for `matrices` matrices of x. Each matrix of the mask serves `repeats` matrices in a row.
void mask(const float* x, const float* mask, Index matrices, Index repeats, Index matrix_size, float fill, float* out);

}  // namespace gf

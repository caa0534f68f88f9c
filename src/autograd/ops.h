// The ops: each function appends one node to a tape and returns its id. T tokens, C and D channels, V vocabulary. An operand without outer
// axes serves every matrix of an operand with outer axes. Each function throws like Tape::append. Unless a comment says otherwise, a
// gradient goes through the op.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "autograd/tape.h"
#include "core/token_row.h"

namespace gf {

/// Appends a given value without a gradient.
NodeId constant(Tape& tape, Tensor value, Label label);
NodeId constant(Tape& tape, std::shared_ptr<const Tensor> value, Label label);
/// Appends a given value with a gradient: a weight or an editable input.
NodeId parameter(Tape& tape, Tensor value, Label label);
NodeId parameter(Tape& tape, std::shared_ptr<const Tensor> value, Label label, std::shared_ptr<const ColumnPanels> panels = nullptr);

/// Rows of a table, out[t] = table[ids[t]]: (V, C) -> (T, C), or (B, T, C) with `outer` {B} and B·T ids. Throws ShapeError if an id is
/// outside the table.
NodeId embedding(Tape& tape, NodeId table, std::vector<int> ids, Label label, std::vector<Index> outer = {});

/// Returns the usual exponents, 2i/width for the sine and the cosine of pair i. An odd width ends with a sine that has no cosine.
PositionExponents position_exponents(Index width);
/// Sinusoidal position encoding (Vaswani et al. 2017, 3.5) of shape (length, width), with position_exponents(width):
///   PE[pos, 2i] = sin(pos / 10000^(2i/width)),  PE[pos, 2i+1] = cos(pos / 10000^(2i/width)).
/// Other exponents make other waves, with a column for each exponent. Throws ShapeError for no position or fewer than two columns.
NodeId position_encoding(Tape& tape, Index length, PositionExponents exponents, Label label);

/// C = A B: (T, C) (C, D) -> (T, D).
NodeId matmul(Tape& tape, NodeId a, NodeId b, Label label);
/// C = A Bᵀ: (T, D) (S, D) -> (T, S).
NodeId matmul_nt(Tape& tape, NodeId a, NodeId b, Label label);
/// C = Aᵀ B: (T, C) (T, D) -> (C, D). With `stacked`, summed over the outer axes.
NodeId matmul_tn(Tape& tape, NodeId a, NodeId b, Label label, bool stacked = false);

/// A + B; B may be a single row or column, or have no outer axes.
NodeId add(Tape& tape, NodeId a, NodeId b, Label label);
/// A ⊙ B, cell by cell; broadcast as in add.
NodeId multiply(Tape& tape, NodeId a, NodeId b, Label label);
/// A / B, cell by cell; broadcast as in add. A quotient is 0 if B is 0, and its gradient too.
NodeId divide(Tape& tape, NodeId a, NodeId b, Label label);
/// factor · A.
NodeId scale(Tape& tape, NodeId a, float factor, Label label);
/// A / √d, the scaling of attention scores.
NodeId divide_by_root(Tape& tape, NodeId a, Index d, Label label);
/// A^exponent, cell by cell. NaN of a number below 0, unless the exponent is whole.
NodeId power(Tape& tape, NodeId a, float exponent, Label label);
/// e^A, cell by cell.
NodeId exponential(Tape& tape, NodeId a, Label label);
/// √A, cell by cell. The gradient is 0 at 0, because the slope of the root is infinite there.
NodeId square_root(Tape& tape, NodeId a, Label label);

/// Hides cells: out = mask != 0 ? A : fill. `mask` has no outer axes, all of A's, or the first of them: a mask for each sequence of a batch
/// serves all heads. The gradient of a hidden cell is 0. Throws ShapeError if the mask does not fit.
NodeId mask(Tape& tape, NodeId a, std::shared_ptr<const Tensor> mask, float fill, Label label);
/// Returns the causal mask of a decoder, (length, length) of 0 and 1: position t sees positions 0 to t.
std::shared_ptr<const Tensor> causal_mask(Index length);

/// softmax(z)_j = exp(beta z_j) / sum_k exp(beta z_k) of each row, or of each column.
NodeId softmax(Tape& tape, NodeId z, float beta, Along along, Label label);
/// (x - mean) / sqrt(variance + epsilon) of each row, population variance.
NodeId layer_norm(Tape& tape, NodeId x, float epsilon, Label label);
/// x / sqrt(mean(x²) + epsilon) of each row (Zhang and Sennrich 2019): layer norm that does not subtract the mean.
NodeId rms_norm(Tape& tape, NodeId x, float epsilon, Label label);
/// Turns pair i of row t by the angle φ = positions[t] / 10000^(2i/C) (RoPE, Su et al. 2021): (T, C) -> (T, C),
///   out[2i] = x[2i] cos φ − x[2i+1] sin φ,  out[2i+1] = x[2i] sin φ + x[2i+1] cos φ.
/// Throws ShapeError for an odd width, or unless each row has one position.
NodeId rotate_pairs(Tape& tape, NodeId x, std::vector<int> positions, Label label);
/// max(x, 0).
NodeId relu(Tape& tape, NodeId x, Label label);
/// x Φ(x) = x/2 (1 + erf(x/√2)), or with `tanh_form` GPT-2's approximation x/2 (1 + tanh(√(2/π)(x + 0.044715 x³))).
NodeId gelu(Tape& tape, NodeId x, bool tanh_form, Label label);
/// x / (1 + e^−x), also called swish.
NodeId silu(Tape& tape, NodeId x, Label label);

/// Columns side by side: (T, C1), (T, C2), ... -> (T, C1 + C2 + ...); along rows, one part below the other: (T1, C), (T2, C) -> (T1 + T2,
/// C). Throws ShapeError for no part, or parts that do not fit.
NodeId concat(Tape& tape, std::vector<NodeId> parts, Label label, Along along = Along::columns);
/// Columns begin..end-1, or rows. Throws ShapeError unless 0 ≤ begin < end ≤ their number.
NodeId slice(Tape& tape, NodeId a, Index begin, Index end, Label label, Along along = Along::columns);

/// The channels of each head as a matrix: (..., T, C) -> (..., H, T, C / H), out[h][t] = x[t, h·C/H .. (h+1)·C/H - 1]. Throws ShapeError if
/// C is not a multiple of H.
NodeId split_heads(Tape& tape, NodeId x, Index heads, Label label);
/// The heads side by side again: (..., H, T, D) -> (..., T, H·D). Throws ShapeError without an axis of heads.
NodeId merge_heads(Tape& tape, NodeId x, Label label);

/// The sum of each row (T, 1), of each column (1, C), or of all cells (1, 1).
NodeId sum(Tape& tape, NodeId a, Along along, Label label);
/// The mean of each row (T, 1), of each column (1, C), or of all cells (1, 1).
NodeId mean(Tape& tape, NodeId a, Along along, Label label);
/// The mean of each cell over the outer axes: (..., T, C) -> (T, C).
NodeId mean_of_matrices(Tape& tape, NodeId a, Label label);
/// The largest cell of each row (T, 1), of each column (1, C), or of all (1, 1); with `magnitudes`, the largest |cell|. NaN is the largest.
/// The gradient goes to the first largest cell.
NodeId largest(Tape& tape, NodeId a, Along along, bool magnitudes, Label label);

/// 1 in the first cell of each row that has the largest (or least) value, otherwise 0. A row with a NaN is NaN. The gradient is 0.
NodeId pick(Tape& tape, NodeId x, Extreme which, Label label);

/// Values that were counted, not computed, such as the letters in which two words differ. `account` explains each cell: it must give the
/// value of the cell, and be callable from any thread. `code` counts in Python, without operands. No gradient.
NodeId accounted(Tape& tape, Tensor value, std::function<CellArithmetic(const Cell&)> account, OpCode code, Label label);

/// The edit distances of all beginnings of two words (Levenshtein 1965; Wagner and Fischer 1974), (m, n) costs -> (m + 1, n + 1):
///   D[i,0] = i,  D[0,j] = j,  D[i,j] = min(D[i-1,j] + 1, D[i,j-1] + 1, D[i-1,j-1] + costs[i-1,j-1]),
/// with costs[i,j] = 0 if letter i of one word equals letter j of the other word, otherwise 1. No gradient: letters do not change by
/// degrees.
NodeId edit_matrix(Tape& tape, NodeId costs, Label label);

/// -ln softmax(logits[t])[targets[t]] of each row: (T, V) -> (T, 1). The loss of a row with the target -1 is 0. Throws ShapeError unless
/// each row has one target, which is -1 or a column.
NodeId cross_entropy(Tape& tape, NodeId logits, std::vector<int> targets, Label label);

// Rows of tokens (1, T), whole numbers without a gradient. `starts` (1, T) is not 0 at the first token of each part, and no pair spans two
// parts; null: the row is one part. The functions with a parameter `row` throw ShapeError if the tokens are not one row.

/// Counts how often each pair stands side by side: (1, T) -> (P, 1). Overlapping occurrences count.
NodeId pair_counts(Tape& tape, NodeId row, const std::vector<TokenPair>& pairs, std::shared_ptr<const Tensor> starts, Label label);
/// Learned merges as a table (P, 4). The columns are left, right, the token that the pair becomes (first_token, first_token + 1, ...), and
/// the count of the pair in the row after the merges above it.
NodeId merge_table(Tape& tape, NodeId row, const std::vector<TokenPair>& pairs, int first_token, std::shared_ptr<const Tensor> starts,
                   Label label);
/// The row after the merges of a table, one after the other: (1, T) -> (1, T'). A `table` of -1 has no merges.
NodeId merge_pairs(Tape& tape, NodeId row, NodeId table, std::shared_ptr<const Tensor> starts, Label label);
/// The tokens that the tokens of a row were merged from: (1, T') -> (1, T).
NodeId expand_pairs(Tape& tape, NodeId row, NodeId table, Label label);
/// Counts the columns of operands: cell i of `shape` is the number of columns of rows[which[i]], and 0 if which[i] is -1. Throws ShapeError
/// unless `which` has an entry for each cell.
NodeId count(Tape& tape, std::vector<NodeId> rows, std::vector<int> which, Shape shape, Label label);
/// Rows of tokens, one behind the other: (N, L) (N, 1) -> (1, T). Rows with a share above 0 are taken, the largest share first, and the
/// upper row first among equal shares. A row ends before its first token below 0. Throws ShapeError unless each row has one share.
/// Example: rows (5, 6, -1) and (7, 8, 9) with shares 0.2 and 0.8 become (7, 8, 9, 5, 6).
NodeId join_rows(Tape& tape, NodeId rows, NodeId shares, Label label);
/// Rows of a table by a computed row of tokens, out[t] = table[row[t]]: (V, C) (1, T) -> (T, C). A token without a row gives NaN.
NodeId table_rows(Tape& tape, NodeId table, NodeId row, Label label);

// Geometry.

/// The distance of the points in each row, √Σ (a - b)²: (T, C) (T, C) -> (T, 1). The gradient is 0 if both points are equal.
NodeId distance(Tape& tape, NodeId a, NodeId b, Label label);
/// The determinant of a square matrix, by which a transformation multiplies areas: (N, N) -> (1, 1). 0 for a singular matrix.
NodeId determinant(Tape& tape, NodeId m, Label label);
/// x with row i of `rows` in place of row ids[i]: (T, C) (K, C) -> (T, C). Throws ShapeError if an id is outside x or comes twice.
NodeId replace_rows(Tape& tape, NodeId x, NodeId rows, std::vector<int> ids, Label label);

// Measures of learned values, without a gradient.

/// The direction of each row, the row divided by its length √Σₖ xₖ²: (T, C) -> (T, C). A row of zeros stays.
NodeId unit_rows(Tape& tape, NodeId x, Label label);
/// The eigenvectors of the symmetric part of S, the largest eigenvalue first: (C, C) -> (C, count). Each vector has length 1, and its
/// largest component is positive. Throws ShapeError unless S is one square matrix with at least `count` columns.
NodeId principal_directions(Tape& tape, NodeId s, Index count, Label label);
/// 1 if the value at places[t] is larger than all other values of row t, otherwise 0: (T, V) -> (T, 1). Throws ShapeError unless each row
/// has one place, which is a column.
NodeId is_largest(Tape& tape, NodeId scores, std::vector<int> places, Label label);
/// Counts the cells in each bin: -> (bins, 1). The bins have equal width, from the least value to the largest, which counts in the last
/// bin. Throws ShapeError for no bin.
NodeId histogram(Tape& tape, NodeId x, Index bins, Label label);
/// 1 in the k largest cells of each row or column, otherwise 0: the shape of x. The first of equal cells are kept. A line of at most k
/// cells keeps all, and a line with a NaN is NaN. Throws ShapeError for a k below 1.
/// Example: (0.2, 0.7, 0.1) with k = 2 gives (1, 1, 0).
NodeId top_k(Tape& tape, NodeId x, Index k, Along along, Label label);

// Lines in which a cell goes on from the cell before, and comparisons.

/// The running sums of each row or column, out_j = Σ_{i ≤ j} x_i. `exclusive` leaves the cell itself out, and `from_end` begins with the
/// last cell. Throws ShapeError along all.
/// Example: (0.5, 0.3, 0.2) gives (0.5, 0.8, 1), and exclusive (0, 0.5, 0.8).
NodeId running_sums(Tape& tape, NodeId x, attr::RunningSums attributes, Label label);
/// The largest cell of each row or column so far, M_j = max(M_{j−1}, x_j). NaN is the largest. Throws ShapeError along all. No gradient.
NodeId running_largest(Tape& tape, NodeId x, Along along, Label label);
/// A sum that keeps a part of itself from cell to cell: y_j = keep_j · y_{j−1} + take · x_j of each row or column, y_0 = take · x_0. `keep`
/// may be a single row, column or cell, or have no outer axes. Throws ShapeError along all. No gradient.
/// Example: keep 0.9 and take 0.1 are an exponential moving average.
NodeId recurrence(Tape& tape, NodeId x, NodeId keep, attr::Recurrence attributes, Label label);
/// 1 if A < B, otherwise 0; B may be a single row, column or cell, or have no outer axes. No gradient.
NodeId is_less(Tape& tape, NodeId a, NodeId b, Label label);

// Numbers in few bits (Jacob et al. 2018), without a gradient. The numbers of a group share a scale s and, unless the rounding is
// symmetric, a zero point z. Each function throws ShapeError for a stack of matrices, fewer than 2 bits, or a group without numbers.

/// The scale of each group: (R, C) -> a cell for each group. It is max |w| / (2^(bits−1) − 1) if symmetric, otherwise (max(w, 0) − min(w,
/// 0)) / (2^bits − 1), and 0 for a group of zeros.
NodeId quantize_scale(Tape& tape, NodeId w, const attr::Rounding& rounding, Label label);
/// The integer that stands for 0 unless the rounding is symmetric: round(−min(w, 0) / s), and 0 if s is 0. A cell for each group.
NodeId zero_point(Tape& tape, NodeId w, NodeId scale, const attr::Rounding& rounding, Label label);
/// The integers round(w / s) + z, clamped to the range of the bits: (R, C) -> (R, C). If s is 0, they are z. A symmetric rounding has the
/// `zero` -1.
/// Example: 0.34 with s = 0.1 gives 3.
NodeId quantize(Tape& tape, NodeId w, NodeId scale, NodeId zero, const attr::Rounding& rounding, Label label);
/// The numbers that the integers stand for, s · (q − z): (R, C) -> (R, C).
NodeId dequantize(Tape& tape, NodeId integers, NodeId scale, NodeId zero, const attr::Rounding& rounding, Label label);
/// The float that each row of 16 bits stands for, by sign, exponent and fraction (core/half.h): (N, 16) -> (N, 1). 5 bits of exponent make
/// a half, 8 a bfloat16. A cell of at least 0.5 is the bit 1. Throws ShapeError for another width or another exponent.
NodeId decode_float(Tape& tape, NodeId bits, Index exponent_bits, Label label);

}  // namespace gf

// The ops: each appends one node to a tape and returns its id. T tokens, C and D channels, V vocabulary.
// Operands without outer axes are used for every matrix of one that has them.
#pragma once

#include "autograd/tape.h"
#include "core/token_row.h"

namespace gf {

/// A value that no gradient is taken for.
NodeId constant(Tape& tape, Tensor value, Label label);
NodeId constant(Tape& tape, std::shared_ptr<const Tensor> value, Label label);
/// A value that gradients are taken for: weights and editable inputs.
NodeId parameter(Tape& tape, Tensor value, Label label);
NodeId parameter(Tape& tape, std::shared_ptr<const Tensor> value, Label label, std::shared_ptr<const ColumnPanels> panels = nullptr);

/// Rows of a table: out[t] = table[ids[t]]; table (V, C), out (T, C), or with `outer` {B} and B·T ids (B, T, C). Throws ShapeError where
/// an id is outside the table.
NodeId embedding(Tape& tape, NodeId table, std::vector<int> ids, Label label, std::vector<Index> outer = {});

/// 2i/width under the sine and the cosine of pair i. An odd width ends with a sine that has no cosine.
PositionExponents position_exponents(Index width);
/// Sinusoidal position encoding (Vaswani et al. 2017, 3.5), (length, width), with position_exponents(width):
///   PE[pos, 2i] = sin(pos / 10000^(2i/width)),  PE[pos, 2i+1] = cos(pos / 10000^(2i/width)).
/// Other exponents make other waves; a column for each. Throws ShapeError for no position, or fewer than two columns.
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
/// A / B, cell by cell; broadcast as in add. 0 where B is 0, and no gradient goes through there.
NodeId divide(Tape& tape, NodeId a, NodeId b, Label label);
/// factor · A.
NodeId scale(Tape& tape, NodeId a, float factor, Label label);
/// A / √d, as scores are divided by the width of their head.
NodeId divide_by_root(Tape& tape, NodeId a, Index d, Label label);
/// A^exponent, cell by cell. NaN of a number below 0, unless the exponent is whole.
NodeId power(Tape& tape, NodeId a, float exponent, Label label);
/// e^A, cell by cell.
NodeId exponential(Tape& tape, NodeId a, Label label);
/// √A, cell by cell. No gradient goes through a 0, where the root is vertical.
NodeId square_root(Tape& tape, NodeId a, Label label);

/// Hides cells: out = mask != 0 ? A : fill. `mask` is one matrix for all, or has the first of A's outer axes (one for each sequence of a
/// batch serves all its heads), or all of them. Gradient: 0 where hidden.
NodeId mask(Tape& tape, NodeId a, std::shared_ptr<const Tensor> mask, float fill, Label label);
/// The mask of a decoder: position t sees positions 0..t. (length, length) of 0 and 1.
std::shared_ptr<const Tensor> causal_mask(Index length);

/// softmax(z)_j = exp(beta z_j) / sum_k exp(beta z_k) of each row, or of each column.
NodeId softmax(Tape& tape, NodeId z, float beta, Along along, Label label);
/// (x - mean) / sqrt(variance + epsilon) of each row, population variance.
NodeId layer_norm(Tape& tape, NodeId x, float epsilon, Label label);
/// x / sqrt(mean(x²) + epsilon) of each row (Zhang and Sennrich 2019): layer norm that leaves the mean where it is.
NodeId rms_norm(Tape& tape, NodeId x, float epsilon, Label label);
/// Turns pair i of row t by the angle φ = positions[t] / 10000^(2i/C) (RoPE, Su et al. 2021): (T, C) -> (T, C),
///   out[2i] = x[2i] cos φ − x[2i+1] sin φ,  out[2i+1] = x[2i] sin φ + x[2i+1] cos φ.
/// Throws ShapeError for an odd width, or unless there is one position for each row.
NodeId rotate_pairs(Tape& tape, NodeId x, std::vector<int> positions, Label label);
/// max(x, 0).
NodeId relu(Tape& tape, NodeId x, Label label);
/// x Φ(x) = x/2 (1 + erf(x/√2)), or with `tanh_form` GPT-2's approximation x/2 (1 + tanh(√(2/π)(x + 0.044715 x³))).
NodeId gelu(Tape& tape, NodeId x, bool tanh_form, Label label);
/// x / (1 + e^−x), also called swish.
NodeId silu(Tape& tape, NodeId x, Label label);

/// Columns side by side: (T, C1), (T, C2), ... -> (T, C1 + C2 + ...); along rows one below the other: (T1, C), (T2, C) -> (T1 + T2, C).
NodeId concat(Tape& tape, std::vector<NodeId> parts, Label label, Along along = Along::columns);
/// Columns begin..end-1, or rows.
NodeId slice(Tape& tape, NodeId a, Index begin, Index end, Label label, Along along = Along::columns);

/// The channels of each head as a matrix of its own: (..., T, C) -> (..., H, T, C / H), out[h][t] = x[t, h·C/H .. (h+1)·C/H - 1].
/// Throws ShapeError where C is not a multiple of H.
NodeId split_heads(Tape& tape, NodeId x, Index heads, Label label);
/// The heads side by side again: (..., H, T, D) -> (..., T, H·D).
NodeId merge_heads(Tape& tape, NodeId x, Label label);

/// The sum of each row (T, 1), of each column (1, C), or of all cells (1, 1).
NodeId sum(Tape& tape, NodeId a, Along along, Label label);
/// The mean, likewise.
NodeId mean(Tape& tape, NodeId a, Along along, Label label);
/// The mean of each cell over the outer axes: (..., T, C) -> (T, C).
NodeId mean_of_matrices(Tape& tape, NodeId a, Label label);
/// The largest cell of each row (T, 1), of each column (1, C), or of all (1, 1); with `magnitudes` the largest |cell|.
NodeId largest(Tape& tape, NodeId a, Along along, bool magnitudes, Label label);

/// 1 in the cell of each row that has its largest (or least) value, the first one of several, and 0 elsewhere. Its gradient is 0.
NodeId pick(Tape& tape, NodeId x, Extreme which, Label label);

/// Appends values that were counted, not computed, such as the letters in which two words differ, and how each cell was counted.
/// `account` must give the cell's value and be callable from any thread; `code` counts in Python, without operands.
NodeId accounted(Tape& tape, Tensor value, std::function<CellArithmetic(const Cell&)> account, OpCode code, Label label);

/// The edit distances of all beginnings of two words (Levenshtein 1965; Wagner and Fischer 1974), (m, n) costs -> (m + 1, n + 1):
///   D[i,0] = i,  D[0,j] = j,  D[i,j] = min(D[i-1,j] + 1, D[i,j-1] + 1, D[i-1,j-1] + costs[i-1,j-1]),
/// where costs[i,j] is 0 where letter i of the one word is letter j of the other, and 1 elsewhere. No gradient: letters don't change by
/// degrees.
NodeId edit_matrix(Tape& tape, NodeId costs, Label label);

/// -ln softmax(logits[t])[targets[t]] of each row: (T, V) -> (T, 1). A target of -1 is left out: 0.
NodeId cross_entropy(Tape& tape, NodeId logits, std::vector<int> targets, Label label);

// Rows of tokens (1, T), whole numbers. `starts` (1, T) is not 0 where a part begins that no pair reaches into; null: one part.

/// How often each pair stands side by side: (1, T) -> (P, 1). Overlapping occurrences count.
NodeId pair_counts(Tape& tape, NodeId row, const std::vector<TokenPair>& pairs, std::shared_ptr<const Tensor> starts, Label label);
/// Learned merges as a table (P, 4): left, right, the token that they become (first_token, first_token + 1, ...), and how often the pair
/// stands in the row after the merges before it.
NodeId merge_table(Tape& tape, NodeId row, const std::vector<TokenPair>& pairs, int first_token, std::shared_ptr<const Tensor> starts,
                   Label label);
/// The row with the merges of a table applied, one after the other: (1, T) -> (1, T'). A table of -1: none.
NodeId merge_pairs(Tape& tape, NodeId row, NodeId table, std::shared_ptr<const Tensor> starts, Label label);
/// The tokens that the tokens of a row were merged from: (1, T') -> (1, T).
NodeId expand_pairs(Tape& tape, NodeId row, NodeId table, Label label);
/// How many columns operands have: cell i of `shape` counts those of rows[which[i]], or is 0 where that is -1.
NodeId count(Tape& tape, std::vector<NodeId> rows, std::vector<int> which, Shape shape, Label label);
/// Rows of tokens, one behind the other: those whose share is above 0, the largest share first, of equal ones the first row. A row ends
/// with its first token below 0. (N, L) (N, 1) -> (1, T). Throws ShapeError where there is not one share a row. Example: rows (5, 6, -1)
/// and (7, 8, 9) with shares 0.2 and 0.8 are (7, 8, 9, 5, 6).
NodeId join_rows(Tape& tape, NodeId rows, NodeId shares, Label label);
/// Rows of a table by a row of tokens that was computed: out[t] = table[row[t]]; NaN where the table has no such row. (V, C) (1, T) -> (T,
/// C). Throws ShapeError where it is not one row.
NodeId table_rows(Tape& tape, NodeId table, NodeId row, Label label);
/// How far apart the points in each row are: √Σ (a - b)². (T, C) (T, C) -> (T, 1). Gradient 0 where they are at one place.
NodeId distance(Tape& tape, NodeId a, NodeId b, Label label);
/// det M of a square matrix: how many times larger a transformation makes areas; 0 where it is singular. (N, N) -> (1, 1).
NodeId determinant(Tape& tape, NodeId m, Label label);
/// x with row ids[i] replaced by row i of `rows`: (T, C) (K, C) -> (T, C). Throws ShapeError where an id is outside x or comes twice.
NodeId replace_rows(Tape& tape, NodeId x, NodeId rows, std::vector<int> ids, Label label);

// Measures of what was learned: no gradient goes through them.

/// Each row divided by its length √Σₖ xₖ²: its direction. A row of zeros stays. (T, C) -> (T, C).
NodeId unit_rows(Tape& tape, NodeId x, Label label);
/// The eigenvectors of a symmetric matrix S (of another one, its symmetric part) with the largest eigenvalues, largest first, each of
/// length 1 and with its largest component positive: (C, C) -> (C, count).
NodeId principal_directions(Tape& tape, NodeId s, Index count, Label label);
/// Whether the value at places[t] is larger than all others of row t: 1 or 0. (T, V) -> (T, 1).
NodeId is_largest(Tape& tape, NodeId scores, std::vector<int> places, Label label);
/// How many cells lie in each of some bins of equal width, from the least value to the largest, which is in the last one: -> (bins, 1).
/// Throws ShapeError for no bin.
NodeId histogram(Tape& tape, NodeId x, Index bins, Label label);
/// 1 in the k largest cells of each row, or of each column, and 0 elsewhere; of equal ones the first are kept. A line of at most k cells
/// keeps them all. A line with a NaN is NaN. The same shape. Throws ShapeError for a k below 1. Example: of (0.2, 0.7, 0.1) with k = 2 it
/// is (1, 1, 0).
NodeId top_k(Tape& tape, NodeId x, Index k, Along along, Label label);

/// The running sums of each row or column: out_j = Σ_{i ≤ j} x_i; `exclusive` leaves the cell itself out, `from_end` begins
/// with the last cell. Throws ShapeError along all. Example: of (0.5, 0.3, 0.2) it is (0.5, 0.8, 1), exclusive (0, 0.5, 0.8).
NodeId running_sums(Tape& tape, NodeId x, attr::RunningSums told, Label label);
/// The largest cell of each row or column so far: M_j = max(M_{j−1}, x_j). Throws ShapeError along all. No gradient.
NodeId running_largest(Tape& tape, NodeId x, Along along, Label label);
/// A sum that keeps a part of itself from cell to cell: y_j = keep_j · y_{j−1} + take · x_j of each row or column, y_0 = take · x_0. `keep`
/// may be a single row, column or cell, or have no outer axes. Throws ShapeError along all. No gradient. Example: keep 0.9 and take 0.1 are
/// an exponential moving average.
NodeId recurrence(Tape& tape, NodeId x, NodeId keep, attr::Recurrence told, Label label);
/// 1 where A < B, else 0; B may be a single row, column or cell, or have no outer axes. No gradient.
NodeId is_less(Tape& tape, NodeId a, NodeId b, Label label);

// Numbers in few bits (Jacob et al. 2018): a group of numbers shares a scale s, and where it is not symmetric a zero point z. No gradient.

/// The scale of each group: max |w| / (2^(bits−1) − 1), or where it is not symmetric (max(w, 0) − min(w, 0)) / (2^bits − 1). 0 for a group
/// of zeros. (R, C) -> a cell for each group. Throws ShapeError for a stack, fewer than 2 bits, or no group.
NodeId quantize_scale(Tape& tape, NodeId w, const attr::Rounding& rounding, Label label);
/// The integer that stands for 0 where it is not symmetric: round(−min(w, 0) / s), 0 where s is 0. A cell for each group.
NodeId zero_point(Tape& tape, NodeId w, NodeId scale, const attr::Rounding& rounding, Label label);
/// The integers: round(w / s) + z, within what the bits can say; z where s is 0. `zero` is -1 where it is symmetric. (R, C) -> (R, C).
/// Example: of 0.34 with s = 0.1 it is 3.
NodeId quantize(Tape& tape, NodeId w, NodeId scale, NodeId zero, const attr::Rounding& rounding, Label label);
/// The numbers that the integers stand for: s · (q − z). (R, C) -> (R, C).
NodeId dequantize(Tape& tape, NodeId integers, NodeId scale, NodeId zero, const attr::Rounding& rounding, Label label);
/// The number that each row of 16 bits means as a float: a sign, the exponent, the fraction (core/half.h). With 5 bits of exponent it is a
/// half, with 8 a bfloat16. (N, 16) -> (N, 1). A bit is 1 from 0.5 on. Throws ShapeError for another width.
NodeId decode_float(Tape& tape, NodeId bits, Index exponent_bits, Label label);

}  // namespace gf

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "autograd/op_support.h"
#include "autograd/ops.h"
#include "core/nth.h"
#include "core/number_text.h"
#include "core/token_row.h"

namespace gf {
namespace {

using Kind = Expression::Kind;

constexpr std::size_t kMostExpanded = 1 << 16;  // tokens: cells that are held at long pieces must not fill the memory

// Columns of a table of merges.
enum Column : Index { kLeft = 0, kRight = 1, kPiece = 2, kCount = 3 };

int token_at(const Tensor& tensor, Index row, Index col) {
  const float value = tensor.at(0, row, col);
  return std::isfinite(value) ? static_cast<int>(std::lround(std::clamp(value, -1.0f, 1e6f))) : -1;
}

// Returns the tensor that marks the first token of each part of the row; null: the row is one part.
const Tensor* starts_of(const Attributes& attributes) {
  if (const auto* counts = std::get_if<attr::PairCounts>(&attributes)) return counts->starts.get();
  if (const auto* table = std::get_if<attr::MergeTable>(&attributes)) return table->starts.get();
  if (const auto* merges = std::get_if<attr::MergePairs>(&attributes)) return merges->starts.get();
  return nullptr;
}

TokenRow row_of(const Operands& operands) {
  const Tensor& tokens = operands[0];
  const Tensor* starts = starts_of(operands.attributes);
  TokenRow row;
  for (Index t = 0; t < tokens.cols(); ++t) {
    row.ids.push_back(token_at(tokens, 0, t));
    row.starts.push_back(starts ? starts->at(0, 0, t) != 0 : t == 0);
  }
  return row;
}

void expect_row(std::string_view op, const Operands& operands) {
  const Shape& tokens = operands[0].shape();
  if (tokens.rows != 1 || !tokens.outer.empty())
    throw ShapeError("[" + std::string(op) + "] " + to_string(tokens) + ": expected one row of tokens");
  const Tensor* starts = starts_of(operands.attributes);
  if (starts && starts->shape() != tokens) shape_mismatch(op, tokens, starts->shape(), "expected a start for each token");
}

// Returns [x = v] for cell t of the row and its token v.
Expression holds(const Application& a, std::size_t t) {
  const Expression cell = a.operand(0, {0, 0, static_cast<Index>(t)});
  return expr::call(Kind::equal, {cell, expr::number(cell.value)});
}

// Returns the product of `holds` for the cells that became the tokens t to t + count - 1 of a merged row.
Expression stands_here(const Application& a, const MergedRow& merged, std::size_t t, std::size_t count) {
  std::vector<Expression> cells;
  for (std::size_t cell = merged.first[t]; cell < merged.first[t + count]; ++cell) cells.push_back(holds(a, cell));
  return expr::product(std::move(cells));
}

Expression count_expression(const Application& a, const MergedRow& merged, TokenPair pair) {
  std::vector<Expression> places;
  for (std::size_t t = 0; t < merged.row.size(); ++t)
    if (merged.row.has_pair_at(t, pair)) places.push_back(stands_here(a, merged, t, 2));
  return places.empty() ? expr::number(0) : expr::sum(std::move(places));
}

// Returns the count of a pair in symbols, in the row after `merges` merges.
std::string pair_text(const Application& a, TokenPair pair, std::size_t merges = 0) {
  const std::string row = merges == 0 ? a.names[0] : a.names[0] + "⁽" + superscript(static_cast<int>(merges)) + "⁾";
  return "Σₜ [" + row + "ₜ = " + std::to_string(pair.left) + "]·[" + row + "ₜ₊₁ = " + std::to_string(pair.right) + "]";
}

OpSample row_sample(std::vector<float> tokens, Attributes attributes = {}) {
  return OpSample{{Tensor::from_rows({std::move(tokens)})}, std::move(attributes)};
}

// Code that writes the tokens as letters of a text, so that Python merges a pair as it replaces two letters. A letter that is no token
// separates the parts.
struct TokenText {
  std::string lines;         // "$text = ..."
  std::string letters_back;  // "for $c in $text"
};
TokenText token_text(const Application& a, OpCode& code) {
  const std::string tokens = "$0[0].astype(int)";
  const Tensor* starts = starts_of(a.operands.attributes);
  if (!starts) return {"$text = \"\".join(map(chr, " + tokens + "))\n", "for $c in $text"};
  const std::vector<int> begins(starts->data(), starts->data() + starts->size());
  return {"$gap = chr(0x10FFFF)\n$text = \"\".join($gap * $s + chr($t) for $s, $t in zip(" + code.list("starts", begins) + ", " + tokens +
              "))\n",
          "for $c in $text if $c != $gap"};
}
// Whether all tokens can be letters: a letter has no negative number, which only a held cell can be.
bool has_letters(const Operands& operands) {
  for (const Tensor* tokens : operands.inputs)
    if (std::any_of(tokens->data(), tokens->data() + tokens->size(), [](float token) { return !(token >= 0); })) return false;
  return true;
}
std::string pair_list(const std::vector<TokenPair>& pairs, OpCode& code) {
  std::vector<std::string> parts;
  for (const TokenPair& pair : pairs) parts.push_back("(" + std::to_string(pair.left) + ", " + std::to_string(pair.right) + ")");
  return code.list("pairs", parts);
}

// ---- pair_counts -------------------------------------------------------------------------------------------------------

Shape counts_shape(const Operands& operands) {
  expect_row("pair_counts", operands);
  return {{}, static_cast<Index>(operands.get<attr::PairCounts>().pairs.size()), 1};
}
void counts_forward(const Operands& operands, Tensor& out) {
  const TokenRow row = row_of(operands);
  const std::vector<TokenPair>& pairs = operands.get<attr::PairCounts>().pairs;
  for (std::size_t i = 0; i < pairs.size(); ++i) out.data()[i] = static_cast<float>(count_pair(row, pairs[i]));
}
CellArithmetic explain_counts(const Application& a, const Cell& cell) {
  const TokenPair pair = nth(a.operands.get<attr::PairCounts>().pairs, cell.row);
  return {pair_text(a, pair), count_expression(a, unmerged(row_of(a.operands)), pair)};
}
OpCode code_counts(const Application& a) {
  if (!has_letters(a.operands)) return {};
  OpCode code;
  const std::string text = token_text(a, code).lines, pairs = pair_list(a.operands.get<attr::PairCounts>().pairs, code);
  code.numpy = text + "$seen = list(zip($text, $text[1:]))\n$out = np.array([[$seen.count((chr($a), chr($b)))] for $a, $b in " + pairs +
               "], dtype=float)";
  return code;
}
std::vector<OpSample> counts_samples() {
  const auto starts = std::make_shared<const Tensor>(Tensor::from_rows({{1, 0, 1, 0}}));
  return {row_sample({7, 7, 7, 8, 7, 7, 9}, attr::PairCounts{{{7, 7}, {7, 8}, {9, 9}}}),
          row_sample({7, 7, 7, 8}, attr::PairCounts{{{7, 7}}, starts})};
}

// ---- merge_table -------------------------------------------------------------------------------------------------------

// Returns the row after the first `count` merges.
MergedRow replay(const Operands& operands, std::size_t count) {
  MergedRow merged = unmerged(row_of(operands));
  const auto& merges = operands.get<attr::MergeTable>();
  for (std::size_t i = 0; i < count; ++i) merge_pair(merged, merges.pairs[i], merges.first_token + static_cast<int>(i));
  return merged;
}

Shape table_shape(const Operands& operands) {
  expect_row("merge_table", operands);
  return {{}, static_cast<Index>(operands.get<attr::MergeTable>().pairs.size()), kCount + 1};
}
void table_forward(const Operands& operands, Tensor& out) {
  MergedRow merged = replay(operands, 0);
  const auto& merges = operands.get<attr::MergeTable>();
  for (Index i = 0; i < out.rows(); ++i) {
    const TokenPair pair = nth(merges.pairs, i);
    const int token = merges.first_token + static_cast<int>(i);
    float* row = out.row(0, i);
    row[kLeft] = static_cast<float>(pair.left);
    row[kRight] = static_cast<float>(pair.right);
    row[kPiece] = static_cast<float>(token);
    row[kCount] = static_cast<float>(count_pair(merged.row, pair));
    merge_pair(merged, pair, token);
  }
}
// Explains a side of the pair: a cell of the row, or the token of an earlier merge.
CellArithmetic explain_side(const Application& a, const MergedRow& merged, TokenPair pair, bool left) {
  const int token = left ? pair.left : pair.right, begin = a.operands.get<attr::MergeTable>().first_token;
  for (std::size_t t = 0; t < merged.row.size() && token < begin; ++t)
    if (merged.row.has_pair_at(t, pair)) {
      const Cell cell{0, 0, static_cast<Index>(merged.first[left ? t : t + 1])};
      return {a.reference(0, cell), a.operand(0, cell)};
    }
  if (token < begin) return {std::to_string(token), expr::number(token)};
  const Cell piece{0, static_cast<Index>(token - begin), kPiece};
  return {"M" + to_string(piece, a.value.shape()), a.itself(piece)};
}
CellArithmetic explain_table(const Application& a, const Cell& cell) {
  const auto merge = static_cast<std::size_t>(cell.row);
  const TokenPair pair = a.operands.get<attr::MergeTable>().pairs[merge];
  const double begin = a.operands.get<attr::MergeTable>().first_token;
  if (cell.col == kPiece)
    return {format_number(begin) + " + " + index_text(cell.row),
            expr::sum({expr::number(begin), expr::number(static_cast<double>(cell.row))})};
  const MergedRow merged = replay(a.operands, merge);
  if (cell.col == kCount) return {pair_text(a, pair, merge), count_expression(a, merged, pair)};
  return explain_side(a, merged, pair, cell.col == kLeft);
}
OpCode code_table(const Application& a) {
  if (!has_letters(a.operands)) return {};
  const auto& merges = a.operands.get<attr::MergeTable>();
  OpCode code;
  const std::string text = token_text(a, code).lines, pairs = pair_list(merges.pairs, code);
  code.numpy = text + "$out = np.zeros(" + to_string(a.value.shape()) + ")\nfor $i, ($a, $b) in enumerate(" + pairs + "):\n" +
               "    $out[$i] = [$a, $b, " + std::to_string(merges.first_token) +
               " + $i, list(zip($text, $text[1:])).count((chr($a), chr($b)))]\n" + "    $text = $text.replace(chr($a) + chr($b), chr(" +
               std::to_string(merges.first_token) + " + $i))";
  code.torch = code.numpy;
  const std::string row = "$out[$i] = ";
  code.torch.replace(code.torch.find(row), row.size(), row + "torch.tensor(");
  code.torch.insert(code.torch.find("]\n    $text") + 1, ")");
  return code;
}
std::vector<OpSample> table_samples() {
  return {row_sample({1, 1, 1, 2, 4, 1, 1, 1, 2, 1, 3}, attr::MergeTable{{{1, 1}, {1, 2}, {10, 11}, {9, 9}}, 10})};
}

// ---- merge_pairs, expand_pairs -----------------------------------------------------------------------------------------

struct TableRow {
  TokenPair pair;
  int token = 0;
};

// The merges of the second operand; empty without a second operand.
struct Table {
  std::vector<TableRow> rows;
  std::unordered_map<int, Index> makers;  // token -> the last row that makes it

  Index maker_of(int token) const {
    const auto found = makers.find(token);
    return found == makers.end() ? -1 : found->second;
  }
};

Table table_of(const Operands& operands) {
  Table table;
  for (Index i = 0; operands.size() > 1 && i < operands[1].rows(); ++i) {
    const Tensor& cells = operands[1];
    table.rows.push_back({{token_at(cells, i, kLeft), token_at(cells, i, kRight)}, token_at(cells, i, kPiece)});
    table.makers.insert_or_assign(table.rows.back().token, i);
  }
  return table;
}

void expect_table(std::string_view op, const Operands& operands) {
  expect_row(op, operands);
  if (operands.size() > 1 && operands[1].cols() <= kPiece)
    throw ShapeError("[" + std::string(op) + "] " + to_string(operands[1].shape()) + ": expected columns for left, right and piece");
}

MergedRow merge_by_table(const Operands& operands) {
  MergedRow merged = unmerged(row_of(operands));
  for (const TableRow& row : table_of(operands).rows) merge_pair(merged, row.pair, row.token);
  return merged;
}

Shape merge_pairs_shape(const Operands& operands) {
  expect_table("merge_pairs", operands);
  return {{}, 1, static_cast<Index>(merge_by_table(operands).row.size())};
}
void merge_pairs_forward(const Operands& operands, Tensor& out) {
  const MergedRow merged = merge_by_table(operands);
  for (std::size_t t = 0; t < merged.row.size(); ++t) {
    const bool kept = merged.first[t + 1] - merged.first[t] == 1;
    out.data()[t] = kept ? operands[0].data()[merged.first[t]] : static_cast<float>(merged.row.ids[t]);
  }
}
CellArithmetic explain_merge_pairs(const Application& a, const Cell& cell) {
  const MergedRow merged = merge_by_table(a.operands);
  const auto t = static_cast<std::size_t>(cell.col);
  const Cell first{0, 0, static_cast<Index>(merged.first[t])}, last{0, 0, static_cast<Index>(merged.first[t + 1]) - 1};
  const Index maker = first.col == last.col ? -1 : table_of(a.operands).maker_of(merged.row.ids[t]);
  if (maker < 0) return {a.reference(0, first), a.operand(0, first)};
  const Cell piece{0, maker, kPiece};
  return {a.reference(1, piece) + "  ← " + a.reference(0, first) + " … " + a.reference(0, last),
          expr::product({a.operand(1, piece), stands_here(a, merged, t, 1)})};
}
OpCode code_merges(const Application& a) {
  if (!has_letters(a.operands)) return {};
  if (a.operands.size() < 2) return {"$out = $0.copy()"};
  OpCode code;
  const TokenText text = token_text(a, code);
  code.numpy = text.lines +
               "for $left, $right, $piece in $1[:, :3].astype(int):\n    $text = $text.replace(chr($left) + chr($right), chr($piece))\n" +
               "$out = np.array([[ord($c) " + text.letters_back + "]], dtype=float)";
  return code;
}
std::vector<OpSample> merge_pairs_samples() {
  OpSample unmerged_row = row_sample({1, 2, 3}, attr::MergePairs{});
  OpSample merged_row = row_sample({1, 1, 1, 2, 4, 1, 1, 1, 2, 1, 3}, attr::MergePairs{});
  merged_row.inputs.push_back(Tensor::from_rows({{1, 1, 10}, {1, 2, 11}, {10, 11, 12}}));
  return {unmerged_row, merged_row};
}

// The source of a cell of the expanded row: a token, and the cell of the table at which its expansion ended.
struct Source {
  Index token = 0;
  Cell leaf{0, -1, 0};  // row -1: the token itself
};

void expand_token(const Table& table, const Source& at, int id, Index below, std::vector<Source>& sources) {
  const Index maker = table.maker_of(id);
  // A merge takes tokens that exist before it. A later token, which only a held cell can be, ends the expansion.
  if (maker < 0 || maker >= below || sources.size() >= kMostExpanded) return sources.push_back(at);
  const TokenPair pair = nth(table.rows, maker).pair;
  expand_token(table, {at.token, {0, maker, kLeft}}, pair.left, maker, sources);
  expand_token(table, {at.token, {0, maker, kRight}}, pair.right, maker, sources);
}
std::vector<Source> expand(const Operands& operands) {
  std::vector<Source> sources;
  const Table table = table_of(operands);
  const TokenRow row = row_of(operands);
  for (std::size_t t = 0; t < row.size(); ++t)
    expand_token(table, {static_cast<Index>(t), {0, -1, 0}}, row.ids[t], std::ssize(table.rows), sources);
  return sources;
}

Shape expand_shape(const Operands& operands) {
  expect_table("expand_pairs", operands);
  return {{}, 1, static_cast<Index>(expand(operands).size())};
}
void expand_forward(const Operands& operands, Tensor& out) {
  const std::vector<Source> sources = expand(operands);
  for (std::size_t i = 0; i < sources.size(); ++i)
    out.data()[i] = sources[i].leaf.row < 0 ? operands[0].at(0, 0, sources[i].token) : operands[1].at(sources[i].leaf);
}
CellArithmetic explain_expand(const Application& a, const Cell& cell) {
  const Source source = nth(expand(a.operands), cell.col);
  const Cell token{0, 0, source.token};
  if (source.leaf.row < 0) return {a.reference(0, token), a.operand(0, token)};
  return {a.reference(1, source.leaf) + "  ← " + a.reference(0, token),
          expr::product({a.operand(1, source.leaf), holds(a, static_cast<std::size_t>(source.token))})};
}
OpCode code_expand(const Application& a) {
  if (!has_letters(a.operands)) return {};
  if (a.operands.size() < 2) return {"$out = $0.copy()"};
  OpCode code;
  const TokenText text = token_text(a, code);
  code.numpy =
      text.lines +
      "for $left, $right, $piece in reversed($1[:, :3].astype(int)):\n    $text = $text.replace(chr($piece), chr($left) + chr($right))\n" +
      "$out = np.array([[ord($c) " + text.letters_back + "]], dtype=float)";
  return code;
}
std::vector<OpSample> expand_samples() {
  OpSample unmerged_row = row_sample({1, 2, 3}), merged_row = row_sample({12, 4, 12, 1, 3, 10});
  merged_row.inputs.push_back(Tensor::from_rows({{1, 1, 10}, {1, 2, 11}, {10, 11, 12}}));
  return {unmerged_row, merged_row};
}

std::vector<NodeId> with_table(NodeId row, NodeId table) { return table < 0 ? std::vector<NodeId>{row} : std::vector<NodeId>{row, table}; }

}  // namespace

namespace ops {
const OpInfo kPairCounts{"pair_counts", "pairs({0})", counts_shape, counts_forward, nullptr, explain_counts, counts_samples, code_counts};
const OpInfo kMergeTable{"merge_table", "learn({0})", table_shape, table_forward, nullptr, explain_table, table_samples, code_table};
const OpInfo kMergePairs{"merge_pairs", "merge({0})",        merge_pairs_shape,   merge_pairs_forward,
                         nullptr,       explain_merge_pairs, merge_pairs_samples, code_merges};
const OpInfo kExpandPairs{"expand_pairs", "expand({0})",  expand_shape,   expand_forward,
                          nullptr,        explain_expand, expand_samples, code_expand};
}  // namespace ops

NodeId pair_counts(Tape& tape, NodeId row, const std::vector<TokenPair>& pairs, std::shared_ptr<const Tensor> starts, Label label) {
  return tape.append(ops::kPairCounts, {row}, attr::PairCounts{pairs, std::move(starts)}, std::move(label));
}
NodeId merge_table(Tape& tape, NodeId row, const std::vector<TokenPair>& pairs, int first_token, std::shared_ptr<const Tensor> starts,
                   Label label) {
  return tape.append(ops::kMergeTable, {row}, attr::MergeTable{pairs, first_token, std::move(starts)}, std::move(label));
}
NodeId merge_pairs(Tape& tape, NodeId row, NodeId table, std::shared_ptr<const Tensor> starts, Label label) {
  return tape.append(ops::kMergePairs, with_table(row, table), attr::MergePairs{std::move(starts)}, std::move(label));
}
NodeId expand_pairs(Tape& tape, NodeId row, NodeId table, Label label) {
  return tape.append(ops::kExpandPairs, with_table(row, table), {}, std::move(label));
}

}  // namespace gf

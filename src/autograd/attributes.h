// The attributes of ops: a struct for each op that needs more than its operands. `fields` of a struct lists the members that another
// program needs to compute the op again, in addition to the operands and the shape of the result.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/expression.h"
#include "core/nth.h"
#include "core/op_code.h"
#include "core/tensor.h"
#include "core/token_row.h"

namespace gf {

/// The lines that a normalisation or reduction runs along.
enum class Along { rows, columns, all };

/// The value of a row that is picked.
enum class Extreme { largest, least };

/// The arithmetic of one cell: in symbols with indices, and as a tree.
struct CellArithmetic {
  std::string symbols;
  Expression expression;
};

/// The exponents of 10000 in the angles of a position encoding: `over[c] / under` for column c. Even columns are sines, odd columns
/// cosines.
struct PositionExponents {
  std::vector<double> over;
  double under = 1;
  std::string sine, cosine;  // the exponents of pair i in print: "2i/4"
  std::string formula = {};  // of the whole encoding; empty: the formula of the op

  double at(Index col) const { return nth(over, col) / under; }
};

namespace attr {

/// Returns a member with its name.
template <typename Struct, typename Value>
constexpr std::pair<const char*, Value Struct::*> field(const char* name, Value Struct::*member) {
  return {name, member};
}

struct PositionEncoding {
  Index length = 0;
  PositionExponents exponents;
  static constexpr auto fields = std::make_tuple(field("exponents", &PositionEncoding::exponents));
};

struct MatmulTn {
  bool stacked = false;  // summed over the outer axes
  static constexpr auto fields = std::make_tuple(field("stacked", &MatmulTn::stacked));
};

struct Scale {
  float factor = 1;
  Index root = 0;  // the factor is 1 / √root, and is printed so; 0: the factor is printed as a number
  static constexpr auto fields = std::make_tuple(field("factor", &Scale::factor));
};

struct Power {
  float exponent = 1;
  static constexpr auto fields = std::make_tuple(field("exponent", &Power::exponent));
};

struct Mask {
  std::shared_ptr<const Tensor> mask;  // 0 in hidden cells
  float fill = 0;                      // the value of a hidden cell
  static constexpr auto fields = std::make_tuple(field("mask", &Mask::mask), field("fill", &Mask::fill));
};

struct Softmax {
  float beta = 1;
  Along along = Along::rows;
  static constexpr auto fields = std::make_tuple(field("beta", &Softmax::beta), field("along", &Softmax::along));
};

struct LayerNorm {
  float epsilon = 0;
  static constexpr auto fields = std::make_tuple(field("epsilon", &LayerNorm::epsilon));
};

/// Pair i of the d columns of a row turns by the angle position / base^(2i/d).
struct RotatePairs {
  std::vector<int> positions;  // of each row
  float base = 10000;
  static constexpr auto fields = std::make_tuple(field("positions", &RotatePairs::positions), field("base", &RotatePairs::base));
};

struct CrossEntropy {
  std::vector<int> targets;  // a column for each row; -1: the loss of the row is 0
  static constexpr auto fields = std::make_tuple(field("targets", &CrossEntropy::targets));
};

struct Gelu {
  bool tanh_form = false;
  static constexpr auto fields = std::make_tuple(field("tanh_form", &Gelu::tanh_form));
};

struct Embedding {
  std::vector<int> ids;
  std::vector<Index> outer = {};  // outer axes of the result
  static constexpr auto fields = std::make_tuple(field("ids", &Embedding::ids));
};

struct EmbeddingGradient {
  std::vector<int> ids;
  Shape shape;  // of the table
  static constexpr auto fields = std::make_tuple(field("ids", &EmbeddingGradient::ids));
};

struct Concat {
  Along along = Along::columns;  // columns side by side, or rows one below the other
  static constexpr auto fields = std::make_tuple(field("along", &Concat::along));
};

struct Slice {
  Index begin = 0, end = 0;
  Along along = Along::columns;  // rows or columns are taken
  static constexpr auto fields = std::make_tuple(field("begin", &Slice::begin), field("end", &Slice::end), field("along", &Slice::along));
};

struct Pad {
  Index begin = 0;  // the column or row of the result in which the operand begins
  Shape shape;      // of the result
  Along along = Along::columns;
  static constexpr auto fields = std::make_tuple(field("begin", &Pad::begin), field("along", &Pad::along));
};

struct SplitHeads {
  Index heads = 1;
  static constexpr auto fields = std::make_tuple(field("heads", &SplitHeads::heads));
};

/// A reduction over every axis that has the size 1 in `shape`, and over outer axes that `shape` lacks.
struct Reduce {
  Shape shape;  // of the result
  static constexpr auto fields = std::make_tuple(field("shape", &Reduce::shape));
};

struct Spread {
  Shape shape;  // of the result
  float factor = 1;
  static constexpr auto fields = std::make_tuple(field("factor", &Spread::factor));
};

struct Largest {
  Shape shape;              // as in Reduce
  bool magnitudes = false;  // the largest |cell|
  static constexpr auto fields = std::make_tuple(field("shape", &Largest::shape), field("magnitudes", &Largest::magnitudes));
};

struct Pick {
  Extreme which = Extreme::largest;
  static constexpr auto fields = std::make_tuple(field("which", &Pick::which));
};

struct TopK {
  Index k = 1;  // how many cells of each line are kept
  Along along = Along::rows;
  static constexpr auto fields = std::make_tuple(field("k", &TopK::k), field("along", &TopK::along));
};

struct Accounted {
  std::shared_ptr<const Tensor> counted;               // the value of the node
  std::function<CellArithmetic(const Cell&)> account;  // explains a cell of `counted`
  OpCode code = {};
  static constexpr auto fields = std::make_tuple();
};

struct Count {
  std::vector<int> which;  // the index of an operand for each cell; -1: none
  Shape shape;             // of the result
  static constexpr auto fields = std::make_tuple(field("which", &Count::which));
};

// Attributes of the ops on rows of tokens. `starts` (1, T) is not 0 at the first token of each part, and no pair spans two parts; null: the
// row is one part.

struct PairCounts {
  std::vector<TokenPair> pairs;
  std::shared_ptr<const Tensor> starts = nullptr;
  static constexpr auto fields = std::make_tuple(field("pairs", &PairCounts::pairs), field("starts", &PairCounts::starts));
};

struct MergeTable {
  std::vector<TokenPair> pairs;
  int first_token = 0;  // the token that the first pair becomes
  std::shared_ptr<const Tensor> starts = nullptr;
  static constexpr auto fields = std::make_tuple(field("pairs", &MergeTable::pairs), field("first_token", &MergeTable::first_token),
                                                 field("starts", &MergeTable::starts));
};

struct MergePairs {
  std::shared_ptr<const Tensor> starts = nullptr;
  static constexpr auto fields = std::make_tuple(field("starts", &MergePairs::starts));
};

struct ReplaceRows {
  std::vector<int> rows;  // the indices of the rows that are replaced
  static constexpr auto fields = std::make_tuple(field("rows", &ReplaceRows::rows));
};

struct PrincipalDirections {
  Index count = 1;
  static constexpr auto fields = std::make_tuple(field("count", &PrincipalDirections::count));
};

struct IsLargest {
  std::vector<int> places;  // the column that is compared, for each row
  static constexpr auto fields = std::make_tuple(field("places", &IsLargest::places));
};

struct Histogram {
  Index bins = 1;  // number of bins of equal width, from the least value to the largest
  static constexpr auto fields = std::make_tuple(field("bins", &Histogram::bins));
};

struct RunningSums {
  Along along = Along::rows;
  bool exclusive = false;  // without the cell itself
  bool from_end = false;   // from the last cell to the first
  static constexpr auto fields = std::make_tuple(field("along", &RunningSums::along), field("exclusive", &RunningSums::exclusive),
                                                 field("from_end", &RunningSums::from_end));
};

struct RunningLargest {
  Along along = Along::rows;
  static constexpr auto fields = std::make_tuple(field("along", &RunningLargest::along));
};

struct Recurrence {
  Along along = Along::rows;
  float take = 1;  // the factor of each cell
  static constexpr auto fields = std::make_tuple(field("along", &Recurrence::along), field("take", &Recurrence::take));
};

struct Rounding {
  Index bits = 8;                        // of an integer
  Index group_rows = 1, group_cols = 1;  // size of a group that shares a scale; the last group of a row or column may be shorter
  bool symmetric = true;  // integers from −(2^(bits−1)−1) to 2^(bits−1)−1; off: from 0 to 2^bits − 1, with a zero point
  static constexpr auto fields = std::make_tuple(field("bits", &Rounding::bits), field("group_rows", &Rounding::group_rows),
                                                 field("group_cols", &Rounding::group_cols), field("symmetric", &Rounding::symmetric));
};

struct FloatFormat {
  Index exponent_bits = 5;  // of the 16 bits: between the sign and the fraction
  static constexpr auto fields = std::make_tuple(field("exponent_bits", &FloatFormat::exponent_bits));
};

}  // namespace attr

/// The attributes of one application; std::monostate for an op without attributes.
using Attributes = std::variant<std::monostate, attr::PositionEncoding, attr::MatmulTn, attr::Scale, attr::Power, attr::Mask, attr::Softmax,
                                attr::LayerNorm, attr::RotatePairs, attr::CrossEntropy, attr::Gelu, attr::Embedding,
                                attr::EmbeddingGradient, attr::Concat, attr::Slice, attr::Pad, attr::SplitHeads, attr::Reduce, attr::Spread,
                                attr::Largest, attr::Pick, attr::TopK, attr::Accounted, attr::Count, attr::PairCounts, attr::MergeTable,
                                attr::MergePairs, attr::ReplaceRows, attr::PrincipalDirections, attr::IsLargest, attr::Histogram,
                                attr::RunningSums, attr::RunningLargest, attr::Recurrence, attr::Rounding, attr::FloatFormat>;

/// Calls `visit(name, value)` for each field of the attributes, which may be const or not.
template <typename AnyAttributes, typename Visit>
void for_each_field(AnyAttributes& attributes, Visit&& visit) {
  const auto visit_all = [&](auto& values, const auto&... fields) { (visit(fields.first, values.*fields.second), ...); };
  const auto visit_fields = [&](auto& values) {
    using Values = std::remove_cvref_t<decltype(values)>;
    if constexpr (!std::is_same_v<Values, std::monostate>)
      std::apply([&](const auto&... fields) { visit_all(values, fields...); }, Values::fields);
  };
  std::visit(visit_fields, attributes);
}

}  // namespace gf

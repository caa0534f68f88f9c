#include "study/exercise.h"

#include <algorithm>
#include <cmath>
#include <deque>

#include "core/digits.h"
#include "core/explanation.h"
#include "core/expression.h"
#include "core/expression_text.h"
#include "core/number.h"
#include "core/number_text.h"
#include "core/problem.h"
#include "core/veil.h"
#include "protocol/answers.h"
#include "protocol/blanks.h"
#include "study/ask.h"

namespace gf {
namespace {

const TraceNode& node_of(const Trace& trace, const Selection& at) { return trace.node(trace.find(at.node)); }

float value_at(const Trace& trace, const Selection& at) { return node_of(trace, at).value->at(at.cell); }

Explanation explained(const Trace& trace, const Selection& at) { return trace.explain(trace.find(at.node), at.cell); }

Digits digits_at(const Tensor& value, const Cell& cell) { return digits_for(value, cell.outer, chars_of_cell(value.shape())); }

// Returns the number of digits behind the point; 0 for a number with an exponent.
int decimals_of(std::string_view text) {
  const std::size_t point = text.find('.');
  return point == std::string_view::npos || text.find('e') != std::string_view::npos ? 0 : static_cast<int>(text.size() - point) - 1;
}

bool is_printed_alike(float number, float value, const Digits& digits) {
  const std::string printed = cell_text(value, digits);
  if (cell_text(number, digits) == printed) return true;
  if (printed.find('e') != std::string::npos) return false;
  const double half = 0.5 * std::pow(10.0, -decimals_of(printed));
  return std::abs(static_cast<double>(number) - static_cast<double>(value)) <= half * (1 + 1e-5);
}

// Returns the expression with the printed values of its operands.
Expression as_printed(Expression expression, const Trace& trace) {
  if (expression.kind == Expression::Kind::operand) {
    const Tensor& value = *trace.node(expression.input).value;
    expression.value = printed_value(value.at(expression.cell), digits_at(value, expression.cell));
  }
  for (Expression& argument : expression.arguments) argument = as_printed(std::move(argument), trace);
  return expression;
}

// Whether a number is the rounded value of a cell that has more decimals.
bool is_rounded(const Trace& trace, const Selection& at, double number) {
  const std::string typed = exact_text(static_cast<float>(number));
  const int decimals = decimals_of(typed);
  const std::string printed = cell_text(value_at(trace, at), digits_at(*node_of(trace, at).value, at.cell));
  if (decimals == 0 || decimals >= decimals_of(printed)) return false;
  return fixed_text(number, decimals) == fixed_text(static_cast<double>(value_at(trace, at)), decimals);
}

// Whether a cell still has the value for which its blank was filled in. The tolerance admits another build, which differs in the last bits.
bool is_asked_still(float value, double asked) {
  const double now = static_cast<double>(value);
  const double size = std::max({std::abs(now), std::abs(asked), 1e-3});
  return std::abs(now - asked) <= 1e-4 * size;
}

Blank blank_at(const Trace& trace, const Selection& at, const Fillings& fillings) {
  const auto filling = fillings.find(at);
  if (filling == fillings.end() || !is_asked_still(value_at(trace, at), filling->second.asked)) return {at};
  if (!filling->second.typed) return {at, BlankState::shown};
  const double typed = *filling->second.typed;
  if (says_the_same(trace, at, typed)) return {at, BlankState::right, typed};
  return {at, is_rounded(trace, at, typed) ? BlankState::rounded : BlankState::wrong, typed};
}

// The most cells that handed_on explains to find copies.
constexpr int kMostExplained = 600;

// Returns the cells that may be copies of `from`: cells of nodes downstream with an equal number.
std::vector<Selection> equal_downstream(const Trace& trace, const std::vector<Selection>& from) {
  std::vector<Selection> equal;
  for (const Selection& at : from) {
    const float number = value_at(trace, at);
    for (const int node : downstream_of(trace, {at.node}))
      for (Selection& cell : cells_of(trace, trace.node(node).name))
        if (value_at(trace, cell) == number) equal.push_back(std::move(cell));
  }
  return equal;
}

// Returns the cells that copy the numbers of `from`, directly or through other copies: their only operand is the copied cell. If there are
// too many cells to explain, returns all cells that may be copies.
std::vector<Selection> handed_on(const Trace& trace, const std::vector<Selection>& from) {
  std::vector<Selection> copies;
  std::deque<Selection> open(from.begin(), from.end());
  int left = kMostExplained;
  for (; !open.empty(); open.pop_front()) {
    const Selection copied = open.front();
    const CellReference source{trace.find(copied.node), copied.cell};
    const float number = value_at(trace, copied);
    for (int node = source.node + 1; node < static_cast<int>(trace.nodes.size()); ++node) {
      const TraceNode& reader = trace.node(node);
      if (std::find(reader.inputs.begin(), reader.inputs.end(), source.node) == reader.inputs.end()) continue;
      const Index matrix_size = reader.value->shape().matrix_size();
      const Index cols = reader.value->cols();
      for (Index i = 0; i < reader.value->size(); ++i) {
        if (reader.value->data()[i] != number) continue;
        const Cell cell{i / matrix_size, i % matrix_size / cols, i % cols};
        if (left-- == 0) return equal_downstream(trace, from);
        const Explanation how = trace.explain(node, cell);
        if (how.operands.size() != 1 || !(how.operands.front() == source)) continue;
        copies.push_back({reader.name, cell});
        open.push_back(copies.back());
      }
    }
  }
  return copies;
}

// Prints the arithmetic with as many digits as its printed result needs to match the printed cell.
PrintedArithmetic printed_for(const Expression& arithmetic, const Trace& trace, const Selection& at) {
  const Digits digits = digits_at(*node_of(trace, at).value, at.cell);
  return print_arithmetic(arithmetic, [&, value = value_at(trace, at)](double printed, double) {
    return is_printed_alike(static_cast<float>(printed), value, digits);
  });
}

bool is_leaf(const Expression& expression) {
  return expression.kind == Expression::Kind::number || expression.kind == Expression::Kind::operand;
}

// Whether a cell of the same matrix is in the extent around `center`.
bool is_in_extent(const Cell& cell, const Cell& center, BlankExtent extent) {
  switch (extent) {
    case BlankExtent::matrix:
      return true;
    case BlankExtent::row:
      return cell.row == center.row;
    case BlankExtent::column:
      return cell.col == center.col;
    default:
      return cell.row == center.row && cell.col == center.col;
  }
}

// Returns the arithmetic with the results of all steps but the last.
Expression last_step(Expression arithmetic) {
  for (Expression& argument : arithmetic.arguments)
    if (!is_leaf(argument)) argument = expr::number(evaluate(argument));
  return arithmetic;
}

}  // namespace

Blanks with_blank(Blanks blanks, const Trace& trace, const Selection& cell, BlankExtent extent) {
  for (const Selection& other : cells_of(trace, cell.node)) {
    const bool is_meant = other.cell.outer == cell.cell.outer && is_in_extent(other.cell, cell.cell, extent);
    if (is_meant && can_be_blank(trace, other)) blanks[cell.node].push_back(other.cell);
  }
  return in_order(std::move(blanks));
}

std::vector<Blank> judged_blanks(const Trace& trace, const Blanks& blanks, const Fillings& fillings) {
  std::vector<Blank> all;
  for (const TraceNode& node : trace.nodes) {
    const auto cells = blanks.find(node.name);
    if (cells == blanks.end()) continue;
    for (const Cell& cell : cells->second)
      if (can_be_blank(trace, {node.name, cell})) all.push_back(blank_at(trace, {node.name, cell}, fillings));
  }
  return all;
}

Filling filling(const Trace& trace, const Selection& blank, std::string_view text) {
  std::optional<double> typed;
  if (!text.empty()) typed = number_for_blank(text, name_of_blank(trace, blank));
  return {typed, static_cast<double>(value_at(trace, blank)), is_stacked(trace, blank)};
}

double number_for_blank(std::string_view text, const std::string& where) {
  const std::size_t percent = text.find('%');
  return parse_number(text.substr(0, percent), where) * (percent == std::string_view::npos ? 1 : 0.01);
}

bool says_the_same(const Trace& trace, const Selection& cell, double number) {
  const Digits digits = digits_at(*node_of(trace, cell).value, cell.cell);
  const auto typed = static_cast<float>(number);
  if (is_printed_alike(typed, value_at(trace, cell), digits)) return true;
  const Explanation how = explained(trace, cell);
  if (!how.arithmetic || is_leaf(*how.arithmetic)) return false;
  return is_printed_alike(typed, static_cast<float>(evaluate(as_printed(*how.arithmetic, trace))), digits);
}

Trace with_blanks_veiled(const Trace& trace, const std::vector<Blank>& blanks, NameList also) {
  std::vector<Selection> cells;
  for (const Blank& blank : blanks)
    if (blank.veiled()) cells.push_back(blank.at);
  if (cells.empty()) return trace;
  for (Selection& copy : handed_on(trace, cells)) cells.push_back(std::move(copy));
  for (const std::string& node : also)
    for (Selection& cell : cells_of(trace, node)) cells.push_back(std::move(cell));
  return with_veiled_cells(trace, cells);
}

Hints hints_for(const Trace& trace, const Trace& veiled, const Selection& cell) {
  Explanation how = explained(trace, cell);
  const Expression& arithmetic = *how.arithmetic;
  Hints hints{std::move(how.operands), std::move(how.symbols), {}, {}, evaluate(arithmetic), {}};
  for (const CellReference& operand : hints.operands)
    if (is_veil(veiled.node(operand.node).value->at(operand.cell))) hints.before.push_back(operand);
  if (!hints.before.empty()) return hints;
  if (arithmetic.kind == Expression::Kind::number) {
    hints.last = std::move(how.right_side);  // a counted number has no steps
    hints.terms = hints.last;
    return hints;
  }
  hints.terms = printed_for(arithmetic, trace, cell).text;
  PrintedArithmetic last = printed_for(last_step(arithmetic), trace, cell);
  hints.last = std::move(last.text);
  hints.comes_to = last.comes_to;
  return hints;
}

}  // namespace gf

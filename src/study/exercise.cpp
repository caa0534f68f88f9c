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

// How many digits stand behind the point of a number; none of one with an exponent.
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

// The arithmetic with the numbers that its operands show.
Expression as_printed(Expression expression, const Trace& trace) {
  if (expression.kind == Expression::Kind::operand) {
    const Tensor& value = *trace.node(expression.input).value;
    expression.value = printed_value(value.at(expression.cell), digits_at(value, expression.cell));
  }
  for (Expression& argument : expression.arguments) argument = as_printed(std::move(argument), trace);
  return expression;
}

// Right as far as it goes: the cell rounds to it, but has more decimals.
bool is_rounded(const Trace& trace, const Selection& at, double number) {
  const std::string typed = exact_text(static_cast<float>(number));
  const int decimals = decimals_of(typed);
  const std::string printed = cell_text(value_at(trace, at), digits_at(*node_of(trace, at).value, at.cell));
  if (decimals == 0 || decimals >= decimals_of(printed)) return false;
  return fixed_text(number, decimals) == fixed_text(static_cast<double>(value_at(trace, at)), decimals);
}

// Whether what a blank was filled in for is what its cell says now; another build of the program differs in the last bits.
bool is_asked_still(float value, double asked) {
  const double now = static_cast<double>(value), size = std::max({std::abs(now), std::abs(asked), 1e-3});
  return std::abs(now - asked) <= 1e-4 * size;
}

Blank blank_at(const Trace& trace, const Selection& at, const Fillings& fillings) {
  const auto made = fillings.find(at);
  if (made == fillings.end() || !is_asked_still(value_at(trace, at), made->second.asked)) return {at};
  if (!made->second.typed) return {at, BlankState::shown};
  const double typed = *made->second.typed;
  if (says_the_same(trace, at, typed)) return {at, BlankState::right, typed};
  return {at, is_rounded(trace, at, typed) ? BlankState::rounded : BlankState::wrong, typed};
}

// Cells that hand the number of another one on as it is are found by their explanations, at most so many of them.
constexpr int kMostExplained = 600;

// The cells with an equal number in all nodes that are computed from that of each cell: any of them may be a copy.
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

// If there are more to explain, all that may be copies.
std::vector<Selection> handed_on(const Trace& trace, const std::vector<Selection>& from) {
  std::vector<Selection> copies;
  std::deque<Selection> open(from.begin(), from.end());
  int left = kMostExplained;
  for (; !open.empty(); open.pop_front()) {
    const Selection at = open.front();
    const CellReference own{trace.find(at.node), at.cell};
    const float told = value_at(trace, at);
    for (int node = own.node + 1; node < static_cast<int>(trace.nodes.size()); ++node) {
      const TraceNode& reader = trace.node(node);
      if (std::find(reader.inputs.begin(), reader.inputs.end(), own.node) == reader.inputs.end()) continue;
      const Index each = reader.value->shape().matrix_size(), cols = reader.value->cols();
      for (Index i = 0; i < reader.value->size(); ++i) {
        if (reader.value->data()[i] != told) continue;
        const Cell cell{i / each, i % each / cols, i % cols};
        if (left-- == 0) return equal_downstream(trace, from);
        const Explanation how = trace.explain(node, cell);
        if (how.operands.size() != 1 || !(how.operands.front() == own)) continue;
        copies.push_back({reader.name, cell});
        open.push_back(copies.back());
      }
    }
  }
  return copies;
}

// With as many digits as it takes to come to what the cell shows.
PrintedArithmetic printed_for(const Expression& arithmetic, const Trace& trace, const Selection& at) {
  const Digits digits = digits_at(*node_of(trace, at).value, at.cell);
  return print_arithmetic(arithmetic, [&, value = value_at(trace, at)](double printed, double) {
    return is_printed_alike(static_cast<float>(printed), value, digits);
  });
}

bool is_leaf(const Expression& one) { return one.kind == Expression::Kind::number || one.kind == Expression::Kind::operand; }

// All done but the last step.
Expression last_step(Expression arithmetic) {
  for (Expression& argument : arithmetic.arguments)
    if (!is_leaf(argument)) argument = expr::number(evaluate(argument));
  return arithmetic;
}

}  // namespace

Blanks with_blank(Blanks blanks, const Trace& trace, const Selection& at, BlankExtent extent) {
  for (const Selection& one : cells_of(trace, at.node)) {
    const bool row = one.cell.row == at.cell.row, col = one.cell.col == at.cell.col;
    const bool meant = extent == BlankExtent::matrix || (extent == BlankExtent::row      ? row
                                                         : extent == BlankExtent::column ? col
                                                                                         : row && col);
    if (meant && one.cell.outer == at.cell.outer && can_be_blank(trace, one)) blanks[at.node].push_back(one.cell);
  }
  return in_order(std::move(blanks));
}

std::vector<Blank> filled_in(const Trace& trace, const Blanks& blanks, const Fillings& fillings) {
  std::vector<Blank> all;
  for (const TraceNode& node : trace.nodes) {
    const auto own = blanks.find(node.name);
    if (own == blanks.end()) continue;
    for (const Cell& cell : own->second)
      if (can_be_blank(trace, {node.name, cell})) all.push_back(blank_at(trace, {node.name, cell}, fillings));
  }
  return all;
}

Filling filling(const Trace& trace, const Selection& at, std::string_view text) {
  std::optional<double> typed;
  if (!text.empty()) typed = number_for_blank(text, name_of_blank(trace, at));
  return {typed, static_cast<double>(value_at(trace, at)), is_stacked(trace, at)};
}

double number_for_blank(std::string_view text, const std::string& where) {
  const std::size_t percent = text.find('%');
  return parse_number(text.substr(0, percent), where) * (percent == std::string_view::npos ? 1 : 0.01);
}

bool says_the_same(const Trace& trace, const Selection& at, double number) {
  const Digits digits = digits_at(*node_of(trace, at).value, at.cell);
  const auto typed = static_cast<float>(number);
  if (is_printed_alike(typed, value_at(trace, at), digits)) return true;
  const Explanation how = explained(trace, at);
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

Hints hints_for(const Trace& trace, const Trace& veiled, const Selection& at) {
  Explanation how = explained(trace, at);
  const Expression& arithmetic = *how.arithmetic;
  Hints hints{std::move(how.operands), std::move(how.symbols), {}, {}, evaluate(arithmetic), {}};
  for (const CellReference& operand : hints.operands)
    if (is_veil(veiled.node(operand.node).value->at(operand.cell))) hints.before.push_back(operand);
  if (!hints.before.empty()) return hints;
  if (arithmetic.kind == Expression::Kind::number) {
    hints.terms = hints.last = std::move(how.right_side);  // it was counted: there is nothing between
    return hints;
  }
  hints.terms = printed_for(arithmetic, trace, at).text;
  PrintedArithmetic last = printed_for(last_step(arithmetic), trace, at);
  hints.last = std::move(last.text), hints.comes_to = last.comes_to;
  return hints;
}

}  // namespace gf

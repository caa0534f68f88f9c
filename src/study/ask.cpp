#include "study/ask.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "core/explanation.h"
#include "core/json_fields.h"
#include "core/nth.h"
#include "core/number_text.h"
#include "core/overloaded.h"
#include "core/problem.h"
#include "core/veil.h"
#include "protocol/step.h"
#include "protocol/trace.h"

namespace gf {
namespace {

constexpr std::size_t kMostNumbers = 64;
constexpr double kSharesAddUp = 1e-3;

template <typename How>
const How* how(const Step& step) {
  return std::get_if<How>(&step.ask->how);
}

// Returns the tensor of a node; null if the trace lacks the cell.
const Tensor* value_of(const Trace& trace, const Selection& cell) {
  const int node = trace.find(cell.node);
  const Tensor* value = node < 0 ? nullptr : trace.node(node).value.get();
  return value && value->contains(cell.cell) ? value : nullptr;
}

std::vector<Cell> row_of(const Tensor& value, const Cell& cell) {
  std::vector<Cell> cells;
  for (Index col = 0; col < value.cols(); ++col) cells.push_back({cell.outer, cell.row, col});
  return cells;
}

std::vector<Cell> column_of(const Tensor& value, const Cell& cell) {
  std::vector<Cell> cells;
  for (Index row = 0; row < value.rows(); ++row) cells.push_back({cell.outer, row, cell.col});
  return cells;
}

// Returns the asked cell with the cells of its node that tell its value.
std::vector<Cell> telling_cells_of_node(const Step& step, const TraceNode& node, const Cell& asked) {
  const Tensor& value = *node.value;
  const WhereIsMost* most = how<WhereIsMost>(step);
  if (most) return most->down ? column_of(value, asked) : row_of(value, asked);
  const bool shares = node.facts.kind == NodeKind::weights && !node.facts.sums_of_columns;  // 1 minus the other cells of the row
  const bool row = how<WhichShares>(step) || how<WhereInPlane>(step) || shares;
  return row ? row_of(value, asked) : std::vector{asked};
}

// Returns the cells that tell the answer.
std::vector<Selection> telling_cells(const Step& step, const Trace& trace) {
  const Selection asked = asked_cell(step, trace);
  std::vector<Selection> telling;
  const auto add = [&](const std::string& node, const std::vector<Cell>& cells) {
    for (const Cell& cell : cells) telling.push_back({node, cell});
  };
  if (const Tensor* value = value_of(trace, asked)) {
    add(asked.node, telling_cells_of_node(step, trace.node(trace.find(asked.node)), asked.cell));
    for (Index outer = 0; step.ask->stack && outer < value->shape().matrices(); ++outer)
      if (outer != asked.cell.outer) add(asked.node, row_of(*value, {outer, asked.cell.row, asked.cell.col}));
  }
  for (const std::string& node : step.ask->also)
    for (Selection& cell : cells_of(trace, node)) telling.push_back(std::move(cell));
  for (const int node : downstream_of(trace, {asked.node}, step.ask->shows))
    for (Selection& cell : cells_of(trace, trace.node(node).name)) telling.push_back(std::move(cell));
  return telling;
}

void range_without_veil(TraceNode& node) {
  bool any = false;
  for (Index i = 0; i < node.value->size(); ++i) {
    const float value = node.value->data()[i];
    if (!std::isfinite(value)) continue;
    node.facts.least = any ? std::min(node.facts.least, value) : value;
    node.facts.most = any ? std::max(node.facts.most, value) : value;
    any = true;
  }
  if (any) return;
  node.facts.least = 0;
  node.facts.most = 0;
}

using Values = std::vector<std::shared_ptr<const Tensor>>;

// Removes the list behind the colon, whose length tells the count: "lev(tables, table): −s".
void leave_out_list(std::string& symbols) { symbols.resize(std::min(symbols.size(), symbols.find(": "))); }

Explanation veiled_explanation(Explanation explained, int node, const Values& values) {
  const auto is_veiled = [&](const CellReference& cell) { return is_veil(nth(values, cell.node)->at(cell.cell)); };
  const bool is_cell_veiled = is_veiled({node, explained.cell});
  if (is_cell_veiled) {
    explained.value = static_cast<double>(kVeil);
    explained.computed = static_cast<double>(kVeil);
    leave_out_list(explained.symbols);
    leave_out_list(explained.right_side);
  }
  // The arithmetic of a veiled cell tells its number, and so does the arithmetic of a cell that reads it.
  if (is_cell_veiled || std::any_of(explained.operands.begin(), explained.operands.end(), is_veiled)) {
    explained.numbers = kVeiled;
    explained.arithmetic = nullptr;
  }
  return explained;
}

void check_numbers(const GuessNumbers& guess, std::size_t count, double least, double most) {
  if (guess.size() != count)
    throw InputError({"guess_of_another_size", {{"want", std::to_string(count)}, {"got", std::to_string(guess.size())}}});
  for (const double number : guess)
    if (!(number >= least && number <= most))
      throw InputError(
          {"number_out_of_range",
           {{"where", "guess"}, {"least", format_number(least)}, {"most", format_number(most)}, {"got", format_number(number)}}});
}

}  // namespace

std::string asked_node(const Step& step) { return step.ask->node.empty() ? step.focus : step.ask->node; }

Selection asked_cell(const Step& step, const Trace& trace) {
  constexpr Cell kNowhere{-1, -1, -1};
  std::string node = asked_node(step);
  const std::optional<Cell> cell = cell_named(step.ask->cell ? *step.ask->cell : step.cell.value_or(CellName()), &trace, node);
  return {std::move(node), cell.value_or(kNowhere)};
}

std::set<int> downstream_of(const Trace& trace, const std::vector<std::string>& nodes, NameList shows) {
  std::set<int> from, found;
  for (const std::string& node : nodes) from.insert(trace.find(node));
  for (int node = 0; node < static_cast<int>(trace.nodes.size()); ++node) {
    const std::vector<int>& reads = trace.node(node).inputs;
    const bool computed = std::any_of(reads.begin(), reads.end(), [&](int input) { return from.contains(input) || found.contains(input); });
    if (computed && !from.contains(node) && !shows.contains(trace.node(node).name)) found.insert(node);
  }
  return found;
}

std::vector<Cell> asked_places(const Step& step, const Trace& trace) {
  const Selection asked = asked_cell(step, trace);
  const Tensor* value = value_of(trace, asked);
  const WhereIsMost* most = how<WhereIsMost>(step);
  if (!value || (!most && !how<WhichShares>(step))) return {};
  const std::vector<Cell> all = most && most->down ? column_of(*value, asked.cell) : row_of(*value, asked.cell);
  if (!most || most->among.empty()) return all;
  std::vector<Cell> some;
  const TraceNode& node = trace.node(trace.find(asked.node));
  for (const PlaceName& name : most->among) {
    const std::optional<Index> place = place_named(name, most->down ? node.rows : node.cols);
    if (place && *place < std::ssize(all)) some.push_back(nth(all, *place));
  }
  return some;
}

std::optional<Guess> truth_of(const Step& step, const Trace& trace) {
  const Selection target = asked_cell(step, trace);
  const Tensor* value = value_of(trace, target);
  if (!value) return std::nullopt;
  const auto number = [&](const Cell& cell) { return static_cast<double>(value->at(cell)); };
  return std::visit(
      Overloaded{
          [&](const WhereIsMost& asked) -> std::optional<Guess> {
            const std::vector<Cell> places = asked_places(step, trace);
            if (places.empty()) return std::nullopt;
            const auto less = [&](const Cell& a, const Cell& b) { return asked.least ? number(b) < number(a) : number(a) < number(b); };
            return Choice{static_cast<std::size_t>(std::max_element(places.begin(), places.end(), less) - places.begin())};
          },
          [&](const WhichIsSo& asked) -> std::optional<Guess> {
            const std::optional<Cell> cell = asked.minus ? cell_named(asked.minus->cell, &trace, asked.minus->node) : target.cell;
            const Tensor* other = asked.minus && cell ? value_of(trace, {asked.minus->node, *cell}) : value;
            if (!other || !cell) return std::nullopt;
            const float compared = value->at(target.cell) - (asked.minus ? other->at(*cell) : 0);
            if (std::isnan(compared)) return std::nullopt;
            return Choice{
                static_cast<std::size_t>(std::upper_bound(asked.bounds.begin(), asked.bounds.end(), compared) - asked.bounds.begin())};
          },
          [&](const HowMuch&) -> std::optional<Guess> { return Number{number(target.cell)}; },
          [&](const WhichShares&) -> std::optional<Guess> {
            Shares shares;
            for (const Cell& cell : asked_places(step, trace)) shares.parts.push_back(number(cell));
            return shares;
          },
          [&](const WhereInPlane&) -> std::optional<Guess> {
            if (value->cols() < 2) return std::nullopt;
            return PlaceInPlane{number({target.cell.outer, target.cell.row, 0}), number({target.cell.outer, target.cell.row, 1})};
          },
      },
      step.ask->how);
}

Selection cell_of_truth(const Step& step, const Trace& trace) {
  const Selection at = asked_cell(step, trace);
  const std::optional<Guess> truth = truth_of(step, trace);
  if (!truth || !how<WhereIsMost>(step)) return at;
  return {at.node, asked_places(step, trace)[std::get<Choice>(*truth).place]};
}

bool is_right(const Step& step, const Trace& trace, const Guess& guess) {
  const std::optional<Guess> truth = truth_of(step, trace);
  if (!truth) return false;
  if (guess == *truth) return true;
  const std::vector<Cell> places = asked_places(step, trace);
  const Choice* const chosen = std::get_if<Choice>(&guess);
  if (!how<WhereIsMost>(step) || !chosen || chosen->place >= places.size()) return false;
  const Tensor& value = *value_of(trace, asked_cell(step, trace));
  return value.at(places[chosen->place]) == value.at(places[std::get<Choice>(*truth).place]);
}

Guess guess_for(const Step& step, const GuessNumbers& numbers) {
  if (numbers.empty()) return NoGuess{};
  constexpr double kLargest = 1e30;
  const auto choice = [&](std::size_t count) -> Guess {
    check_numbers(numbers, 1, 0, static_cast<double>(count) - 1);
    if (numbers[0] != std::floor(numbers[0])) wrong_type("guess", "@index", numbers[0]);
    return Choice{static_cast<std::size_t>(numbers[0])};
  };
  return std::visit(Overloaded{
                        [&](const WhereIsMost&) { return choice(kMostNumbers); },
                        [&](const WhichIsSo& asked) { return choice(asked.answers.size()); },
                        [&](const HowMuch&) -> Guess {
                          check_numbers(numbers, 1, -kLargest, kLargest);
                          return Number{numbers[0]};
                        },
                        [&](const WhichShares&) -> Guess {
                          check_numbers(numbers, std::min(numbers.size(), kMostNumbers), 0, 1);
                          double sum = 0;
                          for (const double share : numbers) sum += share;
                          if (std::abs(sum - 1) > kSharesAddUp) throw InputError({"guess_is_no_shares", {{"got", format_number(sum)}}});
                          return Shares{numbers};
                        },
                        [&](const WhereInPlane&) -> Guess {
                          check_numbers(numbers, 2, -kLargest, kLargest);
                          return PlaceInPlane{numbers[0], numbers[1]};
                        },
                    },
                    step.ask->how);
}

std::vector<Selection> cells_of(const Trace& trace, const std::string& node) {
  std::vector<Selection> cells;
  if (const Tensor* value = value_of(trace, {node, {}}))
    for (Index outer = 0; outer < value->shape().matrices(); ++outer)
      for (Index row = 0; row < value->rows(); ++row)
        for (const Cell& cell : row_of(*value, {outer, row, 0})) cells.push_back({node, cell});
  return cells;
}

Trace with_veil(const Trace& trace, const Step& step) {
  Trace veiled = with_veiled_cells(trace, telling_cells(step, trace));
  veiled.notes.clear();  // some notes tell the result in words
  return veiled;
}

Trace with_veiled_cells(const Trace& trace, const std::vector<Selection>& cells) {
  Trace veiled = trace;
  std::map<int, std::shared_ptr<Tensor>> changed;
  for (const Selection& cell : cells) {
    const int node = trace.find(cell.node);
    std::shared_ptr<Tensor>& copy = changed[node];
    if (!copy) copy = std::make_shared<Tensor>(*trace.node(node).value);
    copy->at(cell.cell) = kVeil;
  }
  for (const auto& [node, value] : changed) {
    veiled.node(node).value = value;
    range_without_veil(veiled.node(node));
    std::erase_if(veiled.node(node).marks, [&](const Mark& mark) { return is_veil(value->at(mark.cell)); });
  }
  Values values;
  for (const TraceNode& node : veiled.nodes) values.push_back(node.value);
  veiled.explain = [explain = trace.explain, values = std::move(values)](int node, const Cell& cell) {
    return veiled_explanation(explain(node, cell), node, values);
  };
  return veiled;
}

}  // namespace gf

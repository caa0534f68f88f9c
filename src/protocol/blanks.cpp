#include "protocol/blanks.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/explanation.h"
#include "core/problem.h"
#include "protocol/answers.h"
#include "protocol/look.h"
#include "protocol/schema.h"
#include "protocol/step.h"

namespace gf {

Blanks blanks_of(const LessonInfo& lesson, const Document& document, bool with_step) {
  Blanks blanks = document.look.blanks;
  const Step* step = with_step ? step_of(lesson, document) : nullptr;
  if (!step || !step->exercise) return blanks;
  std::vector<Cell>& cells = blanks[step->focus];
  cells.insert(cells.end(), step->exercise->cells.begin(), step->exercise->cells.end());
  return in_order(std::move(blanks));
}

bool has_blank(const Blanks& blanks, const Selection& cell) {
  const auto node = blanks.find(cell.node);
  return node != blanks.end() && std::find(node->second.begin(), node->second.end(), cell.cell) != node->second.end();
}

bool can_be_blank(const Trace& trace, const Selection& cell) {
  if (!has_cell(trace, cell) || !trace.explain) return false;
  const int id = trace.find(cell.node);
  const TraceNode& node = trace.node(id);
  const auto holds_cell = [&](const Pin& pin) { return pin.cell == cell.cell; };
  if (!node.input.empty() || node.trained || std::any_of(node.pins.begin(), node.pins.end(), holds_cell)) return false;
  return std::isfinite(node.value->at(cell.cell)) && !trace.explain(id, cell.cell).symbols.empty();
}

void check_blanks(const Trace& trace, const Blanks& blanks) {
  for (const auto& [node, cells] : blanks)
    for (const Cell& cell : cells)
      if (!can_be_blank(trace, {node, cell})) throw InputError({"no_such_blank", {{"got", name_of_blank(trace, {node, cell})}}});
}

Blanks fitting_blanks(Blanks blanks, const Trace& trace) {
  for (auto& [node, cells] : blanks)
    std::erase_if(cells, [&, name = node](const Cell& cell) { return !can_be_blank(trace, {name, cell}); });
  return in_order(std::move(blanks));
}

bool is_stacked(const Trace& trace, const Selection& cell) {
  const int node = trace.find(cell.node);
  return node < 0 ? cell.cell.outer != 0 : !trace.node(node).value->shape().outer.empty();
}

std::string name_of_blank(const Trace& trace, const Selection& cell) { return name_of_filling(cell, is_stacked(trace, cell)); }

}  // namespace gf

#include "ui/cells/asked.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <variant>

#include "core/veil.h"
#include "protocol/step.h"
#include "study/exercise.h"
#include "ui/cells/blank.h"
#include "ui/places.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kLeastTarget = 24, kLeastTouchTarget = 44;  // design pixels a side

const Veiled& veil_of(const Frame& frame) { return frame.state.veil.kept.value(); }

// Unbroken runs of veiled cells in a row, [from, to).
using Runs = std::vector<std::pair<Index, Index>>;

Runs veiled_runs(const Tensor& value, Index outer, Index row) {
  Runs runs;
  const float* const cells = value.row(outer, row);
  for (Index col = 0; col < value.cols(); ++col) {
    if (!is_veil(cells[col])) continue;
    if (runs.empty() || runs.back().second < col) runs.emplace_back(col, col);
    runs.back().second = col + 1;
  }
  return runs;
}

// Returns the box of a cell's gold veil, which is at least as large as its "?".
Box asked_box(const Theme& theme, const Box& cell) {
  const float size = never_small(theme, theme.small).size, gap = std::min(theme.unit, cell.width() * 0.1f);
  const ImVec2 middle = cell.centre();
  const float w = std::max(cell.width() / 2 - gap, size * 0.5f), h = std::max(cell.height() / 2 - gap, size * 0.6f);
  return {{middle.x - w, middle.y - h}, {middle.x + w, middle.y + h}};
}

// Moves boxes along a row, or down a column, until no box overlaps the box before it. Moves them back if the last box would leave the grid.
void set_apart(std::vector<std::pair<Cell, Box>>& boxes, bool down, float end) {
  const auto from = [&](Box& box) -> float& { return down ? box.min.y : box.min.x; };
  const auto to = [&](Box& box) -> float& { return down ? box.max.y : box.max.x; };
  const auto move = [&](Box& box, float by) {
    from(box) += by;
    to(box) += by;
  };
  std::sort(boxes.begin(), boxes.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t i = 1; i < boxes.size(); ++i) move(boxes[i].second, std::max(to(boxes[i - 1].second) - from(boxes[i].second), 0.0f));
  for (std::size_t i = boxes.size(); i-- > 0;) {
    const float most = i + 1 < boxes.size() ? from(boxes[i + 1].second) : end;
    move(boxes[i].second, std::min(most - to(boxes[i].second), 0.0f));
  }
}

}  // namespace

bool is_asked(const Frame& frame, int node, const Cell& cell) { return veil_of(frame).asks(node, cell); }

std::vector<Cell> asked_in(const Frame& frame, int node, Index outer) {
  std::vector<Cell> cells;
  if (veil_of(frame).asked != node) return cells;
  for (const Cell& cell : veil_of(frame).asked_cells)
    if (cell.outer == outer) cells.push_back(cell);
  return cells;
}

std::vector<Cell> asked_in_row(const Frame& frame, int node, Index outer, Index row) {
  std::vector<Cell> cells = asked_in(frame, node, outer);
  std::erase_if(cells, [&](const Cell& cell) { return cell.row != row; });
  return cells;
}

bool has_veil(const Frame& frame, int node) {
  const std::vector<int>& nodes = veil_of(frame).nodes;
  return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
}

bool is_veiled_row(const TraceNode& node, Index outer, Index row) {
  const float* const cells = node.value->row(outer, row);
  return std::all_of(cells, cells + node.value->cols(), is_veil);
}

bool is_veiled_whole(const TraceNode& node, Index outer) {
  for (Index row = 0; row < node.value->rows(); ++row)
    if (!is_veiled_row(node, outer, row)) return false;
  return true;
}

bool answer_with(const Frame& frame, Screen& screen, int node, const Cell& cell) {
  const Veiled& veil = veil_of(frame);
  if (!veil.asking || !veil.asks(node, cell) || !std::holds_alternative<WhereIsMost>(veil.asking->ask->how)) return false;
  const auto place = std::find(veil.asked_cells.begin(), veil.asked_cells.end(), cell) - veil.asked_cells.begin();
  send(screen, Answer{veil.asking->id, numbers_of(Choice{static_cast<std::size_t>(place)})});
  return true;
}

void answer_or_select(const Frame& frame, Screen& screen, int node, const Cell& cell) {
  if (!answer_with(frame, screen, node, cell)) select_cell(frame, screen, node, cell);
}

void draw_veiled(const Frame& frame, Screen& screen, ImDrawList* list, const CellReference& at, const Box& box) {
  const TraceNode& node = frame.trace->node(at.node);
  if (const Blank* const blank = blank_at(frame, node, at.cell)) return draw_blank(list, frame.theme, box, *blank);
  const bool asked = is_asked(frame, at.node, at.cell);
  draw_veil(list, frame.theme, box, asked);
  if (asked) note_box(screen.places, "asked:" + cell_name(node, at.cell), box);
}

void draw_quiet_veils(const Frame& frame, ImDrawList* list, const Grid& grid) {
  if (!has_veil(frame, grid.node)) return;
  const Tensor& value = *frame.trace->node(grid.node).value;
  const Index end = grid.first_row + grid.rows;
  for (Index row = grid.first_row; row < end;) {
    const Runs runs = veiled_runs(value, grid.outer, row);
    Index next = row + 1;  // rows with equal runs share their veils
    while (next < end && veiled_runs(value, grid.outer, next) == runs) ++next;
    for (const auto& [from, to] : runs) draw_veil(list, frame.theme, {grid.cell(row, from).min, grid.cell(next - 1, to - 1).max}, false);
    row = next;
  }
}

void draw_asked_veils(const Frame& frame, Screen& screen, ImDrawList* list, const Grid& grid) {
  if (!has_veil(frame, grid.node)) return;
  for (const Blank& blank : veil_of(frame).blanks)
    if (blank.veiled() && blank.at.node == frame.trace->node(grid.node).name && grid.has(blank.at.cell))
      draw_veiled(frame, screen, list, {grid.node, blank.at.cell}, asked_box(frame.theme, grid.cell(blank.at.cell.row, blank.at.cell.col)));
  const float u = screen_theme(frame.theme).unit;
  for (const auto& [cell, box] : asked_boxes(frame, grid)) {
    draw_veiled(frame, screen, list, {grid.node, cell}, box);
    if (selected(frame) == CellReference{grid.node, cell}) list->AddRect(box.min, box.max, frame.theme.color.focus, 3 * u, 0, 2.5f * u);
  }
}

std::vector<std::pair<Cell, Box>> asked_boxes(const Frame& frame, const Grid& grid) {
  std::vector<std::pair<Cell, Box>> boxes;
  for (const Cell& cell : asked_in(frame, grid.node, grid.outer))
    if (grid.has(cell)) boxes.emplace_back(cell, asked_box(frame.theme, grid.cell(cell.row, cell.col)));
  if (boxes.size() < 2) return boxes;
  const bool down = boxes.front().first.row != boxes.back().first.row;
  set_apart(boxes, down, down ? grid.whole().max.y : grid.whole().max.x);
  return boxes;
}

std::optional<Cell> asked_under(const Frame& frame, const Grid& grid, ImVec2 point) {
  const float least = (frame.host.touch ? kLeastTouchTarget : kLeastTarget) * screen_theme(frame.theme).unit / 2;
  std::optional<Cell> nearest;
  float best = 1e30f;
  for (const auto& [cell, box] : asked_boxes(frame, grid)) {
    const ImVec2 middle = box.centre();
    const float x = std::fabs(point.x - middle.x), y = std::fabs(point.y - middle.y);
    if (x > std::max(least, box.width() / 2) || y > std::max(least, box.height() / 2) || x + y >= best) continue;
    best = x + y;
    nearest = cell;
  }
  return nearest;
}

}  // namespace gf::ui

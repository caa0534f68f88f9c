// Draws a matrix that is too large for digits: a quad drawn by a shader, with a read-out of the cell under the pointer.
#include <algorithm>
#include <cmath>
#include <string>

#include "core/number_text.h"
#include "render/heatmap.h"
#include "ui/cells/asked.h"
#include "ui/cells/cell_edit.h"
#include "ui/cells/grid_input.h"
#include "ui/inspector/cell_words.h"
#include "ui/views/cell_window.h"
#include "ui/views/view_table.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kLeastMapSide = 200, kStrip = 24;  // design pixels

struct HeatmapLayout {
  float margin = 0, cell_w = 0, cell_h = 0, head_h = 0, foot_h = 0, legend_w = 0;
  Index rows = 0, cols = 0;
  bool upright = false;  // the words of the columns stand upright above them
  float width() const { return cell_w * static_cast<float>(cols); }
  float height() const { return cell_h * static_cast<float>(rows); }
};

constexpr Index kMostNamedRows = 40, kMostNamedColumns = 40;  // the most rows and columns that have their words beside them

bool names_rows(const TraceNode& node) { return !node.rows.labels.empty() && node.value->rows() <= kMostNamedRows; }

float names_width(const Theme& theme, const TraceNode& node) {
  return names_rows(node) ? widest_label(theme.small, node.rows) + 10 * theme.unit
                          : measure(theme.tiny, std::to_string(node.value->rows() - 1)).x + 8 * theme.unit;
}

float head_of_map(const Theme& theme) { return theme.tiny.size + 6 * theme.unit; }

// Returns the height of the words of all columns; 0 if there are too many columns or no words.
float words_over_map(const Theme& theme, const TraceNode& node) {
  if (!names_rows(node) || node.cols.labels.empty() || node.value->cols() > kMostNamedColumns) return 0;
  return widest_label(theme.tiny, node.cols) + 8 * theme.unit;
}

Elastic elastic_heatmap(const Frame& frame, const PanelView& panel) {
  if (needs_digits(frame, panel)) return elastic_of_window(frame, panel);
  const float u = frame.theme.unit;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  const auto rows = static_cast<float>(node.value->rows()), cols = static_cast<float>(node.value->cols());
  const float margin = names_width(frame.theme, node), head = head_of_map(frame.theme);
  const bool named = names_rows(node), strip = node.value->rows() == 1;
  const auto height = [&](float named_row, float least, float most_row) {
    float rows_height = std::clamp(rows * most_row, least, 4 * least) * u;
    if (named) rows_height = rows * named_row * u;
    if (strip) rows_height = kStrip * u;
    return head + rows_height;
  };
  const auto width = [&](float least, float most_cell) {
    return margin + std::max(std::min(cols * most_cell, 4 * least), node.value->cols() == 1 ? kStrip : least) * u;
  };
  const float words = std::max(words_over_map(frame.theme, node) - head, 0.0f);
  Elastic out{
      {width(110, 1), height(16, 90, 1)}, {width(220, 3), words + height(22, 150, 3)}, {width(420, 26), words + height(40, 300, 12)}};
  if (words > 0) out.good.x = std::max(out.good.x, margin + 1.2f * frame.theme.tiny.size * cols);
  out.good = {std::max(out.good.x, out.least.x), std::max(out.good.y, out.least.y)};
  out.most = {std::max(out.most.x, out.good.x), std::max(out.most.y, out.good.y)};
  return out;
}

HeatmapLayout filled_heatmap(const Frame& frame, const PanelView& panel) {
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  HeatmapLayout m;
  m.rows = node.value->rows();
  m.cols = node.value->cols();
  m.margin = names_width(frame.theme, node);
  m.head_h = head_of_map(frame.theme);
  m.cell_w = std::max(panel.fill.x - m.margin, 1.0f) / static_cast<float>(m.cols);
  const float words = words_over_map(frame.theme, node), left = panel.fill.y - words;
  constexpr float kPartForCells = 0.5f;
  m.upright = words > 0 && m.cell_w >= 0.95f * frame.theme.tiny.size && left >= kPartForCells * panel.fill.y;
  if (m.upright) m.head_h = std::max(words, m.head_h);
  m.cell_h = std::max(panel.fill.y - m.head_h, 1.0f) / static_cast<float>(m.rows);
  return m;
}

HeatmapLayout lay_out_heatmap(const Frame& frame, const PanelView& panel) {
  if (panel.fill.x > 0) return filled_heatmap(frame, panel);
  const float u = frame.theme.unit;
  const Tensor& value = *frame.trace->node(panel.nodes.front()).value;
  HeatmapLayout m;
  m.rows = value.rows();
  m.cols = value.cols();
  m.margin = measure(frame.theme.tiny, std::to_string(m.rows - 1)).x + 8 * u;
  m.head_h = 18 * u;
  m.foot_h = 34 * u;
  // Two maps of up to 128 cells a side stand beside each other on a common screen; a larger map may be larger.
  const bool small = std::max(m.rows, m.cols) <= 128;
  const float side_most = small ? std::clamp(panel.room / 2 - m.margin - 28 * u, kLeastMapSide * u, 360 * u) : 560 * u;
  const float room = std::min(panel.room - m.margin, side_most);
  const auto cols = static_cast<float>(m.cols), rows = static_cast<float>(m.rows);
  // Cells are square, but stretched if the map would be too small to point at. A single row or column is a strip.
  const float side = std::min({room / cols, side_most / rows, 12 * u});
  m.cell_w = std::max(side, m.cols == 1 ? kStrip * u : std::min(160 * u, room) / cols);
  m.cell_h = std::max(side, m.rows == 1 ? kStrip * u : 96 * u / rows);
  m.legend_w = std::max(m.width(), std::min(160 * u, room));
  return m;
}

// Draws the words of rows and columns if they have room. Otherwise draws the numbers of the focused cell, or of the first and the last row
// and column if no cell is focused.
void draw_ticks(const Frame& frame, const HeatmapLayout& m, const Grid& grid) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const TraceNode& node = frame.trace->node(grid.node);
  const Box whole = grid.whole();
  const CellReference at = focused(frame);
  const bool focus_in_map = at.node == grid.node && at.cell.outer == grid.outer;
  const auto row_tick = [&](Index row, ImU32 ink) {
    const std::string text = std::to_string(row);
    const float y = grid.cell(row, 0).centre().y - theme.tiny.size / 2;
    put(list, theme.tiny,
        ImVec2(whole.min.x - 6 * u - measure(theme.tiny, text).x,
               std::clamp(y, whole.min.y - 2 * u, whole.max.y - theme.tiny.size + 2 * u)),
        ink, text);
  };
  const auto col_tick = [&](Index col, ImU32 ink, const std::string& text) {
    const float width = measure(theme.tiny, text).x, x = grid.cell(0, col).centre().x - width / 2;
    put(list, theme.tiny,
        ImVec2(std::clamp(x, whole.min.x, std::max(whole.max.x - width, whole.min.x)), whole.min.y - theme.tiny.size - 4 * u), ink, text);
  };
  if (m.foot_h <= 0 && names_rows(node)) {
    const bool apart = m.cell_h >= 0.85f * theme.small.size;  // otherwise only the focused row has room for its name
    for (Index row = 0; row < m.rows; ++row) {
      if (!apart && !(focus_in_map && at.cell.row == row)) continue;
      const std::string name = place_label(node.rows, row);
      const ImU32 ink = focus_in_map && at.cell.row == row ? theme.color.accent : theme.color.ink;
      put_right(list, theme.small, ImVec2(whole.min.x - 9 * u, grid.cell(row, 0).centre().y - theme.small.size / 2), ink, name, m.margin);
    }
    for (Index col = 0; m.upright && col < m.cols; ++col) {
      const bool lit = focus_in_map && at.cell.col == col;
      put_upright(list, theme.tiny, {grid.cell(0, col).centre().x, whole.min.y - 4 * u}, lit ? theme.color.accent : theme.color.muted,
                  place_label(node.cols, col));
    }
    if (focus_in_map && !m.upright) col_tick(at.cell.col, theme.color.accent, place_label(node.cols, at.cell.col));
    return;
  }
  if (focus_in_map) {
    row_tick(at.cell.row, theme.color.accent);
    const std::string label = place_label(node.cols, at.cell.col);
    col_tick(at.cell.col, theme.color.accent, label);
    return;
  }
  for (const Index row : {Index{0}, m.rows - 1}) row_tick(row, theme.color.faint);
  for (const Index col : {Index{0}, m.cols - 1}) col_tick(col, theme.color.faint, std::to_string(col));
}

// Draws the colours, with the values at their ends.
void draw_legend(const Frame& frame, const Shade& shade, ImVec2 at, float width) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const std::string least = format_number(shade.least, 3), most = format_number(shade.most, 3);
  const float left = measure(theme.tiny, least).x + 8 * u;
  const float bar = std::min(140 * u, width - left - measure(theme.tiny, most).x - 8 * u);
  put(list, theme.tiny, at, theme.color.muted, least);
  constexpr int kSteps = 32;
  for (int i = 0; i < kSteps; ++i) {
    const float from = at.x + left + bar * static_cast<float>(i) / kSteps, to = at.x + left + bar * static_cast<float>(i + 1) / kSteps;
    const float value = shade.least + (shade.most - shade.least) * (static_cast<float>(i) + 0.5f) / kSteps;
    list->AddRectFilled(ImVec2(from, at.y + 2 * u), ImVec2(to, at.y + 11 * u), shade.of(value));
  }
  put(list, theme.tiny, ImVec2(at.x + left + bar + 8 * u, at.y), theme.color.muted, most);
}

void draw_read_out(const Frame& frame, const Grid& grid) {
  const CellReference at = frame.state.lesson.hover;
  const bool under = common(grid.whole(), grid.visible).contains(ImGui::GetIO().MousePos);
  if (!under || at.node != grid.node || at.cell.outer != grid.outer || frame.state.lesson.scrub) return;
  const TraceNode& node = frame.trace->node(grid.node);
  tip_now(frame.theme, read_out(frame, node, at.cell, 6));
}

ImVec2 measure_heatmap(const Frame& frame, const PanelView& panel) {
  const HeatmapLayout m = lay_out_heatmap(frame, panel);
  return {m.margin + m.legend_w, m.head_h + m.height() + m.foot_h};
}

void draw_heatmap(const Frame& frame, Screen& screen, const PanelView& panel, const Box& area) {
  if (panel.fill.x > 0 && needs_digits(frame, panel)) return draw_window(frame, screen, panel, area);
  const HeatmapLayout m = lay_out_heatmap(frame, panel);
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  const Grid grid{
      panel.nodes.front(), shown_outer(frame, node), 0, m.rows, m.cols, {area.min.x + m.margin, area.min.y + m.head_h}, m.cell_w, m.cell_h,
      visible_box()};
  const Shade shade = shade_of(frame, node);
  const Box whole = grid.whole();
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (!has_veil(frame, grid.node) || !is_veiled_whole(node, grid.outer))
    screen.heatmaps.draw(list, node.value, grid.outer, whole.min.x, whole.min.y, whole.max.x, whole.max.y,
                         {shade.is_signed, shade.least, shade.most, shade.dark});
  draw_quiet_veils(frame, list, grid);
  list->AddRect(whole.min, whole.max, frame.theme.color.border, 0, 0, frame.theme.unit);
  draw_ticks(frame, m, grid);
  if (m.foot_h > 0) draw_legend(frame, shade, ImVec2(whole.min.x, whole.max.y + 12 * frame.theme.unit), m.legend_w);
  interact(frame, screen, panel.index, grid);
  if (ImGui::GetIO().MouseSource != ImGuiMouseSource_TouchScreen && pointer_here()) draw_read_out(frame, grid);
  draw_highlights(frame, screen, list, grid);
  draw_asked_veils(frame, screen, list, grid);
  draw_cell_edit(frame, screen, panel.index, grid);
}

}  // namespace

const ViewRow kHeatmapView{.view = View::heatmap, .measure = measure_heatmap, .draw = draw_heatmap, .elastic = elastic_heatmap};

}  // namespace gf::ui

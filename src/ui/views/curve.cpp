// Draws the columns of a matrix as lines over its rows, such as the waves of the position encoding.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/number_text.h"
#include "core/veil.h"
#include "ui/cells/asked.h"
#include "ui/cells/guess.h"
#include "ui/inspector/cell_words.h"
#include "ui/places.h"
#include "ui/views/view_table.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr Index kMostLines = 8;

struct Plot {
  Box box;
  float least = -1, most = 1;
  Index rows = 0;
  std::vector<Index> cols;

  float x(Index row) const { return box.min.x + (rows > 1 ? static_cast<float>(row) / static_cast<float>(rows - 1) : 0.5f) * box.width(); }
  float y(float value) const { return box.max.y - (value - least) / (most - least) * box.height(); }
};

float margin(const Theme& theme) { return measure(theme.tiny, "−0.00").x + 8 * theme.unit; }
float plot_height(const Theme& theme) { return 190 * theme.unit; }

std::vector<Index> shown_columns(Index cols) {
  std::vector<Index> shown;
  const Index count = std::min(cols, kMostLines);
  for (Index i = 0; i < count; ++i) shown.push_back(cols <= kMostLines ? i : i * (cols - 1) / (count - 1));
  return shown;
}

// Whether all values lie so far above 0 that the line would be flat if the plot had 0.
bool is_far_from_zero(const TraceNode& node) { return node.facts.least > 0.5f * node.facts.most; }

Plot make_plot(const Frame& frame, const PanelView& panel, const Box& area) {
  const Theme& theme = frame.theme;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  Plot plot;
  plot.box = {{area.min.x + margin(theme), area.min.y + 6 * theme.unit},
              {area.max.x - 4 * theme.unit, area.min.y + 6 * theme.unit + plot_height(theme)}};
  plot.least = is_far_from_zero(node) ? node.facts.least : std::min(node.facts.least, 0.0f);
  plot.most = std::max(node.facts.most, plot.least + 1e-6f);
  plot.rows = node.value->rows();
  plot.cols = shown_columns(node.value->cols());
  return plot;
}

// Draws the axes. With `numbered`, numbers stand on the vertical axis: they would tell the values if all points were veiled.
void draw_axes(const Frame& frame, const Plot& plot, const Axis& rows, bool numbered) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (const float value : {plot.least, 0.0f, plot.most}) {
    if (value < plot.least) continue;
    const float y = std::round(plot.y(value));
    list->AddLine(ImVec2(plot.box.min.x, y), ImVec2(plot.box.max.x, y), value == 0 ? theme.color.rule : theme.color.border, u);
    const bool near_end = value == 0 && std::min(std::fabs(plot.y(plot.least) - y), std::fabs(plot.y(plot.most) - y)) < theme.tiny.size;
    if (!numbered || near_end) continue;
    const int decimals = plot.least > 0 ? 2 : 1;
    const std::string text = format_number(static_cast<double>(value), std::fabs(value) >= 100 ? 0 : decimals);
    put(list, theme.tiny, ImVec2(plot.box.min.x - 6 * u - measure(theme.tiny, text).x, y - theme.tiny.size / 2), theme.color.muted, text);
  }
  const std::string last = place_label(rows, plot.rows - 1);
  const float y = plot.box.max.y + 4 * u;
  put(list, theme.tiny, ImVec2(plot.x(0), y), theme.color.muted, place_label(rows, 0));
  if (plot.rows > 1) put(list, theme.tiny, ImVec2(plot.x(plot.rows - 1) - measure(theme.tiny, last).x, y), theme.color.muted, last);
}

void draw_line(const Frame& frame, const Plot& plot, const TraceNode& node, Index outer, std::size_t line, bool strong, bool faint) {
  const float u = frame.theme.unit;
  const ImU32 color = faded(frame.theme.color.series[line % 8], faint ? 0.25f : 1);
  ImDrawList* list = ImGui::GetWindowDrawList();
  std::vector<ImVec2> points;
  const auto flush = [&] {
    if (points.size() > 1) list->AddPolyline(points.data(), static_cast<int>(points.size()), color, 0, (strong ? 2.75f : 1.75f) * u);
    points.clear();
  };
  for (Index row = 0; row < plot.rows; ++row) {
    const float value = node.value->at(outer, row, plot.cols[line]);
    if (!std::isfinite(value)) {
      flush();
      continue;
    }
    points.emplace_back(plot.x(row), plot.y(value));
    if (plot.rows <= 32) list->AddCircleFilled(points.back(), (strong ? 4.0f : 3.0f) * u, color, 16);
  }
  flush();
}

bool is_row_veiled(const Plot& plot, const Tensor& value, Index outer, Index row) {
  return std::all_of(plot.cols.begin(), plot.cols.end(), [&](Index col) { return is_veil(value.at(outer, row, col)); });
}

// Returns the part of the plot that the rows `from` to `to` take. A row takes half of the way to each of its neighbours.
Box band(const Plot& plot, Index from, Index to) {
  const float half = plot.rows > 1 ? plot.box.width() / static_cast<float>(plot.rows - 1) / 2 : plot.box.width();
  return {{std::max(plot.x(from) - half, plot.box.min.x), plot.box.min.y}, {std::min(plot.x(to) + half, plot.box.max.x), plot.box.max.y}};
}

// Returns the box of an asked cell's veil, at the row of the cell. Veils of one row stand below each other.
Box asked_point(const Frame& frame, const Plot& plot, const CellReference& at) {
  constexpr float kSide = 24;
  const std::vector<Cell> beside = asked_in_row(frame, at.node, at.cell.outer, at.cell.row);
  const auto place = static_cast<float>(std::find(beside.begin(), beside.end(), at.cell) - beside.begin());
  const float side = kSide * frame.theme.unit, high = plot.box.height() / static_cast<float>(std::max<std::size_t>(beside.size(), 1));
  const float left = std::clamp(plot.x(at.cell.row) - side / 2, plot.box.min.x, std::max(plot.box.max.x - side, plot.box.min.x));
  return {{left, plot.box.min.y + place * high}, {left + side, plot.box.min.y + (place + 1) * high}};
}

void draw_veils_of_curve(const Frame& frame, Screen& screen, const Plot& plot, int index, Index outer) {
  const Tensor& value = *frame.trace->node(index).value;
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (Index row = 0; row < plot.rows;) {
    Index next = row + 1;
    if (is_row_veiled(plot, value, outer, row)) {
      while (next < plot.rows && is_row_veiled(plot, value, outer, next)) ++next;
      draw_veil(list, frame.theme, band(plot, row, next - 1), false);
    }
    row = next;
  }
  for (const Cell& cell : asked_in(frame, index, outer))
    draw_veiled(frame, screen, list, {index, cell}, asked_point(frame, plot, {index, cell}));
}

// Returns the cell whose point is nearest to the pointer, among the lines that are drawn.
Cell nearest(const Plot& plot, const TraceNode& node, Index outer, ImVec2 mouse) {
  const float t = (mouse.x - plot.box.min.x) / plot.box.width() * static_cast<float>(plot.rows - 1);
  Cell cell{outer, std::clamp<Index>(static_cast<Index>(std::lround(t)), 0, plot.rows - 1), plot.cols.front()};
  float best = 1e30f;
  for (const Index col : plot.cols) {
    const float distance = std::fabs(plot.y(node.value->at(outer, cell.row, col)) - mouse.y);
    if (distance < best) {
      best = distance;
      cell.col = col;
    }
  }
  return cell;
}

void point_at(const Frame& frame, Screen& screen, const PanelView& panel, const Plot& plot, Index outer) {
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  ImGui::SetCursorScreenPos(plot.box.min);
  ImGui::InvisibleButton("plot", ImVec2(plot.box.width(), plot.box.height()));
  note_control(screen.places, "curve:" + node.name, {.role = Role::figure, .name = node_title(frame, node)});
  if (!ImGui::IsItemHovered()) return;
  Cell cell = nearest(plot, node, outer, ImGui::GetIO().MousePos);
  for (const Cell& asked : asked_in(frame, panel.nodes.front(), outer))
    if (asked_point(frame, plot, {panel.nodes.front(), asked}).contains(ImGui::GetIO().MousePos)) cell = asked;
  screen.state.lesson.next_hover = {panel.nodes.front(), cell};
  if (ImGui::IsItemClicked()) answer_or_select(frame, screen, panel.nodes.front(), cell);
  if (frame.host.touch) return;
  tip_now(frame.theme, read_out(frame, node, cell, 6));
}

void draw_focus(const Frame& frame, const Plot& plot, const TraceNode& node, Index outer, const CellReference& at) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, x = plot.x(at.cell.row);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddLine(ImVec2(x, plot.box.min.y), ImVec2(x, plot.box.max.y), theme.color.crosshair, u);
  const float value = node.value->at(outer, at.cell.row, at.cell.col);
  if (!std::isfinite(value)) return;
  list->AddCircleFilled(ImVec2(x, plot.y(value)), 5.5f * u, theme.color.panel, 20);
  list->AddCircle(ImVec2(x, plot.y(value)), 5.5f * u, theme.color.ink, 20, 2 * u);
}

// Draws a swatch and a name for each line, wrapped at `width`, if `list` is given. Returns the height of the legend.
float legend(const Frame& frame, const TraceNode& node, const std::vector<Index>& cols, ImVec2 at, float width, ImDrawList* list) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, line = 18 * u;
  float x = 0, y = 0;
  for (std::size_t i = 0; i < cols.size(); ++i) {
    const std::string text = (node.cols.name.empty() ? "" : text_or(frame, "ui.axes." + node.cols.name + ".one", node.cols.name) + " ") +
                             place_label(node.cols, cols[i]);
    const float item = measure(theme.tiny, text).x + 34 * u;
    if (x > 0 && x + item > width) {
      x = 0;
      y += line;
    }
    if (list) {
      list->AddRectFilled(ImVec2(at.x + x, at.y + y + 6 * u), ImVec2(at.x + x + 14 * u, at.y + y + 9 * u), theme.color.series[i % 8], u);
      put(list, theme.tiny, ImVec2(at.x + x + 18 * u, at.y + y + 1 * u), theme.color.muted, text);
    }
    x += item;
  }
  return y + line;
}

ImVec2 measure_curve(const Frame& frame, const PanelView& panel) {
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  const float width = std::min(panel.room, 560 * frame.theme.unit);
  const float legend_h = legend(frame, node, shown_columns(node.value->cols()), {}, width - margin(frame.theme), nullptr);
  return {width, plot_height(frame.theme) + 32 * frame.theme.unit + legend_h};
}

void draw_curve(const Frame& frame, Screen& screen, const PanelView& panel, const Box& area) {
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  const Index outer = shown_outer(frame, node);
  const Plot plot = make_plot(frame, panel, area);
  const CellReference at = focused(frame);
  const bool focus_in_plot = at.node == panel.nodes.front() && at.cell.outer == outer;
  const bool veiled = has_veil(frame, panel.nodes.front());
  draw_axes(frame, plot, node.rows, !veiled || !is_veiled_whole(node, outer));
  for (std::size_t line = 0; line < plot.cols.size(); ++line) {
    const bool strong = focus_in_plot && plot.cols[line] == at.cell.col;
    draw_line(frame, plot, node, outer, line, strong, focus_in_plot && !strong);
  }
  if (veiled) draw_veils_of_curve(frame, screen, plot, panel.nodes.front(), outer);
  if (focus_in_plot) draw_focus(frame, plot, node, outer, at);
  if (const std::optional<Cell> guess = guessed_in(frame, panel.nodes.front()); guess && guess->outer == outer) {
    const float value = node.value->at(*guess);
    if (std::isfinite(value))
      draw_guess_at(frame, screen, ImGui::GetWindowDrawList(), {panel.nodes.front(), *guess}, {plot.x(guess->row), plot.y(value)});
  }
  legend(frame, node, plot.cols, ImVec2(plot.box.min.x, plot.box.max.y + 22 * frame.theme.unit), area.width() - margin(frame.theme),
         ImGui::GetWindowDrawList());
  point_at(frame, screen, panel, plot, outer);
}

}  // namespace

const ViewRow kCurveView{.view = View::curve, .measure = measure_curve, .draw = draw_curve, .rank = 2, .one_of_several = false};

}  // namespace gf::ui

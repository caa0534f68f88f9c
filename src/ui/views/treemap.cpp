// Draws a column of numbers as areas with their names, and one number of another node as an area at the same scale.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "core/nth.h"
#include "core/number_text.h"
#include "core/veil.h"
#include "ui/cells/asked.h"
#include "ui/cells/guess.h"
#include "ui/inspector/cell_words.h"
#include "ui/places.h"
#include "ui/views/treemap_areas.h"
#include "ui/views/view_table.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kAreasWidth = 420, kAreasHeight = 240, kLegendHeight = 26;  // design pixels
constexpr float kLeastAreasWidth = 300, kLeastAreasHeight = 170, kMostAreasWidth = 1600, kMostAreasHeight = 1000;
constexpr float kLargeAreaWidth = 130, kLargeAreaHeight = 72;  // an area of this size has large words
constexpr float kSmallestDot = 3;                              // the least side of the dot on the screen, so that it can be seen

// The last node of the panel is the column. If there are two nodes, the first is the number of the dot.
const TraceNode& column_of(const Frame& frame, const PanelView& panel) { return frame.trace->node(panel.nodes.back()); }
const TraceNode* dot_of(const Frame& frame, const PanelView& panel) {
  return panel.nodes.size() > 1 ? &frame.trace->node(panel.nodes.front()) : nullptr;
}

struct TreemapLayout {
  Box areas, legend;
  std::vector<float> values;
  std::vector<Box> boxes;
  float total = 0;
  bool veiled = false;  // a number is veiled: all areas are equal, so that they tell nothing

  float share(std::size_t place) const { return values[place] / total; }
};

TreemapLayout lay_out_treemap(const Frame& frame, const PanelView& panel, const Box& area) {
  const float u = frame.theme.unit;
  TreemapLayout m;
  const float legend = dot_of(frame, panel) ? kLegendHeight * u : 0;
  m.areas = {area.min, {area.max.x, panel.fill.y > 0 ? area.max.y - legend : area.min.y + kAreasHeight * u}};
  m.legend = {{area.min.x, m.areas.max.y + 4 * u}, {area.max.x, m.areas.max.y + kLegendHeight * u}};
  const Tensor& column = *column_of(frame, panel).value;
  m.values.assign(column.data(), column.data() + column.rows());
  m.veiled = std::any_of(m.values.begin(), m.values.end(), is_veil);
  if (m.veiled) m.values.assign(m.values.size(), 1);
  for (const float value : m.values) m.total += value;
  m.boxes = squarified(m.values, m.areas);
  return m;
}

// Draws the name and the share of an area, as far as there is room.
void draw_words(const Frame& frame, const Box& box, const std::string& name, float share) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, inset = box.height() > kLargeAreaHeight * u ? 8 * u : 4 * u, room = box.width() - 2 * inset;
  const bool large = box.height() > kLargeAreaHeight * u && box.width() > kLargeAreaWidth * u;
  const Type type = large ? theme.heading : never_small(theme, theme.small);
  const float line = line_height(type);
  const ImVec2 at{box.min.x + inset, box.min.y + inset - u};
  if (box.height() < line + 4 * u || room < std::min(measure(type, name).x, 3 * line)) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  put_elided(list, type, at, theme.color.ink, name, room);
  const std::string percent = spoken_number(frame, format_number(100 * static_cast<double>(share), share < 0.01f ? 1 : 0) + " %");
  if (box.height() >= 2 * line + 8 * u && measure(type, percent).x <= room)
    put(list, type, ImVec2(at.x, at.y + line), theme.color.muted, percent);
}

void draw_area(const Frame& frame, const PanelView& panel, const TreemapLayout& m, std::size_t place) {
  const Theme& theme = frame.theme;
  const Box& box = m.boxes[place];
  if (box.width() <= 0 || box.height() <= 0) return;
  const CellReference at = focused(frame);
  const bool lit = at.node == panel.nodes.back() && at.cell.row == static_cast<Index>(place);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(box.min, box.max, blend(theme.color.panel, theme.color.series[place % std::size(theme.color.series)], 0.28f));
  list->AddRect(box.min, box.max, lit ? theme.color.accent : theme.color.panel, 0, 0, (lit ? 2.5f : 1.0f) * theme.unit);
  draw_words(frame, box, place_label(column_of(frame, panel).rows, static_cast<Index>(place)), m.share(place));
}

void draw_veiled_area(const Frame& frame, Screen& screen, const PanelView& panel, const TreemapLayout& m, std::size_t place) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const Box box = {{m.boxes[place].min.x + 2 * u, m.boxes[place].min.y + 2 * u},
                   {m.boxes[place].max.x - 2 * u, m.boxes[place].max.y - 2 * u}};
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto row = static_cast<Index>(place);
  draw_veiled(frame, screen, list, {panel.nodes.back(), {0, row, 0}}, box);
  put_elided(list, never_small(theme, theme.small), {box.min.x + 4 * u, box.min.y + 3 * u}, theme.color.ink,
             place_label(column_of(frame, panel).rows, row), box.width() - 8 * u);
}

// Draws the number of the other node at the scale of the areas, in their lower right corner, and the title of the node below.
void draw_dot(const Frame& frame, const TreemapLayout& m, const TraceNode& other) {
  const float value = other.value->at(0, 0);
  if (!std::isfinite(value) || value <= 0 || m.total <= 0) return;
  const Theme& theme = frame.theme;
  const float u = theme.unit, smallest = kSmallestDot * screen_theme(theme).unit;
  const float side = std::sqrt(value / m.total * m.areas.width() * m.areas.height());
  const ImVec2 size{std::clamp(side, smallest, m.areas.width()), std::clamp(side, smallest, m.areas.height())};
  const Box dot{{m.areas.max.x - size.x, m.areas.max.y - size.y}, m.areas.max};
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(dot.min, dot.max, faded(theme.color.accent, 0.85f));
  const Type type = never_small(theme, theme.small);
  const std::string words = node_title(frame, other);
  list->AddLine(dot.max, ImVec2(m.legend.max.x, m.legend.max.y - 4 * u), theme.color.accent, 1.5f * u);
  put_right(list, type, ImVec2(m.legend.max.x - 8 * u, m.legend.min.y + 3 * u), theme.color.accent, words, m.legend.width() - 8 * u);
}

void point_at_areas(const Frame& frame, Screen& screen, const PanelView& panel, const TreemapLayout& m) {
  const TraceNode& node = column_of(frame, panel);
  ImGui::SetCursorScreenPos(m.areas.min);
  ImGui::InvisibleButton("areas", ImVec2(m.areas.width(), m.areas.height()));
  note_control(screen.places, "treemap:" + node.name, {.role = Role::figure, .name = node_title(frame, node)});
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto under = std::find_if(m.boxes.begin(), m.boxes.end(), [&](const Box& box) { return box.contains(mouse); });
  if (under == m.boxes.end()) return;
  const Cell cell{0, under - m.boxes.begin(), 0};
  screen.state.lesson.next_hover = {panel.nodes.back(), cell};
  if (ImGui::IsItemClicked()) answer_or_select(frame, screen, panel.nodes.back(), cell);
  if (!frame.host.touch) tip_now(frame.theme, read_out(frame, node, cell, 4));
}

Elastic elastic_treemap(const Frame& frame, const PanelView& panel) {
  const float u = frame.theme.unit, legend = dot_of(frame, panel) ? kLegendHeight * u : 0;
  const auto size = [&](float width, float height) { return ImVec2(width * u, height * u + legend); };
  return {size(kLeastAreasWidth, kLeastAreasHeight), size(kAreasWidth, kAreasHeight), size(kMostAreasWidth, kMostAreasHeight)};
}

ImVec2 measure_treemap(const Frame& frame, const PanelView& panel) {
  const float u = frame.theme.unit;
  return {std::min(panel.room, kAreasWidth * u), (kAreasHeight + (dot_of(frame, panel) ? kLegendHeight : 0)) * u};
}

void draw_treemap(const Frame& frame, Screen& screen, const PanelView& panel, const Box& area) {
  const TreemapLayout m = lay_out_treemap(frame, panel, area);
  for (std::size_t place = 0; place < m.boxes.size(); ++place)
    if (m.veiled)
      draw_veiled_area(frame, screen, panel, m, place);
    else
      draw_area(frame, panel, m, place);
  if (const std::optional<Cell> guess = guessed_in(frame, panel.nodes.back()); guess && !m.veiled)
    draw_guess(frame, screen, ImGui::GetWindowDrawList(), {panel.nodes.back(), *guess}, nth(m.boxes, guess->row));
  const TraceNode* const other = dot_of(frame, panel);
  if (other && !m.veiled) draw_dot(frame, m, *other);
  point_at_areas(frame, screen, panel, m);
}

}  // namespace

const ViewRow kTreemapView{.view = View::treemap,
                           .measure = measure_treemap,
                           .draw = draw_treemap,
                           .elastic = elastic_treemap,
                           .can_show = [](const TraceNode& node) { return node.value->cols() == 1 && node.value->shape().outer.empty(); },
                           .rank = 2};

}  // namespace gf::ui

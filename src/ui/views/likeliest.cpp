// The ten largest cells of each row, the largest first: what a model would say, where it has too many words for a matrix with digits.
#include <algorithm>

#include "core/largest.h"
#include "ui/places.h"
#include "ui/views/view_table.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr Index kShown = 10, kShownWhereNarrow = 6;
constexpr Index kFewRows = 3;  // of more, each has one line where it is narrow: their largest cells are compared down the rows
constexpr float kEntry = 84, kMostEntry = 116;  // design pixels across

struct LikeliestLayout {
  float label_w = 0, label_h = 0, entry_w = 0, entry_h = 0, between = 0;
  Index shown = 0, in_line = 1, rows = 0;

  float row_h() const { return label_h + entry_h * static_cast<float>((shown + in_line - 1) / in_line) + between; }
};

LikeliestLayout lay_out_likeliest(const Frame& frame, const PanelView& panel) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  LikeliestLayout m;
  m.rows = node.value->rows();
  m.entry_h = (frame.host.touch ? 44.0f : 40.0f) * u, m.between = 8 * u;
  const float label = label_width(theme.small, node.rows, m.rows, 110 * u) + 12 * u;
  const bool beside = panel.room - label >= 5 * kEntry * u;
  if (beside) m.label_w = label;
  if (!beside) m.label_h = 22 * u;
  const float room = panel.room - m.label_w;
  m.shown = std::min(node.value->cols(), beside ? kShown : kShownWhereNarrow);
  // Whole lines: all ten beside each other, or five and five.
  const auto fitting = std::clamp<Index>(static_cast<Index>(room / (kEntry * u)), 1, kShown);
  m.in_line = std::min(beside && fitting < kShown ? kShown / 2 : fitting, m.shown);
  if (!beside && m.rows > kFewRows) m.shown = m.in_line;
  m.entry_w = std::min(room / static_cast<float>(m.in_line), kMostEntry * u);
  return m;
}

void draw_outline(const Frame& frame, const TraceNode& node, const CellReference& here, const Box& box) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const std::vector<Cell>* lit = lit_cells(frame, here.node);
  const auto ring = [&](ImU32 color, float width) { list->AddRect(box.min, box.max, color, 4 * u, 0, width); };
  if (pin_at(node, here.cell)) ring(theme.color.pin, 2 * u);
  if (lit && std::find(lit->begin(), lit->end(), here.cell) != lit->end()) ring(theme.color.accent, 2 * u);
  if (focused(frame) == here) ring(theme.color.ink, 1.5f * u);
  if (selected(frame) == here) ring(theme.color.accent, 2.5f * u);
}

void draw_entry(const Frame& frame, Screen& screen, const CellReference& here, const Shade& shade, const Box& box) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, gap = 1.5f * u, inset = 7 * u;
  const TraceNode& node = frame.trace->node(here.node);
  const float value = node.value->at(here.cell);
  const Box tile{{box.min.x + gap, box.min.y + gap}, {box.max.x - gap, box.max.y - gap}};
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImU32 fill = std::isfinite(value) ? shade.of(value) : theme.color.warn_soft,
              ink = std::isfinite(value) ? ink_on(fill) : theme.color.warn;
  list->AddRectFilled(tile.min, tile.max, fill, 4 * u);
  const float middle = tile.centre().y;
  put_elided(list, theme.small, ImVec2(tile.min.x + inset, middle - line_height(theme.small)), ink, place_label(node.cols, here.cell.col),
             tile.width() - 2 * inset);
  put_elided(list, theme.mono_small, ImVec2(tile.min.x + inset, middle + u), ink, cell_text(value, {4, 8}), tile.width() - 2 * inset);
  ImGui::SetCursorScreenPos(tile.min);
  ImGui::PushID(static_cast<int>(here.cell.col));
  if (ImGui::InvisibleButton("entry", ImVec2(tile.width(), tile.height()), ImGuiButtonFlags_EnableNav))
    select_cell(frame, screen, here.node, here.cell);
  note_control(screen.places, "likeliest:" + std::to_string(here.cell.row) + "," + std::to_string(here.cell.col),
               {.name = place_label(node.cols, here.cell.col), .value = cell_text(value, {4, 8})});
  if (ImGui::IsItemHovered()) screen.state.lesson.next_hover = here;
  focus_frame(theme, 4 * u);
  ImGui::PopID();
  draw_outline(frame, node, here, tile);
}

void draw_row(const Frame& frame, Screen& screen, const PanelView& panel, const LikeliestLayout& m, Index outer, Index row, ImVec2 at) {
  const Theme& theme = frame.theme;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  const Shade shade = shade_of(frame, node);
  const float label_y = m.label_h > 0 ? at.y + 2 * theme.unit : at.y + (m.entry_h - line_height(theme.small)) / 2;
  put_elided(ImGui::GetWindowDrawList(), theme.small, ImVec2(at.x, label_y), theme.color.ink, place_label(node.rows, row),
             m.label_h > 0 ? m.entry_w * static_cast<float>(m.in_line) : m.label_w - 10 * theme.unit);
  const std::vector<Index> columns = largest_of({node.value->row(outer, row), static_cast<std::size_t>(node.value->cols())}, m.shown);
  ImGui::PushID(static_cast<int>(row));
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto across = static_cast<float>(static_cast<Index>(i) % m.in_line), down = static_cast<float>(static_cast<Index>(i) / m.in_line);
    const ImVec2 corner(at.x + m.label_w + across * m.entry_w, at.y + m.label_h + down * m.entry_h);
    draw_entry(frame, screen, {panel.nodes.front(), {outer, row, columns[i]}}, shade,
               {corner, {corner.x + m.entry_w, corner.y + m.entry_h}});
  }
  ImGui::PopID();
}

ImVec2 measure_likeliest(const Frame& frame, const PanelView& panel) {
  const LikeliestLayout m = lay_out_likeliest(frame, panel);
  return {m.label_w + m.entry_w * static_cast<float>(m.in_line), m.row_h() * static_cast<float>(m.rows) - m.between};
}

void draw_likeliest(const Frame& frame, Screen& screen, const PanelView& panel, const Box& area) {
  const LikeliestLayout m = lay_out_likeliest(frame, panel);
  const Index outer = shown_outer(frame, frame.trace->node(panel.nodes.front()));
  const Box seen = visible_box();
  for (Index row = 0; row < m.rows; ++row) {
    const float y = area.min.y + static_cast<float>(row) * m.row_h();
    if (y + m.row_h() >= seen.min.y && y <= seen.max.y) draw_row(frame, screen, panel, m, outer, row, ImVec2(area.min.x, y));
  }
}

}  // namespace

const ViewRow kLikeliestView{.view = View::likeliest, .measure = measure_likeliest, .draw = draw_likeliest, .rank = 2};

}  // namespace gf::ui

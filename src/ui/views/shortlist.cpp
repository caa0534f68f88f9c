// The first rows of long columns beside each other: what is first in the list, and what each node says of it. What a cut took is
// crossed out, what was drawn stands out, and is shown where it is further down.
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/join.h"
#include "ui/cells/cell_edit.h"
#include "ui/cells/grid_input.h"
#include "ui/places.h"
#include "ui/views/view_table.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr Index kListed = 12, kListedWhereNarrow = 8, kWholeUpTo = 20;  // a list of few rows is whole
constexpr float kNarrow = 420, kBar = 220, kWholeLabel = 200;           // design pixels across

const std::vector<PanelRole>& roles_of(const Frame& frame, const PanelView& panel) {
  return frame.trace->panels[static_cast<std::size_t>(panel.index)].roles;
}

bool has_role(const Frame& frame, const PanelView& panel, std::size_t place, PanelRole role) {
  const std::vector<PanelRole>& roles = roles_of(frame, panel);
  return place < roles.size() && roles[place] == role;
}

// The node of a role; null where the panel has none.
const TraceNode* node_of(const Frame& frame, const PanelView& panel, PanelRole role) {
  for (std::size_t i = 0; i < panel.nodes.size(); ++i)
    if (has_role(frame, panel, i, role)) return &frame.trace->node(panel.nodes[i]);
  return nullptr;
}

// The row that is 1 in the column of what was drawn; -1 where none is.
Index drawn_row(const Frame& frame, const PanelView& panel) {
  const TraceNode* drawn = node_of(frame, panel, PanelRole::drawn);
  if (!drawn) return -1;
  for (Index row = 0; row < drawn->value->rows(); ++row)
    if (drawn->value->at(row, 0) == 1) return row;
  return -1;
}

struct ShortlistLayout {
  float label_w = 0, head_h = 0, cell_w = 0, cell_h = 0, bar_w = 0;
  int chars = 5;
  Index listed = 0, below = -1;  // rows from the first on, and one from further down

  Index lines() const { return listed + (below >= 0 ? 1 : 0); }
  float height() const { return head_h + cell_h * static_cast<float>(lines()); }
};

ShortlistLayout lay_out_shortlist(const Frame& frame, const PanelView& panel) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  const bool narrow = panel.room < kNarrow * u;
  ShortlistLayout m;
  const Index rows = node.value->rows();
  m.listed = rows <= kWholeUpTo ? rows : narrow ? kListedWhereNarrow : kListed;
  if (const Index drawn = drawn_row(frame, panel); drawn >= m.listed) m.below = drawn;
  m.cell_h = (frame.host.touch ? 36.0f : 26.0f) * u, m.head_h = 40 * u;
  m.cell_w = static_cast<float>(m.chars) * measure(theme.mono, "0").x + 16 * u;
  for (const int index : panel.nodes)
    for (const std::string& word : split_at_space(node_title(frame, frame.trace->node(index))))
      m.cell_w = std::max(m.cell_w, measure(theme.tiny, word).x + 6 * u);
  const float most_label = rows <= kWholeUpTo ? kWholeLabel : narrow ? 76.0f : 96.0f;
  m.label_w = label_width(theme.small, node.rows, m.listed, most_label * u) + 10 * u;
  if (node_of(frame, panel, PanelRole::shares)) {
    const float left = panel.room - m.label_w - m.cell_w * static_cast<float>(panel.nodes.size());
    m.bar_w = left < 24 * u ? 0 : std::min(left, kBar * u);
  }
  return m;
}

float line_y(const ShortlistLayout& m, const Box& area, Index line) { return area.min.y + m.head_h + m.cell_h * static_cast<float>(line); }

Index row_of_line(const ShortlistLayout& m, Index line) { return line < m.listed ? line : m.below; }

void draw_labels(const Frame& frame, const PanelView& panel, const ShortlistLayout& m, const Box& area) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  const TraceNode* kept = node_of(frame, panel, PanelRole::kept);
  const Index drawn = drawn_row(frame, panel);
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (Index line = 0; line < m.lines(); ++line) {
    const Index row = row_of_line(m, line);
    const bool cut = kept && kept->value->at(row, 0) == 0;
    const ImU32 ink = row == drawn ? theme.color.accent : cut ? theme.color.faint : theme.color.ink;
    const float y = line_y(m, area, line), middle = y + m.cell_h / 2;
    const std::string label = place_label(node.rows, row);
    const float room = m.label_w - 8 * u, width = std::min(measure(theme.small, label).x, room);
    put_elided(list, theme.small, ImVec2(area.min.x, middle - line_height(theme.small) / 2), ink, label, room);
    if (cut) list->AddLine(ImVec2(area.min.x, middle), ImVec2(area.min.x + width, middle), ink, std::max(u, 1.0f));
    if (row == m.below) list->AddLine(ImVec2(area.min.x, y), ImVec2(area.max.x, y), theme.color.rule, std::max(u, 1.0f));
  }
}

void draw_bars(const Frame& frame, const PanelView& panel, const ShortlistLayout& m, const TraceNode& shares, const Box& area, float left) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const Index drawn = drawn_row(frame, panel);
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (Index line = 0; line < m.lines(); ++line) {
    const Index row = row_of_line(m, line);
    const float share = shares.value->at(row, 0), y = line_y(m, area, line);
    const Box track{{left + 4 * u, y + 6 * u}, {left + m.bar_w, y + m.cell_h - 6 * u}};
    list->AddRectFilled(track.min, track.max, faded(theme.color.ink, 0.045f), 2 * u);
    if (!std::isfinite(share)) continue;
    const float width = track.width() * std::clamp(share, 0.0f, 1.0f);
    list->AddRectFilled(track.min, ImVec2(track.min.x + width, track.max.y),
                        row == drawn ? theme.color.accent : blend(theme.color.panel, theme.color.ink, 0.4f), 2 * u);
  }
}

// Shares, and zeros and ones, have one direction.
Shade shade_of_column(const Frame& frame, const TraceNode& node) {
  Shade shade = shade_of(frame, node);
  if (node.facts.least >= 0 && node.facts.most <= 1) shade.is_signed = false, shade.least = 0, shade.most = 1;
  return shade;
}

// The cells of one node: those listed, and the one from further down.
void draw_column(const Frame& frame, Screen& screen, const PanelView& panel, const ShortlistLayout& m, int index, ImVec2 at) {
  const TraceNode& node = frame.trace->node(index);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Shade shade = shade_of_column(frame, node);
  const Digits digits = digits_of(frame, screen, index, 0, m.chars);
  const auto draw = [&](const Grid& grid) {
    for (Index row = grid.visible_rows().from; row < grid.visible_rows().to; ++row)
      draw_cell(frame, screen, list, node, {0, row, 0}, grid.cell(row, 0), shade, frame.theme.mono, &digits);
    interact(frame, screen, panel.index, grid);
    draw_highlights(frame, screen, list, grid);
    draw_cell_edit(frame, screen, panel.index, grid);
  };
  draw({index, 0, 0, m.listed, 1, at, m.cell_w, m.cell_h, visible_box()});
  if (m.below >= 0)
    draw({index, 0, m.below, 1, 1, {at.x, at.y + m.cell_h * static_cast<float>(m.listed)}, m.cell_w, m.cell_h, visible_box()});
}

// In two lines where it has two words or more.
void draw_column_head(const Frame& frame, const TraceNode& node, const Box& box) {
  const Theme& theme = frame.theme;
  const std::string title = node_title(frame, node);
  const std::size_t space = title.rfind(' ', title.size() / 2 + 2);
  const bool two = space != std::string::npos && measure(theme.tiny, title).x > box.width() - 4 * theme.unit;
  const auto put_line = [&](const std::string& text, float from, float to) {
    put_centred(ImGui::GetWindowDrawList(), theme.tiny, ImVec2(box.min.x, from), ImVec2(box.max.x, to), theme.color.muted,
                elide(theme.tiny, text, box.width() - 2 * theme.unit));
  };
  const float middle = box.centre().y;
  if (!two) return put_line(title, middle, box.max.y);
  put_line(title.substr(0, space), box.min.y, middle);
  put_line(title.substr(space + 1), middle, box.max.y);
}

ImVec2 measure_shortlist(const Frame& frame, const PanelView& panel) {
  const ShortlistLayout m = lay_out_shortlist(frame, panel);
  return {m.label_w + m.cell_w * static_cast<float>(panel.nodes.size()) + m.bar_w, m.height()};
}

void draw_shortlist(const Frame& frame, Screen& screen, const PanelView& panel, const Box& area) {
  const ShortlistLayout m = lay_out_shortlist(frame, panel);
  draw_labels(frame, panel, m, area);
  float x = area.min.x + m.label_w;
  for (std::size_t i = 0; i < panel.nodes.size(); ++i) {
    const TraceNode& node = frame.trace->node(panel.nodes[i]);
    draw_column_head(frame, node, {{x, area.min.y}, {x + m.cell_w, area.min.y + m.head_h}});
    draw_column(frame, screen, panel, m, panel.nodes[i], {x, area.min.y + m.head_h});
    x += m.cell_w;
    if (m.bar_w <= 0 || !has_role(frame, panel, i, PanelRole::shares)) continue;
    draw_bars(frame, panel, m, node, area, x);
    x += m.bar_w;
  }
}

bool is_column(const TraceNode& node) { return node.value->cols() == 1 && node.value->shape().matrices() == 1; }

}  // namespace

const ViewRow kShortlistView{.view = View::shortlist,
                             .measure = measure_shortlist,
                             .draw = draw_shortlist,
                             .can_show = is_column,
                             .rank = 1,
                             .one_of_several = false,
                             .cells = Cells::every_node};

}  // namespace gf::ui

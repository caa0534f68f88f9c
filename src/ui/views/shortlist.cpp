// Draws the first rows of long columns beside each other, such as the likeliest words with their numbers in each node. A row that sampling
// cut off is crossed out. The drawn row stands out, and is shown even if it is further down.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

#include "core/join.h"
#include "core/nth.h"
#include "core/veil.h"
#include "ui/cells/cell_edit.h"
#include "ui/cells/grid_input.h"
#include "ui/places.h"
#include "ui/views/view_table.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr Index kListed = 12, kListedWhereNarrow = 8, kWholeUpTo = 20;  // a list of up to kWholeUpTo rows is whole
// Widths, design pixels.
constexpr float kNarrow = 420, kBar = 220, kLeastListBar = 48, kGoodListBar = 160, kMostListBar = 420;
// The widest labels, design pixels. The rows of a whole list are sentences; the rows of another list are words.
constexpr float kListSentence = 300, kListSentenceWhereNarrow = 190, kListWord = 150, kListWordWhereNarrow = 90;
// Heights, design pixels.
constexpr float kListRow = 26, kListRowTouched = 36, kLeastListRow = 22, kMostListRow = 48, kHighListRow = 31, kThickestListBar = 26;
constexpr float kOneLineHead = 24, kTwoLineHead = 40;
constexpr int kListChars = 5, kFlagChars = 2;

const std::vector<PanelRole>& roles_of(const Frame& frame, const PanelView& panel) { return nth(frame.trace->panels, panel.index).roles; }

bool has_role(const Frame& frame, const PanelView& panel, std::size_t place, PanelRole role) {
  const std::vector<PanelRole>& roles = roles_of(frame, panel);
  return place < roles.size() && roles[place] == role;
}

// Returns the node of a role; null if the panel has none.
const TraceNode* node_of(const Frame& frame, const PanelView& panel, PanelRole role) {
  for (std::size_t i = 0; i < panel.nodes.size(); ++i)
    if (has_role(frame, panel, i, role)) return &frame.trace->node(panel.nodes[i]);
  return nullptr;
}

// Returns the row that was drawn, which is 1 in its column; -1: none.
Index drawn_row(const Frame& frame, const PanelView& panel) {
  const TraceNode* drawn = node_of(frame, panel, PanelRole::drawn);
  if (!drawn) return -1;
  for (Index row = 0; row < drawn->value->rows(); ++row)
    if (drawn->value->at(row, 0) == 1) return row;
  return -1;
}

struct ShortlistLayout {
  float label_w = 0, head_h = 0, cell_h = 0, bar_w = 0;
  std::vector<float> cell_ws;    // the width of each node's cells
  Index listed = 0, below = -1;  // how many rows are listed from the first on; the drawn row further down, -1: none
  Type words, digits;

  Index lines() const { return listed + (below >= 0 ? 1 : 0); }
  float height() const { return head_h + cell_h * static_cast<float>(lines()); }
  float cells_w() const { return std::accumulate(cell_ws.begin(), cell_ws.end(), 0.0f); }
  float width() const { return label_w + cells_w() + bar_w; }
};

Index row_of_line(const ShortlistLayout& m, Index line) { return line < m.listed ? line : m.below; }

bool is_narrow(const Frame& frame, const PanelView& panel) { return panel.room < kNarrow * frame.theme.unit; }

bool has_bar(const Frame& frame, const PanelView& panel) { return node_of(frame, panel, PanelRole::shares) != nullptr; }

// Whether each listed number that is not veiled is 0 or 1, so that the column needs little room.
bool are_flags(const ShortlistLayout& m, const TraceNode& node) {
  bool any = false;
  for (Index line = 0; line < m.lines(); ++line) {
    const float value = node.value->at(row_of_line(m, line), 0);
    if (is_veil(value)) continue;
    if (value != 0 && value != 1) return false;
    any = true;
  }
  return any;
}

float least_cell_width(const Frame& frame, const PanelView& panel, const ShortlistLayout& m, std::size_t place) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = frame.trace->node(panel.nodes[place]);
  const int chars = are_flags(m, node) ? kFlagChars : kListChars;
  float width = std::max(static_cast<float>(chars) * measure(m.digits, "0").x + 16 * u, frame.host.touch ? kListRowTouched * u : 0);
  for (const std::string& word : split_at_space(node_title(frame, node))) width = std::max(width, measure(theme.tiny, word).x + 6 * u);
  return width;
}

// Whether a title stands in two lines: it has a space, and is wider than the cells below it.
bool is_title_in_two_lines(const Theme& theme, const std::string& title, float width) {
  return title.find(' ') != std::string::npos && measure(theme.tiny, title).x > width - 4 * theme.unit;
}

float most_label_width(bool whole, bool narrow) {
  if (whole) return narrow ? kListSentenceWhereNarrow : kListSentence;
  return narrow ? kListWordWhereNarrow : kListWord;
}

// Returns the layout without the height of the rows and the width of the bars.
ShortlistLayout around_list(const Frame& frame, const PanelView& panel, const Type& words, const Type& digits) {
  const float u = frame.theme.unit;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  const bool narrow = is_narrow(frame, panel);
  ShortlistLayout m{.words = words, .digits = digits};
  const Index rows = node.value->rows();
  const bool whole = rows <= kWholeUpTo;
  m.listed = whole ? rows : std::min(rows, narrow ? kListedWhereNarrow : kListed);
  if (const Index drawn = drawn_row(frame, panel); drawn >= m.listed) m.below = drawn;
  float label = 0;
  for (Index line = 0; line < m.lines(); ++line) label = std::max(label, measure(words, place_label(node.rows, row_of_line(m, line))).x);
  m.label_w = std::min(label, most_label_width(whole, narrow) * u) + 10 * u;
  m.head_h = kOneLineHead * u;
  for (std::size_t i = 0; i < panel.nodes.size(); ++i) {
    m.cell_ws.push_back(least_cell_width(frame, panel, m, i));
    if (is_title_in_two_lines(frame.theme, node_title(frame, frame.trace->node(panel.nodes[i])), m.cell_ws.back()))
      m.head_h = kTwoLineHead * u;
  }
  return m;
}

ShortlistLayout around_list(const Frame& frame, const PanelView& panel) {
  return around_list(frame, panel, frame.theme.small, frame.theme.mono);
}

// Returns the layout in a scene. High rows have large letters, and the width that is left goes to the bars and the columns.
ShortlistLayout filled_list(const Frame& frame, const PanelView& panel) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ShortlistLayout m = around_list(frame, panel);
  const float bar = has_bar(frame, panel) ? kLeastListBar * u : 0;
  if (panel.fill.y - m.head_h >= kHighListRow * u * static_cast<float>(m.lines())) {
    const ShortlistLayout large = around_list(frame, panel, theme.body, {theme.mono.font, theme.body.size});
    if (large.width() + bar <= panel.fill.x) m = large;
  }
  m.cell_h = (panel.fill.y - m.head_h) / static_cast<float>(std::max<Index>(m.lines(), 1));
  const float left = std::max(panel.fill.x - m.width(), 0.0f), cells = m.cells_w();
  const bool bars = bar > 0 && left >= kLeastListBar * u;
  constexpr float kPartOfCells = 0.35f, kMostWider = 0.6f;
  const float wider = std::min(bars ? std::min(left * kPartOfCells, left - bar) : left, cells * kMostWider);
  for (float& width : m.cell_ws) width *= 1 + wider / cells;
  if (bars) m.bar_w = left - wider;
  return m;
}

ShortlistLayout lay_out_shortlist(const Frame& frame, const PanelView& panel) {
  if (panel.fill.x > 0) return filled_list(frame, panel);
  const float u = frame.theme.unit;
  ShortlistLayout m = around_list(frame, panel);
  m.cell_h = (frame.host.touch ? kListRowTouched : kListRow) * u;
  const float left = panel.room - m.width();
  if (has_bar(frame, panel) && left >= kLeastListBar * u) m.bar_w = std::min(left, kBar * u);
  return m;
}

Elastic elastic_shortlist(const Frame& frame, const PanelView& panel) {
  const float u = frame.theme.unit, touch = frame.host.touch ? kListRowTouched : 0;
  const ShortlistLayout m = around_list(frame, panel);
  const bool bars = has_bar(frame, panel);
  const auto size = [&](float larger, float bar, float row) {
    return ImVec2(m.label_w + m.cells_w() * larger + (bars ? bar * u : 0),
                  m.head_h + std::max(row, touch) * u * static_cast<float>(m.lines()));
  };
  const float least_bar = is_narrow(frame, panel) ? 0 : kLeastListBar;
  return {size(1, least_bar, kLeastListRow), size(1, kGoodListBar, kListRow), size(1.5f, kMostListBar, kMostListRow)};
}

float line_y(const ShortlistLayout& m, const Box& area, Index line) { return area.min.y + m.head_h + m.cell_h * static_cast<float>(line); }

ImU32 ink_of_row(const Theme& theme, bool drawn, bool cut) {
  if (drawn) return theme.color.accent;
  return cut ? theme.color.faint : theme.color.ink;
}

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
    const ImU32 ink = ink_of_row(theme, row == drawn, cut);
    const float y = line_y(m, area, line), middle = y + m.cell_h / 2;
    const std::string label = place_label(node.rows, row);
    const float room = m.label_w - 8 * u, width = std::min(measure(m.words, label).x, room);
    put_elided(list, m.words, ImVec2(area.min.x, middle - line_height(m.words) / 2), ink, label, room);
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
    const float inset = std::max(6 * u, (m.cell_h - kThickestListBar * u) / 2);
    const Box track{{left + 4 * u, y + inset}, {left + m.bar_w, y + m.cell_h - inset}};
    list->AddRectFilled(track.min, track.max, faded(theme.color.ink, 0.045f), 2 * u);
    if (!std::isfinite(share)) continue;
    const float width = track.width() * std::clamp(share, 0.0f, 1.0f);
    list->AddRectFilled(track.min, ImVec2(track.min.x + width, track.max.y),
                        row == drawn ? theme.color.accent : blend(theme.color.panel, theme.color.ink, 0.4f), 2 * u);
  }
}

// Returns the shade of a column. Values between 0 and 1 have colours in one direction.
Shade shade_of_column(const Frame& frame, const TraceNode& node) {
  Shade shade = shade_of(frame, node);
  if (node.facts.least >= 0 && node.facts.most <= 1) {
    shade.is_signed = false;
    shade.least = 0;
    shade.most = 1;
  }
  return shade;
}

// Draws the cells of one node: the listed rows, and the drawn row from further down.
void draw_column(const Frame& frame, Screen& screen, const PanelView& panel, const ShortlistLayout& m, std::size_t place, ImVec2 at) {
  const int index = panel.nodes[place];
  const TraceNode& node = frame.trace->node(index);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Shade shade = shade_of_column(frame, node);
  const Digits digits = digits_of(frame, screen, index, 0, kListChars);
  const auto draw = [&](const Grid& grid) {
    for (Index row = grid.visible_rows().from; row < grid.visible_rows().to; ++row)
      draw_cell(frame, screen, list, node, {0, row, 0}, grid.cell(row, 0), shade, m.digits, &digits);
    interact(frame, screen, panel.index, grid);
    draw_highlights(frame, screen, list, grid);
    draw_cell_edit(frame, screen, panel.index, grid);
  };
  const float width = m.cell_ws[place];
  draw({index, 0, 0, m.listed, 1, at, width, m.cell_h, visible_box()});
  if (m.below >= 0) draw({index, 0, m.below, 1, 1, {at.x, at.y + m.cell_h * static_cast<float>(m.listed)}, width, m.cell_h, visible_box()});
}

// Draws the title of a column, in two lines if it is wide and has several words.
void draw_column_head(const Frame& frame, const TraceNode& node, const Box& box) {
  const Theme& theme = frame.theme;
  const std::string title = node_title(frame, node);
  const bool two = is_title_in_two_lines(theme, title, box.width());
  const auto put_line = [&](std::string_view text, float from, float to) {
    put_centred(ImGui::GetWindowDrawList(), theme.tiny, ImVec2(box.min.x, from), ImVec2(box.max.x, to), theme.color.muted,
                elide(theme.tiny, text, box.width() - 2 * theme.unit));
  };
  const float middle = box.max.y - kTwoLineHead / 2 * theme.unit;
  if (!two) return put_line(title, middle, box.max.y);
  const auto [first, second] = two_lines_of(title);
  put_line(first, box.min.y, middle);
  put_line(second, middle, box.max.y);
}

ImVec2 measure_shortlist(const Frame& frame, const PanelView& panel) {
  const ShortlistLayout m = lay_out_shortlist(frame, panel);
  return {m.width(), m.height()};
}

void draw_shortlist(const Frame& frame, Screen& screen, const PanelView& panel, const Box& area) {
  const ShortlistLayout m = lay_out_shortlist(frame, panel);
  draw_labels(frame, panel, m, area);
  float x = area.min.x + m.label_w;
  for (std::size_t i = 0; i < panel.nodes.size(); ++i) {
    const TraceNode& node = frame.trace->node(panel.nodes[i]);
    draw_column_head(frame, node, {{x, area.min.y}, {x + m.cell_ws[i], area.min.y + m.head_h}});
    draw_column(frame, screen, panel, m, i, {x, area.min.y + m.head_h});
    x += m.cell_ws[i];
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
                             .elastic = elastic_shortlist,
                             .can_show = is_column,
                             .rank = 1,
                             .one_of_several = false,
                             .cells = Cells::every_node};

}  // namespace gf::ui

// Draws softmax row by row as bars: the scores, their exponentials and their probabilities, with the sums of the rows.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>

#include "core/number_text.h"
#include "core/veil.h"
#include "study/exercise.h"
#include "ui/cells/asked.h"
#include "ui/cells/blank.h"
#include "ui/cells/cell_edit.h"
#include "ui/cells/grid_input.h"
#include "ui/cells/guess.h"
#include "ui/views/view_table.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

struct BarsLayout {
  float label_w = 0, slot = 0, chart_h = 0, digits_h = 0, sum_h = 0, head_h = 0, between = 0, row_label_h = 0, col_label_h = 0;
  bool stacked = false;  // the charts of one row stand below each other
  Index rows = 0, cols = 0, charts = 0;

  float chart_w() const { return slot * static_cast<float>(cols); }
  float chart_block() const { return sum_h + chart_h + digits_h; }
  float row_block() const { return row_label_h + chart_block() * static_cast<float>(stacked ? charts : 1) + col_label_h + between; }
  float width() const {
    return label_w + (stacked ? chart_w() : chart_w() * static_cast<float>(charts) + between * static_cast<float>(charts - 1));
  }
};

// Returns the least width of a bar beside which another chart stands, design pixels.
float least_slot(Index cols) {
  if (cols <= 8) return 46;
  return cols <= 16 ? 26 : 8;
}

BarsLayout lay_out_bars(const Frame& frame, const PanelView& panel) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  BarsLayout m;
  m.rows = node.value->rows();
  m.cols = node.value->cols();
  m.charts = std::ssize(panel.nodes);
  m.between = 18 * u;
  m.sum_h = 18 * u;
  m.chart_h = 56 * u;
  m.digits_h = 18 * u;
  m.head_h = 38 * u;
  m.label_w = label_width(theme.small, node.rows, m.rows, 100 * u) + 12 * u;
  const auto cols = static_cast<float>(m.cols), charts = static_cast<float>(m.charts);
  const float side_by_side = (panel.room - m.label_w - m.between * (charts - 1)) / (charts * cols);
  m.stacked = side_by_side < least_slot(m.cols) * u;
  if (m.stacked) {
    m.label_w = 0;
    m.row_label_h = 22 * u;
    m.head_h = 0;
    m.chart_h = 46 * u;
    m.slot = std::min(panel.room / cols, 132 * u);
    if (m.slot >= 20 * u) m.col_label_h = 18 * u;
  } else {
    m.slot = std::min(side_by_side, 54 * u);
  }
  if (m.slot < 34 * u) m.digits_h = 4 * u;
  return m;
}

// Returns the node that sums the rows of `node`; null if the trace has none.
const TraceNode* sum_of(const Frame& frame, int node) {
  for (const TraceNode& other : frame.trace->nodes) {
    if (other.facts.kind == NodeKind::row_sums && other.inputs.front() == node) return &other;
  }
  return nullptr;
}

struct Chart {
  Grid grid;
  float low = 0, top = 1;  // the values at the lower and the upper edge; bars stand on zero
};

Chart make_chart(const Frame& frame, const BarsLayout& m, int node, Index outer, Index row, ImVec2 at) {
  const Tensor& value = *frame.trace->node(node).value;
  Chart chart;
  chart.grid = {node, outer, row, 1, m.cols, at, m.slot, m.chart_h + m.digits_h, visible_box()};
  chart.grid.bars = true;
  float least = 0, most = 0;
  for (Index col = 0; col < m.cols; ++col) {
    const float v = value.at(outer, row, col);
    if (!std::isfinite(v)) continue;
    least = std::min(least, v);
    most = std::max(most, v);
  }
  if (frame.trace->node(node).facts.kind == NodeKind::weights) most = std::max(most, 1.0f);
  chart.low = least;
  chart.top = most > least ? most : least + 1;
  return chart;
}

void draw_bar(const Frame& frame, Screen& screen, ImDrawList* list, const BarsLayout& m, const Chart& chart, Index col,
              const Shade& shade) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = frame.trace->node(chart.grid.node);
  const Cell cell{chart.grid.outer, chart.grid.first_row, col};
  const Box slot = chart.grid.cell(cell.row, col);
  const float inset = std::min(3 * u, m.slot * 0.12f);
  const Box track{{slot.min.x + inset, slot.min.y}, {slot.max.x - inset, slot.min.y + m.chart_h}};
  const float value = node.value->at(cell);
  const Blank* const blank = blank_at(frame, node, cell);
  if (is_veil(value)) return draw_veiled(frame, screen, list, {chart.grid.node, cell}, track);
  if (is_hidden(node, value)) return hatch(list, theme, track);
  list->AddRectFilled(track.min, track.max, faded(theme.color.ink, 0.045f), 2 * u);
  const auto y_of = [&](float v) { return track.max.y - (v - chart.low) / (chart.top - chart.low) * m.chart_h; };
  if (!std::isfinite(value)) {
    list->AddRectFilled(track.min, track.max, theme.color.warn_soft, 2 * u);
    list->AddRect(track.min, track.max, theme.color.warn, 2 * u, 0, u);
    return;
  }
  const float from = y_of(0), to = y_of(value);
  const ImU32 fill = blend(shade.of(value), theme.color.ink, 0.12f);
  list->AddRectFilled(ImVec2(track.min.x, std::min(from, to)), ImVec2(track.max.x, std::max(from, to) + (from == to ? u : 0)), fill,
                      1.5f * u);
  if (const std::optional<float> guess = guessed(frame, node, cell); guess && *guess >= chart.low && *guess <= chart.top)
    draw_guess_outline(list, theme, {{track.min.x, std::min(y_of(*guess), from)}, {track.max.x, std::max(y_of(*guess), from)}});
  if (chart.low < 0) list->AddLine(ImVec2(track.min.x, from), ImVec2(track.max.x, from), theme.color.faint, u);
  if (blank && blank->state == BlankState::right) draw_filled_mark(list, theme, track, theme.color.ink);
}

void draw_chart(const Frame& frame, Screen& screen, const PanelView& panel, const BarsLayout& m, const Chart& chart) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = frame.trace->node(chart.grid.node);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Shade shade = shade_of(frame, node);
  const bool digits = m.digits_h > 10 * u;
  const Digits format{4, std::clamp(static_cast<int>((m.slot - 4 * u) / measure(theme.mono_small, "0").x), 4, 6)};
  const Digits fitted =
      digits
          ? Digits{std::min(digits_of(frame, screen, chart.grid.node, chart.grid.outer, format.most_chars).decimals, 4), format.most_chars}
          : format;
  const Grid::Range cols = chart.grid.visible_cols();
  for (Index col = cols.from; col < cols.to; ++col) {
    draw_bar(frame, screen, list, m, chart, col, shade);
    if (!digits) continue;
    const Box box = chart.grid.cell(chart.grid.first_row, col);
    const float value = node.value->at(chart.grid.outer, chart.grid.first_row, col);
    if (is_veil(value)) continue;
    put_centred(list, theme.mono_small, ImVec2(box.min.x, box.min.y + m.chart_h), box.max,
                std::isfinite(value) ? theme.color.ink : theme.color.muted, cell_text(value, fitted));
  }
  interact(frame, screen, panel.index, chart.grid);
  draw_highlights(frame, screen, list, chart.grid);
  draw_cell_edit(frame, screen, panel.index, chart.grid);
}

void draw_sum(const Frame& frame, const BarsLayout& m, const Chart& chart, bool captioned) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = frame.trace->node(chart.grid.node);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 at(chart.grid.origin.x, chart.grid.origin.y - m.sum_h + 2 * u);
  const auto index = static_cast<std::size_t>(chart.grid.outer * m.rows + chart.grid.first_row);
  std::string text;
  ImU32 ink = theme.color.muted;
  if (!node.facts.sums_of_columns && index < node.facts.sums.size()) {
    text = "∑ = " + sum_text(node.facts.sums[index]);
    ink = sum_ink(frame, node.facts.sums[index]);
  } else if (const TraceNode* total = sum_of(frame, chart.grid.node)) {
    const float sum = total->value->at(chart.grid.outer, chart.grid.first_row, 0);
    if (!is_veil(sum)) text = "∑ = " + format_number(static_cast<double>(sum), 4);
  }
  const float width = measure(theme.mono_small, text).x;
  put(list, theme.mono_small, ImVec2(at.x + m.chart_w() - width - 3 * u, at.y), ink, text);
  if (captioned) put_elided(list, theme.tiny, at, theme.color.muted, node_title(frame, node), m.chart_w() - width - 10 * u);
}

void draw_column_labels(const Frame& frame, const BarsLayout& m, const TraceNode& node, ImVec2 at, float height) {
  const Theme& theme = frame.theme;
  if (m.slot < 20 * theme.unit) return;
  for (Index col = 0; col < m.cols; ++col) {
    const float left = at.x + m.slot * static_cast<float>(col);
    const std::string label = elide(theme.tiny, place_label(node.cols, col), m.slot - 4 * theme.unit);
    put_centred(ImGui::GetWindowDrawList(), theme.tiny, ImVec2(left, at.y), ImVec2(left + m.slot, at.y + height), theme.color.muted, label);
  }
}

// Draws the title of each chart, and the label of each bar, above the charts.
void draw_head(const Frame& frame, const PanelView& panel, const BarsLayout& m, ImVec2 at) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (std::size_t i = 0; i < panel.nodes.size(); ++i) {
    const TraceNode& node = frame.trace->node(panel.nodes[i]);
    const float x = at.x + m.label_w + static_cast<float>(i) * (m.chart_w() + m.between);
    put_elided(list, theme.small, ImVec2(x + 3 * u, at.y), theme.color.muted, node_title(frame, node), m.chart_w());
    draw_column_labels(frame, m, node, ImVec2(x, at.y + 20 * u), m.head_h - 20 * u);
  }
}

void draw_row(const Frame& frame, Screen& screen, const PanelView& panel, const BarsLayout& m, Index row, Index outer, ImVec2 at) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float label_y = m.stacked ? at.y + 2 * u : at.y + m.sum_h + m.chart_h / 2 - theme.small.size / 2;
  put_elided(list, theme.small, ImVec2(at.x, label_y), theme.color.ink, place_label(node.rows, row),
             m.stacked ? m.chart_w() : m.label_w - 8 * u);
  for (std::size_t i = 0; i < panel.nodes.size(); ++i) {
    const auto place = static_cast<float>(i);
    const ImVec2 origin = m.stacked ? ImVec2(at.x, at.y + m.row_label_h + place * m.chart_block() + m.sum_h)
                                    : ImVec2(at.x + m.label_w + place * (m.chart_w() + m.between), at.y + m.sum_h);
    const Chart chart = make_chart(frame, m, panel.nodes[i], outer, row, origin);
    draw_chart(frame, screen, panel, m, chart);
    draw_sum(frame, m, chart, m.stacked);
  }
  if (m.stacked) draw_column_labels(frame, m, node, ImVec2(at.x, at.y + m.row_block() - m.between - m.col_label_h), m.col_label_h);
}

ImVec2 measure_softmax_rows(const Frame& frame, const PanelView& panel) {
  const BarsLayout m = lay_out_bars(frame, panel);
  return {m.width(), m.head_h + m.row_block() * static_cast<float>(m.rows) - m.between};
}

void draw_softmax_rows(const Frame& frame, Screen& screen, const PanelView& panel, const Box& area) {
  const BarsLayout m = lay_out_bars(frame, panel);
  const TraceNode& node = frame.trace->node(panel.nodes.back());
  const Box seen = visible_box();
  if (!m.stacked) draw_head(frame, panel, m, area.min);
  for (Index row = 0; row < m.rows; ++row) {
    const float y = area.min.y + m.head_h + static_cast<float>(row) * m.row_block();
    if (y + m.row_block() < seen.min.y || y > seen.max.y) continue;
    draw_row(frame, screen, panel, m, row, shown_outer(frame, node), ImVec2(area.min.x, y));
  }
}

}  // namespace

const ViewRow kSoftmaxRowsView{
    .view = View::softmax_rows, .measure = measure_softmax_rows, .draw = draw_softmax_rows, .rank = 2, .cells = Cells::first_node};

}  // namespace gf::ui

// One column as bars in the order of its rows: labels, bars and values, as in a league table.
#include <algorithm>
#include <cmath>

#include "core/veil.h"
#include "ui/cells/asked.h"
#include "ui/cells/cell_edit.h"
#include "ui/cells/grid_input.h"
#include "ui/cells/guess.h"
#include "ui/views/view_table.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr int kMostChars = 7;  // of a value

struct RankingLayout {
  float label_w = 0, bar_w = 0, value_w = 0, place_h = 0, head_h = 0;
  Index places = 0;
  Digits digits;

  float place_w() const { return bar_w + value_w; }
};

RankingLayout lay_out_ranking(const Frame& frame, const PanelView& panel, const Digits& digits) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  RankingLayout m;
  m.places = node.value->rows();
  if (!node.cols.labels.empty()) m.head_h = 22 * u;
  m.place_h = (frame.host.touch ? 34.0f : 26.0f) * u;
  m.digits = digits;
  float widest = 0;
  for (Index place = 0; place < m.places; ++place) {
    const std::string text = cell_text(node.value->at(shown_outer(frame, node), place, 0), m.digits);
    widest = std::max(widest, text == kVeiled ? kMostChars : static_cast<float>(text.size()));  // room for what will stand there
    if (text.size() >= kMostChars) break;
  }
  m.value_w = std::min(widest, 8.0f) * measure(theme.mono, "0").x + 16 * u;
  m.label_w = label_width(theme.small, node.rows, m.places, std::min(panel.room * 0.4f, 170 * u)) + 10 * u;
  m.bar_w = std::clamp(panel.room - m.label_w - m.value_w, 40 * u, 240 * u);
  return m;
}

struct Range {
  float least = 0, most = 1;  // the values at the ends of the longest bar; zero lies between them
};

Range range_of(const TraceNode& node) {
  Range range{std::min(node.facts.least, 0.0f), std::max(node.facts.most, 0.0f)};
  if (node.facts.kind == NodeKind::weights) range.most = std::max(range.most, 1.0f);
  if (range.most <= range.least) range.most = range.least + 1;
  return range;
}

// The bar of a guessed number is drawn in dashes upon the true one, to the same scale.
void draw_bar(const Frame& frame, Screen& screen, const RankingLayout& m, const Range& range, const Shade& shade, const CellReference& at,
              const Box& place) {
  const float value = frame.trace->node(at.node).value->at(at.cell);
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Box track{{place.min.x, place.min.y + 4 * u}, {place.min.x + m.bar_w, place.max.y - 4 * u}};
  list->AddRectFilled(track.min, track.max, faded(theme.color.ink, 0.045f), 2 * u);
  if (!std::isfinite(value)) {
    list->AddRectFilled(track.min, track.max, theme.color.warn_soft, 2 * u);
    list->AddRect(track.min, track.max, theme.color.warn, 2 * u, 0, u);
    return;
  }
  const auto x_of = [&](float v) { return track.min.x + (v - range.least) / (range.most - range.least) * track.width(); };
  const float from = x_of(0), to = x_of(value);
  const ImU32 fill = blend(shade.of(value), theme.color.ink, 0.12f);
  list->AddRectFilled(ImVec2(std::min(from, to), track.min.y), ImVec2(std::max(from, to) + (from == to ? 1.5f * u : 0), track.max.y), fill,
                      2 * u);
  if (const std::optional<float> guess = guessed(frame, frame.trace->node(at.node), at.cell)) {
    const float end = std::clamp(x_of(*guess), track.min.x, track.max.x);
    draw_guess(frame, screen, list, at, {{std::min(from, end), track.min.y}, {std::max(from, end), track.max.y}});
  }
  if (range.least < 0) list->AddLine(ImVec2(from, track.min.y), ImVec2(from, track.max.y), theme.color.faint, u);
}

void draw_label(const Frame& frame, const RankingLayout& m, const TraceNode& node, Index place, const Box& box, bool lit) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, left = box.min.x - m.label_w, room = m.label_w - 10 * u;
  const std::string label = place_label(node.rows, place);
  const ImVec2 end(box.min.x - 10 * u, box.centre().y - line_height(theme.small) / 2);
  const bool cut = put_right(ImGui::GetWindowDrawList(), theme.small, end, lit ? theme.color.accent : theme.color.ink, label, room);
  if (cut && pointer_here() && Box{{left, box.min.y}, {box.min.x, box.max.y}}.contains(ImGui::GetIO().MousePos)) tip_now(theme, label);
}

void draw_place(const Frame& frame, Screen& screen, const RankingLayout& m, const Grid& grid, const Range& range, const Shade& shade,
                Index place) {
  const Theme& theme = frame.theme;
  const TraceNode& node = frame.trace->node(grid.node);
  const Cell cell{grid.outer, place, 0};
  const Box box = grid.cell(cell.row, cell.col);
  const CellReference at = focused(frame);
  const float value = node.value->at(cell);
  draw_label(frame, m, node, place, box, at.node == grid.node && at.cell == cell);
  if (is_veil(value)) {
    const Box track{{box.min.x, box.min.y + 2 * theme.unit}, {box.max.x - 4 * theme.unit, box.max.y - 2 * theme.unit}};
    return draw_veiled(frame, screen, ImGui::GetWindowDrawList(), {grid.node, cell}, track);
  }
  draw_bar(frame, screen, m, range, shade, {grid.node, cell}, box);
  const std::string text = cell_text(value, m.digits);
  const ImVec2 size = measure(theme.mono, text);
  put(ImGui::GetWindowDrawList(), theme.mono, ImVec2(box.max.x - 4 * theme.unit - size.x, box.centre().y - size.y / 2),
      std::isfinite(value) ? theme.color.ink : theme.color.warn, text);
  if (pin_at(node, cell)) ImGui::GetWindowDrawList()->AddRect(box.min, box.max, theme.color.pin, 3 * theme.unit, 0, 2 * theme.unit);
}

ImVec2 measure_ranking(const Frame& frame, const PanelView& panel) {
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  const RankingLayout m = lay_out_ranking(frame, panel, digits_for(*node.value, shown_outer(frame, node), kMostChars));
  return {m.label_w + m.place_w(), m.head_h + m.place_h * static_cast<float>(m.places)};
}

void draw_ranking(const Frame& frame, Screen& screen, const PanelView& panel, const Box& area) {
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  const RankingLayout m =
      lay_out_ranking(frame, panel, digits_of(frame, screen, panel.nodes.front(), shown_outer(frame, node), kMostChars));
  Grid grid{panel.nodes.front(),
            shown_outer(frame, node),
            0,
            node.value->rows(),
            node.value->cols(),
            {area.min.x + m.label_w, area.min.y + m.head_h},
            m.place_w(),
            m.place_h,
            visible_box()};
  grid.bars = true;
  // What the column is of: the word that all the bars measure.
  if (m.head_h > 0)
    put_elided(ImGui::GetWindowDrawList(), frame.theme.small, ImVec2(grid.origin.x, area.min.y), frame.theme.color.ink,
               place_label(node.cols, 0), m.place_w());
  const Range range = range_of(node);
  const Shade shade = shade_of(frame, node);
  const Grid::Range seen = grid.visible_rows();
  for (Index place = seen.from; place < seen.to; ++place) draw_place(frame, screen, m, grid, range, shade, place);
  interact(frame, screen, panel.index, grid);
  draw_highlights(frame, screen, ImGui::GetWindowDrawList(), grid);
  draw_cell_edit(frame, screen, panel.index, grid);
}

}  // namespace

const ViewRow kRankingView{.view = View::ranking, .measure = measure_ranking, .draw = draw_ranking, .can_show = [](const TraceNode& node) {
                             return node.value->cols() == 1;
                           }};

}  // namespace gf::ui

// Draws a column as bars in the order of its rows: labels, bars and values, as in a league table.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "core/veil.h"
#include "ui/cells/asked.h"
#include "ui/cells/cell_edit.h"
#include "ui/cells/grid_input.h"
#include "ui/cells/guess.h"
#include "ui/views/view_table.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr int kMostChars = 7;  // the most characters of a value
// Design pixels. In a scene words are whole: if a bar of kLeastRankBar has no room beside its word, words stand above their bars.
constexpr float kLeastRankBar = 60, kGoodRankBar = 160, kMostRankBar = 560;
constexpr float kLeastRankPlace = 20, kGoodRankPlace = 28, kMostRankPlace = 100, kThickestRankBar = 52, kRankLabelGap = 10;
constexpr float kHighPlace = 44;  // a place of this height has large letters, design pixels

struct RankingLayout {
  float label_w = 0, bar_w = 0, value_w = 0, place_h = 0, head_h = 0;
  float above_h = 0;  // the height of a label that stands above its bar; 0: labels stand beside their bars
  Index places = 0;
  Digits digits;
  Type words, numbers;

  float place_w() const { return bar_w + value_w; }
};

RankingLayout around_bars(const Frame& frame, const PanelView& panel, const Digits& digits) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  RankingLayout m;
  m.places = node.value->rows();
  if (!node.cols.labels.empty()) m.head_h = 22 * u;
  m.digits = digits;
  m.words = theme.small;
  m.numbers = theme.mono;
  float widest = 0;
  for (Index place = 0; place < m.places; ++place) {
    const std::string text = cell_text(node.value->at(shown_outer(frame, node), place, 0), m.digits);
    widest =
        std::max(widest, text == kVeiled ? kMostChars : static_cast<float>(text.size()));  // a veiled value has the room of a long number
    if (text.size() >= kMostChars) break;
  }
  m.value_w = std::min(widest, 8.0f) * measure(theme.mono, "0").x + 16 * u;
  return m;
}

float words_width(const Theme& theme, const TraceNode& node, const RankingLayout& m) {
  return std::max(widest_label(m.words, node.rows), label_width(m.words, node.rows, m.places, 170 * theme.unit));
}

constexpr float kInRing = 4;  // the gap between a word above its bar and the ring around both, design pixels

// Gives words room beside their bars, or above them if the width is too small for both.
void give_words_room(const Frame& frame, const TraceNode& node, float width, RankingLayout& m) {
  const Theme& theme = frame.theme;
  const float label = words_width(theme, node, m);
  const bool beside = label + kRankLabelGap * theme.unit + kLeastRankBar * theme.unit + m.value_w <= width;
  if (beside) m.label_w = label + kRankLabelGap * theme.unit;
  if (!beside) m.above_h = line_height(m.words) + kInRing * theme.unit;
}

// Gives high places large letters, if that leaves their bars a good length.
void set_rank_letters(const Frame& frame, const TraceNode& node, ImVec2 fill, RankingLayout& m) {
  const Theme& theme = frame.theme;
  if ((fill.y - m.head_h) / static_cast<float>(m.places) < kHighPlace * theme.unit) return;
  RankingLayout large = m;
  large.words = theme.body;
  large.numbers = {theme.mono.font, theme.body.size};
  large.value_w *= large.numbers.size / m.numbers.size;
  const float words = words_width(theme, node, large) + kRankLabelGap * theme.unit;
  if (words + kGoodRankBar * theme.unit + large.value_w <= fill.x) m = large;
}

Elastic elastic_ranking(const Frame& frame, const PanelView& panel) {
  const float u = frame.theme.unit, touch = frame.host.touch ? 34.0f : 0.0f;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  RankingLayout m = around_bars(frame, panel, digits_for(*node.value, shown_outer(frame, node), kMostChars));
  give_words_room(frame, node, panel.room, m);
  const auto size = [&](float bar, float place) {
    return ImVec2(m.label_w + bar * u + m.value_w, m.head_h + (m.above_h + std::max(place, touch) * u) * static_cast<float>(m.places));
  };
  return {size(kLeastRankBar, kLeastRankPlace), size(kGoodRankBar, kGoodRankPlace), size(kMostRankBar, kMostRankPlace)};
}

RankingLayout lay_out_ranking(const Frame& frame, const PanelView& panel, const Digits& digits) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  RankingLayout m = around_bars(frame, panel, digits);
  if (panel.fill.x > 0) {
    set_rank_letters(frame, node, panel.fill, m);
    give_words_room(frame, node, panel.fill.x, m);
    m.bar_w = panel.fill.x - m.label_w - m.value_w;
    m.place_h = (panel.fill.y - m.head_h) / static_cast<float>(m.places);
    return m;
  }
  m.place_h = (frame.host.touch ? 34.0f : 26.0f) * u;
  m.label_w = label_width(theme.small, node.rows, m.places, std::min(panel.room * 0.4f, 170 * u)) + kRankLabelGap * u;
  m.bar_w = std::clamp(panel.room - m.label_w - m.value_w, 40 * u, 240 * u);
  return m;
}

// Returns the track of a bar at a place, at most kThickestRankBar thick.
Box track_of(const Theme& theme, const RankingLayout& m, const Box& place, float inset) {
  const float u = theme.unit, top = place.min.y + m.above_h + inset * u, bottom = place.max.y - inset * u;
  const float spare = std::max(0.0f, (bottom - top - kThickestRankBar * u) / 2);
  return {{place.min.x, top + spare}, {place.max.x, bottom - spare}};
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

// Draws the bar of a value. The bar of a guessed number is dashed, and lies on the true bar at the same scale.
void draw_bar(const Frame& frame, Screen& screen, const RankingLayout& m, const Range& range, const Shade& shade, const CellReference& at,
              const Box& place) {
  const float value = frame.trace->node(at.node).value->at(at.cell);
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  Box track = track_of(theme, m, place, 4);
  track.max.x = place.min.x + m.bar_w;
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
  const float u = theme.unit, left = box.min.x - m.label_w, room = m.label_w - kRankLabelGap * u;
  const std::string label = place_label(node.rows, place);
  if (m.above_h > 0) {
    const float inside = kInRing * u;
    put_elided(ImGui::GetWindowDrawList(), m.words, {box.min.x + inside, box.min.y + inside}, lit ? theme.color.accent : theme.color.ink,
               label, box.width() - 2 * inside);
    return;
  }
  const ImVec2 end(box.min.x - kRankLabelGap * u, box.centre().y - line_height(m.words) / 2);
  const bool cut = put_right(ImGui::GetWindowDrawList(), m.words, end, lit ? theme.color.accent : theme.color.ink, label, room);
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
    Box track = track_of(theme, m, box, 2);
    track.max.x -= 4 * theme.unit;
    return draw_veiled(frame, screen, ImGui::GetWindowDrawList(), {grid.node, cell}, track);
  }
  draw_bar(frame, screen, m, range, shade, {grid.node, cell}, box);
  const std::string text = cell_text(value, m.digits);
  const ImVec2 size = measure(m.numbers, text);
  put(ImGui::GetWindowDrawList(), m.numbers,
      ImVec2(box.max.x - 4 * theme.unit - size.x, track_of(theme, m, box, 4).centre().y - size.y / 2),
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
  // The label of the column stands above the bars.
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

const ViewRow kRankingView{.view = View::ranking,
                           .measure = measure_ranking,
                           .draw = draw_ranking,
                           .elastic = elastic_ranking,
                           .can_show = [](const TraceNode& node) { return node.value->cols() == 1; }};

}  // namespace gf::ui

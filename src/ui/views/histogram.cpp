// Draws how many cells of a node have which values, as bars. Lines through the bars show the values of another node: the levels to which
// the first node was rounded.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "core/number_text.h"
#include "ui/cells/asked.h"
#include "ui/cells/guess.h"
#include "ui/inspector/cell_words.h"
#include "ui/places.h"
#include "ui/views/view_table.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kBarsHeight = 150, kLevelsHeight = 26;  // design pixels

// The nodes of the panel, in this order: values, levels, counts.
const TraceNode& values_of(const Frame& frame, const PanelView& panel) { return frame.trace->node(panel.nodes.front()); }
const TraceNode& levels_of(const Frame& frame, const PanelView& panel) { return frame.trace->node(panel.nodes[1]); }
const TraceNode& counts_of(const Frame& frame, const PanelView& panel) { return frame.trace->node(panel.nodes.back()); }

struct HistogramLayout {
  Box bars, levels;
  float least = 0, most = 1;
  Index bins = 1;

  float x(float value) const { return most > least ? bars.min.x + (value - least) / (most - least) * bars.width() : bars.centre().x; }
  Box bar(Index bin, float share) const {
    const float width = bars.width() / static_cast<float>(bins), left = bars.min.x + width * static_cast<float>(bin);
    return {{left, bars.max.y - share * bars.height()}, {left + width, bars.max.y}};
  }
};

HistogramLayout lay_out_histogram(const Frame& frame, const PanelView& panel, const Box& area) {
  const float u = frame.theme.unit;
  const TraceNode& values = values_of(frame, panel);
  HistogramLayout m;
  m.bars = {{area.min.x, area.min.y + 16 * u}, {area.max.x, area.min.y + (16 + kBarsHeight) * u}};
  m.levels = {{area.min.x, m.bars.max.y + 4 * u}, {area.max.x, m.bars.max.y + (4 + kLevelsHeight) * u}};
  m.least = values.facts.least;
  m.most = values.facts.most;
  m.bins = counts_of(frame, panel).value->rows();
  return m;
}

// Returns the different values as places on the screen, in order. Values on the same pixel have one place.
std::vector<float> different_pixels(const HistogramLayout& m, const Tensor& values) {
  std::vector<float> places;
  for (Index i = 0; i < values.size(); ++i)
    if (std::isfinite(values.data()[i])) places.push_back(std::round(m.x(values.data()[i])));
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

void draw_levels(const Frame& frame, const HistogramLayout& m, const Tensor& values) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (const float x : different_pixels(m, values)) {
    if (x < m.levels.min.x - u || x > m.levels.max.x + u) continue;
    list->AddLine(ImVec2(x, m.bars.min.y), ImVec2(x, m.bars.max.y), faded(theme.color.accent, 0.3f), u);
    list->AddLine(ImVec2(x, m.levels.min.y), ImVec2(x, m.levels.min.y + 10 * u), theme.color.accent, 2 * u);
  }
}

void draw_ends(const Frame& frame, const PanelView& panel, const HistogramLayout& m, float most_counted) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, y = m.levels.min.y + 12 * u;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const std::string least = format_number(static_cast<double>(m.least), 3), most = format_number(static_cast<double>(m.most), 3);
  if (!has_veil(frame, panel.nodes.back()))
    put(list, theme.tiny, ImVec2(m.bars.min.x, m.bars.min.y - 15 * u), theme.color.muted, format_number(static_cast<double>(most_counted)));
  if (is_veiled_whole(values_of(frame, panel), 0)) return;
  put(list, theme.tiny, ImVec2(m.bars.min.x, y), theme.color.muted, least);
  put(list, theme.tiny, ImVec2(m.bars.max.x - measure(theme.tiny, most).x, y), theme.color.muted, most);
  if (m.least < 0 && m.most > 0) {
    const float zero = m.x(0), width = measure(theme.tiny, "0").x;
    put(list, theme.tiny, ImVec2(zero - width / 2, y), theme.color.muted, "0");
  }
}

void point_at_bar(const Frame& frame, Screen& screen, const PanelView& panel, const HistogramLayout& m) {
  const TraceNode& counts = counts_of(frame, panel);
  ImGui::SetCursorScreenPos(m.bars.min);
  ImGui::InvisibleButton("bars", ImVec2(m.bars.width(), m.bars.height()));
  note_control(screen.places, "histogram:" + counts.name, {.role = Role::figure, .name = node_title(frame, counts)});
  if (!ImGui::IsItemHovered()) return;
  const float across = (ImGui::GetIO().MousePos.x - m.bars.min.x) / m.bars.width() * static_cast<float>(m.bins);
  const Cell cell{0, std::clamp<Index>(static_cast<Index>(across), 0, m.bins - 1), 0};
  screen.state.lesson.next_hover = {panel.nodes.back(), cell};
  if (ImGui::IsItemClicked()) answer_or_select(frame, screen, panel.nodes.back(), cell);
  if (!frame.host.touch) tip_now(frame.theme, read_out(frame, counts, cell, 6));
}

// Draws the veil of each asked bar. If all bars, or all levels, are veiled, one grey veil covers them.
void draw_veils_of_histogram(const Frame& frame, Screen& screen, const PanelView& panel, const HistogramLayout& m) {
  if (std::none_of(panel.nodes.begin(), panel.nodes.end(), [&](int node) { return has_veil(frame, node); })) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (is_veiled_whole(counts_of(frame, panel), 0)) draw_veil(list, frame.theme, m.bars, false);
  if (is_veiled_whole(levels_of(frame, panel), 0)) draw_veil(list, frame.theme, m.levels, false);
  for (const Cell& cell : asked_in(frame, panel.nodes.back(), 0))
    draw_veiled(frame, screen, list, {panel.nodes.back(), cell}, m.bar(cell.row, 1));
}

ImVec2 measure_histogram(const Frame& frame, const PanelView& panel) {
  return {std::min(panel.room, 420 * frame.theme.unit), (16 + kBarsHeight + 4 + kLevelsHeight) * frame.theme.unit};
}

void draw_histogram(const Frame& frame, Screen& screen, const PanelView& panel, const Box& area) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const HistogramLayout m = lay_out_histogram(frame, panel, area);
  const TraceNode& counts = counts_of(frame, panel);
  const CellReference at = focused(frame);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float most = std::max(counts.facts.most, 1.0f);
  for (Index bin = 0; bin < m.bins; ++bin) {
    const float count = counts.value->at(bin, 0);
    if (!std::isfinite(count)) continue;
    const Box bar = m.bar(bin, count / most);
    const bool lit = at.node == panel.nodes.back() && at.cell.row == bin;
    list->AddRectFilled(bar.min, ImVec2(bar.max.x - u, bar.max.y),
                        lit ? theme.color.ink : blend(theme.color.panel, theme.color.ink, 0.35f));
  }
  list->AddLine(ImVec2(m.bars.min.x, m.bars.max.y), m.bars.max, theme.color.rule, u);
  draw_levels(frame, m, *levels_of(frame, panel).value);
  draw_veils_of_histogram(frame, screen, panel, m);
  if (const std::optional<Cell> guess = guessed_in(frame, panel.nodes.back()))
    draw_guess(frame, screen, list, {panel.nodes.back(), *guess}, m.bar(guess->row, 1));
  draw_ends(frame, panel, m, most);
  point_at_bar(frame, screen, panel, m);
}

}  // namespace

const ViewRow kHistogramView{.view = View::histogram, .measure = measure_histogram, .draw = draw_histogram, .rank = 2};

}  // namespace gf::ui

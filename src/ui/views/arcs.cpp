// Attention as arcs between the words: from each word to those it attends to, as thick as the weight.
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/veil.h"
#include "ui/cells/asked.h"
#include "ui/places.h"
#include "ui/views/view_table.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kFaintest = 0.04f;  // weights below it are drawn only for the word that is pointed at

// Words in one line with arcs above (back) and below (ahead), or, where the line is too long, in a list with arcs to its right.
struct ArcsLayout {
  bool in_line = true;
  std::vector<float> at, size;  // of the words along the line or list: centre and extent
  float words_w = 0;            // list: width of the words
  float reach = 0;              // the highest arc
  float word_h = 0;
  float length = 0;
};

float height_of(float distance, float reach) { return std::min(distance * 0.42f, reach * 0.9f) + reach * 0.1f; }

ArcsLayout lay_out_arcs(const Frame& frame, const PanelView& panel) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = frame.trace->node(panel.nodes.back());
  ArcsLayout m;
  m.word_h = (frame.host.touch ? 34.0f : 28.0f) * u;
  const Index count = std::max(node.value->rows(), node.value->cols());
  float width = 0;
  for (Index i = 0; i < count; ++i) {
    const float word = std::min(measure(theme.body, place_label(node.rows, i)).x, 120 * u) + 20 * u;
    m.size.push_back(std::max(word, 44 * u));
    m.words_w = std::max(m.words_w, word);
    width += m.size.back() + 18 * u;
  }
  m.in_line = width - 18 * u <= panel.room;
  float from = 0;
  for (Index i = 0; i < count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (!m.in_line) m.size[k] = m.word_h;
    m.at.push_back(from + m.size[k] / 2);
    from += m.size[k] + (m.in_line ? 18 * u : 0);
  }
  m.length = m.in_line ? from - 18 * u : from;
  m.reach = m.in_line ? std::clamp(m.length * 0.30f, 48 * u, 120 * u) : std::clamp(panel.room - m.words_w, 40 * u, 150 * u);
  return m;
}

Box word_box(const ArcsLayout& m, ImVec2 origin, std::size_t i) {
  if (m.in_line) {
    const float y = origin.y + m.reach;
    return {{origin.x + m.at[i] - m.size[i] / 2, y}, {origin.x + m.at[i] + m.size[i] / 2, y + m.word_h}};
  }
  return {{origin.x, origin.y + m.at[i] - m.word_h / 2}, {origin.x + m.words_w, origin.y + m.at[i] + m.word_h / 2}};
}

void draw_arc(const Frame& frame, ImDrawList* list, const ArcsLayout& m, ImVec2 origin, std::size_t from, std::size_t to, float weight,
              bool strong) {
  const float u = frame.theme.unit, width = u * (0.6f + 7 * weight);
  const ImU32 color = faded(frame.theme.color.accent, strong ? 0.35f + 0.65f * weight : 0.08f + 0.62f * weight);
  float a = m.at[from], b = m.at[to];
  const bool self = from == to;
  if (self) a -= 10 * u, b += 10 * u;
  const float height = self ? std::min(m.reach * 0.5f, 26 * u) : height_of(std::fabs(a - b), m.reach - 8 * u);
  const float bulge = height * 4 / 3;
  if (!m.in_line) {
    const float x = origin.x + m.words_w + 3 * u;
    list->AddBezierCubic(ImVec2(x, origin.y + a), ImVec2(x + bulge, origin.y + a), ImVec2(x + bulge, origin.y + b), ImVec2(x, origin.y + b),
                         color, width);
    return;
  }
  const bool back = to <= from;
  const float y = origin.y + m.reach + (back ? -2 * u : m.word_h + 2 * u), way = back ? -bulge : bulge;
  list->AddBezierCubic(ImVec2(origin.x + a, y), ImVec2(origin.x + a, y + way), ImVec2(origin.x + b, y + way), ImVec2(origin.x + b, y),
                       color, width);
}

// The row whose arcs stand out: the word under the pointer, else the row of the focused cell.
std::optional<Index> chosen_row(const Frame& frame, const PanelView& panel, const ArcsLayout& m, ImVec2 origin) {
  const TraceNode& node = frame.trace->node(panel.nodes.back());
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (pointer_here() && !frame.host.touch) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(node.value->rows()); ++i) {
      if (word_box(m, origin, i).contains(mouse)) return static_cast<Index>(i);
    }
  }
  const CellReference at = focused(frame);
  if (at.node == panel.nodes.back()) return at.cell.row;
  return std::nullopt;
}

void draw_all_arcs(const Frame& frame, const PanelView& panel, const ArcsLayout& m, ImVec2 origin, Index outer,
                   std::optional<Index> chosen) {
  const Tensor& weights = *frame.trace->node(panel.nodes.back()).value;
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (Index row = 0; row < weights.rows(); ++row) {
    if (chosen && row != *chosen) continue;
    for (Index col = 0; col < weights.cols(); ++col) {
      const float weight = weights.at(outer, row, col);
      if (!std::isfinite(weight) || weight < (chosen ? 0.001f : kFaintest)) continue;
      draw_arc(frame, list, m, origin, static_cast<std::size_t>(row), static_cast<std::size_t>(col), std::min(weight, 1.0f),
               chosen.has_value());
    }
  }
}

// The asked cell that a word stands for: of a row, that of its column, else that of its row.
std::optional<Cell> asked_at(const Frame& frame, int node, Index outer, Index word) {
  const std::vector<Cell> asked = asked_in(frame, node, outer);
  const bool across = !asked.empty() && asked.front().row == asked.back().row;
  const auto found = std::find_if(asked.begin(), asked.end(), [&](const Cell& cell) { return (across ? cell.col : cell.row) == word; });
  return found == asked.end() ? std::nullopt : std::optional(*found);
}

void draw_word(const Frame& frame, Screen& screen, const PanelView& panel, const ArcsLayout& m, ImVec2 origin, std::size_t i, Index outer,
               std::optional<Index> chosen) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = frame.trace->node(panel.nodes.back());
  const auto index = static_cast<Index>(i);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Box box = word_box(m, origin, i);
  ImU32 ink = theme.color.ink;
  if (chosen && index < node.value->cols()) {
    const float weight = node.value->at(outer, *chosen, index);
    if (std::isfinite(weight)) {
      const ImU32 fill = Shade{false, 0, 1, theme.dark}.of(weight);
      list->AddRectFilled(box.min, box.max, fill, 6 * u);
      ink = ink_on(fill);
    }
  }
  if (chosen == index) list->AddRect(box.min, box.max, theme.color.accent, 6 * u, 0, 2 * u);
  put_centred(list, theme.body, box.min, box.max, ink, elide(theme.body, place_label(node.rows, index), box.width() - 8 * u));
  ImGui::SetCursorScreenPos(box.min);
  ImGui::PushID(static_cast<int>(i));
  const std::optional<Cell> asked = asked_at(frame, panel.nodes.back(), outer, index);
  const bool pressed = ImGui::InvisibleButton("word", ImVec2(box.width(), box.height()), ImGuiButtonFlags_EnableNav);
  if (pressed && (!asked || !answer_with(frame, screen, panel.nodes.back(), *asked)) && index < node.value->rows() &&
      index < node.value->cols())
    select_cell(frame, screen, panel.nodes.back(), {outer, index, index});
  note_control(screen.places, "word:" + std::to_string(i), {.name = place_label(node.rows, index), .on = chosen == index});
  focus_frame(theme, 6 * u);
  ImGui::PopID();
}

void draw_weights(const Frame& frame, const PanelView& panel, const ArcsLayout& m, ImVec2 origin, Index outer, Index chosen) {
  const Theme& theme = frame.theme;
  const Tensor& weights = *frame.trace->node(panel.nodes.back()).value;
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (Index col = 0; col < weights.cols(); ++col) {
    if (is_veil(weights.at(outer, chosen, col))) continue;
    const std::string text = cell_text(weights.at(outer, chosen, col), {3, 6});
    const ImVec2 size = measure(theme.mono_small, text);
    const Box box = word_box(m, origin, static_cast<std::size_t>(col));
    const float inset = 4 * theme.unit;
    const ImVec2 at = m.in_line ? ImVec2(box.centre().x - size.x / 2, col <= chosen ? box.max.y + inset : box.min.y - size.y - inset)
                                : ImVec2(origin.x + m.words_w + m.reach - size.x, box.centre().y - size.y / 2);
    list->AddRectFilled(ImVec2(at.x - 2 * theme.unit, at.y), ImVec2(at.x + size.x + 2 * theme.unit, at.y + size.y),
                        faded(theme.color.panel, 0.85f), 3 * theme.unit);
    put(list, theme.mono_small, at, theme.color.muted, text);
  }
}

// Beside each word that is asked about, where its weight will stand.
void draw_veils_of_arcs(const Frame& frame, Screen& screen, const PanelView& panel, const ArcsLayout& m, ImVec2 origin, Index outer) {
  const float u = frame.theme.unit, half = 13 * u, high = 20 * u;
  for (std::size_t i = 0; i < m.at.size(); ++i) {
    const std::optional<Cell> cell = asked_at(frame, panel.nodes.back(), outer, static_cast<Index>(i));
    if (!cell) continue;
    const Box word = word_box(m, origin, i);
    const bool below = m.in_line && cell->col <= cell->row;
    const ImVec2 middle = m.in_line ? ImVec2(word.centre().x, below ? word.max.y + 4 * u + high / 2 : word.min.y - 4 * u - high / 2)
                                    : ImVec2(origin.x + m.words_w + m.reach - half, word.centre().y);
    draw_veiled(frame, screen, ImGui::GetWindowDrawList(), {panel.nodes.back(), *cell},
                {{middle.x - half, middle.y - high / 2}, {middle.x + half, middle.y + high / 2}});
  }
}

ImVec2 measure_arcs(const Frame& frame, const PanelView& panel) {
  const ArcsLayout m = lay_out_arcs(frame, panel);
  if (m.in_line) return {m.length, 2 * m.reach + m.word_h};
  return {m.words_w + m.reach, m.length};
}

void draw_arcs(const Frame& frame, Screen& screen, const PanelView& panel, const Box& area) {
  const ArcsLayout m = lay_out_arcs(frame, panel);
  const Index outer = shown_outer(frame, frame.trace->node(panel.nodes.back()));
  const std::optional<Index> chosen = chosen_row(frame, panel, m, area.min);
  draw_all_arcs(frame, panel, m, area.min, outer, chosen);
  for (std::size_t i = 0; i < m.at.size(); ++i) draw_word(frame, screen, panel, m, area.min, i, outer, chosen);
  if (chosen) draw_weights(frame, panel, m, area.min, outer, *chosen);
  draw_veils_of_arcs(frame, screen, panel, m, area.min, outer);
}

}  // namespace

const ViewRow kArcsView{.view = View::arcs, .measure = measure_arcs, .draw = draw_arcs, .rank = 2};

}  // namespace gf::ui

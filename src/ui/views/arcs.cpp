// Draws attention between two lines of words: the words that are attended to stand above, the words that attend below. Ribbons as wide as
// the weights lead from line to line.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/largest.h"
#include "core/nth.h"
#include "core/number_text.h"
#include "core/veil.h"
#include "protocol/step.h"
#include "ui/cells/asked.h"
#include "ui/cells/guess.h"
#include "ui/places.h"
#include "ui/views/ribbons.h"
#include "ui/views/view_table.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kInWord = 9, kWordsApart = 14;                    // the margin of a word, and the gap between words; design pixels
constexpr float kLeastWay = 110, kGoodWay = 190, kMostWay = 330;  // the way from line to line
constexpr float kUprightWay = 110;

struct ArcsLayout {
  Type type;
  float word_h = 0, label_h = 0;
  std::vector<float> above, below;  // the widths of the words
  bool upright = false;
  RibbonLines lines;
};

const TraceNode& weights_of(const Frame& frame, const PanelView& panel) { return frame.trace->node(panel.nodes.back()); }

std::vector<float> widths_of(const Theme& theme, const Type& type, const Axis& axis, Index count) {
  std::vector<float> widths;
  for (Index i = 0; i < count; ++i) widths.push_back(measure(type, place_label(axis, i)).x + 2 * kInWord * theme.unit);
  return widths;
}

float length_of(const Theme& theme, const std::vector<float>& widths) {
  float length = -kWordsApart * theme.unit;
  for (const float width : widths) length += width + kWordsApart * theme.unit;
  return length;
}

float width_of_line(const Theme& theme, const Type& type, const TraceNode& node) {
  return std::max(length_of(theme, widths_of(theme, type, node.cols, node.value->cols())),
                  length_of(theme, widths_of(theme, type, node.rows, node.value->rows())));
}

// Returns the boxes of words that are spread over the width of a line.
std::vector<Box> spread(const std::vector<float>& widths, float left, float right, float top, float height) {
  float length = 0;
  for (const float width : widths) length += width;
  const float apart = (right - left - length) / static_cast<float>(widths.size());
  std::vector<Box> boxes;
  float x = left + apart / 2;
  for (const float width : widths) {
    boxes.push_back({{x, top}, {x + width, top + height}});
    x += width + apart;
  }
  return boxes;
}

// Returns the boxes of words that are spread over the height of an upright line.
std::vector<Box> stacked(const std::vector<float>& widths, float left, float width, float top, float bottom, float height) {
  const float apart = (bottom - top) / static_cast<float>(widths.size());
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const float y = top + (static_cast<float>(i) + 0.5f) * apart - height / 2;
    boxes.push_back({{left, y}, {left + width, y + height}});
  }
  return boxes;
}

// Returns the layout with the largest letters that leave room for both lines. If none do, the lines stand upright.
ArcsLayout lay_out_arcs(const Frame& frame, const PanelView& panel, const Box& area) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = weights_of(frame, panel);
  ArcsLayout m;
  m.upright = true;
  m.type = theme.small;
  for (const Type& type : {theme.caption, theme.body, theme.small}) {
    if (width_of_line(theme, type, node) > area.width()) continue;
    m.upright = false;
    m.type = type;
    break;
  }
  m.word_h = std::max(m.type.size + 8 * u, (frame.host.touch ? 34.0f : 26.0f) * u);
  m.label_h = theme.tiny.size + 6 * u;
  m.above = widths_of(theme, m.type, node.cols, node.value->cols());
  m.below = widths_of(theme, m.type, node.rows, node.value->rows());
  m.lines.upright = m.upright;
  if (!m.upright) {
    const float numbers = theme.small.size + 4 * u;
    m.lines.looked_at = spread(m.above, area.min.x, area.max.x, area.min.y + m.label_h + numbers, m.word_h);
    m.lines.looking = spread(m.below, area.min.x, area.max.x, area.max.y - m.label_h - m.word_h, m.word_h);
    return m;
  }
  const float left = *std::max_element(m.above.begin(), m.above.end()), right = *std::max_element(m.below.begin(), m.below.end());
  const float top = area.min.y + m.label_h, numbers = measure(theme.small, "100 %").x + 6 * u;
  m.lines.looked_at = stacked(m.above, area.min.x + numbers, left, top, area.max.y, m.word_h);
  m.lines.looking = stacked(m.below, area.max.x - right, right, top, area.max.y, m.word_h);
  return m;
}

float upright_height(const Frame& frame, const PanelView& panel, float word) {
  const TraceNode& node = weights_of(frame, panel);
  return static_cast<float>(std::max(node.value->rows(), node.value->cols())) * word * frame.theme.unit + frame.theme.tiny.size;
}

float upright_width(const Frame& frame, const PanelView& panel) {
  const Theme& theme = frame.theme;
  const TraceNode& node = weights_of(frame, panel);
  const auto widest = [&](const Axis& axis, Index count) {
    const std::vector<float> widths = widths_of(theme, theme.small, axis, count);
    return *std::max_element(widths.begin(), widths.end());
  };
  return widest(node.cols, node.value->cols()) + widest(node.rows, node.value->rows()) + (kUprightWay + 50) * theme.unit;
}

Elastic elastic_arcs(const Frame& frame, const PanelView& panel) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, words = 2 * (theme.tiny.size + 34 * u) + theme.small.size;
  const TraceNode& node = weights_of(frame, panel);
  const float line = width_of_line(theme, theme.small, node);
  if (line > panel.room) {
    const float width = upright_width(frame, panel);
    return {{width, upright_height(frame, panel, 24)},
            {width * 1.3f, upright_height(frame, panel, 30)},
            {width * 2, upright_height(frame, panel, 44)}};
  }
  return {{line, words + kLeastWay * u},
          {width_of_line(theme, theme.body, node), words + kGoodWay * u},
          {width_of_line(theme, theme.caption, node) * 1.6f, words + kMostWay * u}};
}

ImVec2 measure_arcs(const Frame& frame, const PanelView& panel) { return elastic_arcs(frame, panel).good; }

// Returns the row whose ribbons stand out: the row of the word under the pointer, or otherwise of the focused cell.
std::optional<Index> chosen_row(const Frame& frame, const PanelView& panel, const ArcsLayout& m) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (pointer_here() && !frame.host.touch)
    for (std::size_t i = 0; i < m.lines.looking.size(); ++i)
      if (m.lines.looking[i].contains(mouse)) return static_cast<Index>(i);
  const CellReference at = focused(frame);
  if (at.node == panel.nodes.back()) return at.cell.row;
  return std::nullopt;
}

// Returns the asked cell that a word stands for; none if there is none. If the question is about one row, the words of columns stand for
// its cells; otherwise the words of rows do.
std::optional<Cell> asked_at(const Frame& frame, int node, Index outer, Index place, bool of_columns) {
  const std::vector<Cell> asked = asked_in(frame, node, outer);
  const bool across = !asked.empty() && asked.front().row == asked.back().row;
  if (across != of_columns) return std::nullopt;
  const auto found = std::find_if(asked.begin(), asked.end(), [&](const Cell& cell) { return (across ? cell.col : cell.row) == place; });
  return found == asked.end() ? std::nullopt : std::optional(*found);
}

// Whether the answered question was about the words that attend.
bool asked_down(const Frame& frame) {
  const Step* const step = frame.state.veil.answered;
  const WhereIsMost* const most = step ? std::get_if<WhereIsMost>(&step->ask->how) : nullptr;
  return most && most->down;
}

// Returns the place of a word's weight, beside or above the word.
Box weight_box(const Theme& theme, const ArcsLayout& m, const Box& word, float width) {
  const float u = theme.unit, high = theme.small.size + 2 * u;
  if (m.upright) return {{word.min.x - width - 6 * u, word.centre().y - high / 2}, {word.min.x - 6 * u, word.centre().y + high / 2}};
  return {{word.centre().x - width / 2, word.min.y - high - 2 * u}, {word.centre().x + width / 2, word.min.y - 2 * u}};
}

// Draws the veil of a word whose weight is asked for. A press on the word or the veil is the answer.
void draw_asked_word(const Frame& frame, Screen& screen, int node, const Cell& cell, const ArcsLayout& m, const Box& word) {
  const float u = frame.theme.unit;
  const Box veil = weight_box(frame.theme, m, word, 30 * u);
  draw_veiled(frame, screen, ImGui::GetWindowDrawList(), {node, cell}, veil);
  const Box both{{std::min(word.min.x, veil.min.x), std::min(word.min.y, veil.min.y)},
                 {std::max(word.max.x, veil.max.x), std::max(word.max.y, veil.max.y)}};
  ImGui::SetCursorScreenPos(both.min);
  ImGui::PushID(static_cast<int>(cell.col));
  if (ImGui::InvisibleButton("asked", {both.width(), both.height()})) answer_with(frame, screen, node, cell);
  ImGui::PopID();
}

// Draws a word that is attended to, shaded by the weight that the chosen row gives to the word.
void draw_looked_at(const Frame& frame, Screen& screen, const PanelView& panel, const ArcsLayout& m, Index col, Index outer,
                    std::optional<Index> chosen) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = weights_of(frame, panel);
  const Box& box = nth(m.lines.looked_at, col);
  ImDrawList* list = ImGui::GetWindowDrawList();
  ImU32 ink = theme.color.ink;
  const float weight = chosen ? node.value->at(outer, *chosen, col) : std::numeric_limits<float>::quiet_NaN();
  if (std::isfinite(weight)) {
    const ImU32 fill = Shade{false, 0, 1, theme.dark}.of(weight);
    list->AddRectFilled(box.min, box.max, fill, 6 * u);
    ink = ink_on(fill);
    const std::string share = spoken_number(frame, share_text(static_cast<double>(weight)));
    put(list, theme.small, weight_box(theme, m, box, measure(theme.small, share).x).min, theme.color.muted, share);
  }
  put_centred(list, m.type, box.min, box.max, ink, place_label(node.cols, col));
  // If the question was among columns, the guess is ringed at the word above; otherwise `draw_looking` rings the word below.
  if (const std::optional<Cell> guess = guessed_in(frame, panel.nodes.back());
      guess && guess->outer == outer && guess->col == col && !asked_down(frame))
    draw_guess(frame, screen, list, {panel.nodes.back(), *guess}, box);
  if (const std::optional<Cell> asked = asked_at(frame, panel.nodes.back(), outer, col, true))
    draw_asked_word(frame, screen, panel.nodes.back(), *asked, m, box);
}

// Draws a word that attends. A press selects the largest weight of its row, or answers the question.
void draw_looking(const Frame& frame, Screen& screen, const PanelView& panel, const ArcsLayout& m, Index row, Index outer,
                  std::optional<Index> chosen) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = weights_of(frame, panel);
  const Box& box = nth(m.lines.looking, row);
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (chosen == row) list->AddRect(box.min, box.max, theme.color.focus, 6 * u, 0, 2 * u);
  put_centred(list, m.type, box.min, box.max, theme.color.ink, place_label(node.rows, row));
  ImGui::SetCursorScreenPos(box.min);
  ImGui::PushID(static_cast<int>(row));
  const std::optional<Cell> asked = asked_at(frame, panel.nodes.back(), outer, row, false);
  const bool pressed = ImGui::InvisibleButton("word", ImVec2(box.width(), box.height()), ImGuiButtonFlags_EnableNav);
  if (pressed && (!asked || !answer_with(frame, screen, panel.nodes.back(), *asked))) {
    const float* const first = node.value->row(outer, row);
    const Index largest = largest_of({first, static_cast<std::size_t>(node.value->cols())}, 1).front();
    select_cell(frame, screen, panel.nodes.back(), {outer, row, largest});
  }
  if (const std::optional<Cell> guess = guessed_in(frame, panel.nodes.back());
      guess && guess->outer == outer && guess->row == row && asked_down(frame))
    draw_guess(frame, screen, list, {panel.nodes.back(), *guess}, box);
  note_control(screen.places, "word:" + std::to_string(row), {.name = place_label(node.rows, row), .on = chosen == row});
  focus_frame(theme, 6 * u);
  ImGui::PopID();
}

// Draws the names of the two lines.
void draw_line_names(const Frame& frame, const ArcsLayout& m, const Box& area) {
  const Theme& theme = frame.theme;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const std::string above = ui_text(frame, "views.arcs_above"), below = ui_text(frame, "views.arcs_below");
  put(list, theme.tiny, area.min, theme.color.muted, above);
  if (m.upright)
    put_right(list, theme.tiny, {area.max.x, area.min.y}, theme.color.muted, below, area.width() / 2);
  else
    put(list, theme.tiny, {area.min.x, area.max.y - theme.tiny.size}, theme.color.muted, below);
}

void draw_arcs(const Frame& frame, Screen& screen, const PanelView& panel, const Box& place) {
  const ImVec2 size = panel.fill.x > 0 ? panel.fill : measure_arcs(frame, panel);
  const Box area{place.min, {place.min.x + size.x, place.min.y + size.y}};
  const ArcsLayout m = lay_out_arcs(frame, panel, area);
  const TraceNode& node = weights_of(frame, panel);
  const Index outer = shown_outer(frame, node);
  const std::optional<Index> chosen = chosen_row(frame, panel, m);
  draw_ribbons(frame.theme, *node.value, outer, m.lines, {.rows = node.value->rows(), .lit = chosen});
  draw_line_names(frame, m, area);
  for (Index col = 0; col < node.value->cols(); ++col) draw_looked_at(frame, screen, panel, m, col, outer, chosen);
  for (Index row = 0; row < node.value->rows(); ++row) draw_looking(frame, screen, panel, m, row, outer, chosen);
}

}  // namespace

const ViewRow kArcsView{.view = View::arcs, .measure = measure_arcs, .draw = draw_arcs, .elastic = elastic_arcs, .rank = 2};

}  // namespace gf::ui

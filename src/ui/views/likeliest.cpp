// Draws the ten largest cells of each row, the largest first: the likeliest words of a model whose vocabulary is too large for a matrix
// with digits.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/largest.h"
#include "core/number_text.h"
#include "core/veil.h"
#include "ui/cells/asked.h"
#include "ui/cells/blank.h"
#include "ui/cells/guess.h"
#include "ui/places.h"
#include "ui/regions.h"
#include "ui/views/view_table.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr Index kShown = 10, kShownWhereNarrow = 6;
constexpr Index kFewRows = 3;  // each of more rows has one line on a narrow panel, so that the largest cells stand below each other
constexpr float kEntry = 84, kMostEntry = 116;  // the width of an entry, design pixels

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
  m.entry_h = (frame.host.touch ? 44.0f : 40.0f) * u;
  m.between = 8 * u;
  const float label = label_width(theme.small, node.rows, m.rows, 110 * u) + 12 * u;
  const bool beside = panel.room - label >= 5 * kEntry * u;
  if (beside) m.label_w = label;
  if (!beside) m.label_h = 22 * u;
  const float room = panel.room - m.label_w;
  m.shown = std::min(node.value->cols(), beside ? kShown : kShownWhereNarrow);
  // Lines are full: all ten entries stand beside each other, or five and five.
  const auto fitting = std::clamp<Index>(static_cast<Index>(room / (kEntry * u)), 1, kShown);
  m.in_line = std::min(beside && fitting < kShown ? kShown / 2 : fitting, m.shown);
  if (!beside && m.rows > kFewRows) m.shown = m.in_line;
  m.entry_w = std::min(room / static_cast<float>(m.in_line), kMostEntry * u);
  return m;
}

void draw_outline(const Frame& frame, const TraceNode& node, const CellReference& entry, const Box& box) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const std::vector<Cell>* lit = lit_cells(frame, entry.node);
  const auto ring = [&](ImU32 color, float width) { list->AddRect(box.min, box.max, color, 4 * u, 0, width); };
  if (pin_at(node, entry.cell)) ring(theme.color.pin, 2 * u);
  if (lit && std::find(lit->begin(), lit->end(), entry.cell) != lit->end()) ring(theme.color.accent, 2 * u);
  if (focused(frame) == entry) ring(theme.color.ink, 1.5f * u);
  if (selected(frame) == entry) ring(theme.color.focus, 2.5f * u);
}

// Returns the columns of a row's entries. If cells of the row are asked about, returns these in the order of the question, which tells
// nothing. Otherwise returns the largest cells, the largest first; a selected or guessed cell that is not among them takes the last places.
// Leaves out other veiled cells.
std::vector<Index> entries_of(const Frame& frame, int index, Index outer, Index row, Index shown) {
  std::vector<Index> columns;
  for (const Cell& cell : asked_in_row(frame, index, outer, row)) columns.push_back(cell.col);
  if (!columns.empty()) return columns;
  const Tensor& value = *frame.trace->node(index).value;
  const auto veiled = [&](Index col) { return is_veil(value.at(outer, row, col)); };
  columns = largest_of({value.row(outer, row), static_cast<std::size_t>(value.cols())}, shown);
  std::erase_if(columns, veiled);
  const auto among = [&](Index col) { return std::find(columns.begin(), columns.end(), col) != columns.end(); };
  const auto add = [&](const Cell& cell, std::size_t from_end) {
    if (cell.outer != outer || cell.row != row || veiled(cell.col) || columns.size() < from_end || among(cell.col)) return;
    columns[columns.size() - from_end] = cell.col;
  };
  const std::optional<Cell> guess = guessed_in(frame, index);
  if (guess) add(*guess, 1);
  const CellReference chosen = selected(frame);
  const bool guess_is_last = guess && !columns.empty() && columns.back() == guess->col;
  if (chosen.node == index) add(chosen.cell, guess_is_last ? 2 : 1);
  return columns;
}

// Makes an entry a control. A press selects the cell of the entry, or answers the question.
void press_entry(const Frame& frame, Screen& screen, const CellReference& entry, const Box& box, const std::string& number) {
  const TraceNode& node = frame.trace->node(entry.node);
  Film& film = screen.state.lesson.film;
  if (film.on && film.cell.cell == entry.cell && film.cell.node == entry.node) film.cell_box = box;
  ImGui::SetCursorScreenPos(box.min);
  ImGui::PushID(static_cast<int>(entry.cell.col));
  if (ImGui::InvisibleButton("entry", ImVec2(box.width(), box.height()), ImGuiButtonFlags_EnableNav))
    answer_or_select(frame, screen, entry.node, entry.cell);
  const std::string spoken = is_veil(node.value->at(entry.cell)) ? veil_words(frame, node, entry.cell) : number;
  note_control(screen.places, "likeliest:" + node.name + ":" + std::to_string(entry.cell.row) + "," + std::to_string(entry.cell.col),
               {.name = place_label(node.cols, entry.cell.col), .value = spoken});
  if (ImGui::IsItemHovered()) screen.state.lesson.next_hover = entry;
  focus_frame(frame.theme, 4 * frame.theme.unit);
  ImGui::PopID();
}

void draw_entry(const Frame& frame, Screen& screen, const CellReference& entry, const Shade& shade, const Box& box) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, gap = 1.5f * u, inset = 7 * u;
  const TraceNode& node = frame.trace->node(entry.node);
  const float value = node.value->at(entry.cell);
  const Box tile{{box.min.x + gap, box.min.y + gap}, {box.max.x - gap, box.max.y - gap}};
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float middle = tile.centre().y;
  if (is_veil(value)) {
    put_elided(list, theme.small, ImVec2(tile.min.x + inset, middle - line_height(theme.small)), theme.color.ink,
               place_label(node.cols, entry.cell.col), tile.width() - 2 * inset);
    draw_veiled(frame, screen, list, entry, {{tile.min.x, middle}, tile.max});
    return press_entry(frame, screen, entry, tile, {});
  }
  const ImU32 fill = std::isfinite(value) ? shade.of(value) : theme.color.warn_soft,
              ink = std::isfinite(value) ? ink_on(fill) : theme.color.warn;
  list->AddRectFilled(tile.min, tile.max, fill, 4 * u);
  put_elided(list, theme.small, ImVec2(tile.min.x + inset, middle - line_height(theme.small)), ink, place_label(node.cols, entry.cell.col),
             tile.width() - 2 * inset);
  put_elided(list, theme.mono_small, ImVec2(tile.min.x + inset, middle + u), ink, cell_text(value, {4, 8}), tile.width() - 2 * inset);
  press_entry(frame, screen, entry, tile, cell_text(value, {4, 8}));
  draw_outline(frame, node, entry, tile);
  draw_guess(frame, screen, list, entry, tile);
}

void draw_row(const Frame& frame, Screen& screen, const PanelView& panel, const LikeliestLayout& m, Index outer, Index row, ImVec2 at) {
  const Theme& theme = frame.theme;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  const Shade shade = shade_of(frame, node);
  const float label_y = m.label_h > 0 ? at.y + 2 * theme.unit : at.y + (m.entry_h - line_height(theme.small)) / 2;
  put_elided(ImGui::GetWindowDrawList(), theme.small, ImVec2(at.x, label_y), theme.color.ink, place_label(node.rows, row),
             m.label_h > 0 ? m.entry_w * static_cast<float>(m.in_line) : m.label_w - 10 * theme.unit);
  const std::vector<Index> columns = entries_of(frame, panel.nodes.front(), outer, row, m.shown);
  if (columns.empty() && has_veil(frame, panel.nodes.front())) {
    const ImVec2 from(at.x + m.label_w, at.y + m.label_h);
    const ImVec2 to(from.x + m.entry_w * static_cast<float>(m.in_line), at.y + m.row_h() - m.between);
    draw_veil(ImGui::GetWindowDrawList(), theme, {from, to}, false);
  }
  ImGui::PushID(static_cast<int>(row));
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto across = static_cast<float>(static_cast<Index>(i) % m.in_line), down = static_cast<float>(static_cast<Index>(i) / m.in_line);
    const ImVec2 corner(at.x + m.label_w + across * m.entry_w, at.y + m.label_h + down * m.entry_h);
    draw_entry(frame, screen, {panel.nodes.front(), {outer, row, columns[i]}}, shade,
               {corner, {corner.x + m.entry_w, corner.y + m.entry_h}});
  }
  ImGui::PopID();
}

// Sizes in a scene, design pixels. Each row of the node is a block of bars with words, and the blocks stand in columns.
constexpr float kBlockApart = 24, kBlocksBetween = 14, kLeastBlock = 190, kGoodBlock = 250, kMostBlock = 460, kLeastBar = 24, kGoodBar = 32,
                kMostBar = 64;
constexpr Index kFewBars = 4;
constexpr float kMostOfWords = 0.8f;  // the largest share of a block's width for a word and its number
constexpr float kMostOfOneRow = 1140, kMostBarOfOneRow = 80, kMostAskedBar = 130;  // a single row may fill the stage

// Returns the greatest height of a bar, design pixels. Few bars of a single row may be as high as a bar that is asked.
float most_bar(const TraceNode& node) {
  if (node.value->rows() > 1) return kMostBar;
  return node.value->cols() <= kFewBars ? kMostAskedBar : kMostBarOfOneRow;
}

struct BlocksLayout {
  Index first = 0, rows = 0, columns = 1, shown = 1;  // rows before `first`, and rows from `rows` on, are left out
  float block_w = 0, block_h = 0, head_h = 0, bar_h = 0, number_w = 0;
  float letters = 0;  // the size of the letters
};

float block_head(const Theme& theme, const TraceNode& node) {
  return node.value->rows() > 1 || !node.rows.labels.empty() ? theme.small.size + 8 * theme.unit : 0;
}

Elastic elastic_likeliest(const Frame& frame, const PanelView& panel) {
  const float u = frame.theme.unit;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  // If the node has a single row that is asked about, only the question's bars are drawn.
  const Index outer = shown_outer(frame, node);
  const std::size_t asked = node.value->rows() == 1 ? asked_in_row(frame, panel.nodes.front(), outer, 0).size() : 0;
  const auto rows = static_cast<float>(node.value->rows()), entries = static_cast<float>(asked > 0 ? asked : node.value->cols());
  const float head = block_head(frame.theme, node), most = asked == 1 ? kMostAskedBar : most_bar(node);
  const auto size = [&](float columns, float wide, float shown, float bar) {
    const float across = std::min(columns, rows), down = std::ceil(rows / across);
    return ImVec2(across * wide * u + (across - 1) * kBlockApart * u,
                  down * (head + std::min(shown, entries) * bar * u) + (down - 1) * kBlocksBetween * u);
  };
  Elastic out{size(2, kLeastBlock, 3, kLeastBar), size(2, kGoodBlock, 5, kGoodBar),
              size(3, node.value->rows() == 1 ? kMostOfOneRow : kMostBlock, 10, most)};
  out.most = {std::max(out.most.x, out.good.x), std::max(out.most.y, out.good.y)};
  return out;
}

// Returns the first row with a block. If blocks stand below each other, or the window is low, it is the asked row, so that the asked block
// is in sight.
Index first_to_show(const Frame& frame, int node, Index columns, Index rows) {
  if ((columns > 1 && !is_low(frame)) || !has_veil(frame, node)) return 0;
  const Index outer = shown_outer(frame, frame.trace->node(node));
  for (Index row = 0; row < rows; ++row)
    if (!asked_in_row(frame, node, outer, row).empty()) return row;
  return 0;
}

// Returns the end of the rows with a block. Rows after an asked row are left out, since the name of the next row is the answer.
Index rows_to_show(const Frame& frame, int node) {
  const Tensor& value = *frame.trace->node(node).value;
  const Index outer = shown_outer(frame, frame.trace->node(node));
  for (Index row = value.rows(); row-- > 0;)
    if (!asked_in_row(frame, node, outer, row).empty()) return row + 1;
  return value.rows();
}

BlocksLayout lay_out_blocks(const Frame& frame, const PanelView& panel) {
  const float u = frame.theme.unit;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  BlocksLayout m;
  m.rows = rows_to_show(frame, panel.nodes.front());
  m.head_h = block_head(frame.theme, node);
  m.columns = std::clamp<Index>(static_cast<Index>((panel.fill.x + kBlockApart * u) / ((kLeastBlock + kBlockApart) * u)), 1, m.rows);
  m.first = first_to_show(frame, panel.nodes.front(), m.columns, m.rows);
  const Index blocks = m.rows - m.first, lines = (blocks + m.columns - 1) / m.columns;
  m.columns = (blocks + lines - 1) / lines;
  m.block_w = (panel.fill.x - static_cast<float>(m.columns - 1) * kBlockApart * u) / static_cast<float>(m.columns);
  m.block_h = (panel.fill.y - static_cast<float>(lines - 1) * kBlocksBetween * u) / static_cast<float>(lines);
  const float room = m.block_h - m.head_h;
  m.shown = std::clamp<Index>(static_cast<Index>(room / (kGoodBar * u)), 1, std::min(node.value->cols(), kShown));
  if (m.shown < 3) m.shown = std::clamp<Index>(static_cast<Index>(room / (kLeastBar * u)), 1, std::min<Index>(node.value->cols(), 3));
  m.bar_h = std::min(room / static_cast<float>(m.shown), most_bar(node) * u);
  const std::size_t asked = blocks == 1 ? asked_in_row(frame, panel.nodes.front(), shown_outer(frame, node), m.first).size() : 0;
  if (asked > 0) m.bar_h = std::min(room / static_cast<float>(asked), (asked == 1 ? kMostAskedBar : most_bar(node)) * u);
  return m;
}

// Whether the bars are shares of a whole: attention weights and the like, or a single row that adds up to 1.
bool has_shares(const TraceNode& node) {
  if (node.facts.kind == NodeKind::weights) return true;
  if (node.value->size() != node.value->cols()) return false;
  double all = 0;
  for (Index col = 0; col < node.value->cols(); ++col) {
    const float value = node.value->at(0, 0, col);
    if (!(value >= 0)) return false;
    all += static_cast<double>(value);
  }
  return std::fabs(all - 1) < 1e-4;
}

// Returns the text of an entry: "51 %" or "<0.01 %" for a share, otherwise the number.
std::string entry_text(const Frame& frame, const TraceNode& node, float value) {
  if (!std::isfinite(value) || !has_shares(node)) return cell_text(value, {2, 7});
  return spoken_number(frame, share_text(static_cast<double>(value)));
}

// Sets the size of the letters, and the room for numbers. High bars have large letters, unless a word of a short list would be cut.
void set_letters(const Frame& frame, const TraceNode& node, BlocksLayout& m) {
  const Theme& theme = frame.theme;
  const auto number = [&](float size) {
    return measure({theme.heading.font, size}, has_shares(node) ? "99.99 %" : "−000.00").x + 8 * theme.unit;
  };
  m.letters = m.bar_h >= 40 * theme.unit ? theme.caption.size : theme.body.size;
  float word = 0;
  for (Index col = 0; node.value->cols() <= kShown && col < node.value->cols(); ++col)
    word = std::max(word, measure({theme.heading.font, m.letters}, place_label(node.cols, col)).x);
  if (word + number(m.letters) > kMostOfWords * m.block_w) m.letters = theme.body.size;
  m.number_w = std::min(number(m.letters), m.block_w * 0.4f);
}

void draw_bar_entry(const Frame& frame, Screen& screen, const CellReference& entry, const Shade& shade, const Box& box, float word_w,
                    const BlocksLayout& m, float largest, bool first) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = frame.trace->node(entry.node);
  const float value = node.value->at(entry.cell);
  const bool veiled = is_veil(value);
  ImDrawList* list = ImGui::GetWindowDrawList();
  Type word{first && !veiled ? theme.heading.font : theme.body.font, m.letters};
  // The letters of a long word shrink before the word is cut.
  while (word.size > theme.tiny.size && measure(word, place_label(node.cols, entry.cell.col)).x > word_w - 6 * u) word.size -= u;
  word.size = std::max(word.size, theme.tiny.size);
  const float middle = box.centre().y;
  put_elided(list, word, {box.min.x, middle - word.size / 2}, theme.color.ink, place_label(node.cols, entry.cell.col),
             word_w - 6 * u + 0.5f);
  const float bar_h = std::min(box.height() - 6 * u, std::max(22 * u, box.height() * 0.6f));
  const Box track{{box.min.x + word_w, middle - bar_h / 2}, {box.max.x - (veiled ? 0 : m.number_w), middle + bar_h / 2}};
  if (veiled) {
    draw_veiled(frame, screen, list, entry, track);
    return press_entry(frame, screen, entry, box, {});
  }
  list->AddRectFilled(track.min, track.max, theme.color.sunken, 4 * u);
  if (std::isfinite(value) && largest > 0) {
    const float length = std::clamp(std::fabs(value) / largest, 0.0f, 1.0f) * track.width();
    list->AddRectFilled(track.min, {track.min.x + std::max(length, 1.5f * u), track.max.y}, shade.of(value), 4 * u);
  }
  const std::string number = entry_text(frame, node, value);
  const Type digits{first ? theme.heading.font : theme.mono.font, m.letters};
  put(list, digits, {box.max.x - measure({theme.heading.font, m.letters}, number).x, middle - digits.size / 2}, theme.color.ink, number);
  press_entry(frame, screen, entry, box, number);
  const auto around = [&](float right) { return Box{{track.min.x - 2 * u, track.min.y - 2 * u}, {right + 2 * u, track.max.y + 2 * u}}; };
  const std::optional<float> guess = guessed(frame, node, entry.cell);
  const float end = guess && largest > 0 ? track.min.x + std::clamp(*guess / largest, 0.0f, 1.0f) * track.width() : track.max.x;
  draw_outline(frame, node, entry, around(track.max.x));
  draw_guess(frame, screen, list, entry, around(end));
}

// Returns for how many bars a block has the height: the asked bars, or the shown bars, or one if all of the row is veiled.
Index bars_of(const Frame& frame, const PanelView& panel, const BlocksLayout& m, const Cell& row) {
  const int node = panel.nodes.front();
  const std::size_t asked = asked_in_row(frame, node, row.outer, row.row).size();
  if (asked > 0) return static_cast<Index>(asked);
  return has_veil(frame, node) && is_veiled_row(frame.trace->node(node), row.outer, row.row) ? 1 : m.shown;
}

// Returns the greatest number of bars of the blocks in a line.
Index bars_in_line(const Frame& frame, const PanelView& panel, const BlocksLayout& m, Index outer, Index line) {
  Index most = 1;
  for (Index row = m.first + line * m.columns; row < std::min(m.first + (line + 1) * m.columns, m.rows); ++row)
    most = std::max(most, bars_of(frame, panel, m, {outer, row, 0}));
  return most;
}

// Draws the words and bars of one row of the node.
void draw_block(const Frame& frame, Screen& screen, const PanelView& panel, const BlocksLayout& m, const Cell& row, ImVec2 at) {
  const Theme& theme = frame.theme;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  const std::vector<Index> columns = entries_of(frame, panel.nodes.front(), row.outer, row.row, m.shown);
  const float top = at.y + m.head_h;
  if (columns.empty() && has_veil(frame, panel.nodes.front()))
    return draw_veil(ImGui::GetWindowDrawList(), theme, {{at.x, top}, {at.x + m.block_w, top + m.bar_h - 4 * theme.unit}}, false);
  float word_w = 0, largest = 0;
  for (const Index col : columns) {
    word_w = std::max(word_w, measure({theme.heading.font, m.letters}, place_label(node.cols, col)).x + 12 * theme.unit);
    const float value = std::fabs(node.value->at(row.outer, row.row, col));
    if (std::isfinite(value)) largest = std::max(largest, value);
  }
  if (has_shares(node)) largest = 1;
  word_w = std::min(word_w, std::max(kMostOfWords * m.block_w - m.number_w, 0.45f * m.block_w));
  const Shade shade = shade_of(frame, node);
  ImGui::PushID(static_cast<int>(row.row));
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const float y = top + static_cast<float>(i) * m.bar_h;
    draw_bar_entry(frame, screen, {panel.nodes.front(), {row.outer, row.row, columns[i]}}, shade,
                   {{at.x, y}, {at.x + m.block_w, y + m.bar_h}}, word_w, m, largest, i == 0);
  }
  ImGui::PopID();
}

void draw_blocks(const Frame& frame, Screen& screen, const PanelView& panel, const Box& area) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  BlocksLayout m = lay_out_blocks(frame, panel);
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  const Index outer = shown_outer(frame, node);
  const Index lines = (m.rows - m.first + m.columns - 1) / m.columns;
  Index bars = 0;
  for (Index line = 0; line < lines; ++line) bars += bars_in_line(frame, panel, m, outer, line);
  const float heads = static_cast<float>(lines) * m.head_h + static_cast<float>(lines - 1) * kBlocksBetween * u;
  m.bar_h = std::min((bars == 1 ? kMostAskedBar : most_bar(node)) * u, (panel.fill.y - heads) / static_cast<float>(bars));
  // The height that is left is spread between the lines. While cells are veiled it stands below them, so that the asked bars are in sight.
  const float left = panel.fill.y - heads - m.bar_h * static_cast<float>(bars);
  set_letters(frame, node, m);
  const float slack = has_veil(frame, panel.nodes.front()) ? 0 : left / static_cast<float>(lines);
  float y = area.min.y;
  for (Index row = m.first; row < m.rows; ++row) {
    const Index block = row - m.first, across = block % m.columns;
    if (block > 0 && across == 0) {
      const auto bars_above = static_cast<float>(bars_in_line(frame, panel, m, outer, block / m.columns - 1));
      y += m.head_h + m.bar_h * bars_above + slack + kBlocksBetween * u;
    }
    const ImVec2 at(area.min.x + static_cast<float>(across) * (m.block_w + kBlockApart * u), y);
    if (m.head_h > 0) put_elided(ImGui::GetWindowDrawList(), theme.small, at, theme.color.muted, place_label(node.rows, row), m.block_w);
    draw_block(frame, screen, panel, m, {outer, row, 0}, at);
  }
}

ImVec2 measure_likeliest(const Frame& frame, const PanelView& panel) {
  const LikeliestLayout m = lay_out_likeliest(frame, panel);
  return {m.label_w + m.entry_w * static_cast<float>(m.in_line), m.row_h() * static_cast<float>(m.rows) - m.between};
}

void draw_likeliest(const Frame& frame, Screen& screen, const PanelView& panel, const Box& area) {
  if (panel.fill.x > 0) return draw_blocks(frame, screen, panel, area);
  const LikeliestLayout m = lay_out_likeliest(frame, panel);
  const Index outer = shown_outer(frame, frame.trace->node(panel.nodes.front()));
  const Box seen = visible_box();
  for (Index row = 0; row < m.rows; ++row) {
    const float y = area.min.y + static_cast<float>(row) * m.row_h();
    if (y + m.row_h() >= seen.min.y && y <= seen.max.y) draw_row(frame, screen, panel, m, outer, row, ImVec2(area.min.x, y));
  }
}

}  // namespace

const ViewRow kLikeliestView{
    .view = View::likeliest, .measure = measure_likeliest, .draw = draw_likeliest, .elastic = elastic_likeliest, .rank = 2};

}  // namespace gf::ui

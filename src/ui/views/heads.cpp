// Draws all matrices of a stack side by side, such as the attention weights of every head.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <string>
#include <vector>

#include "render/heatmap.h"
#include "ui/cells/asked.h"
#include "ui/cells/cell_edit.h"
#include "ui/cells/grid_input.h"
#include "ui/inspector/cell_words.h"
#include "ui/places.h"
#include "ui/regions.h"
#include "ui/views/view_table.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kTitle = 18, kLabels = 16, kBetween = 16, kUnder = 14;
constexpr float kLeastHead = 84, kMostHead = 190, kMostCell = 40, kLeastCellForLabels = 11;
constexpr float kLeastNamedCell = 12, kAroundHeads = 52;      // the margins beside the heads on a phone
constexpr float kWidestOfHead = 1.7f, kTallestOfHead = 1.3f;  // the widest and the tallest shape of a cell

// Equal tiles in rows that wrap. Each tile has its number above, and token labels if they fit.
struct HeadsLayout {
  Index heads = 1, rows = 0, cols = 0;
  float cell_w = 0, cell_h = 0, label_w = 0, head_h = 0;
  Index in_row = 1;
  // In a scene the tiles share their words: beside the first tile of each line, and above the tiles of the first line.
  bool shared = false, upright = false;
  float words_h = 0, score = -1;

  float tile_w() const { return label_w + cell_w * static_cast<float>(cols); }
  float tile_h() const { return head_h + cell_h * static_cast<float>(rows); }
};

// Returns how many matrices the innermost outer axis has: the heads of one item of the batch.
Index heads_of(const TraceNode& node) {
  const std::vector<Index>& outer = node.value->shape().outer;
  return outer.empty() ? 1 : outer.back();
}

bool fits(const Theme& theme, const Axis& axis, Index count, float width) {
  return !axis.labels.empty() && label_width(theme.tiny, axis, count, width * 4) + 4 * theme.unit <= width;
}

// Returns the factor for a layout with all words (2), with the words of the rows alone (1) or without words (0).
float score_of_words(int words, bool readable) {
  if (!readable) return words > 0 ? 0.2f : 1.0f;
  return words > 1 ? 3.0f : 2.0f;
}

// Returns the layout in a scene: the number of tiles in a row, and the words, with which the cells are largest. Cells are nearly square.
HeadsLayout filled_heads(const Frame& frame, const PanelView& panel) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  HeadsLayout best;
  for (Index in_row = 1; in_row <= heads_of(node); ++in_row) {
    HeadsLayout m;
    m.heads = heads_of(node);
    m.rows = node.value->rows();
    m.cols = node.value->cols();
    m.in_row = in_row;
    const auto across = static_cast<float>(in_row), down = static_cast<float>((m.heads + in_row - 1) / in_row);
    m.shared = true;
    m.head_h = theme.small.size + 6 * u;
    // Tries all words, then the words of the rows alone, then no words.
    for (const int words : {2, 1, 0}) {
      m.label_w = words > 0 && !node.rows.labels.empty() ? widest_label(theme.tiny, node.rows) + 8 * u : 0;
      m.upright = words > 1 && !node.cols.labels.empty();
      m.words_h = m.upright ? widest_label(theme.tiny, node.cols) + 8 * u : 0;
      const float tile_w = (panel.fill.x - m.label_w - (across - 1) * kBetween * u) / across;
      const float tile_h = (panel.fill.y - m.words_h - (down - 1) * kUnder * u) / down - m.head_h;
      const float most_w = tile_w / static_cast<float>(m.cols), most_h = tile_h / static_cast<float>(m.rows);
      const float side = std::min(most_w, most_h);
      m.cell_w = std::max(std::min(most_w, side * kWidestOfHead), 1.0f);
      m.cell_h = std::max(std::min(most_h, side * kTallestOfHead), 1.0f);
      const float least = theme.tiny.size * 0.95f;
      const bool readable = words > 1 ? side >= least : m.label_w > 0 && m.cell_h >= least;
      const float score = std::sqrt(m.cell_w * m.cell_h) * score_of_words(words, readable);
      if (score > best.score) {
        best = m;
        best.score = score;
      }
    }
  }
  return best;
}

Elastic elastic_heads(const Frame& frame, const PanelView& panel) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  const auto heads = static_cast<float>(heads_of(node)), rows = static_cast<float>(node.value->rows()),
             cols = static_cast<float>(node.value->cols());
  const float label = widest_label(theme.tiny, node.rows) + 8 * u, words = widest_label(theme.tiny, node.cols) + 8 * u;
  const float head = theme.small.size + 6 * u;
  // Up to three heads stand in one line, more heads in two. On a phone they stand below each other if words have no room otherwise.
  const float usual = heads <= 3 ? heads : std::ceil(heads / 2), window = ImGui::GetMainViewport()->WorkSize.x - kAroundHeads * u;
  const bool named = !node.rows.labels.empty() || !node.cols.labels.empty();
  const float in_row = named && label + usual * cols * kLeastNamedCell * u > window ? 1 : usual, lines = std::ceil(heads / in_row);
  const auto size = [&](float cell) {
    return ImVec2(std::min(label + in_row * cols * cell * u + (in_row - 1) * kBetween * u, in_row > 1 ? FLT_MAX : window),
                  words + lines * (head + rows * cell * u) + (lines - 1) * kUnder * u);
  };
  return {size(node.rows.labels.empty() && node.cols.labels.empty() ? 4 : 14), size(17), size(52)};
}

HeadsLayout lay_out_heads(const Frame& frame, const PanelView& panel) {
  if (panel.fill.x > 0) return filled_heads(frame, panel);
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  HeadsLayout m;
  m.heads = heads_of(node);
  m.rows = node.value->rows();
  m.cols = node.value->cols();
  const auto rows = static_cast<float>(m.rows), cols = static_cast<float>(m.cols);
  const float labels = node.rows.labels.empty() ? 0 : label_width(theme.tiny, node.rows, m.rows, 64 * u) + 6 * u;
  // Up to four heads stand in pairs; more heads stand in threes.
  const auto wanted = static_cast<float>(m.heads <= 4 ? std::min<Index>(m.heads, 2) : 3);
  const float side = std::clamp(panel.room / wanted - labels - kBetween * u, kLeastHead * u, kMostHead * u);
  const float cell = std::min(side / std::max(rows, cols), kMostCell * u);
  m.cell_w = std::max(cell, std::min(kLeastHead * u, panel.room) / cols * 0.6f);
  m.cell_h = std::max(cell, kLeastHead * u * 0.4f / rows);
  if (m.cell_h >= kLeastCellForLabels * u && labels + m.cell_w * cols <= panel.room) m.label_w = labels;
  m.cell_w = std::min(m.cell_w, (panel.room - m.label_w) / cols);
  m.head_h = (kTitle + (fits(theme, node.cols, m.cols, m.cell_w) ? kLabels : 0)) * u;
  m.in_row = std::clamp<Index>(static_cast<Index>((panel.room + kBetween * u) / (m.tile_w() + kBetween * u)), 1, m.heads);
  const Index lines = (m.heads + m.in_row - 1) / m.in_row;
  m.in_row = (m.heads + lines - 1) / lines;  // rows are as equal as they can be
  return m;
}

// The first matrix of the shown item of the batch, and the matrix that the other views of the node show.
struct Stack {
  Index first = 0, shown = 0;
};

Stack stack_of(const Frame& frame, const TraceNode& node, const HeadsLayout& m) {
  const Index shown = shown_outer(frame, node);
  return {shown / m.heads * m.heads, shown};
}

void draw_row_labels(const Frame& frame, const HeadsLayout& m, const Grid& grid) {
  const Theme& theme = frame.theme;
  const TraceNode& node = frame.trace->node(grid.node);
  const CellReference at = focused(frame);
  for (Index row = 0; row < m.rows && m.label_w > 0; ++row) {
    const std::string label = elide(theme.tiny, place_label(node.rows, row), m.label_w - 6 * theme.unit);
    const bool lit = at.node == grid.node && at.cell.outer == grid.outer && at.cell.row == row;
    const ImVec2 place(grid.origin.x - 6 * theme.unit - measure(theme.tiny, label).x, grid.cell(row, 0).centre().y - theme.tiny.size / 2);
    put(ImGui::GetWindowDrawList(), theme.tiny, place, lit ? theme.color.accent : theme.color.muted, label);
  }
}

void draw_column_labels(const Frame& frame, const HeadsLayout& m, const Grid& grid) {
  const Theme& theme = frame.theme;
  const TraceNode& node = frame.trace->node(grid.node);
  if (m.shared ? !m.upright : m.head_h <= kTitle * theme.unit) return;
  const CellReference at = focused(frame);
  for (Index col = 0; col < m.cols; ++col) {
    const Box cell = grid.cell(0, col);
    const bool lit = at.node == grid.node && at.cell.outer == grid.outer && at.cell.col == col;
    if (m.upright) {
      put_upright(ImGui::GetWindowDrawList(), theme.tiny, {cell.centre().x, cell.min.y - 4 * theme.unit},
                  lit ? theme.color.accent : theme.color.muted, place_label(node.cols, col));
      continue;
    }
    put_centred(ImGui::GetWindowDrawList(), theme.tiny, ImVec2(cell.min.x, cell.min.y - kLabels * theme.unit),
                ImVec2(cell.max.x, cell.min.y), lit ? theme.color.accent : theme.color.muted, place_label(node.cols, col));
  }
}

void draw_head_title(const Frame& frame, const TraceNode& node, const Grid& grid, Index head, ImVec2 at, bool shown) {
  const Theme& theme = frame.theme;
  const std::string axis = text_or(frame, "ui.axes." + node.outer.name + ".one",
                                   node.outer.name.empty() ? ui_text(frame, "axes.matrices.one") : node.outer.name);
  const std::string text = axis + " " + matrix_label(node.outer, head);
  const float room = std::max(grid.whole().max.x - at.x, 10 * theme.unit);
  put_elided(ImGui::GetWindowDrawList(), theme.small, at, shown ? theme.color.accent : theme.color.muted, text, room);
}

// Draws the words of the asked columns, for tiles without room for the words of all columns. Otherwise the reader could not choose a
// column.
void draw_asked_labels(const Frame& frame, const Grid& grid) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, half = theme.tiny.size / 2 + u;
  const TraceNode& node = frame.trace->node(grid.node);
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (const auto& [cell, box] : asked_boxes(frame, grid)) {
    const std::string label = place_label(node.cols, cell.col);
    const float x = box.centre().x, bottom = box.min.y - 2 * u;
    list->AddRectFilled({x - half, bottom - measure(theme.tiny, label).x - 4 * u}, {x + half, bottom}, theme.color.callout, 3 * u);
    put_upright(list, theme.tiny, {x, bottom - 2 * u}, theme.color.ink, label);
  }
}

void draw_head(const Frame& frame, Screen& screen, const PanelView& panel, const HeadsLayout& m, const Grid& grid, const Stack& stack) {
  const Index place = grid.outer - stack.first;
  const bool first_in_row = place % m.in_row == 0, in_first_row = place < m.in_row;
  const Theme& theme = frame.theme;
  const TraceNode& node = frame.trace->node(grid.node);
  const Shade shade = shade_of(frame, node);
  const Box whole = grid.whole();
  ImDrawList* list = ImGui::GetWindowDrawList();
  draw_head_title(frame, node, grid, grid.outer - stack.first,
                  ImVec2(grid.origin.x, grid.origin.y - m.head_h - (in_first_row ? m.words_h : 0)),
                  grid.outer == stack.shown && m.heads > 1);
  if (!m.shared || first_in_row) draw_row_labels(frame, m, grid);
  if (!m.shared || in_first_row) draw_column_labels(frame, m, grid);
  if (!has_veil(frame, grid.node) || !is_veiled_whole(node, grid.outer))
    screen.heatmaps.draw(list, node.value, grid.outer, whole.min.x, whole.min.y, whole.max.x, whole.max.y,
                         {shade.is_signed, shade.least, shade.most, shade.dark});
  draw_quiet_veils(frame, list, grid);
  list->AddRect(whole.min, whole.max, grid.outer == stack.shown ? theme.color.muted : theme.color.border, 0, 0, theme.unit);
  ImGui::PushID(static_cast<int>(grid.outer));
  interact(frame, screen, panel.index, grid);
  note_box(screen.places, "head:" + node.name + ":" + std::to_string(grid.outer - stack.first), whole);
  draw_highlights(frame, screen, list, grid);
  draw_asked_veils(frame, screen, list, grid);
  if (m.label_w <= 0 || (m.shared && !m.upright)) draw_asked_labels(frame, grid);
  draw_cell_edit(frame, screen, panel.index, grid);
  ImGui::PopID();
  const CellReference over = frame.state.lesson.next_hover;
  if (over.node != grid.node || over.cell.outer != grid.outer || !common(whole, grid.visible).contains(ImGui::GetIO().MousePos) ||
      !pointer_here())
    return;
  if (ImGui::IsMouseClicked(0) || ImGui::IsMouseClicked(1)) send(screen, ShowMatrix{node.name, grid.outer});
  if (ImGui::GetIO().MouseSource == ImGuiMouseSource_TouchScreen || frame.state.lesson.scrub) return;
  tip_now(theme, read_out(frame, node, over.cell, 4));
}

ImVec2 measure_heads(const Frame& frame, const PanelView& panel) {
  const HeadsLayout m = lay_out_heads(frame, panel);
  const float u = frame.theme.unit;
  const auto in_row = static_cast<float>(m.in_row), rows = static_cast<float>((m.heads + m.in_row - 1) / m.in_row);
  return {in_row * m.tile_w() + (in_row - 1) * kBetween * u, rows * m.tile_h() + (rows - 1) * kUnder * u};
}

// Returns the corner of the tiles. In a scene they stand in the middle of their card; in a low window they stand at the top, so that cells
// are in sight early.
ImVec2 corner_of(const Frame& frame, const PanelView& panel, const HeadsLayout& m, const Box& area) {
  const float u = frame.theme.unit;
  if (!m.shared) return area.min;
  const auto in_row = static_cast<float>(std::min(m.in_row, m.heads)), lines = static_cast<float>((m.heads + m.in_row - 1) / m.in_row);
  const float width = m.label_w + in_row * (m.tile_w() - m.label_w) + (in_row - 1) * kBetween * u;
  const float height = m.words_h + lines * m.tile_h() + (lines - 1) * kUnder * u;
  return {area.min.x + std::max((panel.fill.x - width) / 2, 0.0f),
          area.min.y + (is_low(frame) ? 0 : std::max((panel.fill.y - height) / 2, 0.0f))};
}

void draw_heads(const Frame& frame, Screen& screen, const PanelView& panel, const Box& area) {
  const HeadsLayout m = lay_out_heads(frame, panel);
  const float u = frame.theme.unit;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  const Stack stack = stack_of(frame, node, m);
  const ImVec2 corner = corner_of(frame, panel, m, area);
  for (Index head = 0; head < m.heads; ++head) {
    const auto across = static_cast<float>(head % m.in_row), down = static_cast<float>(head / m.in_row);
    const float tile_w = m.shared ? m.tile_w() - m.label_w : m.tile_w();
    const ImVec2 at(corner.x + across * (tile_w + kBetween * u) + m.label_w,
                    corner.y + down * (m.tile_h() + kUnder * u) + m.head_h + m.words_h);
    const Grid grid{panel.nodes.front(), stack.first + head, 0, m.rows, m.cols, at, m.cell_w, m.cell_h, visible_box()};
    draw_head(frame, screen, panel, m, grid, stack);
  }
}

}  // namespace

// The view shows all heads of one item of the batch at once.
const ViewRow kHeadsView{.view = View::heads,
                         .measure = measure_heads,
                         .draw = draw_heads,
                         .elastic = elastic_heads,
                         .at_once = [](const Shape& shape) -> Index { return shape.outer.empty() ? 1 : shape.outer.back(); },
                         .rank = 1};

}  // namespace gf::ui

// Draws a matrix as shaded cells with digits, and so the token table and attention weights with their sums.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "ui/cells/asked.h"
#include "ui/cells/cell_edit.h"
#include "ui/cells/grid_input.h"
#include "ui/cells/guess.h"
#include "ui/cells/moments.h"
#include "ui/views/cell_window.h"
#include "ui/views/view_table.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

struct MatrixLayout {
  float label_w = 0, sums_w = 0, cell_w = 0, cell_h = 0, head_h = 0, foot_h = 0;
  int chars = 5;
  Index rows = 0, cols = 0;
  Type digits = {};      // no font: cells are too small for digits
  bool upright = false;  // the labels of the columns stand upright
  // A window shows only `rows` and `cols` from the first on. Strips around it say how many rows and columns are left out.
  Index first_row = 0, first_col = 0;
  float left_w = 0, right_w = 0, top_h = 0, bottom_h = 0;

  float cells_w() const { return cell_w * static_cast<float>(cols); }
  float height() const { return head_h + cell_h * static_cast<float>(rows) + foot_h; }
};

constexpr float kBesideSums = 12, kMostLabel = 84, kMostColumnLabel = 64;
constexpr Index kFewColumns = 2;  // so few columns are as wide as their heads
constexpr float kLabelGap = 9;    // the gap between a label and its cells, design pixels

// Whether the label of the only row or column is its number, which says nothing.
bool says_nothing(const Axis& axis, Index size) { return size == 1 && axis.labels.empty(); }

float index_width(const Theme& theme, Index rows) { return measure(theme.mono_small, std::to_string(rows - 1)).x + 8 * theme.unit; }

// Whether a sum is not 1. In a scene, sums are shown only then, and labels only if they are words.
bool misses_one(const Facts& facts) {
  return std::any_of(facts.sums.begin(), facts.sums.end(), [](float sum) { return !(std::fabs(sum - 1) <= 5e-5f); });
}

// Returns how many digits the largest count has, if a matrix of few columns has large counts; otherwise 0. Example: the parameters of a
// model.
int chars_of_counts(const TraceNode& node) {
  constexpr float kLargeCount = 1e5f, kMostCount = 1e9f;
  const Tensor& value = *node.value;
  if (value.cols() > kFewColumns || !(node.facts.most >= kLargeCount) || node.facts.most > kMostCount || node.facts.least < 0) return 0;
  for (Index i = 0; i < value.size(); ++i)
    if (std::floor(value.data()[i]) != value.data()[i]) return 0;
  return static_cast<int>(std::to_string(static_cast<long long>(node.facts.most)).size());
}

// Returns the layout of a matrix in a scene without the sizes of its cells.
MatrixLayout around_cells(const Frame& frame, const TraceNode& node) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  MatrixLayout m;
  m.rows = node.value->rows();
  m.cols = node.value->cols();
  m.chars = std::max(chars_of_cell(node.value->shape()), chars_of_counts(node));
  if (!node.rows.labels.empty()) m.label_w = widest_label(theme.small, node.rows) + kLabelGap * u;
  const bool sums = misses_one(node.facts);
  if (sums && !node.facts.sums_of_columns) m.sums_w = measure(theme.mono_small, "0.00").x + kBesideSums * u;
  if (sums && node.facts.sums_of_columns) m.foot_h = 20 * u;
  return m;
}

float head_height(const Theme& theme, const Axis& columns, bool upright) {
  if (columns.labels.empty()) return 0;
  return upright ? widest_label(theme.small, columns) + kLabelGap * theme.unit : theme.small.size + 6 * theme.unit;
}

constexpr Index kBareRows = 2;
constexpr float kLeastWithDigits = 22;  // the least height of the cells of so few rows, design pixels
constexpr float kLeastCell = 5, kLeastLabelled = 16, kGoodCellHeight = 28, kMostCellWidth = 200, kMostCellHeight = 120;
constexpr Index kFewCells = 2;
constexpr float kFewWidth = 300, kFewHeight = 180;  // the largest size of each of so few cells
constexpr float kLeastReadableCell = 24;
constexpr float kWidestCell = 2.2f, kTallestCell = 1.2f;  // the widest and the tallest shape of a cell

// Returns the least height of a cell, design pixels.
float least_cell_height(bool bare, bool named_rows) {
  if (bare) return kLeastWithDigits;  // few rows say nothing without their digits
  return named_rows ? kLeastLabelled : kLeastCell;
}

float width_of_digits(const Theme& theme, const MatrixLayout& m) {
  return measure(theme.mono, "0").x * static_cast<float>(m.chars) + 8 * theme.unit;
}

Elastic elastic_matrix(const Frame& frame, const PanelView& panel) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  const MatrixLayout m = around_cells(frame, node);
  const auto cols = static_cast<float>(m.cols), rows = static_cast<float>(m.rows);
  const float label = widest_label(theme.small, node.cols);
  const bool named_rows = !node.rows.labels.empty(), named_cols = !node.cols.labels.empty();
  const float least_w = (named_cols ? kLeastLabelled : kLeastCell) * u;
  const float least_h = least_cell_height(m.rows <= kBareRows, named_rows) * u;
  const float touch = (frame.host.touch ? 40.0f : 0.0f) * u;
  const bool upright = label + 6 * u > std::max(width_of_digits(theme, m), 96 * u);
  const float good_w = std::max({width_of_digits(theme, m), upright ? 0 : label + 6 * u, touch});
  const float good_h = std::max(kGoodCellHeight * u, touch);
  const bool few = m.rows * m.cols <= kFewCells;
  const float most_w = std::max(good_w, (few ? kFewWidth : kMostCellWidth) * u);
  const float most_h = std::max(good_h, (few ? kFewHeight : kMostCellHeight) * u);
  const auto size = [&](float w, float h, bool turned) {
    return ImVec2(m.label_w + m.sums_w + cols * w, head_height(theme, node.cols, turned) + m.foot_h + rows * h);
  };
  Elastic out{size(least_w, least_h, true), size(good_w, good_h, upright), size(most_w, most_h, false)};
  out.good = {std::max(out.good.x, out.least.x), std::max(out.good.y, out.least.y)};
  out.most = {std::max(out.most.x, out.good.x), std::max(out.most.y, out.good.y)};
  if (needs_digits(frame, panel)) {
    const ImVec2 window = elastic_of_window(frame, panel).least;
    out.least = {std::max(out.least.x, window.x), std::max(out.least.y, window.y)};
    out.good = {std::max(out.good.x, out.least.x), std::max(out.good.y, out.least.y)};
    out.most = {std::max(out.most.x, out.good.x), std::max(out.most.y, out.good.y)};
  }
  out.widest = kWidestCell * cols / rows;
  out.tallest = kTallestCell * rows / cols;
  out.base = {m.label_w + m.sums_w, head_height(theme, node.cols, upright) + m.foot_h};
  return out;
}

// Returns the largest type in which all digits fit; none if that is too small to be read.
Type fitting_digits(const Theme& theme, const MatrixLayout& m) {
  constexpr float kLargest = 28, kLargestOfFew = 40, kSmallest = 13;
  for (float em = m.rows * m.cols <= kFewCells ? kLargestOfFew : kLargest; em >= kSmallest; em -= 1) {
    const Type type{theme.mono.font, line_of(em) * theme.unit};
    if (m.cell_h >= type.size + 3 * theme.unit && measure(type, "0").x * static_cast<float>(m.chars) + 3 * theme.unit <= m.cell_w)
      return type;
  }
  return {};
}

constexpr float kWindowCellHeight = 26, kWindowTouchHeight = 40;  // the least heights of a window's cells, design pixels

// Returns the needed cells of the matrix that is shown.
std::vector<Cell> needed_in_matrix(const Frame& frame, const PanelView& panel) {
  const std::vector<Cell>* const all = needed_cells(frame, panel.nodes.front());
  std::vector<Cell> needed = all ? *all : std::vector<Cell>();
  // Zeros and ones need no digits: dots mark the ones.
  if (frame.trace->node(panel.nodes.front()).facts.zeros_and_ones && !has_veil(frame, panel.nodes.front())) return {};
  const Index outer = needed.empty() ? 0 : shown_outer(frame, frame.trace->node(panel.nodes.front()));
  std::erase_if(needed, [&](const Cell& cell) { return cell.outer != outer; });
  return needed;
}

float window_cell_width(const Frame& frame, const MatrixLayout& m) {
  return std::max(width_of_digits(frame.theme, m), (frame.host.touch ? kWindowTouchHeight : kWindowCellHeight) * frame.theme.unit);
}
float window_cell_height(const Frame& frame) { return (frame.host.touch ? kWindowTouchHeight : kWindowCellHeight) * frame.theme.unit; }
float left_out_room(const Theme& theme) { return theme.tiny.size + 8 * theme.unit; }

// Returns the height of a window's head. Columns without words have their numbers.
float window_head(const Theme& theme, const TraceNode& node, bool upright) {
  return node.cols.labels.empty() ? theme.tiny.size + 6 * theme.unit : head_height(theme, node.cols, upright);
}

MatrixLayout windowed_matrix(const Frame& frame, const PanelView& panel, MatrixLayout m, const std::vector<Cell>& needed) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, strip = left_out_room(theme), cell_w = window_cell_width(frame, m), cell_h = window_cell_height(frame);
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  const auto [top, bottom] = std::minmax_element(needed.begin(), needed.end(), [](const Cell& a, const Cell& b) { return a.row < b.row; });
  const auto [left, right] = std::minmax_element(needed.begin(), needed.end(), [](const Cell& a, const Cell& b) { return a.col < b.col; });
  const CellReference at = selected(frame);
  // While a question is open, the window stays at the asked cells.
  const bool chosen = at.node == panel.nodes.front() && at.cell.outer == needed.front().outer && !frame.state.veil.kept.value().asking;
  // Returns how many rows or columns of `all` fit. `sides` says on how many sides of the window some may be left out. If all fit in cells
  // of the least size, all are shown.
  const auto fitting = [&](float room, float cell, float sides, Index all) {
    if (static_cast<float>(all) * std::min(cell, kLeastReadableCell * u) <= room && cell <= cell_h) return all;
    if (static_cast<float>(all) * cell <= room) return all;
    return std::max<Index>(static_cast<Index>((room - sides * strip) / cell), 1);
  };
  const auto sides = [](Index from) { return from == 0 ? 1.0f : 2.0f; };
  m.upright = widest_label(theme.small, node.cols) + 4 * u > cell_w * 1.4f;
  m.head_h = window_head(theme, node, m.upright);
  if (panel.fill.y - m.head_h - m.foot_h < kLeastReadableCell * u) m.head_h = 0;
  const float wide = panel.fill.x - m.label_w - m.sums_w, high = panel.fill.y - m.head_h - m.foot_h;
  const Index all_rows = node.value->rows(), all_cols = node.value->cols();
  std::tie(m.first_col, m.cols) =
      window_around(all_cols, fitting(wide, cell_w, sides(left->col), all_cols), left->col, right->col, chosen ? at.cell.col : -1);
  std::tie(m.first_row, m.rows) =
      window_around(all_rows, fitting(high, cell_h, sides(top->row), all_rows), top->row, bottom->row, chosen ? at.cell.row : -1);
  const auto room_for = [&](Index left_out) { return left_out > 0 ? strip : 0; };
  m.left_w = room_for(m.first_col);
  m.right_w = room_for(all_cols - m.first_col - m.cols);
  m.top_h = room_for(m.first_row);
  m.bottom_h = room_for(all_rows - m.first_row - m.rows);
  m.cell_w = std::clamp((wide - m.left_w - m.right_w) / static_cast<float>(m.cols), 1.0f, kMostCellWidth * u);
  m.cell_h = std::clamp((high - m.top_h - m.bottom_h) / static_cast<float>(m.rows), 1.0f, kMostCellHeight * u);
  m.digits = fitting_digits(theme, m);
  return m;
}

MatrixLayout filled_matrix(const Frame& frame, const PanelView& panel) {
  const Theme& theme = frame.theme;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  MatrixLayout m = around_cells(frame, node);
  // Words may take this share of the width, and more if cells of the least size have room beside them.
  constexpr float kMostOfWidth = 0.62f;
  const float least_cell = node.cols.labels.empty() ? kLeastCell : kLeastLabelled;
  const float beside = panel.fill.x - m.sums_w - static_cast<float>(m.cols) * least_cell * theme.unit + 1;
  m.label_w = std::min(m.label_w, std::max(kMostOfWidth * panel.fill.x, beside));
  m.cell_w = std::max((panel.fill.x - m.label_w - m.sums_w) / static_cast<float>(std::max<Index>(m.cols, 1)), 1.0f);
  m.upright = widest_label(theme.small, node.cols) + 4 * theme.unit > m.cell_w;
  m.head_h = head_height(theme, node.cols, m.upright);
  m.cell_h = std::max((panel.fill.y - m.head_h - m.foot_h) / static_cast<float>(std::max<Index>(m.rows, 1)), 1.0f);
  m.digits = fitting_digits(theme, m);
  const std::vector<Cell> needed = needed_in_matrix(frame, panel);
  const float least = kLeastReadableCell * theme.unit;
  const bool too_small = panel.view == View::heatmap || !m.digits.font || m.cell_w < least || m.cell_h < least;
  return too_small && !needed.empty() ? windowed_matrix(frame, panel, m, needed) : m;
}

MatrixLayout lay_out_matrix(const Frame& frame, const PanelView& panel) {
  if (panel.fill.x > 0) return filled_matrix(frame, panel);
  const Theme& theme = frame.theme;
  const float u = theme.unit, digit = measure(theme.mono, "0").x;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  MatrixLayout m;
  m.digits = theme.mono;
  m.rows = node.value->rows();
  m.cols = node.value->cols();
  if (!says_nothing(node.rows, m.rows)) m.label_w = label_width(theme.small, node.rows, m.rows, kMostLabel * u) + 8 * u;
  if (panel.view == View::tokens) m.label_w += index_width(theme, m.rows);
  const bool sums = !node.facts.sums.empty();
  if (sums && !node.facts.sums_of_columns) m.sums_w = measure(theme.mono_small, "0.00").x + kBesideSums * u;
  if (sums && node.facts.sums_of_columns) m.foot_h = 20 * u;
  m.cell_h = (frame.host.touch ? 36.0f : 24.0f) * u;
  m.head_h = (says_nothing(node.cols, m.cols) ? 2.0f : 18.0f) * u;
  m.chars = chars_of_cell(node.value->shape());
  m.cell_w = std::max(static_cast<float>(m.chars) * digit + 4 * u, (frame.host.touch ? 36.0f : 0.0f) * u);
  if (m.cols <= kFewColumns && !says_nothing(node.cols, m.cols))
    m.cell_w = std::max(m.cell_w, label_width(theme.small, node.cols, m.cols, kMostColumnLabel * u) + 4 * u);
  return m;
}

struct Focus {
  bool in_grid = false;
  Cell cell;
};

ImU32 label_ink(const Theme& theme, bool lit, bool named) {
  if (lit) return theme.color.accent;
  return named ? theme.color.ink : theme.color.faint;
}

Focus focus_in(const Frame& frame, const Grid& grid) {
  const CellReference at = focused(frame);
  return {at.node == grid.node && at.cell.outer == grid.outer, at.cell};
}

void draw_row_labels(const Frame& frame, const PanelView& panel, const MatrixLayout& m, const Grid& grid, ImVec2 at) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = frame.trace->node(grid.node);
  if (says_nothing(node.rows, m.rows) || m.label_w <= 0) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float index_w = panel.view == View::tokens && panel.fill.x <= 0 ? index_width(theme, m.rows) : 0;
  const Focus focus = focus_in(frame, grid);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const Grid::Range rows = grid.visible_rows();
  for (Index row = rows.from; row < rows.to; ++row) {
    const Box box = grid.cell(row, 0);
    const bool lit = focus.in_grid && focus.cell.row == row;
    const bool named = static_cast<std::size_t>(row) < node.rows.labels.size();
    const std::string label = place_label(node.rows, row);
    const float y = box.centre().y - theme.small.size / 2, room = m.label_w - index_w - 8 * u + 0.5f;
    if (index_w > 0)
      put(list, theme.mono_small, ImVec2(at.x, box.centre().y - theme.mono_small.size / 2), theme.color.faint, std::to_string(row));
    const ImU32 ink = label_ink(theme, lit, named);
    const bool cut = index_w > 0 ? put_elided(list, theme.small, ImVec2(at.x + index_w, y), ink, label, room)
                                 : put_right(list, theme.small, ImVec2(at.x + m.label_w - 8 * u, y), ink, label, room);
    if (cut && Box{{at.x, box.min.y}, {at.x + m.label_w, box.max.y}}.contains(mouse) && pointer_here()) tip_now(theme, label);
  }
}

void draw_column_labels(const Frame& frame, const MatrixLayout& m, const Grid& grid, float y, float height) {
  const Theme& theme = frame.theme;
  const TraceNode& node = frame.trace->node(grid.node);
  if (says_nothing(node.cols, node.value->cols()) || height <= 2 * theme.unit) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Focus focus = focus_in(frame, grid);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const Grid::Range cols = grid.visible_cols();
  for (Index col = cols.from; col < cols.to; ++col) {
    const Box box = grid.cell(grid.first_row, col);
    const bool named = static_cast<std::size_t>(col) < node.cols.labels.size();
    const std::string label = place_label(node.cols, col);
    if (m.upright) {
      put_upright(list, theme.small, {box.centre().x, y + height - kLabelGap / 2 * theme.unit},
                  focus.in_grid && focus.cell.col == col ? theme.color.accent : theme.color.ink, label);
      continue;
    }
    const Type& type = named ? theme.small : theme.tiny;
    const std::string shown = elide(type, label, box.width() - 4 * theme.unit);
    const ImU32 ink = label_ink(theme, focus.in_grid && focus.cell.col == col, named);
    const Box place{{box.min.x, y}, {box.max.x, y + height}};
    put_centred(list, type, place.min, place.max, ink, shown);
    if (shown != label && place.contains(mouse) && pointer_here()) tip_now(theme, label);
  }
}

// Returns the sum of row or column `i` of the shown matrix; none if softmax did not run along it.
std::optional<float> sum_at(const TraceNode& node, bool of_columns, Index outer, Index i) {
  const Facts& facts = node.facts;
  const Index count = of_columns ? node.value->cols() : node.value->rows();
  const auto place = static_cast<std::size_t>(outer * count + i);
  if (facts.sums_of_columns != of_columns || place >= facts.sums.size()) return std::nullopt;
  return facts.sums[place];
}

void draw_sum_sign(const Theme& theme, ImVec2 foot) {
  put(ImGui::GetWindowDrawList(), theme.small, ImVec2(foot.x - 16 * theme.unit, foot.y + 4 * theme.unit), theme.color.muted, "∑");
}

// Returns a sum with fewer decimals if the column is narrow.
std::string fitting_sum(const Theme& theme, float sum, float width) {
  const std::string text = sum_text(sum);
  return measure(theme.mono_small, text).x <= width ? text : cell_text(sum, {2, 5});
}

void draw_column_sums(const Frame& frame, const Grid& grid, float foot) {
  if (foot <= 0 || share_to_come(frame, frame.trace->node(grid.node)) > 0) return;
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (Index col = grid.visible_cols().from; col < grid.visible_cols().to; ++col) {
    const std::optional<float> sum = sum_at(frame.trace->node(grid.node), true, grid.outer, col);
    const Box box = grid.cell(grid.first_row + grid.rows - 1, col);
    const std::string text = sum ? fitting_sum(theme, *sum, box.width()) : "";
    if (sum)
      put_centred(list, theme.mono_small, ImVec2(box.min.x, box.max.y), ImVec2(box.max.x, box.max.y + 22 * u), sum_ink(frame, *sum), text);
  }
}

// Draws the sums of rows to the right of the cells.
void draw_row_sums(const Frame& frame, const Grid& grid, const MatrixLayout& m, float left, float head_y) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const TraceNode& node = frame.trace->node(grid.node);
  if (m.sums_w <= 0 || !sum_at(node, false, grid.outer, 0) || share_to_come(frame, node) > 0) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float x = left + 8 * u, width = m.sums_w - kBesideSums * u;
  put_centred(list, theme.small, ImVec2(x, head_y), ImVec2(x + width, head_y + m.head_h), theme.color.muted, "∑");
  for (Index row = grid.visible_rows().from; row < grid.visible_rows().to; ++row) {
    const float sum = sum_at(node, false, grid.outer, row).value_or(0);
    put(list, theme.mono_small, ImVec2(x, grid.cell(row, 0).centre().y - theme.mono_small.size / 2), sum_ink(frame, sum),
        fitting_sum(theme, sum, width + u));
  }
}

void draw_cells(const Frame& frame, Screen& screen, const PanelView& panel, const MatrixLayout& m, const Grid& grid) {
  const TraceNode& node = frame.trace->node(grid.node);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const Digits digits = digits_of(frame, screen, grid.node, grid.outer, m.chars);
  const Shade shade = shade_of(frame, node);
  const Grid::Range rows = grid.visible_rows(), cols = grid.visible_cols();
  for (Index row = rows.from; row < rows.to; ++row) {
    for (Index col = cols.from; col < cols.to; ++col)
      draw_cell(frame, screen, list, node, {grid.outer, row, col}, grid.cell(row, col), shade, m.digits, m.digits.font ? &digits : nullptr);
  }
  draw_column_labels(frame, m, grid, grid.origin.y - m.head_h, m.head_h);
  draw_column_sums(frame, grid, m.foot_h);
  interact(frame, screen, panel.index, grid);
  draw_highlights(frame, screen, list, grid);
  draw_cell_edit(frame, screen, panel.index, grid);
}

// Draws how many rows and columns a window leaves out, at each of its sides.
void draw_left_out(const Frame& frame, const MatrixLayout& m, const Grid& grid) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  const Tensor& value = *frame.trace->node(grid.node).value;
  const Box whole = grid.whole();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto words = [&](Index count) { return frame.texts.format("ui.views.left_out", {{"count", std::to_string(count)}}); };
  const auto upright = [&](Index count, float x) {
    if (count <= 0) return;
    const std::string text = words(count);
    put_upright(list, theme.tiny, {x, whole.centre().y + measure(theme.tiny, text).x / 2}, theme.color.muted, text);
  };
  const auto across = [&](Index count, float y) {
    if (count <= 0) return;
    const std::string text = words(count);
    put(list, theme.tiny, {whole.centre().x - measure(theme.tiny, text).x / 2, y}, theme.color.muted, text);
  };
  upright(m.first_col, whole.min.x - m.left_w / 2);
  upright(value.cols() - m.first_col - m.cols, whole.max.x + m.right_w / 2);
  across(m.first_row, whole.min.y - m.head_h - m.top_h + 2 * u);
  across(value.rows() - m.first_row - m.rows, whole.max.y + 4 * u);
}

ImVec2 measure_matrix(const Frame& frame, const PanelView& panel) {
  const MatrixLayout m = lay_out_matrix(frame, panel);
  return {m.label_w + m.cells_w() + m.sums_w, m.height()};
}

void draw_matrix(const Frame& frame, Screen& screen, const PanelView& panel, const Box& area) {
  const MatrixLayout m = lay_out_matrix(frame, panel);
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  const Grid grid{panel.nodes.front(),
                  shown_outer(frame, node),
                  m.first_row,
                  m.rows,
                  m.cols,
                  {area.min.x + m.label_w + m.left_w, area.min.y + m.top_h + m.head_h},
                  m.cell_w,
                  m.cell_h,
                  visible_box(),
                  m.first_col};
  draw_row_labels(frame, panel, m, grid, area.min);
  draw_left_out(frame, m, grid);
  draw_row_sums(frame, grid, m, grid.whole().max.x + m.right_w, area.min.y);  // to the right of the strip for left-out columns
  if (m.foot_h > 0 && sum_at(node, true, grid.outer, 0)) draw_sum_sign(frame.theme, ImVec2(grid.origin.x, grid.whole().max.y));
  draw_cells(frame, screen, panel, m, grid);
}

constexpr Index kMostColumnsWithDigits = 24;

bool has_room_for_digits(const TraceNode& node) {
  return node.value->cols() <= kMostColumnsWithDigits && node.value->rows() <= kMostRowsWithDigits;
}

}  // namespace

std::pair<Index, Index> window_around(Index all, Index fit, Index from, Index to, Index chosen) {
  const Index count = std::clamp<Index>(fit, 1, all), span = to - from + 1;
  Index first = from - std::max<Index>((count - span) / 2, 0);
  if (chosen >= 0) first = std::clamp(first, chosen - count + 1, chosen);
  return {std::clamp<Index>(first, 0, all - count), count};
}

bool needs_digits(const Frame& frame, const PanelView& panel) { return !needed_in_matrix(frame, panel).empty(); }

Elastic elastic_of_window(const Frame& frame, const PanelView& panel) {
  const Theme& theme = frame.theme;
  const TraceNode& node = frame.trace->node(panel.nodes.front());
  const MatrixLayout m = around_cells(frame, node);
  const float strip = left_out_room(theme), cell_w = window_cell_width(frame, m), cell_h = window_cell_height(frame);
  const bool upright = widest_label(theme.small, node.cols) + 4 * theme.unit > cell_w * 1.4f;
  const std::vector<Cell> needed = needed_in_matrix(frame, panel);
  const bool at_start = std::any_of(needed.begin(), needed.end(), [](const Cell& cell) { return cell.col == 0; });
  const float left_sides = at_start ? 1 : 2;
  // A few needed columns are shown together.
  const auto [left, right] = std::minmax_element(needed.begin(), needed.end(), [](const Cell& a, const Cell& b) { return a.col < b.col; });
  constexpr Index kFewNeeded = 4, kLeastShown = 2;
  const Index span = needed.empty() ? 1 : right->col - left->col + 1;
  const Index least = span <= kFewNeeded ? std::max(span, kLeastShown) : kLeastShown;
  const auto size = [&](Index cols, Index rows, float larger) {
    const Index c = std::min(cols, m.cols), r = std::min(rows, m.rows);
    return ImVec2(m.label_w + m.sums_w + (c < m.cols ? left_sides * strip : 0) + static_cast<float>(c) * cell_w * larger + 1,
                  window_head(theme, node, upright) + m.foot_h + (r < m.rows ? strip : 0) + static_cast<float>(r) * cell_h * larger + 1);
  };
  Elastic out{size(least, 3, 1), size(6, 13, 1.1f), size(14, 24, 1.5f)};
  out.good = {std::max(out.good.x, out.least.x), std::max(out.good.y, out.least.y)};
  out.most = {std::max(out.most.x, out.good.x), std::max(out.most.y, out.good.y)};
  return out;
}

void draw_window(const Frame& frame, Screen& screen, const PanelView& panel, const Box& area) { draw_matrix(frame, screen, panel, area); }

namespace {

constexpr ViewRow cells_view(View view) {
  return {.view = view,
          .measure = measure_matrix,
          .draw = draw_matrix,
          .elastic = elastic_matrix,
          .can_show = has_room_for_digits,
          .otherwise = View::heatmap,
          .cells = Cells::grid};
}

}  // namespace

const ViewRow kMatrixView = cells_view(View::matrix), kTokensView = cells_view(View::tokens), kAttentionView = cells_view(View::attention);

}  // namespace gf::ui

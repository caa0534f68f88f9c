#include "ui/cells/grid.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/veil.h"
#include "render/heatmap.h"
#include "study/exercise.h"
#include "ui/cells/asked.h"
#include "ui/cells/blank.h"
#include "ui/cells/guess.h"
#include "ui/cells/moments.h"
#include "ui/places.h"
#include "ui/widgets/dashes.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/text.h"

namespace gf::ui {

Box Grid::whole() const { return {origin, {origin.x + static_cast<float>(cols) * cell_w, origin.y + static_cast<float>(rows) * cell_h}}; }

Box Grid::cell(Index row, Index col) const {
  const float x = origin.x + static_cast<float>(col - first_col) * cell_w, y = origin.y + static_cast<float>(row - first_row) * cell_h;
  return {{x, y}, {x + cell_w, y + cell_h}};
}

std::optional<Cell> Grid::at(ImVec2 point) const {
  if (!whole().contains(point)) return {};
  const auto row = static_cast<Index>((point.y - origin.y) / cell_h), col = static_cast<Index>((point.x - origin.x) / cell_w);
  return Cell{outer, first_row + std::clamp<Index>(row, 0, rows - 1), first_col + std::clamp<Index>(col, 0, cols - 1)};
}

namespace {

Grid::Range visible_range(float origin, float pitch, Index count, float from, float to) {
  if (pitch <= 0 || to <= from) return {0, 0};
  const auto first = static_cast<Index>(std::floor((from - origin) / pitch)), last = static_cast<Index>(std::ceil((to - origin) / pitch));
  return {std::clamp<Index>(first, 0, count), std::clamp<Index>(last, 0, count)};
}

}  // namespace

Grid::Range Grid::visible_rows() const {
  const Range r = visible_range(origin.y, cell_h, rows, visible.min.y, visible.max.y);
  return {r.from + first_row, r.to + first_row};
}

Grid::Range Grid::visible_cols() const {
  const Range r = visible_range(origin.x, cell_w, cols, visible.min.x, visible.max.x);
  return {r.from + first_col, r.to + first_col};
}

ImU32 Shade::of(float value) const {
  if (is_signed) {
    const float range = std::max(most, -least);
    return colormap(range > 0 ? std::clamp(value / range, -1.0f, 1.0f) : 0, true, dark);
  }
  return colormap(most > least ? std::clamp((value - least) / (most - least), 0.0f, 1.0f) : 0, false, dark);
}

float noise_of(const Frame& frame, const TraceNode& node) {
  constexpr float kNoise = 1e-6f;
  // A rounding error is left when numbers cancel. A small product or quotient is as exact as a large one.
  static constexpr std::string_view kExact[] = {"scale", "multiply", "divide", "divide_by_root"};
  if (std::find(std::begin(kExact), std::end(kExact), node.op) != std::end(kExact)) return 0;
  float largest = node.facts.kind == NodeKind::weights ? 1.0f : 0.0f;  // parts of a whole
  for (const int input : node.inputs) {
    const Facts& facts = frame.trace->node(input).facts;
    if (frame.trace->node(input).value->shape() == node.value->shape())
      largest = std::max({largest, std::fabs(facts.least), std::fabs(facts.most)});
  }
  return kNoise * largest;
}

Shade shade_of(const Frame& frame, const TraceNode& node) {
  Shade shade;
  shade.dark = frame.theme.dark;
  shade.is_signed = !(node.facts.kind == NodeKind::weights && node.facts.least >= 0);
  shade.most = std::max(std::fabs(node.facts.least), std::fabs(node.facts.most));
  if (shade.most <= noise_of(frame, node)) shade.most = 1;
  shade.least = -shade.most;
  shade.noise = noise_of(frame, node);
  if (!shade.is_signed) {
    shade.least = 0;
    shade.most = std::max(1.0f, node.facts.most);
  }
  shade.plain = node.facts.zeros_and_ones || (node.value->size() == 1 && shade.is_signed);
  return shade;
}

namespace {

// Returns the digits of a matrix. Weights with veiled cells have at most two decimals, so that the number of decimals does not tell a
// veiled cell.
Digits digits_of_parts(const TraceNode& node, Index outer, int most_chars) {
  Digits digits = digits_for(*node.value, outer, most_chars);
  const float *from = node.value->matrix(outer), *to = from + node.value->shape().matrix_size();
  constexpr int kUsual = 2;
  if (node.facts.kind == NodeKind::weights && digits.decimals > kUsual && std::any_of(from, to, is_veil)) {
    digits.decimals = kUsual;
    digits.rounds_to_zero = true;
  }
  return digits;
}

}  // namespace

Digits digits_of(const Frame& frame, Screen& screen, int node, Index outer, int most_chars) {
  return screen.state.lesson.digits.get(shared_trace(frame), {node, outer, most_chars},
                                        [](const std::shared_ptr<const Trace>& trace, const DigitsKey& key) {
                                          return digits_of_parts(trace->node(key.node), key.outer, key.most_chars);
                                        });
}

bool is_hidden(const TraceNode& node, float value) { return node.facts.kind == NodeKind::masked && std::isinf(value) && value < 0; }

void hatch(ImDrawList* list, const Theme& theme, const Box& box) {
  list->AddRectFilled(box.min, box.max, theme.color.hidden, 3 * theme.unit);
  list->PushClipRect(box.min, box.max, true);
  const float step = 6 * theme.unit, height = box.height();
  for (float x = box.min.x - height; x < box.max.x; x += step) {
    list->AddLine(ImVec2(x, box.max.y), ImVec2(x + height, box.min.y), theme.color.hidden_hatch, theme.unit);
  }
  list->PopClipRect();
}

void draw_veil(ImDrawList* list, const Theme& theme, const Box& box, bool asked) {
  const float u = screen_theme(theme).unit;
  list->AddRectFilled(box.min, box.max, asked ? theme.color.callout : theme.color.hidden, 3 * u);
  dashed_rect(list, box, asked ? theme.color.focus : theme.color.hidden_hatch, asked ? 1.5f * u : u, 4 * u);
  const Type large = never_small(theme, theme.heading);
  const bool fits = box.height() >= large.size * 1.1f && box.width() >= large.size * 0.8f;
  if (asked) put_centred(list, fits ? large : never_small(theme, theme.small), box.min, box.max, theme.color.focus_ink, kVeiled);
}

namespace {

void draw_marks(const Frame& frame, ImDrawList* list, const TraceNode& node, const Cell& cell, const Box& tile) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  if (!node.marks.empty() && mark_at(node, cell)) {
    const float side = std::min(9 * u, tile.height() / 2);
    const auto corner = [&](float size, ImU32 color) {
      list->AddTriangleFilled(tile.min, ImVec2(tile.min.x + size, tile.min.y), ImVec2(tile.min.x, tile.min.y + size), color);
    };
    corner(side + 4 * u, theme.color.panel);  // an edge makes the flag stand out from each shade
    corner(side, theme.color.mark);
  }
  if (!node.pins.empty() && pin_at(node, cell)) {
    list->AddRect(tile.min, tile.max, theme.color.pin, 3 * u, 0, 2 * u);
    const ImVec2 spot(tile.max.x - 3 * u, tile.min.y + 3 * u);
    list->AddCircleFilled(spot, 5.5f * u, theme.color.pin, 20);
    draw_icon(list, Icon::pin, spot, 7 * u, theme.color.panel);
  }
}

// Draws the digits of a cell. If the type is too small to be read, draws as many digits as fit at the least readable size. Draws none if
// fewer than three fit.
void draw_digits(ImDrawList* list, const Type& type, const Box& tile, ImU32 ink, float value, const Digits& digits, float noise) {
  const Type least{type.font, least_readable()};
  const std::string text = std::fabs(value) <= noise && value != 0 ? cell_text(0, {2, digits.most_chars}) : cell_text(value, digits);
  if (type.size >= least.size) return put_centred(list, type, tile.min, tile.max, ink, text);
  const bool fits = tile.height() >= least.size && measure(least, text).x <= tile.width();
  if (fits) return put_centred(list, least, tile.min, tile.max, ink, text);
  constexpr int kFewest = 3;
  const int chars = static_cast<int>(tile.width() / measure(least, "0").x);
  if (chars >= kFewest && tile.height() >= least.size)
    put_centred(list, least, tile.min, tile.max, ink, compact_text(value, digits, chars));
}

bool is_zero_of_two(const TraceNode& node, float value) { return node.facts.zeros_and_ones && value == 0; }

ImU32 plain_fill(const Theme& theme, const TraceNode& node, float value) {
  constexpr float kPale = 0.03f, kFull = 0.13f;
  return blend(theme.color.panel, theme.color.ink, is_zero_of_two(node, value) || !node.facts.zeros_and_ones ? kPale : kFull);
}

ImU32 plain_ink(const Theme& theme, const TraceNode& node, float value) {
  return is_zero_of_two(node, value) ? theme.color.faint : theme.color.ink;
}

void draw_edit_frame(const Theme& theme, ImDrawList* list, const Box& tile) {
  const float u = theme.unit;
  list->AddRect(tile.min, tile.max, theme.color.edit, 3 * u, 0, u);
}

}  // namespace

void draw_cell(const Frame& frame, Screen& screen, ImDrawList* list, const TraceNode& node, const Cell& cell, const Box& box,
               const Shade& shade, const Type& type, const Digits* digits) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, gap = std::min(u, box.width() * 0.1f);
  const Box tile{{box.min.x + gap, box.min.y + gap}, {box.max.x - gap, box.max.y - gap}};
  const float value = node.value->at(cell);
  ImU32 ink = theme.color.muted;
  Film& film = screen.state.lesson.film;
  if (film.on && film.cell.cell == cell && frame.trace->nodes.data() + film.cell.node == &node) film.cell_box = tile;
  if (is_yet_to_come(frame, node, cell)) return list->AddRect(tile.min, tile.max, theme.color.rule, 3 * u, 0, u);
  const Blank* const blank = blank_at(frame, node, cell);
  if (is_veil(value)) return draw_veiled(frame, screen, list, {static_cast<int>(&node - frame.trace->nodes.data()), cell}, tile);
  if (is_hidden(node, value)) {
    hatch(list, theme, tile);
  } else if (!std::isfinite(value)) {
    list->AddRectFilled(tile.min, tile.max, theme.color.warn_soft, 3 * u);
    list->AddRect(tile.min, tile.max, theme.color.warn, 3 * u, 0, 1.5f * u);
    ink = theme.color.warn;
  } else {
    const ImU32 fill = shade.plain ? plain_fill(theme, node, value) : shade.of(value);
    list->AddRectFilled(tile.min, tile.max, fill, 3 * u);
    ink = shade.plain ? plain_ink(theme, node, value) : ink_on(fill);
  }
  if (shade.plain && !digits && node.facts.zeros_and_ones && value != 0)
    list->AddCircleFilled({(tile.min.x + tile.max.x) / 2, (tile.min.y + tile.max.y) / 2}, 0.3f * std::min(tile.width(), tile.height()),
                          theme.color.ink);
  if (is_editable(frame, node)) draw_edit_frame(theme, list, tile);
  if (const float glow = glow_of(frame, node, cell); glow > 0)
    list->AddRect(tile.min, tile.max, faded(theme.color.accent, glow), 3 * u, 0, std::max(3 * u, 2.0f));
  if (digits) draw_digits(list, type, tile, ink, value, *digits, shade.noise);
  if (blank && blank->state == BlankState::right) draw_filled_mark(list, theme, tile, ink);
  draw_marks(frame, list, node, cell, tile);
}

namespace {

void outline(ImDrawList* list, const Theme& theme, const Box& box, ImU32 color, float width) {
  const float u = theme.unit;
  list->AddRect(ImVec2(box.min.x - 0.5f * u, box.min.y - 0.5f * u), ImVec2(box.max.x + 0.5f * u, box.max.y + 0.5f * u), color, 4 * u, 0,
                width);
}

// Draws a frame around each unbroken run of cells, since operands mostly are a whole row or column. Notes each run under `id` and the name
// of the node.
void draw_runs(const Frame& frame, Screen& screen, ImDrawList* list, const Grid& grid, const std::vector<Cell>& cells, ImU32 color,
               const char* id) {
  const Theme& theme = frame.theme;
  for (std::size_t i = 0; i < cells.size();) {
    if (!grid.has(cells[i])) {
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    const bool along_row = end < cells.size() && cells[end].row == cells[i].row;
    while (end < cells.size() && grid.has(cells[end]) &&
           (along_row ? cells[end].row == cells[i].row && cells[end].col == cells[end - 1].col + 1
                      : cells[end].col == cells[i].col && cells[end].row == cells[end - 1].row + 1)) {
      ++end;
    }
    const Box box{grid.cell(cells[i].row, cells[i].col).min, grid.cell(cells[end - 1].row, cells[end - 1].col).max};
    note_box(screen.places, id + frame.trace->node(grid.node).name, box);
    outline(list, theme, box, color, std::max(2 * theme.unit, 1.5f));
    i = end;
  }
}

void draw_crosshair(const Theme& theme, ImDrawList* list, const Grid& grid, const Cell& cell) {
  const Box whole = grid.whole(), box = grid.cell(cell.row, cell.col);
  const float u = theme.unit;
  list->AddRect(ImVec2(whole.min.x, box.min.y), ImVec2(whole.max.x, box.max.y), theme.color.crosshair, 3 * u, 0, u);
  list->AddRect(ImVec2(box.min.x, whole.min.y), ImVec2(box.max.x, whole.max.y), theme.color.crosshair, 3 * u, 0, u);
}

}  // namespace

void draw_highlights(const Frame& frame, Screen& screen, ImDrawList* list, const Grid& grid) {
  const Theme& theme = frame.theme;
  const auto in_grid = [&](const CellReference& at) { return at.node == grid.node && grid.has(at.cell); };
  const CellReference focus = focused(frame), chosen = selected(frame);
  if (const std::vector<Cell>* after = cells_after(frame, grid.node))
    draw_runs(frame, screen, list, grid, *after, theme.color.after, "after:");
  if (const std::vector<Cell>* lit = lit_cells(frame, grid.node)) draw_runs(frame, screen, list, grid, *lit, theme.color.accent, "lit:");
  if (in_grid(focus)) {
    draw_crosshair(theme, list, grid, focus.cell);
    outline(list, theme, grid.cell(focus.cell.row, focus.cell.col), theme.color.ink, 1.5f * theme.unit);
  }
  if (in_grid(chosen)) outline(list, theme, grid.cell(chosen.cell.row, chosen.cell.col), theme.color.focus, 3 * theme.unit);
  if (in_grid(chosen) && frame.state.lesson.whole_matrix) outline(list, theme, grid.whole(), theme.color.accent, 2.5f * theme.unit);
  if (const std::optional<Cell> guess = guessed_in(frame, grid.node);
      guess && grid.has(*guess) && !(grid.bars && guessed(frame, frame.trace->node(grid.node), *guess)))
    draw_guess(frame, screen, list, {grid.node, *guess}, grid.cell(guess->row, guess->col));
}

}  // namespace gf::ui

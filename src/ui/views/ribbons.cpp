#include "ui/views/ribbons.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "core/nth.h"
#include "ui/cells/grid.h"

namespace gf::ui {

namespace {

constexpr float kWidest = 30;                    // the greatest width of a weight of 1, design pixels
constexpr float kFaintest = 0.01f;               // the least weight with a ribbon
constexpr float kPale = 0.42f, kStrong = 0.85f;  // the weights whose colours pale and strong ribbons have

struct Ribbon {
  Index row = 0, col = 0;
  float width = 0;
  float start = 0, end = 0;  // the distances from the middle of the word that is attended to, and of the word that attends
};

float weight_at(const Tensor& weights, Index outer, Index row, Index col) {
  const float weight = weights.at({outer, row, col});
  return std::isfinite(weight) && weight >= kFaintest ? std::min(weight, 1.0f) : 0;
}

float along(const RibbonLines& lines, const Box& word) { return lines.upright ? word.centre().y : word.centre().x; }

// Returns the least distance of successive words of a line.
float least_apart(const RibbonLines& lines, const std::vector<Box>& words) {
  float least = 1e9f;
  for (std::size_t i = 1; i < words.size(); ++i) least = std::min(least, std::fabs(along(lines, words[i]) - along(lines, words[i - 1])));
  if (words.size() == 1) least = lines.upright ? words[0].height() : words[0].width();
  return least;
}

// Returns the width of a weight of 1, with which all ribbons of a word stand between its neighbours.
float width_of_unit(const Theme& theme, const Tensor& weights, Index outer, const RibbonLines& lines) {
  constexpr float kOfTheWay = 0.86f;
  float most = 1;
  for (Index col = 0; col < weights.cols(); ++col) {
    float sum = 0;
    for (Index row = 0; row < weights.rows(); ++row) sum += weight_at(weights, outer, row, col);
    most = std::max(most, sum);
  }
  return std::min(
      {kWidest * theme.unit, kOfTheWay * least_apart(lines, lines.looked_at) / most, kOfTheWay * least_apart(lines, lines.looking)});
}

std::vector<Ribbon> ribbons_of(const Theme& theme, const Tensor& weights, Index outer, const RibbonLines& lines, Index rows) {
  const float unit = width_of_unit(theme, weights, outer, lines);
  std::vector<float> used_at_col(static_cast<std::size_t>(weights.cols()), 0), used_at_row(static_cast<std::size_t>(weights.rows()), 0);
  std::vector<Ribbon> ribbons;
  for (Index row = 0; row < std::min(rows, weights.rows()); ++row)
    for (Index col = 0; col < weights.cols(); ++col) {
      const float width = unit * weight_at(weights, outer, row, col);
      if (width <= 0) continue;
      float &at_col = nth(used_at_col, col), &at_row = nth(used_at_row, row);
      ribbons.push_back({row, col, width, at_col + width / 2, at_row + width / 2});
      at_col += width;
      at_row += width;
    }
  for (Ribbon& ribbon : ribbons) {
    ribbon.start -= nth(used_at_col, ribbon.col) / 2;
    ribbon.end -= nth(used_at_row, ribbon.row) / 2;
  }
  return ribbons;
}

// Whether a wide ribbon crosses another wide ribbon, as when two words change places. A wide ribbon has at least half of the greatest
// width.
bool crosses_another(const std::vector<Ribbon>& ribbons, const Ribbon& ribbon) {
  float widest = 0;
  for (const Ribbon& other : ribbons) widest = std::max(widest, other.width);
  const float enough = widest / 2;
  return ribbon.width >= enough && std::any_of(ribbons.begin(), ribbons.end(), [&](const Ribbon& other) {
           return other.width >= enough && (ribbon.row - other.row) * (ribbon.col - other.col) < 0;
         });
}

void draw_ribbon(const RibbonLines& lines, const Ribbon& ribbon, ImU32 color, float way) {
  const Box &from = nth(lines.looked_at, ribbon.col), &to = nth(lines.looking, ribbon.row);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float width = std::max(ribbon.width, 1.0f);
  if (lines.upright) {
    const ImVec2 start(from.max.x, from.centre().y + ribbon.start), end(to.min.x, to.centre().y + ribbon.end);
    const float bend = (end.x - start.x) / 2;
    list->PushClipRect({start.x, -1e6f}, {start.x + (end.x - start.x) * way, 1e6f}, true);
    list->AddBezierCubic(start, {start.x + bend, start.y}, {end.x - bend, end.y}, end, color, width);
  } else {
    const ImVec2 start(from.centre().x + ribbon.start, from.max.y), end(to.centre().x + ribbon.end, to.min.y);
    const float bend = (end.y - start.y) / 2;
    list->PushClipRect({-1e6f, start.y}, {1e6f, start.y + (end.y - start.y) * way}, true);
    list->AddBezierCubic(start, {start.x, start.y + bend}, {end.x, end.y - bend}, end, color, width);
  }
  list->PopClipRect();
}

}  // namespace

void draw_ribbons(const Theme& theme, const Tensor& weights, Index outer, const RibbonLines& lines, const RibbonLook& look) {
  const std::vector<Ribbon> ribbons = ribbons_of(theme, weights, outer, lines, look.rows);
  const Shade shade{false, 0, 1, theme.dark};
  for (const bool strong : {false, true})
    for (const Ribbon& ribbon : ribbons) {
      const bool lit = look.lit ? ribbon.row == *look.lit : look.light_crossings && crosses_another(ribbons, ribbon);
      if (lit == strong) draw_ribbon(lines, ribbon, shade.of(lit ? kStrong : kPale), ribbon.row + 1 == look.rows ? look.newest : 1);
    }
}

}  // namespace gf::ui

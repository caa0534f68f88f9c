#include "ui/stage/arrows.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/nth.h"
#include "ui/stage/frames.h"
#include "ui/stage/operator_sign.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr float kBehind = 0.45f;                                      // the share of its colour that an arrow behind cards keeps
constexpr float kSignsFrom = 0.7f;                                    // the least zoom at which signs have room
constexpr float kStreamWidth = 3, kLitWidth = 2, kThinWidth = 1.25f;  // design pixels

float width_of(const PlacedArrow& arrow, bool lit) {
  if (arrow.stream) return kStreamWidth;
  return lit ? kLitWidth : kThinWidth;
}

void draw_arrow(const Theme& theme, const PlacedArrow& arrow, const Lens& lens, ImU32 color, bool lit) {
  const float u = theme.unit, head = std::clamp(6 * lens.view.zoom, 3.0f, 8.0f) * u;
  const float width = width_of(arrow, lit) * u;
  const ImVec2 from = lens.at(arrow.start), tip = lens.at(arrow.end);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 to = arrow.down ? ImVec2(tip.x, tip.y - head * 0.8f) : ImVec2(tip.x - head * 0.8f, tip.y);
  const float bend = std::max(std::fabs(arrow.down ? to.y - from.y : to.x - from.x) * 0.5f, 10 * lens.view.zoom * u);
  const ImVec2 a = arrow.down ? ImVec2(from.x, from.y + bend) : ImVec2(from.x + bend, from.y);
  const ImVec2 b = arrow.down ? ImVec2(to.x, to.y - bend) : ImVec2(to.x - bend, to.y);
  list->AddBezierCubic(from, a, b, to, color, width);
  const ImVec2 left = arrow.down ? ImVec2(tip.x - head * 0.6f, tip.y - head) : ImVec2(tip.x - head, tip.y - head * 0.6f);
  const ImVec2 right = arrow.down ? ImVec2(tip.x + head * 0.6f, tip.y - head) : ImVec2(tip.x - head, tip.y + head * 0.6f);
  list->AddTriangleFilled(tip, left, right, color);
}

// The look of an arrow: strong at one hop from the focused cell, faint further on.
struct ArrowLook {
  ImU32 color = 0;
  bool lit = false, on_the_way = false;
};

ArrowLook look_of(const Theme& theme, Kinship from, Kinship to) {
  const auto one_of = [](Kinship kin, auto... choices) { return ((kin == choices) || ...); };
  using enum Kinship;
  if (one_of(from, own, operand) && one_of(to, own, operand)) return {theme.color.accent, true, true};
  if (from == own && to == result) return {theme.color.after, true, true};
  if (one_of(from, before, operand) && one_of(to, before, operand, own)) return {faded(theme.color.accent, 0.45f), false, true};
  if (one_of(from, own, result, after) && one_of(to, result, after)) return {faded(theme.color.after, 0.5f), false, true};
  return {theme.color.arrow, false, false};
}

// Draws a sign on a horizontal arrow, or beside an arrow that goes down.
void draw_sign(const Theme& theme, const PlacedArrow& arrow, const Lens& lens, const std::string& sign) {
  const ImVec2 a = lens.at(arrow.start), b = lens.at(arrow.end), size = measure(theme.body, sign);
  const float u = theme.unit, room = arrow.down ? b.y - a.y : b.x - a.x;
  if (room < (arrow.down ? 0.8f * size.y : size.x + 12 * u)) return;
  const ImVec2 middle((a.x + b.x) / 2, (a.y + b.y) / 2);
  const ImVec2 at = arrow.down ? ImVec2(middle.x + 7 * u, middle.y - size.y / 2) : ImVec2(middle.x - size.x / 2, middle.y - size.y / 2);
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (!arrow.down)
    list->AddRectFilled({at.x - 4 * u, at.y - u}, {at.x + size.x + 4 * u, at.y + size.y + u},
                        blend(theme.color.page, theme.color.ink, 0.05f), size.y / 2);
  put(list, theme.body, at, theme.color.ink, sign);
}

// Draws the sign of each card's operation on the first arrow that leads to the card.
void draw_signs(const Frame& frame, const Picture& picture, const Lens& lens) {
  if (lens.view.zoom < kSignsFrom) return;
  std::vector<bool> signed_cards(picture.cards.size());
  for (const PlacedArrow& arrow : picture.placement().arrows) {
    const auto reader = static_cast<std::size_t>(arrow.reader);
    const int node = subject_of(frame, picture.cards[reader]);
    if (arrow.quiet || arrow.through >= 0 || signed_cards[reader] || node < 0) continue;
    const std::vector<int>& inputs = frame.trace->node(node).inputs;
    const int from = subject_of(frame, nth(picture.cards, arrow.from));
    if (std::find(inputs.begin(), inputs.end(), from) == inputs.end()) continue;
    signed_cards[reader] = true;
    if (const std::string sign = operator_sign(*frame.trace, node); !sign.empty()) draw_sign(frame.theme, arrow, lens, sign);
  }
}

}  // namespace

void draw_arrows(const Frame& frame, const Picture& picture, const Lens& lens) {
  const Box seen = visible_box();
  std::vector<Kinship> kin;
  for (const PictureCard& card : picture.cards)
    kin.push_back(focused(frame).node < 0 || card.run ? Kinship::none : kinship_of(frame, card));
  for (const bool over : {false, true}) {
    for (const PlacedArrow& arrow : picture.placement().arrows) {
      const Box around = lens.at(Box{{std::min(arrow.start.x, arrow.end.x), std::min(arrow.start.y, arrow.end.y)},
                                     {std::max(arrow.start.x, arrow.end.x), std::max(arrow.start.y, arrow.end.y)}});
      if (around.max.x < seen.min.x || around.min.x > seen.max.x || around.max.y < seen.min.y || around.min.y > seen.max.y) continue;
      const Kinship to = nth(kin, arrow.reader);
      ArrowLook look = look_of(frame.theme, nth(kin, arrow.from), to);
      if (!look.on_the_way && arrow.through >= 0) look = look_of(frame.theme, nth(kin, arrow.through), to);
      if (arrow.behind && !look.on_the_way) look.color = faded(look.color, kBehind);
      if (look.on_the_way == over && (look.lit || !arrow.quiet)) draw_arrow(frame.theme, arrow, lens, look.color, look.lit);
    }
  }
  draw_signs(frame, picture, lens);
}

}  // namespace gf::ui

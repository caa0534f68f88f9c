#include "ui/stage/mini_map.h"

#include <algorithm>
#include <cstddef>

#include "core/nth.h"

namespace gf::ui {

namespace {

constexpr float kNarrowestMap = 1.2f, kWidestMap = 4;  // width / height
constexpr float kLeastBlock = 2.5f;                    // design pixels

ImU32 color_of_role(const Theme& theme, SceneRole role) {
  switch (role) {
    case SceneRole::focus:
      return theme.color.focus;
    case SceneRole::operand:
      return theme.color.accent;
    case SceneRole::result:
      return theme.color.after;
    case SceneRole::context:
      break;
  }
  return theme.color.muted;
}

}  // namespace

float mini_map_width(const Picture& picture, float height) {
  const Placement& plan = picture.placement();
  const float wide = plan.height > 0 ? plan.width / plan.height : 1;
  return height * std::clamp(wide, kNarrowestMap, kWidestMap);
}

void draw_mini_map(const Frame& frame, const Picture& picture, const Scene& scene, const Box& box) {
  const Placement& plan = picture.placement();
  if (plan.width <= 0 || plan.height <= 0) return;
  const float u = frame.theme.unit;
  const ImVec2 zoom(box.width() / plan.width, box.height() / plan.height);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto block = [&](const Box& at, ImU32 color) {
    ImVec2 size(std::max(at.width() * zoom.x - u, kLeastBlock * u), std::max(at.height() * zoom.y - u, kLeastBlock * u));
    size = {std::min(size.x, box.width()), std::min(size.y, box.height())};
    const ImVec2 corner(std::min(box.min.x + at.min.x * zoom.x, box.max.x - size.x),
                        std::min(box.min.y + at.min.y * zoom.y, box.max.y - size.y));
    list->AddRectFilled(corner, {corner.x + size.x, corner.y + size.y}, color, u);
  };
  const auto block_of = [&](int card, ImU32 color) {
    const int folded = nth(plan.in_folded, card);
    block(folded >= 0 ? nth(plan.frames, folded).box : nth(plan.cards, card), color);
  };
  for (const PlacedFrame& placed : plan.frames)
    if (placed.folded) block(placed.box, frame.theme.color.border);
  for (std::size_t card = 0; card < plan.cards.size(); ++card)
    if (plan.in_folded[card] < 0) block(plan.cards[card], frame.theme.color.border);
  for (const SceneCard& card : scene.cards)
    if (card.card >= 0) block_of(card.card, color_of_role(frame.theme, card.role));
}

}  // namespace gf::ui

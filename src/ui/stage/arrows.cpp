#include "ui/stage/arrows.h"

#include <algorithm>
#include <cmath>

#include "ui/stage/frames.h"

namespace gf::ui {

namespace {

void draw_arrow(const Theme& theme, const PlacedArrow& arrow, const Lens& lens, bool lit) {
  const float u = theme.unit, head = std::clamp(6 * lens.view.zoom, 3.0f, 8.0f) * u;
  const ImU32 color = lit ? theme.color.accent : theme.color.arrow;
  const float width = (lit ? 2.0f : 1.25f) * u;
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

}  // namespace

void draw_arrows(const Frame& frame, const Picture& picture, const Lens& lens) {
  const Box seen = visible_box();
  const int focus = focused(frame).node;
  for (const bool lit : {false, true}) {
    for (const PlacedArrow& arrow : picture.placement().arrows) {
      const Box around = lens.at(Box{{std::min(arrow.start.x, arrow.end.x), std::min(arrow.start.y, arrow.end.y)},
                                     {std::max(arrow.start.x, arrow.end.x), std::max(arrow.start.y, arrow.end.y)}});
      if (around.max.x < seen.min.x || around.min.x > seen.max.x || around.max.y < seen.min.y || around.min.y > seen.max.y) continue;
      const bool own = focus >= 0 && lit_card(frame, picture, arrow.from) && lit_card(frame, picture, arrow.to);
      if (own == lit && (lit || !arrow.quiet)) draw_arrow(frame.theme, arrow, lens, own);
    }
  }
}

}  // namespace gf::ui

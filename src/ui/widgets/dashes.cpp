#include "ui/widgets/dashes.h"

#include <algorithm>
#include <cmath>

namespace gf::ui {

namespace {

void dashed_line(ImDrawList* list, ImVec2 from, ImVec2 to, ImU32 color, float width, float dash) {
  const float length = std::hypot(to.x - from.x, to.y - from.y);
  // The number of equal pieces is odd, so that both ends are drawn. Very long lines have longer dashes.
  const float pieces = std::clamp(std::round(length / dash), 1.0f, 400.0f), count = 2 * std::floor(pieces / 2) + 1;
  for (float i = 0; i < count; i += 2) {
    const auto at = [&](float t) { return ImVec2(from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t); };
    list->AddLine(at(i / count), at((i + 1) / count), color, width);
  }
}

}  // namespace

void dashed_rect(ImDrawList* list, const Box& box, ImU32 color, float width, float dash) {
  const ImVec2 right(box.max.x, box.min.y), left(box.min.x, box.max.y);
  dashed_line(list, box.min, right, color, width, dash);
  dashed_line(list, right, box.max, color, width, dash);
  dashed_line(list, left, box.max, color, width, dash);
  dashed_line(list, box.min, left, color, width, dash);
}

void dashed_circle(ImDrawList* list, ImVec2 centre, float radius, ImU32 color, float width, float dash) {
  constexpr float kRound = 6.2831853f;
  const int dashes = std::max(static_cast<int>(kRound * radius / (2 * dash)), 4);
  for (int i = 0; i < dashes; ++i) {
    const float from = kRound * static_cast<float>(i) / static_cast<float>(dashes), to = from + kRound / 2 / static_cast<float>(dashes);
    list->PathArcTo(centre, radius, from, to, 6);
    list->PathStroke(color, 0, width);
  }
}

}  // namespace gf::ui

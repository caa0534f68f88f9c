#include "ui/inspector/inspector_words.h"

#include <imgui.h>

#include "ui/widgets/text.h"

namespace gf::ui {

void small_heading(const Frame& frame, std::string_view key) {
  gap(16 * frame.theme.unit);
  line(frame.theme.tiny, frame.theme.color.faint, ui_text(frame, key));
}

ImVec2 sunken_box(const Theme& theme, float height) {
  const float u = theme.unit, width = ImGui::GetContentRegionAvail().x;
  const ImVec2 at = ImGui::GetCursorScreenPos(), max(at.x + width, at.y + height + 16 * u);
  ImGui::GetWindowDrawList()->AddRectFilled(at, max, theme.color.page, 6 * u);
  ImGui::Dummy(ImVec2(width, max.y - at.y));
  return {at.x + sunken_margin(theme), at.y + 8 * u};
}

}  // namespace gf::ui

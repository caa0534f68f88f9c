#include "ui/stage/floating_bar.h"

#include <imgui.h>

namespace gf::ui {

bool begin_floating_bar(const Theme& theme, const char* id, const Box& box) {
  const float u = theme.unit;
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  ImGui::SetCursorScreenPos(box.min);
  if (!ImGui::BeginChild(id, ImVec2(box.width(), box.height()), 0, kFlags)) return false;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(box.min, box.max, theme.color.panel, 8 * u);
  list->AddRect(box.min, box.max, theme.color.border, 8 * u, 0, u);
  return true;
}

}  // namespace gf::ui

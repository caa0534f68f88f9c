#include "ui/settings.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <vector>

#include "ui/embed.h"
#include "ui/inputs.h"
#include "ui/places.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text.h"

namespace gf::ui {

namespace {

constexpr ImGuiChildFlags kSettingsFlags = ImGuiChildFlags_AlwaysUseWindowPadding | ImGuiChildFlags_AutoResizeY;

// How large all text is, in percent.
void draw_text_size(const Frame& frame, Screen& screen, float height) {
  const Theme& theme = frame.theme;
  std::vector<std::string> labels;
  int chosen = 0;
  for (std::size_t i = 0; i < std::size(kTextSizes); ++i) {
    labels.push_back(std::to_string(static_cast<int>(std::lround(kTextSizes[i] * 100))) + " %");
    if (std::fabs(kTextSizes[i] - frame.host.text_size) < 0.01f) chosen = static_cast<int>(i);
  }
  const std::string name = ui_text(frame, "text_size");
  line(theme.tiny, theme.color.muted, name);
  const float room = ImGui::GetContentRegionAvail().x;
  const int picked = segmented_width(theme, labels) <= room
                         ? segmented(theme, screen.places, "text size", name, labels, chosen, height)
                         : drop_down(theme, screen.places, "text size", name, labels, chosen, std::min(room, 160 * theme.unit), height);
  if (picked >= 0)
    screen.output.requests.push_back({.kind = HostRequest::Kind::set_text_size, .text_size = kTextSizes[static_cast<std::size_t>(picked)]});
}

void draw_of_all_lessons(const Frame& frame, Screen& screen) {
  const Theme& theme = frame.theme;
  const float height = control_height(theme, frame.host.touch);
  gap(4 * theme.unit);
  draw_text_size(frame, screen, height);
  if (text_button(theme, screen.places, ui_text(frame, "keys.title"), height)) screen.state.keys_asked = true;
}

}  // namespace

void draw_settings(const Frame& frame, Screen& screen, const Box& bench, const Box& stage) {
  if (!frame.state.settings_open) screen.state.tried.reset();
  if (!frame.state.settings_open) return;
  const Theme& theme = frame.theme;
  const float u = theme.unit, width = std::min(620 * u, bench.width() - 16 * u);
  const Box box{{stage.min.x + 8 * u, bench.min.y + 6 * u}, {stage.min.x + 8 * u + width, stage.max.y - 8 * u}};
  ImGui::SetCursorScreenPos(box.min);
  ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0), ImVec2(width, std::max(box.height(), 60 * u)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(16 * u, 12 * u));
  if (ImGui::BeginChild("settings", ImVec2(width, 0), kSettingsFlags)) {
    // ImGui would put the ground of a window beneath those that it does not know to overlap.
    const ImVec2 min = ImGui::GetWindowPos(), max(min.x + ImGui::GetWindowWidth(), min.y + ImGui::GetWindowHeight());
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->PushClipRect(min, max);
    list->AddRectFilled(min, max, theme.color.raised, 10 * u);
    list->AddRect(min, max, theme.color.border, 10 * u, 0, u);
    list->PopClipRect();
    draw_inputs(frame, screen);
    draw_of_all_lessons(frame, screen);
    draw_embed(frame, screen);
    if (ImGui::IsKeyPressed(ImGuiKey_Escape, false) && !frame.state.keyboard.was_over)
      screen.state.settings_open = false, screen.state.keyboard.closed_frame = ImGui::GetFrameCount();
  }
  ImGui::EndChild();
  note_item(screen.places, "part:settings");
  ImGui::PopStyleVar();
}

}  // namespace gf::ui

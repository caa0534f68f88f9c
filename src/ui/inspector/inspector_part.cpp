#include "ui/inspector/inspector_part.h"

#include <algorithm>

#include "ui/inspector/inspector.h"
#include "ui/places.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/icons.h"

namespace gf::ui {

namespace {

constexpr float kHandleWords = 120;  // design pixels: in a narrower box, the closed sheet in the foot is an arrow without words

void draw_inspector_column(const Frame& frame, Screen& screen, const Regions& r) {
  const Theme& theme = frame.theme;
  const float u = theme.unit;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(r.inspector.min, r.inspector.max, theme.color.panel);
  list->AddLine(r.inspector.min, ImVec2(r.inspector.min.x, r.inspector.max.y), theme.color.border, u);
  if (begin_part("inspector", r.inspector, ImVec2(20 * u, 14 * u), 0)) draw_inspector(frame, screen);
  ImGui::EndChild();
}

// Draws the closed sheet as a button in the foot. A wide button has a summary; a narrow one has an arrow alone.
void draw_handle_in_foot(const Frame& frame, Screen& screen, const Box& box) {
  const Theme& theme = frame.theme;
  const float u = theme.unit, side = box.height();
  const bool words = box.width() > kHandleWords * u;
  if (begin_part("sheet", box, ImVec2(0, 0), kFixed)) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(box.min, box.max, theme.color.panel, 8 * u);
    list->AddRect(box.min, box.max, theme.color.border, 8 * u, 0, u);
    if (ImGui::InvisibleButton("handle", ImVec2(box.width(), side), ImGuiButtonFlags_EnableNav)) screen.state.sheet_open = true;
    note_control(screen.places, "sheet", {.name = ui_text(frame, "parts.inspector"), .open = false});
    focus_frame(theme, 8 * u);
    ImGui::SetCursorScreenPos(ImVec2(box.min.x + 12 * u, box.centre().y - theme.small.size / 2));
    if (words) draw_inspector_summary(frame, box.width() - 50 * u);
    draw_icon(list, Icon::up, {words ? box.max.x - 20 * u : box.centre().x, box.centre().y}, 12 * u, theme.color.muted);
  }
  ImGui::EndChild();
}

void draw_inspector_sheet(const Frame& frame, Screen& screen, const Regions& r) {
  const Theme& theme = frame.theme;
  const Box& box = r.inspector;
  if (box.width() <= 0) return;
  const float u = theme.unit, handle = sheet_handle(frame.host.touch) * u;
  if (box == r.foot.handle) return draw_handle_in_foot(frame, screen, box);
  if (begin_part("sheet", box, ImVec2(0, 0), kFixed)) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(box.min, ImVec2(box.max.x, box.max.y + 20 * u), theme.color.panel, 14 * u, ImDrawFlags_RoundCornersTop);
    list->AddRect(ImVec2(box.min.x - u, box.min.y), ImVec2(box.max.x + u, box.max.y + 20 * u), theme.color.border, 14 * u,
                  ImDrawFlags_RoundCornersTop, u);
    const ImVec2 grip((box.min.x + box.max.x) / 2, box.min.y + 8 * u);
    list->AddRectFilled(ImVec2(grip.x - 20 * u, grip.y - 2 * u), ImVec2(grip.x + 20 * u, grip.y + 2 * u), theme.color.rule, 2 * u);
    if (ImGui::InvisibleButton("handle", ImVec2(box.width(), handle), ImGuiButtonFlags_EnableNav))
      screen.state.sheet_open = !frame.state.sheet_open;
    note_control(screen.places, "sheet", {.name = ui_text(frame, "parts.inspector"), .open = frame.state.sheet_open});
    focus_frame(theme, 10 * u);
    ImGui::SetCursorScreenPos(ImVec2(box.min.x + 16 * u, box.min.y + handle / 2 + 4 * u - theme.small.size / 2));
    draw_inspector_summary(frame, box.width() - 60 * u);
    draw_icon(list, frame.state.sheet_open ? Icon::down : Icon::up, ImVec2(box.max.x - 24 * u, box.min.y + handle / 2 + 4 * u), 12 * u,
              theme.color.muted);
    if (frame.state.sheet_open) {
      const Box content{{box.min.x, box.min.y + handle}, box.max};
      if (begin_part("inspector", content, ImVec2(16 * u, 0), 0)) draw_inspector(frame, screen);
      ImGui::EndChild();
    }
  }
  ImGui::EndChild();
}

}  // namespace

void draw_inspector_part(const Frame& frame, Screen& screen, const Regions& r) {
  if (frame.host.options.hides(ScreenPart::inspector)) return;  // the picture has its place
  if (r.settings_is_sheet && r.inspector_is_sheet) return;      // the settings have its place
  r.inspector_is_sheet ? draw_inspector_sheet(frame, screen, r) : draw_inspector_column(frame, screen, r);
}

}  // namespace gf::ui

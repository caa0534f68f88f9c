#include "ui/regions.h"

#include <imgui.h>

#include <algorithm>

#include "ui/course/page.h"
#include "ui/top_bar.h"

namespace gf::ui {

namespace {

// Breakpoints, in design pixels (Theme::unit).
constexpr float kStripFrom = 760;       // narrower: the lessons are a menu
constexpr float kRailFrom = 1560;       // narrower: the lessons are a strip
constexpr float kInspectorFrom = 1460;  // narrower: the inspector is a sheet at the bottom
constexpr float kLowBelow = 480;        // of the height
constexpr float kSettingsFrom = 900;    // narrower: the settings are a sheet at the bottom
constexpr float kSettingsWidth = 340;
constexpr float kRailWidth = 224, kStripWidth = 84, kInspectorWidth = 320;

float sheet_height(float height, float u) { return std::min(std::clamp(height * 0.45f, 160 * u, 420 * u), height / 2); }

// The settings take their room from the bench: they cover neither the caption nor the picture.
void make_room_for_settings(const Frame& frame, Regions& r) {
  if (!frame.state.settings_open) return;
  const float u = frame.theme.unit;
  r.settings_is_sheet = r.screen.width() < kSettingsFrom * u;
  if (!r.settings_is_sheet) {
    r.settings = {{r.bench.max.x - kSettingsWidth * u, r.bench.min.y}, r.bench.max};
    r.bench.max.x = r.settings.min.x;
    return;
  }
  r.settings = {{r.rail.max.x, r.screen.max.y - sheet_height(r.screen.height(), u)}, r.screen.max};
  r.bench.max.y = std::min(r.bench.max.y, r.settings.min.y);
  if (!r.inspector_is_sheet) return;
  r.inspector = {{r.rail.max.x, r.screen.max.y}, r.screen.max};
  r.covered = 0;
}

}  // namespace

Regions lay_out(const Frame& frame) {
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  const float u = frame.theme.unit;
  Regions r;
  const float height = std::max(viewport.WorkSize.y - frame.host.keyboard_height, 120 * u);
  r.screen = {viewport.WorkPos, {viewport.WorkPos.x + viewport.WorkSize.x, viewport.WorkPos.y + height}};
  const float width = r.screen.width();
  const FrameOptions& options = frame.host.options;
  const bool rail = !options.hides(ScreenPart::rail),
             inspector = !options.hides(ScreenPart::inspector) && (page_of_step(frame) == StepPage::none || options.shows_part());
  r.rail_is_menu = width < kStripFrom * u;
  r.rail_is_strip = !r.rail_is_menu && width < kRailFrom * u;
  r.inspector_is_sheet = width < kInspectorFrom * u;
  const float left = r.rail_is_menu || !rail ? 0 : (r.rail_is_strip ? kStripWidth : kRailWidth) * u;
  const float right =
      r.inspector_is_sheet || !inspector ? 0 : std::min(kInspectorWidth * u + std::max(width - 1600 * u, 0.0f) * 0.15f, 440 * u);
  r.rail = {r.screen.min, {r.screen.min.x + left, r.screen.max.y}};
  r.top = {{r.rail.max.x, r.screen.min.y},
           {r.screen.max.x - right, r.screen.min.y + (options.hides(ScreenPart::toolbar) ? 0 : kTopBarHeight * u)}};
  r.inspector = {{r.screen.max.x - right, r.screen.min.y}, r.screen.max};
  r.bench = {{r.rail.max.x, r.top.max.y}, {r.top.max.x, r.screen.max.y}};
  if (r.inspector_is_sheet && inspector) {
    const float sheet = frame.state.sheet_open ? sheet_height(height, u) : sheet_handle(frame.host.touch) * u;
    r.inspector = {{r.rail.max.x, r.screen.max.y - sheet}, r.screen.max};
    r.covered = sheet - sheet_handle(frame.host.touch) * u;
    r.bench.max.y = r.inspector.min.y;
  }
  make_room_for_settings(frame, r);
  return r;
}

bool is_low(const Frame& frame) { return ImGui::GetMainViewport()->WorkSize.y < kLowBelow * frame.theme.unit; }

bool begin_part(const char* id, const Box& box, ImVec2 padding, ImGuiWindowFlags flags) {
  ImGui::SetCursorScreenPos(box.min);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
  const bool open = ImGui::BeginChild(id, ImVec2(box.width(), box.height()), kPadded, flags);
  ImGui::PopStyleVar();
  return open;
}

}  // namespace gf::ui

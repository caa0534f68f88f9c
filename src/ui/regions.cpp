#include "ui/regions.h"

#include <imgui.h>

#include <algorithm>
#include <variant>

#include "protocol/step.h"
#include "ui/ask/ask.h"
#include "ui/ask/exercise.h"
#include "ui/bars/steps.h"
#include "ui/course/page.h"

namespace gf::ui {

namespace {

// Breakpoints, in design pixels (Theme::unit).
constexpr float kStripFrom = 760;       // narrower: the lessons are a menu
constexpr float kRailFrom = 1560;       // narrower: the lessons are a strip
constexpr float kInspectorFrom = 1460;  // narrower: the inspector is a sheet at the bottom
constexpr float kLowBelow = 480;        // a window is low below this height
constexpr float kSettingsFrom = 900;    // narrower: the settings are a sheet at the bottom
constexpr float kSettingsWidth = 340, kLowSettingsWidth = 320;
constexpr float kLandscapeFrom = 600;  // in a low window from this width on, the caption stands beside the stage
constexpr float kLowStripFrom = 1000;  // in a low, wide window from this width on, the lessons are a strip
constexpr float kCaptionPart = 0.3f, kLeastCaption = 208, kMostCaption = 280, kLeastPlane = 320, kMostPlane = 400;
constexpr float kFootApart = 8, kFootSide = 12;
constexpr float kRailWidth = 224, kStripWidth = 84, kInspectorWidth = 320;

float sheet_height(float height, float u) { return std::min(std::clamp(height * 0.45f, 160 * u, 420 * u), height / 2); }

// The settings take their room from the bench: they cover neither the caption nor the picture.
void make_room_for_settings(const Frame& frame, Regions& r) {
  if (!frame.state.settings_open) return;
  const float u = frame.theme.unit;
  if (r.settings.width() > 0) return;  // the settings have the place of the caption
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

// Places the column beside the stage of a low window: the caption, or the settings while they are open.
void place_column(const Frame& frame, Regions& r) {
  if (!is_landscape(frame) || frame.host.options.shows_part()) return;
  const float u = frame.theme.unit;
  const bool settings = frame.state.settings_open;
  if (!settings && !has_caption_beside(frame)) return;
  // The column of a question about a place in a plane has the plane beside its buttons, so it is wider.
  const Step* const asked = asks(frame) ? asking_step(frame.snapshot) : nullptr;
  const bool plane = asked && std::holds_alternative<WhereInPlane>(asked->ask->how);
  const float all = r.bench.width();
  float wide =
      plane ? std::clamp(all / 2, kLeastPlane * u, kMostPlane * u) : std::clamp(all * kCaptionPart, kLeastCaption * u, kMostCaption * u);
  if (settings) wide = kLowSettingsWidth * u;
  (settings ? r.settings : r.caption) = {r.bench.min, {r.bench.min.x + wide, r.bench.max.y}};
  r.bench.min.x += wide;
}

// Places the line below the stage of a low window. With a training run, the line is as wide as the window without the lessons; otherwise,
// as wide as the stage.
void place_foot(const Frame& frame, Regions& r, bool with_handle) {
  const EmbedOptions& options = frame.host.options;
  if (!is_landscape(frame) || options.shows_part() || page_of_step(frame) != StepPage::none) return;
  const float u = frame.theme.unit, side = (frame.host.touch ? 40 : 32) * u, apart = kFootApart * u;
  const bool run = frame.snapshot.training && !options.hides(ScreenPart::inputs), film = frame.state.lesson.film.on;
  Foot& foot = r.foot;
  foot.line = {{run ? r.rail.max.x : r.bench.min.x, r.bench.max.y - side - 12 * u}, r.bench.max};
  const float middle = foot.line.centre().y, all = foot.line.width();
  const auto slot = [&](float from, float to) { return Box{{from, middle - side / 2}, {std::max(from, to), middle + side / 2}}; };
  float left = foot.line.min.x + kFootSide * u, right = foot.line.max.x - kFootSide * u;
  const auto from_right = [&](float wide) {
    const Box box = slot(right - wide, right);
    right = box.min.x - apart;
    return box;
  };
  const auto from_left = [&](float wide) {
    const Box box = slot(left, left + wide);
    left = box.max.x + apart;
    return box;
  };
  const float usual_plan = frame.host.touch ? 132.0f : 116.0f;
  foot.plan = from_right((all < 700 * u && run ? 64.0f : usual_plan) * u);
  if (with_handle && (run || film)) foot.handle = from_right(44 * u);
  if (film) {
    foot.film = from_left(std::min(right - left, 420 * u));
  } else if (run) {
    foot.film = from_right(side);
    foot.transport = slot(left, right);
  } else {
    foot.film = from_left(side);
    if (with_handle) foot.handle = slot(left, right);
  }
  r.bench.max.y = foot.line.min.y;
  if (run) r.caption.max.y = r.settings.max.y = foot.line.min.y;
}

}  // namespace

Regions lay_out(const Frame& frame) {
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  const float u = frame.theme.unit;
  Regions r;
  const float height = std::max(viewport.WorkSize.y - frame.host.keyboard_height, 120 * u);
  r.screen = {viewport.WorkPos, {viewport.WorkPos.x + viewport.WorkSize.x, viewport.WorkPos.y + height}};
  const float width = r.screen.width();
  const EmbedOptions& options = frame.host.options;
  const bool rail = !options.hides(ScreenPart::rail),
             inspector = !options.hides(ScreenPart::inspector) && (page_of_step(frame) == StepPage::none || options.shows_part());
  r.rail_is_menu = width < (is_landscape(frame) ? kLowStripFrom : kStripFrom) * u;
  r.rail_is_strip = !r.rail_is_menu && width < kRailFrom * u;
  r.inspector_is_sheet = width < kInspectorFrom * u;
  const float rail_width = (r.rail_is_strip ? kStripWidth : kRailWidth) * u;
  const float left = r.rail_is_menu || !rail ? 0 : rail_width;
  const float right =
      r.inspector_is_sheet || !inspector ? 0 : std::min(kInspectorWidth * u + std::max(width - 1600 * u, 0.0f) * 0.15f, 440 * u);
  r.rail = {r.screen.min, {r.screen.min.x + left, r.screen.max.y}};
  r.top = {{r.rail.max.x, r.screen.min.y},
           {r.screen.max.x - right, r.screen.min.y + (options.hides(ScreenPart::toolbar) ? 0 : top_bar_height(frame))}};
  r.inspector = {{r.screen.max.x - right, r.screen.min.y}, r.screen.max};
  r.bench = {{r.rail.max.x, r.top.max.y}, {r.top.max.x, r.screen.max.y}};
  place_column(frame, r);
  const bool sheet_at_bottom = r.inspector_is_sheet && inspector;
  place_foot(frame, r, sheet_at_bottom && !frame.state.sheet_open);
  if (sheet_at_bottom && r.foot.line.width() > 0) {
    r.inspector = r.foot.handle;
    if (frame.state.sheet_open) {
      r.inspector = {{r.bench.min.x, r.bench.max.y - sheet_height(height, u)}, r.bench.max};
      r.bench.max.y = r.inspector.min.y;
    }
  } else if (sheet_at_bottom) {
    const float sheet = frame.state.sheet_open ? sheet_height(height, u) : sheet_handle(frame.host.touch) * u;
    r.inspector = {{r.rail.max.x, r.screen.max.y - sheet}, r.screen.max};
    r.covered = sheet - sheet_handle(frame.host.touch) * u;
    r.bench.max.y = r.inspector.min.y;
  }
  make_room_for_settings(frame, r);
  return r;
}

bool is_landscape(const Frame& frame) { return is_low(frame) && ImGui::GetMainViewport()->WorkSize.x >= kLandscapeFrom * frame.theme.unit; }

bool has_caption_beside(const Frame& frame) {
  return is_landscape(frame) && !frame.host.options.shows_part() && !frame.state.settings_open && (has_steps(frame) || has_blanks(frame));
}

float top_bar_height(const Frame& frame) { return (is_landscape(frame) ? 44 : 52) * frame.theme.unit; }

bool is_low(const Frame& frame) { return ImGui::GetMainViewport()->WorkSize.y < kLowBelow * frame.theme.unit; }

bool begin_part(const char* id, const Box& box, ImVec2 padding, ImGuiWindowFlags flags) {
  ImGui::SetCursorScreenPos(box.min);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
  const bool open = ImGui::BeginChild(id, ImVec2(box.width(), box.height()), kPadded, flags);
  ImGui::PopStyleVar();
  return open;
}

}  // namespace gf::ui

// Divides the window into regions for the parts of the screen, by its size and by the parts that the page around hides.
#pragma once

#include <imgui.h>

#include "ui/box.h"
#include "ui/frame.h"

namespace gf::ui {

/// Returns the height of the closed sheet at the bottom, in design pixels.
inline float sheet_handle(bool touch) { return touch ? 46 : 36; }

/// The line at the bottom of a low window, and the parts that stand in it beside each other. The box of a part that is not shown is empty.
struct Foot {
  Box line, film, transport, handle, plan;
};

/// The boxes of the parts of the screen, in points.
struct Regions {
  Box screen, rail, top, bench, inspector;
  Box caption;   // beside the stage of a low window; otherwise empty
  Foot foot;     // below the stage of a low window; otherwise empty
  Box settings;  // empty while the settings are closed
  bool rail_is_menu = false, rail_is_strip = false, inspector_is_sheet = false;
  bool settings_is_sheet = false;  // the settings are a sheet at the bottom, in the place of the inspector's sheet
  float covered = 0;               // the height by which the open sheet of the inspector is higher than the closed one
};

/// Returns the regions in this frame's window.
Regions lay_out(const Frame& frame);

/// Whether the window is so low that each bar above the picture has one line: a phone on its side, a page at 200 %.
bool is_low(const Frame& frame);

/// Whether a low window is wide enough for the caption beside the stage.
bool is_landscape(const Frame& frame);

/// Whether the caption stands beside the stage: in a low, wide window with steps or blanks, unless the settings have its place.
bool has_caption_beside(const Frame& frame);

/// Returns the height of the bar at the top, in points.
float top_bar_height(const Frame& frame);

inline constexpr ImGuiWindowFlags kFixed = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
inline constexpr ImGuiChildFlags kPadded = ImGuiChildFlags_AlwaysUseWindowPadding;

/// Begins the window of a part. Returns whether any of it is visible. The caller calls ImGui::EndChild in both cases.
bool begin_part(const char* id, const Box& box, ImVec2 padding, ImGuiWindowFlags flags);

}  // namespace gf::ui

// Regions for the parts of the screen: by its width, and by what the page around leaves out.
#pragma once

#include "ui/box.h"
#include "ui/frame.h"

namespace gf::ui {

/// The height of the closed sheet at the bottom, in design pixels.
inline float sheet_handle(bool touch) { return touch ? 46 : 36; }

/// The line at the bottom of a low window, with what stands there beside each other. A box is empty where there is no such thing.
struct Foot {
  Box line, film, transport, handle, plan;
};

struct Regions {
  Box screen, rail, top, bench, inspector;
  Box caption;   // beside the stage, in a low window
  Foot foot;     // below the stage, in a low window
  Box settings;  // while they are open
  bool rail_is_menu = false, rail_is_strip = false, inspector_is_sheet = false;
  bool settings_is_sheet = false;  // at the bottom, in the place of the inspector's
  float covered = 0;               // of the bench, by the open sheet
};

/// The parts in this frame's window.
Regions lay_out(const Frame& frame);

/// Whether the window is so low that each bar above the picture has one line: a phone on its side, a page at 200 %.
bool is_low(const Frame& frame);

/// Whether a low window is wide enough for the caption beside the stage.
bool is_landscape(const Frame& frame);

/// Whether the caption stands there: not while the settings have its place, or where there is none.
bool has_caption_beside(const Frame& frame);

/// The height of the bar at the top.
float top_bar_height(const Frame& frame);

inline constexpr ImGuiWindowFlags kFixed = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
inline constexpr ImGuiChildFlags kPadded = ImGuiChildFlags_AlwaysUseWindowPadding;

/// Begins the window of a part; ImGui::EndChild ends it, whatever it returns: whether anything of it is seen.
bool begin_part(const char* id, const Box& box, ImVec2 padding, ImGuiWindowFlags flags);

}  // namespace gf::ui

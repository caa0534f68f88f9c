// The parts of the screen. Each draws into the current ImGui window.
#pragma once

#include "ui/frame.h"

namespace gf::ui {

/// Breakpoints, in design pixels (Theme::unit).
inline constexpr float kRailFrom = 760;        // narrower: the rail is a menu
inline constexpr float kInspectorFrom = 1040;  // narrower: the inspector is a sheet at the bottom
inline constexpr float kRailWidth = 204, kInspectorWidth = 312, kTopBarHeight = 52;

/// The list of lessons, with a mark at those that were opened before.
void draw_rail(Frame& frame);

/// Title of the lesson and the actions: presets, undo, redo, reset, link, theme. Narrow ones go into a menu.
void draw_top_bar(Frame& frame, bool with_menu);

/// The guided steps: where one is, the caption, previous and next, what to try.
void draw_steps(Frame& frame);
/// Whether the lesson has steps.
bool has_steps(const Frame& frame);
/// The caption of the step that one is at, with its live values; empty where the lesson has no steps.
const std::string& step_caption(Frame& frame);

/// Editors of the lesson's inputs (matrices are edited in the bench) and the notes of the trace.
void draw_inputs(Frame& frame);

/// What is wrong with the last edit; floats above the top of the bench.
void draw_notices(Frame& frame, ImVec2 top_left, float width);
/// Where the computation stops being finite; floats above the foot of the bench.
void draw_not_finite(Frame& frame, ImVec2 bottom_left, float width);

/// All panels.
void draw_bench(Frame& frame);

/// The focused cell: value, arithmetic, operands, what the node is.
void draw_inspector(Frame& frame);
/// One line of it, for the handle of the sheet.
void draw_inspector_summary(Frame& frame, float width);

/// See Ui::accessible_view.
void refresh_accessible_view(Frame& frame);

}  // namespace gf::ui

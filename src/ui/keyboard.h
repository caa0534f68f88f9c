// The way of the keyboard through the screen: Tab goes from part to part, the arrow keys from control to control of a part; Enter goes into
// a matrix or a picture, and Escape comes out.
#pragma once

#include "ui/frame.h"
#include "ui/places.h"

namespace gf::ui {

/// Tab: to the next part of the screen that has a control, `outside` to the first one (with Shift, `backwards`, to the one before, or the
/// last). Returns whether there was one; else the keyboard is nowhere on the screen, and the page around may go on.
bool go_to_part(const Places& places, ScreenState& state, bool backwards, bool outside);

/// Puts the keyboard on a control, and scrolls to it. Nothing where the last frame had none of that number.
void focus_control(const Places& places, ScreenState& state, ImGuiID item);

/// Returns the control that an arrow key leads to. Right and left lead to the one after and before it in reading order, so that each is
/// reached. Up and down lead to the nearest one there, or if there is none, as right and left. Null at the end.
const Place* control_beside(const Places& places, const Place& from, ImGuiDir direction);

/// The control that has the keyboard and shows it; 0: none.
ImGuiID control_with_keyboard(const Places& places, const ScreenState& state);

/// Arrow keys, Escape and (on the desktop, where no page around has it) Tab; N and P, which go through the steps, and "?" for the list of
/// keys; Ctrl+K for the search.
void handle_screen_keys(const Frame& frame, Screen& screen);

}  // namespace gf::ui

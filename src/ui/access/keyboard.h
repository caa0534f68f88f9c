// Leads the keyboard through the screen. Tab goes from part to part, and the arrow keys go from control to control of a part. Enter goes
// into a matrix or a picture, and Escape comes out of it. All functions read the places that the last frame noted.
#pragma once

#include <imgui.h>

#include "ui/frame.h"
#include "ui/places.h"

namespace gf::ui {

/// Goes to the next part of the screen that has a control, as Tab does. `backwards` (Shift) goes to the part before. From `outside`, goes
/// to the first part, or backwards to the last. Returns false if there is no such part: the keyboard is then on no control, and the page
/// around may go on.
bool go_to_part(const Places& places, ScreenState& state, bool backwards, bool outside);

/// Puts the keyboard on a control, and scrolls to that control. Does nothing if the last frame had no control with the id `item`.
void focus_control(const Places& places, ScreenState& state, ImGuiID item);

/// Returns the control that an arrow key leads to; null at the end. Right and left lead to the next and the previous control of the part in
/// reading order, so that every control is reached. Down and up lead to the nearest control in that direction; without one, they act as
/// right and left.
const Place* control_beside(const Places& places, const Place& from, ImGuiDir direction);

/// Returns the control that has the keyboard and shows it; 0 if no control does.
ImGuiID control_with_keyboard(const Places& places, const ScreenState& state);

/// Handles the keys of the screen. Arrow keys, Escape and Tab (if no page around takes it) move the keyboard. N and P go through the steps,
/// M opens the map, "?" the list of keys, and Ctrl+K the search. Call once a frame.
void handle_screen_keys(const Frame& frame, Screen& screen);

}  // namespace gf::ui

// Translates keys of the browser into keys of ImGui.
#pragma once

#include <imgui.h>

#include <string_view>

namespace gf {

/// Returns the key of a KeyboardEvent from its `code` (the place on the keyboard) and its `key` (the meaning in the user's layout). Letters
/// and digits go by the layout, so that Ctrl+Z is where the user expects it; all other keys go by their place.
/// Example: key_of_event("KeyW", "z") is ImGuiKey_Z, on a French keyboard.
ImGuiKey key_of_event(std::string_view code, std::string_view key);

}  // namespace gf

// Keys of the browser as keys of ImGui.
#pragma once

#include <imgui.h>

#include <string_view>

namespace gf {

/// The key of a KeyboardEvent from its `code` (the place on the keyboard) and `key` (what the user's layout makes of it).
/// Letters and digits go by the layout, so that Ctrl+Z is where the user expects it; everything else by its place.
/// Example: key_of_event("KeyW", "z") == ImGuiKey_Z on a French keyboard.
ImGuiKey key_of_event(std::string_view code, std::string_view key);

}  // namespace gf

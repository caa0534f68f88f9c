// Offers words that a lesson knows while the reader types one. Call take_suggestion before the text field is drawn, and suggest_words after
// it.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ui/frame.h"
#include "ui/widgets/controls.h"

namespace gf::ui {

/// Returns at most `most` known words that begin like the typed word, in upper or lower case, in their order. Leaves out the typed word
/// itself.
std::vector<std::string> words_like(const std::vector<std::string>& known, std::string_view typed, std::size_t most);

/// Returns the word around the cursor or before it; an empty span between spaces.
TextSpan word_at(std::string_view text, std::size_t cursor);

/// Handles the keys and presses of the open list: Tab or a press takes a word, arrow keys choose another, and Escape closes the list.
/// Returns the text with the word that was taken; nullopt if none was. `field` is the id of the field that is drawn next.
std::optional<std::string> take_suggestion(Screen& screen, const std::string& input, ImGuiID field);

/// Draws the list of words that could complete the word at the cursor, below the field that was drawn last.
void suggest_words(const Frame& frame, Screen& screen, const std::string& input, const std::string& text, ImGuiID field);

}  // namespace gf::ui

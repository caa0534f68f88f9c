// Words that a lesson knows, offered while one of them is typed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ui/frame.h"
#include "ui/widgets/controls.h"

namespace gf::ui {

/// Those of the known words that begin as the typed one does, in their order, `most` of them; the word itself is none.
std::vector<std::string> words_like(const std::vector<std::string>& known, std::string_view typed, std::size_t most);

/// The word that a cursor is in or behind.
TextSpan word_at(std::string_view text, std::size_t cursor);

/// Before the text field of an input is drawn, as the next item of that id: gives the text in which a word was taken from the list, by Tab
/// or by a press. Arrows choose another, Escape closes the list.
std::optional<std::string> take_suggestion(Screen& screen, const std::string& input, ImGuiID field);

/// After it was drawn: offers what could go on from the word at the cursor.
void suggest_words(const Frame& frame, Screen& screen, const std::string& input, const std::string& text, ImGuiID field);

}  // namespace gf::ui

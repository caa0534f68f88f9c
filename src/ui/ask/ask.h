// The question of the present step, below its caption: the ways to answer, and once a guess is made, guess and truth in one picture.
#pragma once

#include <string>

#include "ui/ask/veil.h"

namespace gf::ui {

/// Whether the present step asks and no guess was made yet.
bool asks(const Frame& frame);

/// The answers or what came of them, in the flow of an ImGui window, at most `width` wide; nothing where the step does not ask.
void draw_ask(const Frame& frame, Screen& screen, float width);

/// Guess and truth in words, with the gap between them; empty while there is no guess.
/// Example: "You: 0.5. It is 0.31, 0.19 less."
std::string gap_words(const Frame& frame);

/// The same beside the cell that the answer is, with the reason why another answer tempts, if the lesson gives one; of a blank what is so
/// of the number that was typed; empty of other cells.
std::string words_about_guess(const Frame& frame, const CellReference& at);

}  // namespace gf::ui

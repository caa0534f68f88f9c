// Draws the question of the present step below its caption: first the ways to answer, then the guess and the truth in one picture.
#pragma once

#include <string>

#include "ui/ask/veil.h"

namespace gf::ui {

/// Whether the present step asks, and no guess was made yet.
bool asks(const Frame& frame);

/// Draws the ways to answer, or the guess and the truth, at the cursor, at most `width` wide. Draws nothing if the step does not ask.
void draw_ask(const Frame& frame, Screen& screen, float width);

/// Returns the guess and the truth in words, with the gap between them. Returns an empty text without a guess.
/// Example: "You: 0.5. It is 0.31, 0.19 less."
std::string gap_words(const Frame& frame);

/// Returns the words about a cell. For the cell of the answer, they are gap_words, and after a wrong guess the lesson's reason why that
/// answer tempts. For a blank, they say how the typed number is wrong. For other cells, they are empty.
std::string words_about_guess(const Frame& frame, const CellReference& at);

}  // namespace gf::ui

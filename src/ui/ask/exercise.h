// Draws the exercise of blanks below the caption of the step: the number of blanks that are left, words about the last number, and hints in
// three sizes.
#pragma once

#include <string>

#include "ui/ask/veil.h"

namespace gf::ui {

/// Whether the trace has blanks, filled in or not.
bool has_blanks(const Frame& frame);
/// Whether a blank is still to be filled in.
bool has_open_blanks(const Frame& frame);
/// Whether the step gives blanks, and all blanks of the step are filled in or were shown.
bool is_exercise_done(const Frame& frame);

/// Draws the words and buttons of the exercise at the cursor, at most `width` wide. Draws nothing without blanks.
void draw_exercise(const Frame& frame, Screen& screen, float width);

/// Returns the state of the exercise in words, with the hints that the reader asked for. Returns an empty text without blanks.
/// Example: "1 of 3 filled in. Made from row A of Exponentials."
std::string exercise_words(const Frame& frame, Screen& screen);

/// Draws the buttons that make blanks of a cell, its row, its column or its matrix, and a button that ends the blanks.
void draw_give_blanks(const Frame& frame, Screen& screen, const TraceNode& node, const Cell& cell);

}  // namespace gf::ui

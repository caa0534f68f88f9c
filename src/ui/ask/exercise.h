// Blanks to fill in, below the caption of the step: how many are left, what was typed last, and hints in three sizes.
#pragma once

#include <string>

#include "ui/ask/veil.h"

namespace gf::ui {

/// Whether there are blanks, filled in or not.
bool has_blanks(const Frame& frame);
/// Whether a blank is still to be filled in.
bool has_open_blanks(const Frame& frame);
/// Whether the step gives blanks, and all of them are filled in or were shown.
bool is_exercise_done(const Frame& frame);

/// In the flow of an ImGui window, at most `width` wide; nothing where there are no blanks.
void draw_exercise(const Frame& frame, Screen& screen, float width);

/// How it stands, in words, with the hints that were asked for; empty where there are no blanks.
/// Example: "1 of 3 filled in. Made from row A of Exponentials."
std::string exercise_words(const Frame& frame, Screen& screen);

/// The buttons that give a cell and what stands around it as blanks, and take them back.
void draw_give_blanks(const Frame& frame, Screen& screen, const TraceNode& node, const Cell& cell);

}  // namespace gf::ui

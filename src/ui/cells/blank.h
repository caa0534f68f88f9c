// Finds and draws the blanks of an exercise: cells that the reader fills in.
#pragma once

#include <imgui.h>

#include <string>

#include "study/exercise.h"
#include "ui/box.h"
#include "ui/frame.h"

namespace gf::ui {

/// Returns the blank at a cell, filled in or not; null if the cell is no blank.
const Blank* blank_at(const Frame& frame, const TraceNode& node, const Cell& cell);

/// Returns the next blank after `after` that is still to be filled in, or otherwise the first blank before it; null if there is none.
const Blank* next_blank(const Frame& frame, const Selection& after);

/// Returns the number typed for a blank, with at most six digits; empty if none was typed.
std::string typed_text(const Blank& blank);

/// Returns the state of a veiled cell, in words: "to be filled in", "You: 0.3. It comes to another number.", "veiled until you guess".
std::string veil_words(const Frame& frame, const TraceNode& node, const Cell& cell);

/// Draws a veiled blank: an empty field, or the typed number with a mark that it is wrong or rounded.
void draw_blank(ImDrawList* list, const Theme& theme, const Box& box, const Blank& blank);
/// Draws the check mark of a blank that was filled in, in the corner of its cell.
void draw_filled_mark(ImDrawList* list, const Theme& theme, const Box& cell, ImU32 ink);

}  // namespace gf::ui

// A blank on the screen: what is drawn of it and said of it.
#pragma once

#include <string>

#include "study/exercise.h"
#include "ui/box.h"
#include "ui/frame.h"

namespace gf::ui {

/// The blank that a cell is, filled in or not; null where it is none.
const Blank* blank_at(const Frame& frame, const TraceNode& node, const Cell& cell);

/// The blank that is still to be filled in after this one, or before it where none comes after; null where it is the last.
const Blank* next_blank(const Frame& frame, const Selection& after);

/// Returns the text typed for it, as people write it; empty if nothing was typed.
std::string typed_text(const Blank& blank);

/// Returns the state of a veiled cell, in words: "to be filled in", "You: 0.3. It comes to another number.", "veiled until you guess".
std::string veil_words(const Frame& frame, const TraceNode& node, const Cell& cell);

/// An empty field, or what was typed with a mark that it is not so.
void draw_blank(ImDrawList* list, const Theme& theme, const Box& box, const Blank& blank);
/// The mark of one that was filled in, in the corner of its cell.
void draw_filled_mark(ImDrawList* list, const Theme& theme, const Box& cell, ImU32 ink);

}  // namespace gf::ui

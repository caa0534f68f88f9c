// The reader's guess beside the truth: a dashed ring in the colour of guesses, and a tag that says so.
#pragma once

#include <optional>
#include <string>

#include "ui/box.h"
#include "ui/frame.h"

namespace gf::ui {

/// The number that the reader guessed for a cell at the present step; nothing where they guessed none.
std::optional<float> guessed(const Frame& frame, const TraceNode& node, const Cell& cell);
/// The cell of this node that the reader guessed at the present step, or guessed a number of.
std::optional<Cell> guessed_in(const Frame& frame, int node);

/// Rings a cell if it is the guessed one, at its box in any view, and notes its tag. A guess that is made and kept on the board of the
/// question has no ring in a cell.
void draw_guess(const Frame& frame, Screen& screen, ImDrawList* list, const CellReference& at, const Box& box);
/// Likewise the point that a cell is in a curve.
void draw_guess_at(const Frame& frame, Screen& screen, ImDrawList* list, const CellReference& at, ImVec2 point);
/// Rings any point as the reader's guess.
void draw_guess_point(const Frame& frame, Screen& screen, ImDrawList* list, ImVec2 point);

/// A guessed amount beside a bar: an outline in dashes.
void draw_guess_outline(ImDrawList* list, const Theme& theme, const Box& box);

/// Whether the guess of the present step is made, or stands, in a picture of its own (ui/ask/board.h).
bool is_guess_on_board(const Frame& frame);

/// The cells of a node that the present step needs to be read: those whose number is asked for or to be filled in, and those that these are
/// made from; null where it needs none.
const std::vector<Cell>* needed_cells(const Frame& frame, int node);

}  // namespace gf::ui

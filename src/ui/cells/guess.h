// Draws the reader's guess beside the truth: a dashed ring in the colour of guesses, with a tag.
#pragma once

#include <imgui.h>

#include <optional>
#include <vector>

#include "ui/box.h"
#include "ui/frame.h"

namespace gf::ui {

/// Returns the number that the reader guessed for a cell at the present step; none if there is no such guess.
std::optional<float> guessed(const Frame& frame, const TraceNode& node, const Cell& cell);
/// Returns the cell of this node that the reader guessed, or guessed the number of, at the present step; none if there is no such guess.
std::optional<Cell> guessed_in(const Frame& frame, int node);

/// Rings the box of a cell and notes its tag, if the reader guessed the cell. A guessed number that stands on the board of the question has
/// no ring.
void draw_guess(const Frame& frame, Screen& screen, ImDrawList* list, const CellReference& at, const Box& box);
/// Like `draw_guess`, but rings the point of a cell in a curve.
void draw_guess_at(const Frame& frame, Screen& screen, ImDrawList* list, const CellReference& at, ImVec2 point);
/// Rings any point as the reader's guess.
void draw_guess_point(const Frame& frame, Screen& screen, ImDrawList* list, ImVec2 point);

/// Draws a guessed amount beside a bar: a dashed outline.
void draw_guess_outline(ImDrawList* list, const Theme& theme, const Box& box);

/// Whether the guess of the present step is made, or shown, on the board of the question (ui/ask/board.h).
bool is_guess_on_board(const Frame& frame);

/// Returns the cells of a node that the reader needs to read at the present step: asked cells, blanks, and the cells that they are made
/// from; null if there are none.
const std::vector<Cell>* needed_cells(const Frame& frame, int node);

}  // namespace gf::ui

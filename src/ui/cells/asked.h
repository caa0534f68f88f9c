// Draws and hits the veils of a question, in any view. Asked cells have a gold veil with "?" and can be pressed. Cells that would tell the
// answer have a grey veil.
#pragma once

#include <imgui.h>

#include <optional>
#include <utility>
#include <vector>

#include "ui/box.h"
#include "ui/cells/grid.h"
#include "ui/frame.h"

namespace gf::ui {

/// Whether the present question is about this cell.
bool is_asked(const Frame& frame, int node, const Cell& cell);
/// Returns the cells of this matrix that the present question is about, in the order of the question; none if it is about another node.
std::vector<Cell> asked_in(const Frame& frame, int node, Index outer);
/// Returns the cells of one row that the present question is about.
std::vector<Cell> asked_in_row(const Frame& frame, int node, Index outer, Index row);

/// Whether any cell of a node is veiled.
bool has_veil(const Frame& frame, int node);
/// Whether all cells of a matrix are veiled.
bool is_veiled_whole(const TraceNode& node, Index outer);
/// Whether all cells of a row are veiled.
bool is_veiled_row(const TraceNode& node, Index outer, Index row);

/// Answers with a pressed cell if the question asks which of some cells is the largest and this cell is among them. Returns whether it did.
bool answer_with(const Frame& frame, Screen& screen, int node, const Cell& cell);
/// Answers with a pressed cell as `answer_with` does, or otherwise selects the cell.
void answer_or_select(const Frame& frame, Screen& screen, int node, const Cell& cell);

/// Draws a veiled cell: the field of a blank, a gold veil if the cell is asked, or otherwise a grey veil.
void draw_veiled(const Frame& frame, Screen& screen, ImDrawList* list, const CellReference& at, const Box& box);
/// Draws the grey veils of a grid whose cells are one picture, a veil for each run of veiled cells. Highlights are drawn after it.
void draw_quiet_veils(const Frame& frame, ImDrawList* list, const Grid& grid);
/// Draws each gold veil and each blank of a grid whose cells are one picture. Highlights are drawn before it.
void draw_asked_veils(const Frame& frame, Screen& screen, ImDrawList* list, const Grid& grid);

/// Returns the boxes of the veils of a grid's asked cells. Each box is at least as large as a "?", and the boxes do not overlap.
std::vector<std::pair<Cell, Box>> asked_boxes(const Frame& frame, const Grid& grid);
/// Returns the asked cell that a press at this point means; none if no asked cell is near. A small cell is hit from around it as well.
std::optional<Cell> asked_under(const Frame& frame, const Grid& grid, ImVec2 point);

}  // namespace gf::ui

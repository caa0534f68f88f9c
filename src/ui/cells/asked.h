// The veils of a question, in any view: the asked cells have a gold veil with "?" and can be pressed; cells that would tell them are blank.
#pragma once

#include <optional>
#include <vector>

#include "ui/cells/grid.h"

namespace gf::ui {

/// Whether the present question is about this cell.
bool is_asked(const Frame& frame, int node, const Cell& cell);
/// The cells of this matrix that the present question is about, as the question has them; none where it is about another node.
std::vector<Cell> asked_in(const Frame& frame, int node, Index outer);
/// Those of one row.
std::vector<Cell> asked_in_row(const Frame& frame, int node, Index outer, Index row);

/// Whether any cell of a node is veiled.
bool has_veil(const Frame& frame, int node);
/// Whether all cells of a matrix, or of one of its rows, are veiled.
bool is_veiled_whole(const TraceNode& node, Index outer);
bool is_veiled_row(const TraceNode& node, Index outer, Index row);

/// A press on a cell among which the largest is asked for is the answer. Returns whether it was.
bool answer_with(const Frame& frame, Screen& screen, int node, const Cell& cell);
/// The answer, where a press gives one; else the cell is selected.
void answer_or_select(const Frame& frame, Screen& screen, int node, const Cell& cell);

/// Draws what stands in place of a veiled cell: the field of a blank, the gold veil of what is asked, else nothing but a grey outline.
void draw_veiled(const Frame& frame, Screen& screen, ImDrawList* list, const CellReference& at, const Box& box);
/// Draws the veils of a grid whose cells are drawn as one picture: the grey ones in runs, below what is drawn upon cells, each gold one by
/// itself, on top of it.
void draw_quiet_veils(const Frame& frame, ImDrawList* list, const Grid& grid);
void draw_asked_veils(const Frame& frame, Screen& screen, ImDrawList* list, const Grid& grid);

/// The boxes of the veils of a grid's asked cells: as large as a "?" at least, and apart from each other.
std::vector<std::pair<Cell, Box>> asked_boxes(const Frame& frame, const Grid& grid);
/// The asked cell that a press at this point is meant for. Cells too small to be hit are hit from around them.
std::optional<Cell> asked_under(const Frame& frame, const Grid& grid, ImVec2 point);

}  // namespace gf::ui

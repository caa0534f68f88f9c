// Places and draws a grid of cells on the screen.
#pragma once

#include <imgui.h>

#include <optional>

#include "core/digits.h"
#include "ui/box.h"
#include "ui/frame.h"

namespace gf::ui {

/// The cells of one matrix, or of some rows and columns of the matrix, at equal distances.
struct Grid {
  int node = -1;
  Index outer = 0;
  Index first_row = 0, rows = 0, cols = 0;
  ImVec2 origin;  // the upper left corner of the first cell
  float cell_w = 0, cell_h = 0;
  Box visible;  // the part of the window that is not scrolled away
  Index first_col = 0;
  bool bars = false;  // cells are bars: a guessed number has a bar of its own, and no ring around its cell

  bool has(const Cell& cell) const {
    return cell.outer == outer && cell.row >= first_row && cell.row < first_row + rows && cell.col >= first_col &&
           cell.col < first_col + cols;
  }
  /// Returns the box around all cells.
  Box whole() const;
  /// Returns the box of a cell of the matrix.
  Box cell(Index row, Index col) const;
  /// Returns the cell at a point of the screen; none outside the grid.
  std::optional<Cell> at(ImVec2 point) const;
  /// The rows or columns of the matrix that are at least partly visible, [from, to).
  struct Range {
    Index from, to;
  };
  Range visible_rows() const;
  Range visible_cols() const;
};

/// The mapping from a node's values to colours.
struct Shade {
  bool is_signed = true;
  float least = -1, most = 1;
  bool dark = false;
  float noise = 0;     // values up to this magnitude are drawn as 0 (noise_of)
  bool plain = false;  // no colours: a single number is neither large nor small, and zeros and ones are not amounts
  /// Returns the colour of a value.
  ImU32 of(float value) const;
};

/// Returns the shade of a node. Weights that are not negative have colours from 0 to 1, or to a larger value; other nodes have the same
/// range on both sides of 0.
Shade shade_of(const Frame& frame, const TraceNode& node);
/// Returns the magnitude up to which a value of the node is the rounding error of operands that cancel each other.
float noise_of(const Frame& frame, const TraceNode& node);
/// Whether a value of this node is the infinity that its mask puts there.
bool is_hidden(const TraceNode& node, float value);

/// Returns how matrix `outer` of a node is printed in cells of `most_chars` characters (`digits_for`). Keeps the result for the trace.
Digits digits_of(const Frame& frame, Screen& screen, int node, Index outer, int most_chars);

/// Draws one cell: its shade, its digits if `digits` is given, and the marks of pins, glows, blanks and edits.
void draw_cell(const Frame& frame, Screen& screen, ImDrawList* list, const TraceNode& node, const Cell& cell, const Box& box,
               const Shade& shade, const Type& type, const Digits* digits);
/// Draws the pattern of a cell that a mask hides.
void hatch(ImDrawList* list, const Theme& theme, const Box& box);
/// Draws the veil of a cell: gold with a "?" if the cell is asked, otherwise grey.
void draw_veil(ImDrawList* list, const Theme& theme, const Box& box, bool asked);
/// Draws the crosshair, operands, results, selection and guess on top of a grid.
void draw_highlights(const Frame& frame, Screen& screen, ImDrawList* list, const Grid& grid);

}  // namespace gf::ui

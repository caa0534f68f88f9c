// A grid of cells on the screen: where each one is, and what is drawn in it.
#pragma once

#include <optional>

#include "core/digits.h"
#include "ui/box.h"
#include "ui/frame.h"

namespace gf::ui {

/// The cells of one matrix, or of some rows and columns of it, at equal distances.
struct Grid {
  int node = -1;
  Index outer = 0;
  Index first_row = 0, rows = 0, cols = 0;
  ImVec2 origin;  // upper left of the first cell
  float cell_w = 0, cell_h = 0;
  Box visible;  // what is not scrolled away
  Index first_col = 0;
  bool bars = false;  // its cells are bars: a number that was guessed has a bar of its own there, and no ring around the cell

  bool has(const Cell& cell) const {
    return cell.outer == outer && cell.row >= first_row && cell.row < first_row + rows && cell.col >= first_col &&
           cell.col < first_col + cols;
  }
  Box whole() const;
  Box cell(Index row, Index col) const;
  std::optional<Cell> at(ImVec2 point) const;
  /// Rows and columns that are at least partly visible, [from, to).
  struct Range {
    Index from, to;
  };
  Range visible_rows() const;
  Range visible_cols() const;
};

/// How the values of a node become colours.
struct Shade {
  bool is_signed = true;
  float least = -1, most = 1;
  bool dark = false;
  float noise = 0;     // noise_of
  bool plain = false;  // no colours: a number by itself is neither large nor small, and zeros and ones are not amounts
  ImU32 of(float value) const;
};

/// Weights, which lie in 0..1, have one direction; all else two, the same range on both sides of zero.
Shade shade_of(const Frame& frame, const TraceNode& node);
/// Below this a value is what floats leave over where the node's operands are equal: it is drawn as 0.
float noise_of(const Frame& frame, const TraceNode& node);
/// Whether an infinity of this node comes from its mask.
bool is_hidden(const TraceNode& node, float value);

/// How matrix `outer` of a node is printed in cells of `most_chars` characters (`digits_for`), found out once for each trace.
Digits digits_of(const Frame& frame, Screen& screen, int node, Index outer, int most_chars);

/// Draws one cell: its shade, its digits in a type, and what is special about it.
void draw_cell(const Frame& frame, Screen& screen, ImDrawList* list, const TraceNode& node, const Cell& cell, const Box& box,
               const Shade& shade, const Type& type, const Digits* digits);
/// The pattern of a cell that a mask hides.
void hatch(ImDrawList* list, const Theme& theme, const Box& box);
/// Draws the veil of a question: a cell that is asked has a "?", one that would tell the answer is blank.
void draw_veil(ImDrawList* list, const Theme& theme, const Box& box, bool asked);
/// Crosshair, operands and selection on top of a grid.
void draw_highlights(const Frame& frame, Screen& screen, ImDrawList* list, const Grid& grid);

}  // namespace gf::ui

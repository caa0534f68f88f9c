// Some rows and columns of a matrix that is too large for its digits, around the cells that a step needs to be read.
#pragma once

#include "ui/views/view.h"

namespace gf::ui {

/// The rows and columns of a window.
struct CellWindow {
  Index first_row = 0, rows = 0, first_col = 0, cols = 0;
};

/// How many places of `all` are shown, and which is first, if `fit` of them have room: around [from, to], with `chosen` among them if it is
/// not -1. Example: of 36 places 8 fit, and 0 and 1 are needed: 0 to 7 are shown.
std::pair<Index, Index> window_around(Index all, Index fit, Index from, Index to, Index chosen);

/// Whether the step needs cells of the matrix that the panel shows.
bool needs_digits(const Frame& frame, const PanelView& panel);

/// A matrix that is a heat map otherwise, as such a window.
Elastic elastic_of_window(const Frame& frame, const PanelView& panel);
void draw_window(const Frame& frame, Screen& screen, const PanelView& panel, const Box& area);

}  // namespace gf::ui

// Draws a window of a matrix that is too large for its digits: some rows and columns around the cells that a step needs to be read.
#pragma once

#include <utility>

#include "core/tensor.h"
#include "ui/box.h"
#include "ui/elastic.h"
#include "ui/frame.h"
#include "ui/views/view.h"

namespace gf::ui {

/// Returns the first row or column of a window, and how many it has. `all` rows exist, `fit` of them have room, and [from, to] are needed.
/// The window has `chosen`, unless that is -1. Example: with all = 36, fit = 8, from = 0, to = 1, the window has the rows 0 to 7.
std::pair<Index, Index> window_around(Index all, Index fit, Index from, Index to, Index chosen);

/// Whether the step needs cells of the matrix that the panel shows.
bool needs_digits(const Frame& frame, const PanelView& panel);

/// Returns the sizes between which the window of a matrix may be drawn.
Elastic elastic_of_window(const Frame& frame, const PanelView& panel);
/// Draws the window of a matrix. The matrix would be a heat map otherwise.
void draw_window(const Frame& frame, Screen& screen, const PanelView& panel, const Box& area);

}  // namespace gf::ui

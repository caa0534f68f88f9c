// Draws the board, the picture in which the reader guesses shares, an amount or a place: a whole that dividers cut, a bar whose end is
// dragged, or a plane. The board has its own place in the scene. After the guess, it shows the truth and the guess to the same scale. Call
// the other functions only if has_board returns true.
#pragma once

#include "ui/elastic.h"
#include "ui/frame.h"

namespace gf::ui {

/// Whether the question of the present step has a board, before its guess and after it. A card that shows the plane itself may replace the
/// board of a place; the caller checks that (is_place_asked_beside).
bool has_board(const Frame& frame);
/// Returns the sizes between which the board fills any box.
Elastic elastic_of_board(const Frame& frame);
/// Whether the board is about as high as wide, so that it stands beside the focus and not below it.
bool is_board_tall(const Frame& frame);
/// Draws the board in a box.
void draw_board(const Frame& frame, Screen& screen, const Box& box);

}  // namespace gf::ui
